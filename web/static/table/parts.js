/* Small builders for the table screen. Text is only ever set as text. */

import { drawnCard } from "../deck.js";
import { letterOf } from "../seats.js";

/** Make an element: a tag, its classes and attributes, and its children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** The seat's shape with its letter, and the player's name. */
export function seatChip(seat, name, more = "") {
  const mark = make("span", { class: "seat__mark", "aria-hidden": true }, letterOf(seat));
  const title = make("span", { class: "seat__name" }, name);
  return make("span", { class: `seat ${more}`, "data-seat": seat }, mark, title);
}

export const pill = (text, kind = "") => make("span", { class: `pill ${kind}` }, text);

/** A banner: its sign and word say what it is, then the sentence and what goes with it. */
export function banner(kind, word, text, ...more) {
  return make(
    "div",
    { class: `banner banner--${kind}` },
    make("span", { class: "banner__sign", "aria-hidden": true }),
    make("span", { class: "banner__word" }, word),
    make("p", { class: "banner__text" }, text),
    ...more,
  );
}

/** The rule behind a sentence: its number and its words. */
export function clause({ clause: id, rule }) {
  if (!id) return null;
  return make("p", { class: "clause" }, make("strong", {}, id), rule ? ` ${rule}` : "");
}

/** Cards as a fan; `isNew` tells which ones have just been laid. */
export function fan(cards, isNew = () => false) {
  const items = cards.map(({ face, name }, index) => {
    const item = make("li", isNew(index) ? { class: "is-new" } : {});
    item.append(drawnCard(face, name));
    return item;
  });
  return make("ul", { class: "fan" }, ...items);
}
