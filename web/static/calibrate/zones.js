/* The zones over the straightened picture: dragged, sized and turned by mouse, finger or keys. */

import { normal, toLocal, toMat } from "../mat.js";
import { letterOf } from "../seats.js";
import { cornersOf, inverse, mapped } from "./geometry.js";
import { outline, pointerIn, svg } from "../svg.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP_MM = 5;
const TURN_DEG = 15;
const SNAP_MM = 1;
const LEAST_MM = 65;
const HANDLE_MM = 26;

const snapped = (value, step) => Math.round(value / step) * step;

export class Zones {
  /** `place(zone)` asks the server to put a zone there; `chosen(zone)` hears which one it is,
      `nameOf(zone)` says what it is called. */
  constructor(root, layer, { place, chosen, nameOf }) {
    Object.assign(this, { root, layer, place, chosen, nameOf });
    this.zones = [];
    this.selected = null;
    this.elements = new Map();
    // A finger on a zone moves it; anywhere else it scrolls the page.
    root.addEventListener("touchstart", (event) => event.target.closest("[data-zone]") && event.preventDefault(), { passive: false });
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", () => this.#up());
    root.addEventListener("pointercancel", () => this.#letGo());
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("focusin", ({ target }) => this.#select(target.closest("[data-zone]")?.dataset.zone ?? this.selected));
  }

  /** Take in where the server has the zones; one that is held stays in the hand. */
  take(zones) {
    const held = this.held?.zone;
    this.zones = zones.map((zone) => (zone.name === held?.name ? held : zone));
    this.draw();
  }

  /** Show the zones over a picture; `toPicture` leads from the mat, mm, or is null. */
  over(toPicture) {
    this.toPicture = toPicture;
    this.toTable = toPicture && inverse(toPicture);
    this.draw();
  }

  draw() {
    const shown = this.toPicture ? this.zones : [];
    const names = new Set(shown.map(({ name }) => name));
    for (const [name, element] of this.elements) {
      if (!names.has(name)) (element.remove(), this.elements.delete(name));
    }
    for (const zone of shown) this.#draw(zone);
  }

  #draw(zone) {
    let element = this.elements.get(zone.name);
    if (!element) {
      element = svg("g", { class: "zone", tabindex: 0, role: "button", "data-zone": zone.name, "data-seat": zone.seat });
      element.append(svg("polygon", { class: "zone__area" }), svg("text", { class: "zone__name" }), svg("line", { class: "zone__arm" }), svg("circle", { class: "zone__turn", r: 15, "data-handle": "turn" }), svg("circle", { class: "zone__size", r: 15, "data-handle": "size" }));
      this.elements.set(zone.name, element);
      this.layer.append(element);
    }
    const corners = cornersOf(zone).map((point) => mapped(this.toPicture, point));
    const [area, name, arm, turn, size] = element.children;
    area.setAttribute("points", outline(corners));
    this.#label(name, zone);
    const top = this.#at(zone, 0, -zone.height_mm / 2);
    const grip = this.#at(zone, 0, -zone.height_mm / 2 + HANDLE_MM);
    put(arm, { x1: top.x, y1: top.y, x2: grip.x, y2: grip.y });
    put(turn, { cx: grip.x, cy: grip.y });
    put(size, { cx: corners[2].x, cy: corners[2].y });
    element.classList.toggle("is-selected", zone.name === this.selected);
    element.setAttribute("aria-label", this.nameOf(zone));
    element.setAttribute("aria-pressed", String(zone.name === this.selected));
  }

  #label(text, zone) {
    const middle = this.#at(zone, 0, zone.height_mm * 0.22);
    text.textContent = zone.seat ? `${letterOf(zone.seat)} ${zone.place}` : zone.place;
    put(text, { x: middle.x, y: middle.y });
  }

