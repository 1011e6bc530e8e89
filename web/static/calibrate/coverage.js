/* A picture of what the views cover: a grid, four ways of leaning, near and far. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";
import { svg } from "../svg.js";
import { number } from "./numbers.js";

const CELL = { width: 16, height: 9 };
const RIM = 26;
const LEANS = { top: "lean_top", right: "lean_right", bottom: "lean_bottom", left: "lean_left" };
const FULL = 6;

/** Return the picture, with its facts in words below it. */
export function coveragePicture(coverage) {
  const { cells, tilts, near_far: far, whole, views, empty } = coverage;
  const [w, h] = [cells[0].length * CELL.width, cells.length * CELL.height];
  const grid = cells.flatMap((row, y) => row.map((count, x) => cell(count, x, y)));
  const leans = Object.entries(tilts).map(([side, count]) => lean(side, count, w, h));
  const box = `${-RIM} ${-RIM} ${w + 2 * RIM} ${h + 2 * RIM}`;
  const drawing = svg("svg", { viewBox: box, class: "coverage", role: "img", "aria-label": label("covered") }, svg("g", {}, grid), leans);
  const counts = [
    ["count_views", views.have, views.wanted, views.have >= views.wanted],
    ["count_whole", whole.have, whole.wanted, whole.have >= whole.wanted],
    ["count_near", number(far.have, 2), number(far.wanted, 2), far.have >= far.wanted],
    ["count_cells", empty.have, `≤ ${empty.most}`, empty.have <= empty.most],
    ...Object.entries(tilts).map(([side, { have, wanted }]) => [LEANS[side], have, wanted, have >= wanted]),
  ];
  return make("div", { class: "covered" }, drawing, make("ul", { class: "counts" }, counts.map(count)));
}

function cell(count, x, y) {
  const share = Math.min(count, FULL) / FULL;
  return svg("rect", { x: x * CELL.width + 0.5, y: y * CELL.height + 0.5, width: CELL.width - 1, height: CELL.height - 1, rx: 1.5, class: count ? "is-seen" : "is-empty", "fill-opacity": count ? 0.35 + 0.65 * share : null });
}

/** A board seen from the side that leans: filled once enough views lean this way. */
function lean(side, { have, wanted }, w, h) {
  const at = { top: [w / 2, -13, 0], right: [w + 13, h / 2, 90], bottom: [w / 2, h + 13, 180], left: [-13, h / 2, 270] };
  const [x, y, angle] = at[side];
  const done = have >= wanted;
  const text = svg("text", { x: 0, y: 0, transform: `rotate(${-angle})`, class: "lean__text" }, done ? "✓" : `${have}/${wanted}`);
  return svg("g", { class: `lean ${done ? "is-done" : ""}`, transform: `translate(${x} ${y}) rotate(${angle})` }, svg("path", { d: "M -21 9 L -13 -9 L 13 -9 L 21 9 Z" }), text);
}

function count([key, have, wanted, done]) {
  const sign = make("span", { class: "counts__sign", "aria-hidden": "true" }, done ? "✓" : "○");
  return make("li", { class: done ? "is-done" : "" }, sign, make("span", { class: "grow" }, label(key)), make("strong", {}, `${have} / ${wanted}`));
}
