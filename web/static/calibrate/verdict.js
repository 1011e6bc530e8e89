/* The verdict: the grade, why it is not better and what to do, and the figures behind it. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";
import { facts } from "./parts.js";
import { svg } from "../svg.js";
import { number } from "./numbers.js";

const SIGNS = { good: "✓", usable: "~", not_usable: "✕" };

export function verdictCard({ grade, word, reasons, notes, lens }, stale) {
  const head = make("p", { class: `grade grade--${grade} ${stale ? "is-stale" : ""}` }, make("span", { class: "grade__sign", "aria-hidden": "true" }, SIGNS[grade]), make("strong", {}, word));
  return make(
    "div",
    { class: "stack stack--tight", id: "verdict", "data-grade": grade },
    head,
    reasons.length ? make("ul", { class: "remedies" }, reasons.map((text) => make("li", {}, text))) : null,
    lens ? figures(lens) : null,
    lens ? tablePicture(lens.table_mm) : null,
    notes.length ? make("ul", { class: "remedies muted small" }, notes.map((text) => make("li", {}, text))) : null,
  );
}

function figures(lens) {
  const size = `${lens.size[0]} × ${lens.size[1]}`;
  const sheet = lens.data_sheet;
  const percent = sheet && `${sheet.ratio >= 1 ? "+" : "−"}${number(Math.abs(100 * (sheet.ratio - 1)), 1)}`;
  const bow = lens.bowed_mm ? label("bow_value", { mm: number(lens.bowed_mm, 1) }) : label(lens.bow_measured ? "bow_flat" : "bow_unknown");
  return facts(
    [label("held_out"), several(label("held_out_value", { error: number(lens.held_out_px, 3), size }), label("fitted", { error: number(lens.rms_px, 3) }))],
    [label("focal"), several(label("focal_value", { focal: number(lens.focal_px, 1) }), sheet ? label("data_sheet", { percent, camera: sheet.camera }) : label("no_sheet"))],
    [label("bow"), bow],
  );
}

const several = (first, then) => make("span", {}, first, make("br"), make("span", { class: "muted small" }, then));

/** The mat with how well a point of it is known, in the middle and the corners. */
function tablePicture({ centre, corners }) {
  const at = [[34, 24], [166, 24], [166, 92], [34, 92]];
  const texts = corners.map((mm, place) => svg("text", { x: at[place][0], y: at[place][1] }, number(mm, 2)));
  const drawing = svg("svg", { viewBox: "0 0 200 112", class: "doubt", "aria-hidden": "true" }, svg("rect", { x: 1, y: 1, width: 198, height: 110, rx: 8 }), texts, svg("text", { x: 100, y: 58 }, number(centre, 2)));
  const spoken = [centre, ...corners].map((mm) => number(mm, 2)).join(", ");
  return make("figure", { class: "doubt-figure" }, drawing, make("figcaption", { class: "small muted" }, label("table_point")), make("span", { class: "visually-hidden" }, spoken));
}