  #at(zone, x, y) {
    return mapped(this.toPicture, toMat(zone, { x, y }));
  }

  zone(name) {
    return this.zones.find((zone) => zone.name === name);
  }

  #select(name) {
    if (name === this.selected) return;
    this.selected = name;
    this.draw();
    this.chosen(name ? this.zone(name) : null);
  }

  #down(event) {
    const element = event.target.closest("[data-zone]");
    if (!element || event.button !== 0 || this.held) return;
    event.preventDefault();
    this.root.setPointerCapture(event.pointerId);
    element.focus({ preventScroll: true });
    this.#select(element.dataset.zone);
    const start = mapped(this.toTable, pointerIn(this.root, event));
    const zone = this.zone(element.dataset.zone);
    this.held = { zone, before: zone, start, does: event.target.dataset.handle ?? "move" };
    // What is moved lies on top, also for the finger.
    if (element.nextSibling) this.layer.append(element);
  }

  #move(event) {
    if (!this.held) return;
    const point = mapped(this.toTable, pointerIn(this.root, event));
    const { before, start, does } = this.held;
    const changed = { move: moved, size: sized, turn: turned }[does](before, start, point);
    this.#hold({ ...before, ...changed });
  }

  #hold(zone) {
    this.held.zone = zone;
    this.zones = this.zones.map((one) => (one.name === zone.name ? zone : one));
    this.draw();
    this.chosen(zone);
  }

  async #up() {
    if (!this.held) return;
    const { zone, before } = this.held;
    const isSame = JSON.stringify(zone) === JSON.stringify(before);
    const granted = isSame || (await this.place(zone));
    this.held = null;
    if (!granted) this.#back(before);
  }

  #letGo() {
    const before = this.held?.before;
    this.held = null;
    if (before) this.#back(before);
  }

  #back(before) {
    this.zones = this.zones.map((one) => (one.name === before.name ? before : one));
    this.draw();
    this.chosen(before);
  }

  async #key(event) {
    const name = event.target.closest("[data-zone]")?.dataset.zone;
    const before = name && this.zone(name);
    const change = before && keyed(before, event);
    if (!change) return;
    event.preventDefault();
    const zone = { ...before, ...change };
    this.zones = this.zones.map((one) => (one.name === name ? zone : one));
    this.draw();
    this.chosen(zone);
    if (!(await this.place(zone))) this.#back(before);
  }
}

function put(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value.toFixed(1));
}

function moved(zone, start, point) {
  return { x_mm: snapped(zone.x_mm + point.x - start.x, SNAP_MM), y_mm: snapped(zone.y_mm + point.y - start.y, SNAP_MM) };
}

/** Pull the zone's own lower right corner; the opposite one stays where it is. */
function sized(zone, start, point) {
  const own = toLocal(zone, point);
  const width_mm = Math.max(LEAST_MM, snapped(own.x + zone.width_mm / 2, SNAP_MM));
  const height_mm = Math.max(LEAST_MM, snapped(own.y + zone.height_mm / 2, SNAP_MM));
  const middle = toMat(zone, { x: (width_mm - zone.width_mm) / 2, y: (height_mm - zone.height_mm) / 2 });
  return { width_mm, height_mm, x_mm: middle.x, y_mm: middle.y };
}

function turned(zone, start, point) {
  const angle = (Math.atan2(point.x - zone.x_mm, zone.y_mm - point.y) * 180) / Math.PI;
  return { angle_deg: normal(snapped(angle, TURN_DEG)) };
}

function keyed(zone, { key, code, shiftKey }) {
  const arrow = ARROWS[key];
  if (arrow && shiftKey) return { width_mm: Math.max(LEAST_MM, zone.width_mm + arrow[0] * STEP_MM), height_mm: Math.max(LEAST_MM, zone.height_mm + arrow[1] * STEP_MM) };
  if (arrow) return { x_mm: zone.x_mm + arrow[0] * STEP_MM, y_mm: zone.y_mm + arrow[1] * STEP_MM };
  const turn = { KeyQ: -TURN_DEG, KeyE: TURN_DEG }[code];
  return turn ? { angle_deg: normal(zone.angle_deg + turn) } : null;
}
