/* One deck in the editor: a card at a time, and what is still wrong in the whole deck. */

import { label } from "../phone/language.js";
import { banner, button, make, pill, toast, toastReasons } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";
import { Draft } from "./draft.js";
import { showTold } from "./effects.js";
import { nearest, sentence, showFaults, textField } from "./fields.js";
import { jobForm, legendForm } from "./forms.js";

const JOBS = 8;
const LEGEND = JOBS;
const cardOf = (place) => (place.startsWith("job.") ? Number(place.split(".")[1]) : place.startsWith("legend") ? LEGEND : -1);

/** Open a deck on the page; `back` leads to the list. Returns the editor, or null. */
export async function openEditor(main, deck, back) {
  const { status, data } = await get(`/host/cards/deck/${deck}`);
  if (status !== 200) return null;
  return new Editor(main, data, back);
}

class Editor {
  constructor(main, answer, back) {
    this.main = main;
    this.back = back;
    this.photos = new Set(answer.photos);
    this.at = 0;
    this.draft = new Draft(answer, { told: (told) => this.show(told), state: (...state) => this.keeping(...state) });
    this.draw();
  }

  /** Draw everything anew: another card, or another language. */
  draw() {
    this.status = make("p", { class: "small muted", role: "status" });
    this.nav = make("nav", { class: "card-tabs", "aria-label": label("cards") });
    this.faults = make("div", { class: "stack stack--tight" });
    this.clash = make("div", { role: "alert" });
    this.form = make("div", { class: "stack", id: "form" });
    this.saveButton = button(label("save"), () => this.save(), "button--primary");
    const name = textField(this.draft, ["name"], label("deck_name"));
    const actions = make("div", { class: "row" }, button(label("to_list"), () => this.leave()), this.saveButton, this.status);
    this.main.replaceChildren(actions, this.clash, make("div", { class: "deck-name" }, name), this.faults, this.nav, this.form);
    this.head = name;
    this.drawForm();
    this.keeping(this.draft.isKept ? "kept" : "changed");
  }

  drawForm() {
    const redraw = () => this.redraw();
    const form = this.at === LEGEND ? legendForm(this.draft, this.photos, redraw) : jobForm(this.draft, this.at, this.photos, redraw);
    this.form.replaceChildren(form);
    this.show(this.draft.answer);
  }

  /** Draw the form anew after a row came or went; the focus stays as near as can be. */
  redraw() {
    const focus = document.activeElement?.id;
    this.drawForm();
    if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  }

  show({ faults, effects }) {
    showFaults(this.form, faults);
    showFaults(this.head.parentElement, faults.filter(({ place }) => place === "name"));
    showTold(this.form, effects);
    this.nav.replaceChildren(...Array.from({ length: JOBS + 1 }, (_, number) => this.tab(number, faults)));
    this.faults.replaceChildren(...this.overview(faults));
  }

  tab(number, faults) {
    const wrong = faults.filter(({ place }) => cardOf(place) === number).length;
    const name = number === LEGEND ? label("legend") : this.draft.get(["job", number, "boss", "name"]) || `${label("card")} ${number + 1}`;
    const sign = make("span", { class: wrong ? "tab-count" : "tab-done" }, wrong ? String(wrong) : "✓");
    const words = make("span", { class: "visually-hidden" }, wrong ? label("to_mend") : label("complete"));
    const tab = make("button", { type: "button", class: "button card-tab", "aria-current": number === this.at ? "true" : null, click: () => this.go(number) }, make("span", { class: "card-tab__name" }, name), sign, words);
    return tab;
  }

  overview(faults) {
    if (!faults.length) return [make("p", {}, pill(label("no_faults"), "pill--good"))];
    const items = faults.map((fault) => make("li", {}, make("button", { type: "button", class: "link", click: () => this.find(fault) }, this.where(fault.place)), ` ${sentence(fault.text)}`));
    const summary = make("summary", {}, `${label("to_mend")} (${faults.length})`);
    const open = this.faults.querySelector("details")?.open ? "" : null;
    return [make("details", { class: "card card--quiet", open }, summary, make("ul", { class: "fault-list" }, items))];
  }

  where(place) {
    const card = cardOf(place);
    const name = card === LEGEND ? label("legend") : card < 0 ? label("deck") : this.draft.get(["job", card, "boss", "name"]) || `${label("card")} ${card + 1}`;
    const field = nearest(this.form, place)?.querySelector(":scope > label, :scope > legend, :scope > h3")?.textContent;
    return card === this.at && field ? `${name}, ${field}` : name;
  }

  find({ place }) {
    const card = cardOf(place);
    if (card >= 0) this.go(card);
    const home = nearest(card < 0 ? this.main : this.form, place);
    const target = home?.matches(".field") ? home.querySelector("input, select, textarea") : home?.querySelector("input, select, textarea, button");
    target?.focus();
  }

  go(number) {
    this.at = number;
    this.drawForm();
  }

  keeping(state, reasons) {
    this.status.textContent = label({ changed: "keeping", sending: "keeping", kept: this.draft.answer.saved ? "kept_saved" : "kept_draft", failed: "kept_not", lost: "kept_not" }[state]);
    this.clash.replaceChildren(...(state === "lost" ? this.choices(reasons) : []));
  }

  /** Two pages have changed the deck: ask which of the two is to stay. */
  choices(reasons) {
    const actions = make("div", { class: "button-group" }, button(label("keep_mine"), () => this.draft.insist()), button(label("take_other"), () => location.reload()));
    return [banner("question", label("clash"), reasons.map(({ text }) => text).join(" "), actions)];
  }

  async save() {
    if (!(await this.draft.keep())) return;
    const answer = await send(`/host/cards/deck/${this.draft.deck}/save`);
    if (!answer.ok) {
      toastReasons(answer.reasons);
      const first = this.draft.answer.faults[0];
      return first && this.find(first);
    }
    this.draft.take(answer.data);
    this.keeping("kept");
    toast(() => label("saved"), "good");
  }

  async leave() {
    if (await this.draft.keep()) this.back();
    else if (this.draft.isLost) this.back();
  }
}
