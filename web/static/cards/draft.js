/* A deck while it is typed: every change goes to the server soon, one after the other. */

import { get, send } from "../phone/wire.js";

const PAUSE_MS = 400;
const AGAIN_MS = 3000;

export class Draft {
  /** `told` hears what the server makes of the values, `state` how far keeping has come. */
  constructor(answer, { told, state }) {
    this.deck = answer.deck;
    this.data = answer.data;
    this.answer = answer;
    this.told = told;
    this.state = state;
    this.changes = this.kept = 0;
    this.sending = null;
    this.isLost = false;
  }

  /** Return the value at a place, a list of keys. */
  get(place) {
    return place.reduce((value, key) => value?.[key], this.data);
  }

  /** Set or, with undefined, take away the value at a place; the way there is made. */
  set(place, value) {
    let holder = this.data;
    place.slice(0, -1).forEach((key, at) => {
      if (typeof holder[key] !== "object" || holder[key] === null) holder[key] = typeof place[at + 1] === "number" ? [] : {};
      holder = holder[key];
    });
    if (value === undefined) delete holder[place.at(-1)];
    else holder[place.at(-1)] = value;
    this.changed();
  }

  /** Take an item out of a list. */
  drop(place, number) {
    this.get(place).splice(number, 1);
    this.changed();
  }

  changed() {
    this.changes += 1;
    this.state("changed");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), PAUSE_MS);
  }

  get isKept() {
    return this.kept === this.changes;
  }

  /** Send everything that is not kept yet; resolves once the server has it, or refused. */
  async keep() {
    clearTimeout(this.timer);
    while (this.sending) await this.sending;
    if (this.isKept || this.isLost) return this.isKept;
    this.sending = this.sendAll();
    const isDone = await this.sending;
    this.sending = null;
    return isDone && this.keep();
  }

  async sendAll() {
    const sent = this.changes;
    this.state("sending");
    const answer = await send(`/host/cards/deck/${this.deck}`, { revision: this.answer.revision, data: this.data });
    if (!answer.ok) return this.refused(answer.reasons);
    this.kept = sent;
    this.take(answer.data);
    return true;
  }

  refused(reasons) {
    this.isLost = reasons !== null;
    this.state(this.isLost ? "lost" : "failed", reasons);
    if (!this.isLost) this.timer = setTimeout(() => this.keep(), AGAIN_MS);
    return false;
  }

  /** Put what is typed here in the place of what another page has kept. */
  async insist() {
    const { status, data } = await get(`/host/cards/deck/${this.deck}`);
    if (status !== 200) return;
    this.answer.revision = data.revision;
    this.isLost = false;
    await this.keep();
  }

  take(answer) {
    this.answer = answer;
    if (this.isKept) this.state("kept");
    this.told(answer);
  }
}
