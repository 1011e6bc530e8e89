/* One deck: the table's picture and the photo to approve on one side, its cards on the other. */

import { sure } from "../phone/dialog.js";
import { label, language } from "../phone/language.js";
import { button, fill, make, toast, toastReasons } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";
import { cardDialog, cardName, placeList, standsFor } from "./cards.js";
import { progressWords } from "./list.js";
import { approval, Preview } from "./photos.js";
import { verdict } from "./verdict.js";

/** While a deck is being assessed, ms between two questions how far that is. */
const ASK_EVERY_MS = 500;

export class Work {
  constructor(main, deck, leave) {
    Object.assign(this, { main, deck, leave });
    /** What the next photo is for: {means} for a new card, {face} for one that is there. */
    this.target = null;
    this.cut = null;
    this.isOpen = true;
  }

  /** Show the deck; false where there is none. */
  async start() {
    const parts = ["head", "photos", "places", "verdict"].map((name) => [name, make("div", { id: `part-${name}` })]);
    this.parts = Object.fromEntries(parts);
    this.preview = new Preview(this.deck, { take: () => this.#take(), upload: (image) => this.#cutOut("photo", { image }) });
    if (!(await this.refresh())) return false;
    const { head, photos, places, verdict: judged } = this.parts;
    this.main.replaceChildren(head, make("div", { class: "enrol" }, make("div", { class: "enrol__photos" }, photos), make("div", { class: "stack enrol__cards" }, places, judged)));
    this.preview.watch();
    return true;
  }

  close() {
    this.isOpen = false;
    this.preview.close();
  }

  async refresh() {
    const { status, data } = await get(`/host/deck/${this.deck}/state?language=${language.code}`);
    if (status !== 200) {
      toastReasons(data?.messages ?? null);
      return false;
    }
    this.show(data);
    return true;
  }

  /** Send a wish; its answer is the deck's new state. */
  async wish(path, data = {}) {
    const answer = await send(`/host/deck/${this.deck}/${path}?language=${language.code}`, data);
    if (!answer.ok) toastReasons(answer.reasons);
    else this.show(answer.data);
    return answer.ok;
  }

  show(state) {
    this.state = state;
    const isGone = this.target?.face && !state.cards.some(({ face }) => face === this.target.face);
    if (!this.target || isGone || (this.target.means && !this.#isWanted(this.target.means))) this.target = this.#next();
    const { head, places, verdict: judged } = this.parts;
    fill(head, [state.title, state.have, state.need, state.can_undo, state.game, state.size], () => this.#head());
    fill(places, [state.places, state.cards, this.target], () => placeList(state, this.target, this.#acts()));
    fill(judged, [state.verdict, state.working, state.stale, state.failed, state.cards], () => verdict(state, (path) => this.wish(path)));
    this.#photos();
    if (state.working !== null) this.#askAgain();
  }

  #photos() {
    const { state, target, cut } = this;
    fill(this.parts.photos, [target, state.places, state.cards.length, cut?.number], () =>
      cut ? approval(cut, standsFor(state, target), this.#like(), { keep: () => this.#keep(), again: () => this.#again() }) : this.preview.build(standsFor(state, target)),
    );
  }

  /** What the card is called that the one cut out would be taken for, if it is another one. */
  #like() {
    const { like } = this.cut;
    return like && like !== this.target?.face ? cardName(this.state, like) : null;
  }

  #head() {
    const { state } = this;
    const [width, height] = state.size;
    return [
      make(
        "div",
        { class: "row row--apart" },
        make("div", {}, make("h2", {}, state.title), make("p", { class: "small muted" }, `${state.game.title} · ${width}\u00a0×\u00a0${height}\u00a0mm`)),
        make("div", { class: "button-group" }, this.#undoButton(), button(label("to_list"), this.leave, "button--quiet")),
      ),
      make("div", { class: "progress" }, make("progress", { max: state.need || 1, value: state.have, "aria-label": label("progress_label") }), make("strong", { id: "progress" }, progressWords(state))),
    ];
  }

  #undoButton() {
    const undo = button(label("undo"), () => this.wish("undo"));
    undo.id = "undo";
    undo.disabled = !this.state.can_undo;
    return undo;
  }

  #acts() {
    return {
      choose: (target) => this.#aim(target),
      open: (card) =>
        cardDialog(this.deck, this.state, card, {
          more: () => this.#aim({ face: card.face }),
          mean: (means) => this.wish("mean", { face: card.face, means }),
          drop: (photo) => sure(label("delete_sure"), label("remove"), () => this.wish("delete", { face: card.face, photo })),
        }),
      image: (number) => `/host/deck/${this.deck}/picture/${number}.png`,
    };
  }

  #aim(target) {
    this.target = target;
    this.cut = null;
    this.show(this.state);
    this.parts.photos.scrollIntoView({ block: "nearest" });
  }

  #isWanted(means) {
    const place = this.state.places.find(({ face }) => face === means);
    return place && this.state.cards.filter((card) => card.means === means).length < place.count;
  }

  /** The first place that no card stands for yet. */
  #next() {
    const place = this.state.places.find(({ face }) => this.#isWanted(face));
    return place ? { means: place.face } : null;
  }

  async #take() {
    // On a phone a toast would cover the button that is to be pressed again.
    await this.#cutOut("take", {}, (reasons) => this.preview.pointsAt(reasons) || toastReasons(reasons));
  }

  async #cutOut(path, data, refuse = toastReasons) {
    const answer = await send(`/host/deck/${this.deck}/${path}?language=${language.code}`, data);
    if (!answer.ok) return refuse(answer.reasons);
    this.cut = answer.data;
    this.#photos();
    this.parts.photos.querySelector(".button--primary")?.focus();
  }

  async #keep() {
    const { number } = this.cut;
    const card = this.state.cards.find(({ face }) => face === this.target.face);
    const means = card ? card.means : this.target.means;
    this.cut = null;
    if (await this.wish("approve", { number, means, face: card?.face ?? "" })) {
      toast(() => label("kept"), "good");
      // Another photo of one card, then on with the next.
      if (card) this.#aim(this.#next());
    } else this.#photos();
    this.parts.photos.querySelector(".button--primary")?.focus();
  }

  #again() {
    this.cut = null;
    this.#photos();
  }

  #askAgain() {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.isOpen && this.refresh(), ASK_EVERY_MS);
  }
}
