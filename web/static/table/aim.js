/* The table from above, with the directions in which a card that points means each player:
   the same that the camera goes by. Where no colour is, nobody is guessed. */

import { letterOf } from "../seats.js";
import { svg } from "../svg.js";

const FAR = 2000;
const [MARK, GUN] = [92, 54];
const radians = (degrees) => (degrees * Math.PI) / 180;

/** Draw whom `aim.seat`'s card means; `facing` degrees turn the table towards that reader. */
export function aimPicture(aim, words, facing = 0) {
  const { width_mm: width, height_mm: height } = aim;
  const lies = Math.abs(Math.sin(radians(facing))) > 0.7;
  const [wide, high] = lies ? [height, width] : [width, height];
  const mat = { x: 0, y: 0, width, height, rx: 24 };
  const turned = `rotate(${-facing} ${width / 2} ${height / 2})`;
  const box = `${(width - wide) / 2 - 6} ${(height - high) / 2 - 6} ${wide + 12} ${high + 12}`;
  const drawn = [
    svg("clipPath", { id: "aim-mat" }, svg("rect", mat)),
    svg("rect", { class: "plan__table", ...mat }),
    svg("g", { "clip-path": "url(#aim-mat)" }, aim.arcs.map((arc) => wedge(aim, arc))),
    aim.places.map((place) => mark(place, facing, aim)),
    pointer(aim),
  ];
  const group = svg("g", { transform: turned }, ...drawn);
  return svg("svg", { class: "plan plan--aim", viewBox: box, role: "img", "aria-label": words }, group);
}

function wedge({ x_mm: x, y_mm: y }, { seat, from_deg: from, to_deg: to }) {
  const at = (degrees) => `${x + FAR * Math.sin(radians(degrees))} ${y - FAR * Math.cos(radians(degrees))}`;
  const middle = (from + to) / 2;
  return svg("path", { class: "aim__wedge", "data-seat": seat, d: `M ${x} ${y} L ${at(from)} L ${at(middle)} L ${at(to)} Z` });
}

/** A seat's mark where its cards lie, upright for the reader; faint where no direction means it. */
function mark({ seat, x_mm: x, y_mm: y }, upright, { seat: own, arcs }) {
  const isMeant = seat === own || arcs.some((arc) => arc.seat === seat);
  const shape = svg("rect", { class: "plan__seat", x: -MARK / 2, y: -MARK / 2, width: MARK, height: MARK });
  const letter = svg("text", { class: "plan__letter aim__letter", x: 0, y: 4 });
  letter.textContent = letterOf(seat);
  const place = { class: isMeant ? null : "is-unclear", "data-seat": seat, transform: `translate(${x} ${y}) rotate(${upright})` };
  return svg("g", place, shape, letter);
}

function pointer({ x_mm: x, y_mm: y, seat }) {
  return svg("circle", { class: "aim__gun", "data-seat": seat, cx: x, cy: y, r: GUN / 2 });
}
