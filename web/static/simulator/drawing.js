/* The table as it is drawn: mat, zones, cards, the hand over it, and the turning handle. */

import { drawnCard } from "../deck.js";
import { letterOf } from "../seats.js";
import { pointerIn, svg } from "../svg.js";
import { buried, zoneAt } from "./geometry.js";

const HANDLE_MM = 16;
/** How wide a letter of a zone's name is, about. */
const LETTER_MM = 7;
const LINE_MM = 13;

/** How much room upright words have in a zone: at the sides of the table it is turned. */
const room = ({ width_mm, height_mm, angle_deg }) => (Math.abs(Math.sin((angle_deg * Math.PI) / 180)) > 0.7 ? height_mm : width_mm);

const placed = ({ x_mm, y_mm, angle_deg }) =>
  `translate(${x_mm}px, ${y_mm}px) rotate(${angle_deg}deg)`;

export class Drawing {
  /** `say` turns keys into words; the others name a face and a zone. */
  constructor(root, { say, faceName, zoneName, zonePlace }) {
    Object.assign(this, { root, say, faceName, zoneName, zonePlace });
    this.layers = Object.fromEntries(
      ["mat", "zones", "cards", "hand", "tools"].map((name) => [name, svg("g", { class: name })]),
    );
    root.append(...Object.values(this.layers));
    this.elements = new Map();
  }

  /** Show a scene; cards that stay keep their element, and with it the focus. */
  show(scene) {
    const planChanged = JSON.stringify(scene.zones) !== JSON.stringify(this.scene?.zones);
    this.scene = scene;
    if (planChanged) this.#drawMat();
    this.#drawCards();
    this.#drawHand();
    this.select(scene.cards.some((card) => card.handle === this.selected) ? this.selected : null);
    this.root.dataset.version = scene.version;
  }

  card(handle) {
    return this.scene.cards.find((card) => card.handle === handle);
  }

  /** Show a card elsewhere for the moment, as while it is dragged. */
  place(handle, pose) {
    this.elements.get(handle).style.transform = placed(pose);
    if (handle === this.selected) this.layers.tools.style.transform = placed(pose);
  }

  /** Bring cards to the top for the moment. */
  raise(handles) {
    for (const handle of handles) {
      const element = this.elements.get(handle);
      element.classList.add("is-held");
      if (element.nextSibling) this.layers.cards.append(element);
    }
  }

  /** Return the mat point, mm, under a pointer. */
  matPoint(event) {
    return pointerIn(this.root, event);
  }

