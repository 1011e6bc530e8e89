/* Advice in three strengths. Each is asked for by itself, so that nobody reads more than he
   wanted to know. */

import { button, clause, make } from "../../phone/parts.js";
import { label, language } from "../../phone/language.js";
import { send } from "../../phone/wire.js";

export class Hints {
  /** `changed()` draws the page anew; `load(act)` takes a play over. */
  constructor({ changed, load }) {
    Object.assign(this, { changed, load, said: null, about: "" });
  }

  render(position) {
    if (this.about !== position) Object.assign(this, { about: position, said: null });
    const ask = [1, 2, 3].map((strength) => {
      const one = button(label(`hint_${strength}`), () => this.ask(strength));
      one.dataset.key = `hint${strength}`;
      one.dataset.strength = strength;
      return one;
    });
    return make(
      "section",
      { class: "panel hints", "aria-label": label("hints") },
      make("h2", { class: "overline" }, label("hints")),
      make("div", { class: "button-group" }, ask),
      make("div", { role: "status", class: "hints__said" }, this.said ? [make("p", {}, this.said.text), clause(this.said)].filter(Boolean) : []),
    );
  }

  async ask(strength) {
    const position = this.about;
    const answer = await send(`/seat/consult?language=${language.code}`, { ask: "hint", strength });
    if (!answer.ok || position !== this.about) return;
    this.said = answer.data.message;
    if (answer.data.act) this.load(answer.data.act);
    this.changed();
  }
}
