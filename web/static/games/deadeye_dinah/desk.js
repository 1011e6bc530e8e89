/* Deadeye Dinah on her player's phone: choosing a boss, setting up, and playing the hand.
   Whatever is put together here is only a wish until the last button; what it would come to
   is asked of the table at each change. */

import { button, clause, make } from "../../phone/parts.js";
import { label, language } from "../../phone/language.js";
import { send } from "../../phone/wire.js";
import { chip, choice } from "./cards.js";
import { Draft } from "./draft.js";
import { aims, hand } from "./hand.js";
import { Hints } from "./hints.js";
import { campaign, hunt, legend } from "./hunt.js";
import { Out } from "./out.js";
import { course, scene } from "./scene.js";
import { Setup } from "./setup.js";

/** Labels that this page needs besides those of the seat. */
export const labels = "deadeye_dinah";
export const style = "/static/games/deadeye_dinah/desk.css";

export class Desk {
  /** `place` is filled; `wish(path, data)` tells the table. */
  constructor(place, wish) {
    Object.assign(this, { place, wish, draft: new Draft(), position: "", raised: [], seen: null, asked: 0 });
    const changed = () => this.draw();
    const act = (notation) => wish("/seat/act", { notation });
    const load = (act_) => this.load(act_);
    this.act = act;
    this.setup = new Setup({ changed, act });
    this.hints = new Hints({ changed, load });
    this.out = new Out({ changed, act, load });
  }

  /** Show a new screen of the seat. */
  show(screen) {
    this.screen = screen;
    const { sheet } = screen.secret;
    const position = JSON.stringify([sheet.step, sheet.hunting, sheet.attempts, sheet.job, language.code]);
    if (position !== this.position) {
      Object.assign(this, { position, seen: null });
      this.draft.clear();
      this.raised = [];
    }
    this.follow(screen.secret.held);
    this.draw();
    if (sheet.job && !this.draft.empty) this.preview();
  }

  /** Take up which cards the camera sees slid up: up is played, down is not. */
  follow(held) {
    const { sheet } = this.screen.secret;
    if (!held || !sheet.job) return;
    const hand_ = new Set([...sheet.job.kit, ...sheet.job.lucky].map(({ card }) => card));
    const now = held.raised.map((face) => face.split(".")[0]).filter((card) => hand_.has(card) && card !== sheet.job.resting);
    for (const card of now) if (!this.raised.includes(card) && !this.draft.use(card)) this.draft.toggle(card, "bullet");
    if (held.cards.length) for (const card of this.raised) if (!now.includes(card)) this.draft.drop(card);
    if (held.cards.length) this.raised = now;
  }

  load(act) {
    if (act.verb === "play") this.draft.load(act);
    else this.out.take(act);
    this.played();
  }

  /** Something in the play has changed. */
  played() {
    this.draw();
    this.preview();
  }

  async preview() {
    const number = ++this.asked;
    if (this.draft.empty) return this.take(number, null);
    const notation = this.draft.notation(this.screen.you.seat);
    const answer = await send(`/seat/consult?language=${language.code}`, { ask: "preview", notation });
    return this.take(number, answer.ok ? answer.data : null);
  }

  /** Show an answer, unless the play has changed since it was asked for. */
  take(number, seen) {
    if (number !== this.asked) return;
    this.seen = seen;
    if (this.draft.rescues && !seen?.shown?.rescuable.includes(this.draft.rescues)) {
      this.draft.rescues = null;
      if (seen) return this.preview();
    }
    this.draw();
  }

  draw() {
    const { sheet, held } = this.screen.secret;
    const seat = this.screen.you.seat;
    const focused = this.place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const open = [...this.place.querySelectorAll("details[open][id]")].map(({ id }) => id);
    const parts = sheet.step === "stack" ? this.setup.render({ sheet, seat, held }) : sheet.job ? this.job(sheet, held) : hunt({ sheet, seat, act: this.act, notes: this.screen.notes });
    this.place.replaceChildren(...parts.filter(Boolean));
    for (const id of open) this.place.querySelector(`#${id}`)?.setAttribute("open", "");
    if (focused) this.place.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  job(sheet, held) {
    const shown = this.seen?.shown ?? null;
    const context = { sheet, draft: this.draft, shown, changed: () => this.played() };
    return [
      course(sheet),
      scene(context),
      hand(context),
      held?.raised.length ? make("p", { class: "muted" }, label("camera_sees", { number: held.raised.length })) : null,
      aims(context),
      this.verdict(sheet, shown),
      this.hints.render(this.position),
      this.out.render({ sheet, seat: this.screen.you.seat, position: this.position }),
      legend(sheet),
      campaign(sheet),
    ];
  }

  /** What the play comes to, and the button that makes it final. */
  verdict(sheet, shown) {
    if (this.draft.empty) return make("p", { class: "panel muted" }, label(`lead_${sheet.job.kind}`));
    if (!this.seen) return make("p", { class: "panel muted", role: "status" }, label("thinking"));
    const { legal, reasons } = this.seen;
    const lost = shown?.lost.map((card) => sheet.cards[card].name).join(", ");
    const sum = legal ? label(lost ? "comes_to_loss" : "comes_free", { names: lost }) : label("not_yet");
    return make(
      "section",
      { class: `panel verdict-panel ${legal ? "verdict-panel--good" : ""}` },
      make("p", { class: "verdict-panel__sum", role: "status" }, sum),
      legal ? null : make("ul", { class: "problems" }, reasons.map((one) => make("li", {}, make("p", {}, one.text), clause(one)))),
      legal && shown?.rescuable.length ? this.rescue(sheet, shown.rescuable) : null,
      make(
        "div",
        { class: "button-group" },
        legal ? keyed(button(label("do_play"), () => this.act(this.draft.notation(this.screen.you.seat)), "button--primary button--big"), "do-play") : null,
        legal ? keyed(button(label("ask_why"), () => this.ask()), "why") : null,
        keyed(button(label("take_back"), () => (this.draft.clear(), this.played()), "button--quiet"), "clear"),
      ),
      this.reason?.notation === this.draft.notation(this.screen.you.seat) ? make("p", { class: "verdict-panel__why", role: "status" }, this.reason.text) : null,
    );
  }

  rescue(sheet, cards) {
    const chips = cards.map((card) => chip(sheet.cards[card].name, this.draft.rescues === card, () => ((this.draft.rescues = this.draft.rescues === card ? null : card), this.played()), { "data-key": `rescue-${card}` }));
    return choice(label("rescue_which"), ...chips);
  }

  /** Ask what the play does to the job: won, still to be won, or lost and why. */
  async ask() {
    const notation = this.draft.notation(this.screen.you.seat);
    const answer = await send(`/seat/consult?language=${language.code}`, { ask: "why", notation });
    if (!answer.ok) return;
    this.reason = { notation, text: answer.data.message.text };
    this.draw();
  }
}

function keyed(element, key) {
  element.dataset.key = key;
  return element;
}
