/* Setting a job up: pictures of what to do, then telling the phone how the cards lie, by a
   photo, from under the table's camera, or by taps. What was not read is asked for. */

import { button, make } from "../../phone/parts.js";
import { label, language } from "../../phone/language.js";
import { shrunk } from "../../phone/picture.js";
import { send } from "../../phone/wire.js";
import { chip, itemSign, range, said, sign } from "./cards.js";
import { icon } from "./icons.js";
import * as pictures from "./pictures.js";

const UNREAD = "?";

export class Setup {
  /** `changed()` draws the page anew; `act(notation)` tells the table. */
  constructor({ changed, act }) {
    Object.assign(this, { changed, act });
    this.for = null;
  }

  /** Begin anew where another boss is hunted. */
  about(sheet) {
    const now = `${sheet.hunting}/${sheet.attempts}`;
    if (this.for === now) return;
    this.for = now;
    Object.assign(this, { step: 0, order: [], problems: [], unread: [], busy: false, failed: "" });
  }

  render({ sheet, seat, held }) {
    this.about(sheet);
    Object.assign(this, { sheet, seat });
    const { boss, name } = sheet.cards[sheet.hunting];
    return [
      pictures.tips(),
      make(
        "section",
        { class: "panel" },
        make("h2", { class: "panel__title" }, label("job_of", { name })),
        make("p", { class: "edge" }, sign("bullet", range(boss.bullets)), sign("hat", boss.hat), itemSign(boss.starts_with)),
        said(boss.text) ? make("p", { class: "muted" }, said(boss.text)) : null,
      ),
      this.guide(boss),
      this.hand(boss, held),
    ];
  }

  guide(boss) {
    const first = this.sheet.cards[boss.first].name;
    const facts = { first, item: label(`item_${boss.starts_with}`), number: boss.kit, boss: this.sheet.cards[this.sheet.hunting].name };
    const texts = ["set_aside", "shuffle", "on_top", "turn", "tuck", "fan"].map((key) => label(`setup_${key}`, facts));
    const draw = [pictures.setAside, pictures.shuffle, pictures.onTop, pictures.turn, pictures.tuck, pictures.fan][this.step];
    const go = (by) => () => {
      this.step += by;
      this.changed();
    };
    return make(
      "section",
      { class: "panel guide", "aria-label": label("setup") },
      make("span", { class: "overline" }, label("setup_step", { number: this.step + 1, of: texts.length })),
      draw(texts[this.step], boss.kit),
      make("p", { class: "guide__text", role: "status" }, texts[this.step]),
      make(
        "div",
        { class: "button-group" },
        withAttributes(button(label("back"), go(-1)), { disabled: this.step === 0 ? "" : null, "data-key": "back" }),
        withAttributes(button(label("next"), go(1), "button--primary"), { disabled: this.step === texts.length - 1 ? "" : null, "data-key": "next" }),
      ),
    );
  }

  hand(boss, held) {
    const seen = held?.cards.length ?? 0;
    const file = make("input", { type: "file", accept: "image/*", capture: "environment", class: "visually-hidden", id: "fan-photo", change: (event) => this.photo(event.target) });
    return make(
      "section",
      { class: "panel", "aria-label": label("read_hand") },
      make("h2", { class: "panel__title" }, label("read_hand")),
      make("p", { class: "muted" }, label("read_lead")),
      make(
        "div",
        { class: "button-group" },
        make("label", { class: "button button--primary", for: "fan-photo" }, this.busy ? label("reading") : label("read_photo")),
        file,
        seen ? button(label("read_table", { number: seen }), () => this.fan(held.cards.map(({ face }) => face))) : null,
      ),
      this.failed ? make("p", { class: "field-error", role: "alert" }, this.failed) : null,
      this.problems.length ? make("ul", { class: "problems", role: "status" }, this.problems.map((one) => make("li", {}, one.text))) : null,
      this.slots(boss),
      this.pool(boss),
      this.confirm(),
    );
  }

  /** The seven places of the stack, kit and scenes apart. */
  slots(boss) {
    const places = Array.from({ length: 7 }, (_, place) => this.slot(place));
    const part = (title, from, to) => make("div", { class: "slots__part" }, make("span", { class: "ask__title" }, title), make("ol", { class: "slots", start: from + 1 }, places.slice(from, to)));
    return make("div", { class: "slots__all" }, part(label("kit_cards"), 0, boss.kit), part(label("scene_cards"), boss.kit, 7));
  }

  slot(place) {
    const id = this.order[place];
    const isAsked = id === UNREAD || (!id && place === this.next());
    const name = id && id !== UNREAD ? this.sheet.cards[id].name : id === UNREAD ? label("unread") : label("empty_place");
    const attributes = { type: "button", class: `slot ${isAsked ? "slot--asked" : ""} ${id && id !== UNREAD ? "slot--told" : ""}`, click: () => this.take(place), "data-key": `slot${place}` };
    return make("li", {}, make("button", attributes, make("span", { class: "slot__number" }, place + 1), make("span", {}, name), id && id !== UNREAD ? icon("cross", label("take_out")) : null));
  }

  /** The cards that have no place yet. */
  pool(boss) {
    const left = this.left();
    if (!left.length) return null;
    const isFirst = this.next() === 0;
    const chips = left.map((id) => {
      const fits = !isFirst || id === boss.first;
      return chip(this.sheet.cards[id].name, false, () => this.put(id), { disabled: fits ? null : "", "data-card": id, "data-key": `pool-${id}` });
    });
    return make("div", { class: "ask", role: "group", "aria-label": label("tap_next") }, make("span", { class: "ask__title" }, label("tap_next")), make("span", { class: "ask__chips" }, chips));
  }

  left() {
    return Object.keys(this.sheet.cards).filter((id) => id !== this.sheet.hunting && !this.order.includes(id));
  }

  next() {
    const place = Array.from({ length: 7 }, (_, at) => this.order[at]).findIndex((id) => !id || id === UNREAD);
    return place;
  }

  put(id) {
    this.order[this.next()] = id;
    this.changed();
  }

  take(place) {
    if (this.order[place]) this.order[place] = UNREAD;
    this.changed();
  }

  confirm() {
    if (this.left().length) return null;
    const notation = `${this.seat} stacks ${this.order.join(" ")}`;
    return make("div", { class: "stack" }, make("p", {}, label("hand_told")), button(label("hand_right"), () => this.act(notation), "button--primary button--big button--wide"));
  }

  async photo(input) {
    const [file] = input.files;
    if (!file) return;
    this.begin();
    const image = await shrunk(file);
    if (!image) return this.fail(label("photo_unknown"));
    const answer = await send(`/seat/photo?language=${language.code}`, { image });
    if (!answer.ok) return this.fail((answer.reasons ?? [{ text: label("failed") }]).map((one) => one.text).join(" "));
    return this.fan(answer.data.fan, answer.data.problems);
  }

  begin() {
    Object.assign(this, { busy: true, failed: "", problems: [] });
    this.changed();
  }

  fail(text) {
    Object.assign(this, { busy: false, failed: text });
    this.changed();
  }

  /** Take over a fan that was read, as far as it could be. */
  async fan(faces, problems = []) {
    const answer = await send(`/seat/consult?language=${language.code}`, { ask: "read", fan: faces });
    if (!answer.ok) return this.fail(label("failed"));
    const { cards, order, problems: found } = answer.data;
    Object.assign(this, { busy: false, failed: "", problems: [...problems, ...found], order: cards.length ? cards : order });
    return this.changed();
  }
}

function withAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  return element;
}

