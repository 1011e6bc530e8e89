/* Small builders for the phone pages. Text is only ever set as text. */

import { drawnCard } from "../deck.js";
import { letterOf } from "../seats.js";
import { label } from "./language.js";

/** Make an element: a tag, its attributes (functions are listeners), and its children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The seat's shape with its letter, and the player's name. */
export function seatChip(seat, name, more = "") {
  const mark = make("span", { class: "seat__mark", "aria-hidden": "true" }, letterOf(seat));
  return make(
    "span",
    { class: `seat ${more}`, "data-seat": seat },
    mark,
    make("span", { class: "seat__name" }, name),
  );
}

export const pill = (text, kind = "") => make("span", { class: `pill ${kind}` }, text);

/** A button; `look` names further classes. */
export const button = (text, act, look = "") =>
  make("button", { type: "button", class: `button ${look}`, click: act }, text);

/** A button that asks for a file; the browser's own speaks the browser's language. */
export function fileButton(id, text, accept, change, look = "") {
  const input = make("input", { class: "visually-hidden file__input", id, type: "file", accept, change });
  return make("div", { class: "file" }, input, make("label", { class: `button ${look}`, for: id }, text));
}

/** A banner: its sign and word say what it is, then the sentence and what goes with it. */
export function banner(kind, word, text, ...more) {
  return make(
    "div",
    { class: `banner banner--${kind}` },
    make("span", { class: "banner__sign", "aria-hidden": "true" }),
    make("span", { class: "banner__word" }, word),
    make("p", { class: "banner__text" }, text),
    ...more,
  );
}

/** How a page opens its rules at a clause; null where it has none to open. */
let openRule = null;
export const linkRules = (act) => (openRule = act);

/** The rule behind a sentence: its number, its words on demand, and the way into the rules. */
export function clause({ clause: id, rule }, open = false, linked = true) {
  if (!id) return null;
  if (!rule) return make("p", { class: "clause small muted" }, id);
  const summary = make("summary", { class: "small" }, id);
  const link = openRule && linked ? button(label("in_rules"), () => openRule(id), "button--quiet") : null;
  return make("details", { class: "clause", open: open ? "" : null }, summary, make("p", { class: "small" }, rule), link);
}

/** Several reasons, each with its rule in full. */
export function reasons(said) {
  const items = said.map((one) => make("li", {}, make("p", {}, one.text), clause(one, true)));
  return make("ul", { class: "reasons" }, items);
}

/** The rule behind a sentence in full, for a screen that nobody touches. */
export function wholeClause({ clause: id, rule }) {
  if (!id) return null;
  return make("p", { class: "clause" }, make("strong", {}, id), rule ? ` ${rule}` : "");
}

/** Cards as a fan; `isNew` tells by their place which ones have just been laid. */
export function fan(cards, more = "", isNew = () => false) {
  const item = ({ face, name }, place) => make("li", { class: isNew(place) ? "is-new" : null }, drawnCard(face, name));
  return make("ul", { class: `fan ${more}` }, cards.map(item));
}

const shown = new WeakMap();

/** Fill an element anew, but only if what it shows has changed: focus stays where it is. */
export function fill(element, data, build) {
  const key = JSON.stringify([document.documentElement.lang, data]);
  if (shown.get(element) === key) return;
  shown.set(element, key);
  const begun = begunIn(element);
  element.replaceChildren(...[build()].flat().filter(Boolean));
  takeUp(element, begun);
}

/** What a person has begun in an element: parts laid open, words written, where the focus is. */
function begunIn(element) {
  const written = [...element.querySelectorAll("input[data-keep], select[data-keep]")].filter(isChanged);
  return {
    open: [...element.querySelectorAll("details[id][open]")].map(({ id }) => id),
    written: written.map(({ id, value }) => [id, value]),
    focus: element.contains(document.activeElement) ? document.activeElement.id : "",
  };
}

const isChanged = (field) => field.value !== (field.defaultValue ?? "");

/** Find what was begun again, as far as it is still there. */
function takeUp(element, { open, written, focus }) {
  const again = (id) => (id ? element.querySelector(`#${CSS.escape(id)}`) : null);
  for (const id of open) again(id)?.setAttribute("open", "");
  for (const [id, value] of written) {
    const field = again(id);
    const isOffered = field && [...(field.options ?? [{ value }])].some((option) => option.value === value);
    if (isOffered) field.value = value;
  }
  again(focus)?.focus({ preventScroll: true });
}

/** Say for a moment what happened to a wish. Words that are a function are said anew in another
    language; others would stay in the old one, so they go. */
export function toast(words, kind = "ruling") {
  const place = document.getElementById("toast");
  const say = words instanceof Function ? words : null;
  const note = make("div", { class: `toast toast--${kind}` }, say ? say() : words);
  document.removeEventListener("spoken", toast.again);
  toast.again = () => (say ? (note.textContent = say()) : note.remove());
  document.addEventListener("spoken", toast.again);
  place.replaceChildren(note);
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => note.remove(), 6000);
}

/** Tell why a wish was refused; reasons null means that the table was not reached. */
export function toastReasons(said) {
  toast(said === null ? () => label("failed") : said.map((one) => one.text).join(" "));
}
