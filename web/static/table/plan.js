/* A small drawing of the table from above that shows where something has to be mended.
   Seats stand clockwise from the bottom, as they sit around the mat. */

import { letterOf } from "../seats.js";
import { svg } from "../svg.js";

const [WIDTH, HEIGHT] = [240, 150];

/** Draw the table. `mend` is {seat, place}; `common` the names of the places in the middle. */
export function plan(seats, common, mend) {
  const table = svg("rect", { class: "plan__table", x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 16 });
  const around = seats.map((seat, index) => seatPlaces(seat, index / seats.length, mend));
  const box = { class: "plan", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": true };
  return svg("svg", box, table, ...commonPlaces(common, mend), ...around);
}

function seatPlaces(seat, turn, mend) {
  const angle = turn * 2 * Math.PI;
  const [x, y] = [WIDTH / 2 - Math.sin(angle) * 88, HEIGHT / 2 + Math.cos(angle) * 46];
  const mine = mend?.seat === seat ? mend.place : "";
  const mark = svg("rect", { class: "plan__seat", x: -9, y: 6, width: 18, height: 18 });
  const letter = svg("text", { class: "plan__letter", x: 0, y: 15 });
  letter.textContent = letterOf(seat);
  const group = { class: "plan__place", "data-seat": seat, transform: `translate(${x} ${y})` };
  return svg("g", group, place(-22, -18, 44, 20, mine && mine !== "hand"), mark, letter, hand(mine));
}

const hand = (mine) => place(12, 8, 16, 14, mine === "hand");

function commonPlaces(names, mend) {
  const left = WIDTH / 2 - (names.length * 26) / 2;
  return names.map((name, index) =>
    place(left + index * 26 + 3, HEIGHT / 2 - 14, 20, 28, !mend?.seat && mend?.place === name),
  );
}

function place(x, y, width, height, marked) {
  return svg("rect", { class: marked ? "plan__zone is-wrong" : "plan__zone", x, y, width, height, rx: 3 });
}
