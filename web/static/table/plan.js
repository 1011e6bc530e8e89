/* A small drawing of the table from above that shows where something has to be mended.
   Seats stand clockwise from the bottom, as they sit around the mat. */

import { letterOf } from "../seats.js";
import { svg } from "../svg.js";

const [WIDTH, HEIGHT] = [240, 150];
/** How far to the right the four seats of a long side are. */
const ROW = [0.85, 0.62, 0.39, 0.16];

/** Draw the table. `mend` is {seat, place}; `common` the names of the places in the middle. */
export function plan(seats, common, mend) {
  const table = svg("rect", { class: "plan__table", x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 16 });
  const around = seats.map((seat, index) => seatPlaces(seat, spot(index, seats.length), mend));
  const box = { class: "plan", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": true };
  return svg("svg", box, table, ...commonPlaces(common, mend), ...around);
}

/** Where a seat is, as on the mat: seven and eight sit in two rows, six two and two and at the ends. */
function spot(index, count) {
  const below = count - ROW.length;
  if (below > 2) return index < below ? [WIDTH * ROW[index], HEIGHT / 2 + 46] : [WIDTH * (1 - ROW[index - below]), HEIGHT / 2 - 46];
  const angle = ((index - (count === 6 ? 0.5 : 0)) / count) * 2 * Math.PI;
  return [WIDTH / 2 - Math.sin(angle) * 88, HEIGHT / 2 + Math.cos(angle) * 46];
}

function seatPlaces(seat, [x, y], mend) {
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
