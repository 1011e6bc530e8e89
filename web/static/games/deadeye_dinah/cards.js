/* How a card, an outlaw or a range is shown; numbers first, since the game is about them. */

import { make } from "../../phone/parts.js";
import { label, language } from "../../phone/language.js";
import { icon } from "./icons.js";

/** Write numbers as a range: 1, 4–6. */
export function range(numbers) {
  const runs = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([low, high]) => (low === high ? `${low}` : high === low + 1 ? `${low}, ${high}` : `${low}–${high}`)).join(", ") || "–";
}

/** A number or range behind its sign. */
export function sign(kind, text, more = "") {
  return make("span", { class: `sign sign--${kind} ${more}` }, icon(kind, label(`sign_${kind}`)), make("b", {}, text));
}

/** The item on a card's edge. */
export function itemSign(item) {
  return make("span", { class: "sign sign--item" }, icon(item), make("b", {}, label(`item_${item}`)));
}

/** What a card says in the reader's language, if its owner wrote it down. */
export function said(text) {
  return text[language.code] ?? Object.values(text)[0] ?? "";
}

/** An edge: bullet, hat and item. */
export function edge({ bullets, hat, item }) {
  return make(
    "span",
    { class: "edge" },
    sign("bullet", range(bullets)),
    sign("hat", hat),
    item ? itemSign(item) : null,
  );
}

/** An outlaw: his number, his hearts, and what becomes of him. */
export function outlaw({ numbers, hearts }, fate = "") {
  const hearty = hearts > 1 ? make("span", { class: "outlaw__hearts" }, Array.from({ length: hearts }, () => icon("heart"))) : null;
  const mark = { fallen: "check", ignored: "cross" }[fate];
  const name = [label("outlaw", { range: range(numbers), hearts }), fate ? label(`outlaw_${fate}`) : ""];
  return make(
    "span",
    { class: `outlaw ${fate ? `outlaw--${fate}` : ""}`, role: "img", "aria-label": name.filter(Boolean).join(", ") },
    hearty,
    icon("hat"),
    make("b", {}, range(numbers)),
    mark ? make("span", { class: "outlaw__mark" }, icon(mark)) : null,
  );
}

/** A button that is one of several, or on by itself. */
export function chip(text, on, act, more = {}) {
  const { look = "", ...attributes } = more;
  return make(
    "button",
    { type: "button", class: `chip ${look}`, "aria-pressed": String(on), click: act, ...attributes },
    text,
  );
}

/** A row of chips under a question. */
export function choice(title, ...chips) {
  return make("div", { class: "ask", role: "group", "aria-label": title }, make("span", { class: "ask__title" }, title), make("span", { class: "ask__chips" }, chips));
}