  /** Mark a card as the one that keys and buttons act on. */
  select(handle) {
    this.elements.get(this.selected)?.classList.remove("is-selected");
    this.selected = handle;
    this.layers.tools.replaceChildren();
    const card = handle && this.card(handle);
    if (!card) return;
    this.elements.get(handle).classList.add("is-selected");
    this.layers.tools.style.transform = placed(card);
    this.layers.tools.append(...this.#turningHandle());
  }

  /** Show the face of a lifted card next to it; null lets the corner down again. */
  showPeek(handle, face) {
    this.layers.tools.querySelector(".peeked")?.remove();
    this.elements.get(handle)?.classList.toggle("is-peeked", Boolean(face));
    if (!face) return;
    this.layers.tools.append(svg("g", { class: "peeked" }, this.#picture(face)));
  }

  #drawMat() {
    const { width_mm: w, height_mm: h } = this.scene;
    this.root.setAttribute("viewBox", `-16 -16 ${w + 32} ${h + 32}`);
    this.layers.mat.replaceChildren(
      svg("rect", { class: "felt", x: 0, y: 0, width: w, height: h, rx: 14 }),
      svg("rect", { class: "felt-line", x: 6, y: 6, width: w - 12, height: h - 12, rx: 9 }),
    );
    this.layers.zones.replaceChildren(...this.scene.zones.map((zone) => this.#zone(zone)));
  }

  #zone(zone) {
    const { width_mm: w, height_mm: h } = zone;
    const data = { class: "zone", "data-zone": zone.name, "data-kind": zone.kind };
    if (zone.seat) data["data-seat"] = zone.seat;
    const box = svg("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 6 });
    const group = svg("g", data, box, this.#zoneLabel(zone));
    group.style.transform = placed(zone);
    return group;
  }

  #zoneLabel(zone) {
    const label = svg("g", {}, this.#zoneWords(zone));
    if (zone.seat) label.append(...this.#seatMark(zone.seat));
    // Words stay upright for the one who looks at the screen.
    label.style.transform = `rotate(${-zone.angle_deg}deg)`;
    return label;
  }

  /** A zone's name; where it is longer than the zone, its place alone, or word by word. */
  #zoneWords(zone) {
    const isLong = (text) => text.length * LETTER_MM > room(zone);
    const name = this.zoneName(zone);
    const short = zone.seat && isLong(name) ? this.zonePlace(zone) : name;
    const lines = isLong(short) ? short.split(" ") : [short];
    // Below a seat's mark, else around the middle.
    const top = zone.seat ? 12 : (-(lines.length - 1) * LINE_MM) / 2;
    const spans = lines.map((line, number) => {
      const span = svg("tspan", { x: 0, y: top + number * LINE_MM });
      span.textContent = line;
      return span;
    });
    return svg("text", { class: "zone__label", "text-anchor": "middle" }, ...spans);
  }

  #seatMark(seat) {
    const letter = svg("text", { class: "seat-letter", "text-anchor": "middle", y: -9 });
    letter.textContent = letterOf(seat);
    return [svg("rect", { class: "seat-shape", x: -10, y: -19, width: 20, height: 20 }), letter];
  }

  #drawCards() {
    const known = new Set(this.scene.cards.map((card) => card.handle));
    for (const [handle, element] of this.elements) {
      if (known.has(handle)) continue;
      element.remove();
      this.elements.delete(handle);
    }
    const focused = document.activeElement;
    this.scene.cards.forEach((card, index) => this.#drawCard(card, index));
    if (focused?.isConnected && focused !== document.activeElement) focused.focus();
  }

  #drawCard(card, index) {
    const element = this.elements.get(card.handle) ?? this.#newCard(card.handle);
    const reachable = !buried(this.scene, index);
    element.classList.remove("is-held");
    element.style.transform = placed(card);
    element.setAttribute("tabindex", reachable ? 0 : -1);
    element.setAttribute("aria-hidden", !reachable);
    element.setAttribute("aria-label", this.describe(card));
    if (element.dataset.face !== card.face) {
      element.dataset.face = card.face;
      element.querySelector(".playing-card").replaceWith(this.#picture(card.face));
    }
    element.dataset.zone = zoneAt(this.scene, { x: card.x_mm, y: card.y_mm })?.name ?? "";
    const there = this.layers.cards.children[index];
    if (there !== element) this.layers.cards.insertBefore(element, there ?? null);
  }

  /** Say in words what a card is and where it lies. */
  describe(card) {
    const zone = zoneAt(this.scene, { x: card.x_mm, y: card.y_mm });
    const place = zone ? this.zoneName(zone) : this.say("off_zones");
    const key = card.face === "back" ? "card_face_down" : "card_face_up";
    return this.say(key, { face: this.faceName(card.face), place });
  }

  #newCard(handle) {
    const { card_width_mm: w, card_height_mm: h } = this.scene;
    const box = { x: -w / 2, y: -h / 2, width: w, height: h };
    const element = svg(
      "g",
      { class: "table-card", role: "button", "data-handle": handle },
      svg("rect", { ...box, rx: 3.5, class: "table-card__shadow" }),
      svg("g", { class: "playing-card" }),
      svg("rect", { ...box, rx: 3.5, class: "table-card__edge" }),
    );
    this.elements.set(handle, element);
    return element;
  }

  #picture(face) {
    const { card_width_mm: w, card_height_mm: h } = this.scene;
    const picture = drawnCard(face);
    const box = { x: -w / 2, y: -h / 2, width: w, height: h, "aria-hidden": true };
    for (const [key, value] of Object.entries(box)) picture.setAttribute(key, value);
    return picture;
  }

  #turningHandle() {
    const top = -this.scene.card_height_mm / 2;
    return [
      svg("line", { class: "turn-line", x1: 0, y1: top, x2: 0, y2: top - HANDLE_MM }),
      svg("circle", { class: "turn-reach", cx: 0, cy: top - HANDLE_MM, r: 14 }),
      svg("circle", { class: "turn-handle", cx: 0, cy: top - HANDLE_MM, r: 6.5 }),
    ];
  }

  #drawHand() {
    const { hand } = this.scene;
    this.layers.hand.replaceChildren();
    if (!hand) return;
    const [x, y] = hand;
    const palm = svg("rect", { x: -42, y: -45, width: 84, height: 400, rx: 42, class: "palm" });
    const text = svg("text", { class: "palm__label", "text-anchor": "middle", y: 8 });
    text.textContent = this.say("hand");
    const group = svg("g", {}, palm, text);
    group.style.transform = `translate(${x}px, ${y}px)`;
    this.layers.hand.append(group);
  }
}
