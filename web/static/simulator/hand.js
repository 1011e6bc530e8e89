/* A person's hand on the drawn table: drag, turn, flip, peek, by mouse, finger or keys. */

import { normal, toLocal } from "../mat.js";
import { pileOf, resting } from "./geometry.js";

const TAP_MM = 3;
const DOUBLE_TAP_MS = 350;
const PEEK_AFTER_MS = 300;
const CORNER_MM = 18;
const TURN_DEG = 15;
const STEP_MM = 5;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hand {
  /** `act(command)` asks the table for something and resolves once the scene is shown. */
  constructor(drawing, { act, peek, onSelect, wholePile }) {
    Object.assign(this, { drawing, act, peek, onSelect, wholePile });
    const { root } = drawing;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#letGo());
    root.addEventListener("focusin", (event) => this.#focus(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("keyup", (event) => event.code === "KeyP" && this.endPeek());
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    this.lastTap = { handle: null, at: 0 };
  }

  /** Tell whether the table must not be redrawn under the hand. */
  get busy() {
    return Boolean(this.held?.moved);
  }

  select(handle) {
    this.drawing.select(handle);
    this.onSelect(handle && this.drawing.card(handle));
  }

  flip(handle) {
    return this.act({ do: "flip", card: handle });
  }

  turn(handle, by) {
    const angle_deg = normal(this.drawing.card(handle).angle_deg + by);
    return this.act({ do: "turn", card: handle, angle_deg });
  }

  /** Lay a card, or the whole pile it is in, into a zone as a person would. */
  putInto(handle, zone, whole) {
    const card = this.drawing.card(handle);
    const taken = whole ? pileOf(this.drawing.scene, card) : [card];
    const turn = normal(zone.angle_deg - card.angle_deg);
    const angle_deg = zone.kind === "stack" ? card.angle_deg : card.angle_deg + turn;
    return this.#layDown(taken, { x_mm: zone.x_mm, y_mm: zone.y_mm, angle_deg }, false);
  }

  async startPeek(handle) {
    if (this.peeking) return;
    this.peeking = handle;
    const face = await this.peek(handle);
    if (this.peeking === handle && face) this.drawing.showPeek(handle, face);
  }

  endPeek() {
    clearTimeout(this.peekTimer);
    if (this.peeking) this.drawing.showPeek(this.peeking, null);
    this.peeking = null;
  }

  #down(event) {
    if (event.button !== 0 || this.held) return;
    const turning = event.target.closest(".turn-reach, .turn-handle");
    const element = event.target.closest("[data-handle]");
    const handle = turning ? this.drawing.selected : element?.dataset.handle;
    if (!handle) return this.select(null);
    event.preventDefault();
    this.drawing.root.setPointerCapture(event.pointerId);
    this.#grab(event, handle, Boolean(turning));
    element?.focus({ preventScroll: true });
  }

  #grab(event, handle, turning) {
    const card = this.drawing.card(handle);
    const start = this.drawing.matPoint(event);
    const whole = event.shiftKey || this.wholePile();
    const taken = whole && !turning ? pileOf(this.drawing.scene, card) : [card];
    this.held = { handle, card, taken, start, turning, moved: false, pose: card };
    this.select(handle);
    if (!turning && this.#atCorner(card, start)) {
      this.peekTimer = setTimeout(() => this.startPeek(handle), PEEK_AFTER_MS);
    }
  }

  #atCorner(card, point) {
    const local = toLocal(card, point);
    const { card_width_mm: w, card_height_mm: h } = this.drawing.scene;
    const near = (value, size) => Math.abs(value) > size / 2 - CORNER_MM;
    return card.face === "back" && near(local.x, w) && near(local.y, h);
  }

  #move(event) {
    if (!this.held) return;
    const point = this.drawing.matPoint(event);
    const [dx, dy] = [point.x - this.held.start.x, point.y - this.held.start.y];
    if (!this.held.moved && Math.hypot(dx, dy) < TAP_MM) return;
    if (!this.held.moved) this.#lift();
    this.held.loose = event.altKey;
    if (this.held.turning) this.#turnTo(point);
    else this.#carry(dx, dy);
  }

  #lift() {
    this.endPeek();
    this.held.moved = true;
    if (!this.held.turning) this.drawing.raise(this.held.taken.map((card) => card.handle));
  }

  #turnTo(point) {
    const { card } = this.held;
    const exact = (Math.atan2(point.x - card.x_mm, card.y_mm - point.y) * 180) / Math.PI;
    const angle_deg = this.held.loose ? exact : Math.round(exact / TURN_DEG) * TURN_DEG;
    this.held.pose = { ...card, angle_deg: normal(angle_deg) };
    this.drawing.place(card.handle, this.held.pose);
  }

  #carry(dx, dy) {
    const { card, taken } = this.held;
    const shifted = (one) => ({ ...one, x_mm: one.x_mm + dx, y_mm: one.y_mm + dy });
    this.held.pose = shifted(card);
    for (const one of taken) this.drawing.place(one.handle, shifted(one));
  }

  async #up(event) {
    if (!this.held) return;
    const { held } = this;
    const peeked = this.peeking;
    this.endPeek();
    if (!held.moved) {
      this.held = null;
      if (!peeked) await this.#tap(held.handle, event.timeStamp);
    } else if (held.turning) {
      await this.#settle(this.act({ do: "turn", card: held.handle, angle_deg: held.pose.angle_deg }));
    } else {
      await this.#settle(this.#layDown(held.taken, held.pose, held.loose));
    }
  }

  async #settle(done) {
    this.held = null;
    await done;
  }

  async #tap(handle, at) {
    const again = this.lastTap.handle === handle && at - this.lastTap.at < DOUBLE_TAP_MS;
    this.lastTap = again ? { handle: null, at: 0 } : { handle, at };
    if (again) await this.flip(handle);
  }

  /** Lay down what was taken so that the card in the fingers rests at `pose`. */
  #layDown(taken, pose, loose) {
    const whole = taken.length > 1;
    const bottom = taken[0];
    const place = this.#placeOf(taken, pose);
    const handles = taken.map((card) => card.handle);
    const { x_mm, y_mm, angle_deg } = loose ? place : resting(this.drawing.scene, handles, place);
    return this.act({ do: "move", card: bottom.handle, x_mm, y_mm, angle_deg, whole_pile: whole });
  }

  /** Return where the bottom card goes if the card under the finger goes to `pose`. */
  #placeOf(taken, pose) {
    const fingers = this.drawing.card(pose.handle ?? taken[0].handle);
    const [bottom] = taken;
    return {
      x_mm: bottom.x_mm + pose.x_mm - fingers.x_mm,
      y_mm: bottom.y_mm + pose.y_mm - fingers.y_mm,
      angle_deg: bottom.angle_deg + pose.angle_deg - fingers.angle_deg,
    };
  }

  #letGo() {
    this.endPeek();
    this.held = null;
    this.drawing.show(this.drawing.scene);
  }

  #focus(event) {
    const handle = event.target.closest("[data-handle]")?.dataset.handle;
    if (handle && handle !== this.drawing.selected) this.select(handle);
  }

  #key(event) {
    const handle = event.target.closest("[data-handle]")?.dataset.handle;
    if (!handle || event.ctrlKey || event.metaKey) return;
    const does = this.#keyMeaning(event, handle);
    if (!does) return;
    event.preventDefault();
    does();
  }

  #keyMeaning(event, handle) {
    const arrow = ARROWS[event.key];
    if (arrow) return () => this.#nudge(handle, arrow, event.shiftKey);
    return {
      KeyF: () => this.flip(handle),
      KeyQ: () => this.turn(handle, -TURN_DEG),
      KeyE: () => this.turn(handle, TURN_DEG),
      KeyP: () => this.startPeek(handle),
      Escape: () => this.select(null),
    }[event.code];
  }

  #nudge(handle, [right, down], whole) {
    const card = this.drawing.card(handle);
    const taken = whole ? pileOf(this.drawing.scene, card) : [card];
    const pose = { ...card, x_mm: card.x_mm + right * STEP_MM, y_mm: card.y_mm + down * STEP_MM };
    return this.#layDown(taken, pose, true);
  }
}
