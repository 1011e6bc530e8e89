/* Choose an act step by step: card, target, number, confirm. It knows no game: it follows the
   steps of the acts it was given, and skips a step where there is nothing to choose. */

import { drawnCard } from "../deck.js";
import { label } from "./language.js";
import { button, make, seatChip } from "./parts.js";

export class Picker {
  /** `choices` are acts with steps; `confirm` names the last button, `chosen(act)` gets it.
      `moved(acts)` hears which acts may still come of it at every step, none once one is chosen. */
  constructor(place, choices, { check, confirm, chosen, moved = () => {} }) {
    Object.assign(this, { place, choices, check, confirm, chosen, moved });
    this.path = [];
    this.show();
  }

  /** The acts that still fit what was chosen. */
  fitting() {
    const fits = ({ steps }) => this.path.every((step, place) => same(step, steps[place]));
    return this.choices.filter(fits);
  }

  /** Go on alone while there is only one way. */
  advance() {
    for (;;) {
      const fitting = this.fitting();
      const depth = this.path.length;
      const next = options(fitting, depth);
      const mayEnd = fitting.some(({ steps }) => steps.length === depth);
      if (next.length !== 1 || mayEnd) return { fitting, next, mayEnd };
      this.path.push({ ...next[0], alone: true });
    }
  }

  show() {
    const { fitting, next, mayEnd } = this.advance();
    const finished = fitting.find(({ steps }) => steps.length === this.path.length);
    this.place.replaceChildren(this.trail());
    if (next.length === 0 && finished) {
      this.showCheck(finished);
    } else {
      this.moved(fitting);
      this.showStep(next, mayEnd ? finished : null);
    }
    this.place.querySelector("[data-first]")?.focus();
  }

  trail() {
    const crumbs = this.path.map((step, place) =>
      make(
        "li",
        {},
        make(
          "button",
          { type: "button", class: "crumb", click: () => this.backTo(place) },
          make("span", { class: "small muted" }, step.label),
          make("span", {}, step.text),
        ),
      ),
    );
    return make("ol", { class: "crumbs", hidden: crumbs.length === 0 ? "" : null }, crumbs);
  }

  showStep(next, finished) {
    const title = make("h3", { class: "picker__step" }, next[0].label);
    const isCards = next.every((step) => step.face);
    const grid = make("ul", { class: isCards ? "options options--cards" : "options" });
    grid.append(...next.map((step, place) => make("li", {}, this.option(step, place === 0))));
    this.place.append(title, grid);
    if (finished) this.place.append(button(label("that_is_all"), () => this.showEnd(finished), "button--wide"));
  }

  option(step, isFirst) {
    const inside = [];
    if (step.face) inside.push(drawnCard(step.face), make("span", { class: "option__name" }, step.text));
    else if (step.seat) inside.push(seatChip(step.seat, step.text));
    else inside.push(make("span", {}, capital(step.text)));
    if (step.face) inside[0].setAttribute("aria-hidden", "true");
    const attributes = { type: "button", class: step.face ? "option option--card" : "button option", click: () => this.take(step) };
    if (isFirst) attributes["data-first"] = "";
    return make("button", attributes, inside);
  }

  showEnd(act) {
    this.place.replaceChildren(this.trail());
    this.showCheck(act);
  }

  showCheck(act) {
    this.moved([]);
    const faces = act.steps.filter((step) => step.face);
    const cards = faces.map((step) => drawnCard(step.face, step.text));
    this.place.append(
      make("h3", { class: "picker__step" }, this.check),
      make("div", { class: "picker__cards" }, cards),
      make("p", { class: "picker__sum" }, capital(act.steps.map((step) => step.text).join(" · "))),
    );
    const go = button(this.confirm, () => this.chosen(act), "button--primary button--big button--wide");
    go.dataset.first = "";
    this.place.append(go);
    go.focus();
  }

  take(step) {
    this.path.push(step);
    this.show();
  }

  /** Go back to the choice of this step, or to the last one before it that was a choice. */
  backTo(place) {
    this.path.length = place;
    while (this.path.at(-1)?.alone) this.path.pop();
    this.show();
  }
}

const same = (one, other) => other && one.step === other.step && one.value === other.value;
const capital = (text) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/** The different next steps of these acts, in their order. */
function options(acts, depth) {
  const found = new Map();
  for (const { steps } of acts) {
    const step = steps[depth];
    if (step && !found.has(`${step.step}=${step.value}`)) found.set(`${step.step}=${step.value}`, step);
  }
  return [...found.values()];
}
