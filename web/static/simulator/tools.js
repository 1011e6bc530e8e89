/* The tool bars: what to do with the chosen card, with the whole table, and what was read. */

import { number } from "../calibrate/numbers.js";
import { label } from "../phone/language.js";

const byId = (id) => document.getElementById(id);

export class Tools {
  constructor(page, { faceName, zoneName }) {
    Object.assign(this, { page, faceName, zoneName });
    this.#cardTools();
    this.#tableTools();
    this.show(null);
  }

  get wholePile() {
    return byId("whole").getAttribute("aria-pressed") === "true";
  }

  /** Show what can be done with a card; null where none is chosen. */
  show(card) {
    this.chosen = card?.handle;
    byId("chosen").textContent = card
      ? this.page.drawing.describe(card)
      : label("choose_card");
    for (const element of document.querySelectorAll("[data-needs-card]")) {
      element.disabled = !card;
    }
  }

  say(text) {
    if (byId("said").textContent !== text) byId("said").textContent = text;
  }

  sceneChanged(scene) {
    const chosen = scene.cards.find((card) => card.handle === this.chosen);
    this.show(chosen ?? null);
    byId("hand").setAttribute("aria-pressed", Boolean(scene.hand));
    if (document.activeElement !== byId("light")) byId("light").value = scene.light;
    const { x_mm: x, y_mm: y, turn_deg: turn } = scene.nudge;
    byId("nudge").setAttribute("aria-pressed", Boolean(x || y || turn));
    this.#zones(scene.zones);
  }

  /** List what the camera read, zone by zone. */
  read(picture) {
    byId("fps").textContent = label("fps", { count: number(picture.frames_per_second, 1) });
    const rows = picture.zones.map((zone) => this.#readZone(zone));
    byId("read").replaceChildren(...rows);
    const warnings = new Set(picture.warnings.map(({ text }) => text));
    byId("warnings").replaceChildren(...[...warnings].map((text) => this.#warning(text)));
  }

  #cardTools() {
    const { hand } = this.page;
    const chosen = (does) => () => this.chosen && does(this.chosen);
    byId("flip").addEventListener("click", chosen((card) => hand.flip(card)));
    byId("turn-left").addEventListener("click", chosen((card) => hand.turn(card, -15)));
    byId("turn-right").addEventListener("click", chosen((card) => hand.turn(card, 15)));
    byId("whole").addEventListener("click", ({ currentTarget }) => toggle(currentTarget));
    byId("put").addEventListener("change", ({ currentTarget }) => this.#put(currentTarget));
    const peek = byId("peek");
    peek.addEventListener("pointerdown", chosen((card) => hand.startPeek(card)));
    peek.addEventListener("keydown", (event) => holdKey(event, chosen((card) => hand.startPeek(card))));
    for (const kind of ["pointerup", "pointerleave", "pointercancel", "keyup", "blur"]) {
      peek.addEventListener(kind, () => hand.endPeek());
    }
  }

  #put(select) {
    const zone = this.page.drawing.scene.zones.find((one) => one.name === select.value);
    select.value = "";
    if (zone && this.chosen) this.page.hand.putInto(this.chosen, zone, this.wholePile);
  }

  #tableTools() {
    const act = (wish) => this.page.act(wish);
    byId("deal").addEventListener("click", () => act({ do: "deal" }));
    byId("shuffle").addEventListener("click", () => act(this.#shuffle()));
    byId("reset").addEventListener("click", () => act({ do: "reset" }));
    byId("hand").addEventListener("click", ({ currentTarget }) => act(this.#hand(currentTarget)));
    byId("nudge").addEventListener("click", ({ currentTarget }) => act(this.#nudge(currentTarget)));
    byId("light").addEventListener("change", ({ currentTarget }) =>
      act({ do: "light", level: Number(currentTarget.value) }),
    );
    byId("overlay").addEventListener("click", ({ currentTarget }) => {
      this.page.camera.overlay = toggle(currentTarget);
      this.page.camera.draw();
    });
  }

  #shuffle() {
    const { zones, width_mm, height_mm } = this.page.drawing.scene;
    const stack = zones.find((zone) => zone.kind === "stack");
    const { x_mm, y_mm, angle_deg } = stack ?? { x_mm: width_mm / 2, y_mm: height_mm / 2, angle_deg: 0 };
    return { do: "shuffle", x_mm, y_mm, angle_deg };
  }

  #hand(button) {
    const over = button.getAttribute("aria-pressed") !== "true";
    const { width_mm, height_mm } = this.page.drawing.scene;
    return { do: "hand", over, x_mm: width_mm / 2, y_mm: height_mm * 0.6 };
  }

  #nudge(button) {
    const back = button.getAttribute("aria-pressed") === "true";
    return back
      ? { do: "nudge", x_mm: 0, y_mm: 0, turn_deg: 0 }
      : { do: "nudge", x_mm: 24, y_mm: -14, turn_deg: 4 };
  }

  #zones(zones) {
    const options = zones.map((zone) => new Option(this.zoneName(zone), zone.name));
    const key = options.map((option) => option.text).join("|");
    if (key === this.zonesKey) return;
    this.zonesKey = key;
    byId("put").replaceChildren(new Option(label("put_into"), ""), ...options);
  }

  #readZone(zone) {
    const item = document.createElement("li");
    item.dataset.zone = zone.name;
    const name = document.createElement("span");
    name.className = "muted grow";
    name.textContent = this.page.zoneCalled(zone.name);
    item.append(name, this.#readCards(zone));
    return item;
  }

  #readCards({ face_up, face_down }) {
    const cards = document.createElement("strong");
    const backs = face_down ? [label("backs", { count: face_down })] : [];
    cards.textContent = [...face_up.map(this.faceName), ...backs].join(" · ") || "–";
    return cards;
  }

  #warning(text) {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }
}

function toggle(button) {
  const pressed = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", pressed);
  return pressed;
}

function holdKey(event, does) {
  if (event.key !== " " && event.key !== "Enter") return;
  event.preventDefault();
  if (!event.repeat) does();
}
