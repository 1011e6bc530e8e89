/* Putting right: take back, follow the table, correct the record, put the game away. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make, seatChip } from "../phone/parts.js";
import { send } from "../phone/wire.js";

export function mend(screen, wish, saved) {
  const adopt = () => sure(label("adopt_sure"), label("adopt"), () => wish("/host/adopt"));
  const away = () => sure(label("away_sure"), label("away"), () => wish("/host/away"));
  return [
    make(
      "section",
      { class: "card stack" },
      screen.history.length ? button(label("undo"), () => wish("/host/undo"), "button--wide") : null,
      make("div", { class: "stack stack--tight" }, make("h2", {}, label("table_right")), make("p", { class: "small muted" }, label("table_right_lead")), button(label("adopt"), adopt)),
      corrections(screen.host.corrections, saved),
      button(label("away"), away, screen.stage === "over" ? "button--primary button--wide" : "button--danger button--wide"),
    ),
  ];
}

function corrections(fields, saved) {
  const problem = make("p", { class: "field-error", role: "alert" });
  const rows = fields.map((one, place) => ({ seat: one.seat, name: one.name, row: fieldRow(one, place) }));
  const seats = [...new Set(fields.map(({ seat }) => seat))];
  const groups = seats.map((seat) => {
    const own = rows.filter((one) => one.seat === seat);
    const legend = seat ? make("legend", {}, seatChip(seat, own[0].name)) : make("legend", {}, label("corrections_common"));
    return make("fieldset", { class: "stack stack--tight" }, legend, make("div", { class: "fields" }, own.map(({ row }) => row)));
  });
  const form = make(
    "form",
    { class: "stack stack--tight", submit: (event) => save(event, fields, problem, saved) },
    make("p", { class: "small muted" }, label("corrections_lead")),
    groups,
    problem,
    make("button", { class: "button", type: "submit" }, label("save")),
  );
  return make("details", { id: "corrections" }, make("summary", {}, label("corrections")), form);
}

/** A field with its name, its present value, and how it is written. */
function fieldRow({ field, value, label: title, hint, options }, place) {
  const id = `field-${place}`;
  const about = hint ? make("p", { class: "small muted", id: `${id}-hint` }, hint) : null;
  const shared = { id, name: field, "data-keep": "", "aria-describedby": hint ? `${id}-hint` : null };
  const control = options.length
    ? make("select", { class: "select", ...shared }, options.map((one) => make("option", { value: one.value, selected: one.value === value }, one.text)))
    : make("input", { class: "input", value, autocomplete: "off", spellcheck: "false", ...shared });
  return make("div", { class: "field" }, make("label", { for: id }, title), control, about);
}

async function save(event, fields, problem, saved) {
  event.preventDefault();
  const form = event.currentTarget;
  const changed = {};
  for (const { field, value } of fields) {
    const input = form.elements.namedItem(field);
    input.removeAttribute("aria-invalid");
    if (input.value.trim() !== value) changed[field] = input.value.trim();
  }
  if (!Object.keys(changed).length) {
    problem.textContent = label("unchanged");
    return;
  }
  const answer = await send("/host/correct", { fields: changed });
  problem.textContent = answer.ok ? "" : (answer.reasons ?? [{ text: label("failed") }]).map(({ text }) => text).join(" ");
  for (const field of answer.ok ? [] : Object.keys(changed)) form.elements.namedItem(field).setAttribute("aria-invalid", "true");
  if (answer.ok) saved();
}
