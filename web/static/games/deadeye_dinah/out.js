/* The other ways out of a scene: paying, escaping, riding on, letting the boss slip away; and
   every way there is, for those who would rather choose than put together. */

import { button, make } from "../../phone/parts.js";
import { label, language } from "../../phone/language.js";
import { send } from "../../phone/wire.js";
import { sure } from "../../phone/dialog.js";
import { chip, choice } from "./cards.js";
import { signed } from "./draft.js";

export class Out {
  constructor({ changed, act, load }) {
    Object.assign(this, { changed, act, load, about: "" });
  }

  render({ sheet, seat, position }) {
    if (this.about !== position) Object.assign(this, { about: position, way: "", loses: [], pays: null, rescues: null, ways: null });
    Object.assign(this, { sheet, seat });
    const { job } = sheet;
    const isScene = job.kind !== "duel";
    const horse = [...job.kit, ...job.lucky].find(({ item }) => item === "horse");
    const rides = isScene && horse && !job.resting && job.scenes.length > 1;
    const doors = [
      job.kind === "peril" ? this.door("pay") : null,
      isScene ? this.door("escape") : null,
      rides ? this.door("ride") : null,
      button(label("way_give_up"), () => sure(label("give_up_sure"), label("way_give_up"), () => this.act(`${seat} gives up`)), "button--quiet"),
    ];
    return make(
      "section",
      { class: "panel out", "aria-label": label("other_ways") },
      make("h2", { class: "overline" }, label("other_ways")),
      make("div", { class: "button-group" }, doors),
      this.way === "escape" ? this.escape() : null,
      this.way === "pay" ? this.pay() : null,
      this.way === "ride" && rides ? this.final("ride", `${seat} rides ${horse.card}`) : null,
      this.everyWay(),
    );
  }

  door(way) {
    const one = button(label(`way_${way}`), () => this.open(way));
    one.setAttribute("aria-expanded", String(this.way === way));
    one.dataset.key = `way-${way}`;
    return one;
  }

  open(way) {
    Object.assign(this, { way: this.way === way ? "" : way, loses: [], pays: null, rescues: null });
    this.changed();
  }

  name(card) {
    return this.sheet.cards[card].name;
  }

  escape() {
    const { job } = this.sheet;
    const cost = job.escape_cost;
    const chips = job.kit.map(({ card }) => chip(this.name(card), this.loses.includes(card), () => this.lose(card, cost), { "data-key": `lose-${card}` }));
    const left = job.kit.length - this.loses.length;
    const ready = this.loses.length === cost;
    return make(
      "div",
      { class: "stack" },
      choice(label("lose_which", { number: cost, kit: job.kit.length }), ...chips),
      ready && left === 1 ? this.rescue(this.loses) : null,
      ready ? this.final("escape", `${this.seat} escapes${cost ? `, loses ${this.loses.join(" ")}` : ""}${this.saved()}`) : null,
    );
  }

  lose(card, cost) {
    const kept = this.loses.filter((one) => one !== card);
    this.loses = kept.length < this.loses.length ? kept : [...kept, card].slice(-cost);
    this.rescues = null;
    this.changed();
  }

  pay() {
    const { job } = this.sheet;
    const { lose } = this.sheet.cards[job.scenes[0]].scene;
    const fits = ({ item, bullets }) => lose.some((price) => price === item || bullets.includes(price));
    const able = [...job.kit, ...job.lucky].filter(fits);
    if (!able.length) return make("p", { class: "muted" }, label("nothing_to_pay"));
    const chips = able.map(({ card }) => chip(this.name(card), this.pays === card, () => this.choosePay(card), { "data-key": `pay-${card}` }));
    const left = job.kit.filter(({ card }) => card !== this.pays).length;
    const isKit = job.kit.some(({ card }) => card === this.pays);
    return make(
      "div",
      { class: "stack" },
      choice(label("pay_which"), ...chips),
      this.pays && isKit && left === 1 ? this.rescue([this.pays]) : null,
      this.pays ? this.final("pay", `${this.seat} pays ${this.pays}${this.saved()}`) : null,
    );
  }

  choosePay(card) {
    Object.assign(this, { pays: this.pays === card ? null : card, rescues: null });
    this.changed();
  }

  rescue(cards) {
    const chips = cards.map((card) => chip(this.name(card), this.rescues === card, () => ((this.rescues = this.rescues === card ? null : card), this.changed()), { "data-key": `save-${card}` }));
    return choice(label("rescue_which"), ...chips);
  }

  saved() {
    return this.rescues ? `, rescues ${this.rescues}` : "";
  }

  final(way, notation) {
    const go = button(label(`do_${way}`), () => this.act(notation), "button--primary button--wide");
    go.dataset.key = `do-${way}`;
    return go;
  }

  everyWay() {
    const list = make("details", { class: "ways", id: "ways", toggle: ({ target }) => target.open && !this.ways && this.ask() });
    list.append(make("summary", {}, label("every_way")));
    if (this.ways) list.open = true;
    if (this.ways) list.append(make("ul", { class: "ways__list" }, this.ways.map((way) => make("li", {}, this.oneWay(way)))));
    return list;
  }

  async ask() {
    const answer = await send(`/seat/consult?language=${language.code}`, { ask: "ways" });
    if (!answer.ok) return;
    this.ways = answer.data.ways.sort((one, other) => one.lost.length - other.lost.length);
    this.changed();
  }

  oneWay({ act, lost }) {
    const cost = lost.length ? label("way_loses", { names: lost.map((card) => this.name(card)).join(", ") }) : label("way_free");
    return make("button", { type: "button", class: "way", click: () => this.take(act) }, make("b", {}, this.told(act)), make("span", { class: "muted" }, cost));
  }

  told({ verb, cards = [], card, loses, cover, rescues }) {
    if (verb === "play") {
      const held = new Map([...this.sheet.job.kit, ...this.sheet.job.lucky].map((one) => [one.card, one]));
      const parts = cards.map((one) => `${this.name(one.card)}${one.item ? ` (${label(`item_${held.get(one.card).item}`)})` : ""}`);
      if (cover) parts.push(`${label("cover")} ${signed(cover).replace("-", "−")}`);
      if (rescues) parts.push(label("rescued_card", { name: this.name(rescues) }));
      return parts.join(", ") || label("ignore_all");
    }
    if (verb === "pay") return `${label("way_pay")} ${this.name(card)}`;
    return verb === "escape" ? `${label("way_escape")}${loses.length ? "" : "."}` : label(`way_${verb}`);
  }

  /** Take a way over into the page, where it can still be changed. */
  take(act) {
    if (act.verb === "play") this.load(act);
    else if (act.verb === "escape") Object.assign(this, { way: "escape", loses: [...act.loses], rescues: act.rescues });
    else if (act.verb === "pay") Object.assign(this, { way: "pay", pays: act.card, rescues: act.rescues });
    else if (act.verb === "ride") this.way = "ride";
    this.changed();
  }
}
