/* Fields of a card: each knows its place in the deck, and the faults that belong there. */

import { label } from "../phone/language.js";
import { button, make } from "../phone/parts.js";

export const ITEMS = ["rope", "fire", "horse", "knife", "rifle", "flask", "tin_star", "dynamite"];
export const itemName = (item) => label(`${item}_item`);

const WHOLE = /^[-+]?\d{1,5}$/;
const idOf = (place) => `at-${place.join("-")}`;

/** What was typed as a number, or as it is where it is none: the server says what is wrong. */
export const whole = (text) => (WHOLE.test(text.trim()) ? Number(text) : text.trim() || undefined);

/** A field around an input, with room for what is wrong. */
function field(place, name, input, hint) {
  const error = make("p", { class: "field-error", id: `${idOf(place)}-error` });
  input.id = idOf(place);
  input.setAttribute("aria-describedby", error.id);
  return make(
    "div",
    { class: "field", "data-place": place.join(".") },
    make("label", { for: input.id }, name),
    input,
    hint ? make("p", { class: "small muted" }, hint) : null,
    error,
  );
}

function typed(draft, place, name, { read, shown, hint, ...attributes }) {
  const input = make("input", { class: "input", autocomplete: "off", input: () => draft.set(place, read(input.value)), ...attributes });
  input.value = shown(draft.get(place));
  return field(place, name, input, hint);
}

const plain = (value) => (value === undefined || value === null ? "" : String(value));

export const textField = (draft, place, name, hint) =>
  typed(draft, place, name, { read: (text) => (text.trim() ? text : undefined), shown: plain, hint, maxlength: 80 });

/** A range such as "1, 4-6". */
export const rangeField = (draft, place, name, mayBeEmpty = false) =>
  typed(draft, place, name, {
    read: (text) => text.trim() || (mayBeEmpty ? "" : undefined),
    shown: plain,
    placeholder: "1, 4-6",
    class: "input input--code",
    maxlength: 40,
  });

export const wholeField = (draft, place, name) =>
  typed(draft, place, name, { read: whole, shown: plain, inputmode: "numeric", class: "input input--code", maxlength: 5 });

/** Whole numbers with commas between them. */
export const listField = (draft, place, name, hint) =>
  typed(draft, place, name, {
    read: (text) => (text.trim() ? text.split(",").map(whole).filter((part) => part !== undefined) : undefined),
    shown: (value) => (Array.isArray(value) ? value.join(", ") : plain(value)),
    hint,
    class: "input input--code",
    maxlength: 40,
  });

export function longField(draft, place, name, language) {
  const area = make("textarea", { class: "input", rows: 2, lang: language, maxlength: 400, input: () => draft.set(place, area.value.trim() ? area.value : undefined) });
  area.value = plain(draft.get(place));
  return field(place, name, area);
}

/** One of several values; `changed` is called after a choice. */
export function choiceField(draft, place, name, options, changed = () => {}) {
  const select = make("select", { class: "select", change: () => (draft.set(place, read(select.value)), changed()) });
  const read = (text) => options.find(([value]) => String(value) === text)?.[0];
  const value = draft.get(place);
  const known = options.some(([one]) => one === value);
  if (!known) select.append(make("option", { value: "" }, value === undefined ? label("choose") : plain(value)));
  select.append(...options.map(([one, text]) => make("option", { value: one }, text)));
  select.value = known ? value : "";
  return field(place, name, select);
}

export const itemField = (draft, place, name) => choiceField(draft, place, name, ITEMS.map((item) => [item, itemName(item)]));

/** Some of several values, none meaning all of them. */
export function someField(draft, place, name, options) {
  const chosen = () => options.map(([value]) => value).filter((value) => boxes.get(value).checked);
  const boxes = new Map();
  const choices = options.map(([value, text]) => {
    const box = make("input", { type: "checkbox", change: () => draft.set(place, chosen().length ? chosen() : undefined) });
    box.checked = (draft.get(place) ?? []).includes?.(value) ?? false;
    boxes.set(value, box);
    return make("label", { class: "choice" }, box, text);
  });
  const error = make("p", { class: "field-error" });
  return make("fieldset", { class: "field some", "data-place": place.join(".") }, make("legend", { class: "label" }, name), make("div", { class: "row" }, choices), error);
}

/** A list with a button to add a row and one to take each row out. */
export function rows(draft, place, { title, add, empty, row, fresh, refresh }) {
  const listed = draft.get(place);
  const items = (Array.isArray(listed) ? listed : []).map((_, number) => {
    const out = button("×", () => (draft.drop(place, number), refresh()), "button--quiet");
    out.setAttribute("aria-label", `${label("take_out")}, ${title} ${number + 1}`);
    return make("li", { class: "card card--quiet row-card", "data-place": [...place, number].join(".") }, out, row([...place, number]), make("p", { class: "field-error" }));
  });
  const grow = () => (draft.set([...place, items.length], fresh()), refresh());
  return make(
    "div",
    { class: "stack stack--tight", "data-place": place.join(".") },
    make("h3", { class: "label" }, title),
    items.length ? make("ol", { class: "stack stack--tight" }, items) : make("p", { class: "small muted" }, empty),
    make("p", { class: "field-error" }),
    make("div", {}, button(add, grow)),
  );
}

/** Put each fault at the field it belongs to, or the nearest part around it. What is only
    missing is said quietly: an empty form is no mistake. */
export function showFaults(form, faults) {
  for (const error of form.querySelectorAll(".field-error")) error.textContent = "";
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
  for (const { place, text, missing } of faults) {
    const home = nearest(form, place);
    const error = home?.querySelector(":scope > .field-error");
    if (!error) continue;
    error.classList.toggle("field-error--missing", missing && !error.textContent);
    error.textContent = [error.textContent, missing ? label("missing") : sentence(text)].filter(Boolean).join(" ");
    if (missing) continue;
    home.querySelector(":scope > .input, :scope > .select")?.setAttribute("aria-invalid", "true");
  }
}

export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function nearest(form, place) {
  const keys = place.split(".");
  for (; keys.length; keys.pop()) {
    const found = form.querySelector(`[data-place="${CSS.escape(keys.join("."))}"]`);
    if (found) return found;
  }
  return null;
}
