/* Putting right: take back, follow the table, correct the record, put the game away. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make } from "../phone/parts.js";
import { send } from "../phone/wire.js";

export function mend(screen, wish, saved) {
  const adopt = () => sure(label("adopt_sure"), label("adopt"), () => wish("/host/adopt"));
  const away = () => sure(label("away_sure"), label("away"), () => wish("/host/away"));
  return [
    make(
      "section",
      { class: "card stack" },
      button(label("undo"), () => wish("/host/undo"), "button--wide"),
      make("div", { class: "stack stack--tight" }, make("h2", {}, label("table_right")), make("p", { class: "small muted" }, label("table_right_lead")), button(label("adopt"), adopt)),
      corrections(screen.host.corrections, saved),
      button(label("away"), away, screen.stage === "over" ? "button--primary button--wide" : "button--danger button--wide"),
    ),
  ];
}

function corrections(fields, saved) {
  const problem = make("p", { class: "field-error", role: "alert" });
  const inputs = fields.map(({ field, value }, place) => {
    const input = make("input", { class: "input", id: `field-${place}`, name: field, value, autocomplete: "off", spellcheck: "false", "data-keep": "" });
    return make("div", { class: "field" }, make("label", { for: `field-${place}` }, field), input);
  });
  const form = make(
    "form",
    { class: "stack stack--tight", submit: (event) => save(event, fields, problem, saved) },
    make("p", { class: "small muted" }, label("corrections_lead")),
    make("div", { class: "fields" }, inputs),
    problem,
    make("button", { class: "button", type: "submit" }, label("save")),
  );
  return make("details", { id: "corrections" }, make("summary", {}, label("corrections")), form);
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
