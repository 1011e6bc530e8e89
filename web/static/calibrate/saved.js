/* The saved lens: save, export, import, and back to the one before. */

import { label, language } from "../phone/language.js";
import { button, fileButton, make, pill, toast } from "../phone/parts.js";
import { card } from "./parts.js";
import { wish } from "./server.js";
import { number } from "./numbers.js";

const KINDS = { good: "pill--good", usable: "pill--warn", not_usable: "pill--bad" };

export function savedLens({ lens, trouble, can_restore: earlier, can_save: fresh }) {
  const save = button(label("save"), async () => (await wish("save")) && toast(() => label("saved"), "good"), fresh ? "button--primary" : "");
  save.id = "save";
  save.disabled = !fresh;
  const actions = make("div", { class: "button-group" }, save);
  if (lens) actions.append(make("a", { class: "button", href: "/calibrate/lens.json", download: "" }, label("export")));
  actions.append(fileButton("import", label("import"), ".json,application/json", ({ currentTarget }) => takeIn(currentTarget)));
  if (earlier) actions.append(button(label("restore"), () => wish("restore")));
  return card("saved_title", trouble ? make("p", { class: "field-error" }, trouble) : null, lens ? about(lens) : make("p", { class: "muted" }, label("none_saved")), actions);
}

function about(lens) {
  const made = lens.made ? new Date(lens.made).toLocaleString(language.code, { dateStyle: "medium", timeStyle: "short" }) : "";
  const line = label("saved_facts", { views: lens.views, error: number(lens.held_out_px, 3), mm: number(lens.worst_mm, 2) });
  return make("div", { class: "stack stack--tight" }, make("div", { class: "row" }, pill(lens.word, KINDS[lens.grade]), make("span", {}, made)), make("p", { class: "muted" }, line));
}

async function takeIn(file) {
  const [chosen] = file.files;
  file.value = "";
  if (chosen && (await wish("import", { text: await chosen.text() }))) toast(() => label("imported"), "good");
}
