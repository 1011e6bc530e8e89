/* What did you see? The last things that happened to open cards, each with what was read. */

import { decoded } from "../jpeg.js";
import { label, language } from "../phone/language.js";
import { fill, make, pill } from "../phone/parts.js";
import { get } from "../phone/wire.js";
import { whileOpen } from "./while_open.js";

const LOOK_EVERY_MS = 1500;

/** A box that asks while it is open. */
export function seen() {
  const list = make("ol", { class: "seen" });
  const lead = make("p", { class: "small muted" }, label("seen_lead"));
  const box = make("details", { class: "card", id: "seen-box" }, make("summary", {}, label("seen")), lead, list);
  whileOpen(box, LOOK_EVERY_MS, () => look(list));
  return box;
}

async function look(list) {
  const { status, data } = await get(`/host/seen?language=${language.code}`);
  if (status === 200) fill(list, data.seen, () => (data.seen.length ? data.seen.map(row) : make("li", { class: "muted" }, label("seen_none"))));
}

function row({ text, taken, picture }) {
  const note = taken ? null : pill(label("seen_not_taken"), "pill--warn");
  return make("li", { class: "seen__one" }, picture ? drawn(picture) : make("span", { class: "seen__none", "aria-hidden": "true" }), make("div", {}, make("p", {}, text), note));
}

/** The card as it was read; the sentence beside it says the same. */
function drawn(picture) {
  const canvas = make("canvas", { class: "seen__picture", "aria-hidden": "true" });
  decoded(picture).then((bitmap) => {
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
  });
  return canvas;
}
