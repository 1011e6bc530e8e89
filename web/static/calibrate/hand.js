/* The simulated board: dragged in the picture, leaned with sliders, or held as it is asked for. */

import { label } from "../phone/language.js";
import { button, fill, make } from "../phone/parts.js";
import { paced } from "./parts.js";
import { wish } from "./server.js";
import { pointerIn } from "../svg.js";
import { number } from "./numbers.js";

const AT_FIRST = { x_mm: 0, y_mm: 0, distance_mm: 560, tilt_deg: 0, near_deg: 0, turn_deg: 90 };

export class Hand {
  constructor(place, overlay, canvas) {
    Object.assign(this, { place, overlay, canvas });
    this.pose = null;
    this.send = paced((pose) => wish("hold", pose));
    overlay.addEventListener("touchstart", (event) => this.active && event.preventDefault(), { passive: false });
    overlay.addEventListener("pointerdown", (event) => this.#down(event));
    overlay.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) overlay.addEventListener(end, () => (this.grip = null));
  }

  /** Show the board's controls, where the camera is simulated and the step is one for a board. */
  show(simulated, step) {
    this.limits = simulated?.limits;
    const isShown = Boolean(simulated) && step !== "table" && step !== "paper";
    if (!this.grip && !this.#isSliding()) this.pose = simulated?.pose ?? null;
    this.active = isShown && this.pose !== null;
    this.overlay.classList.toggle("is-graspable", this.active);
    fill(this.place, isShown && [this.limits, this.active], () => isShown && this.#controls());
    if (this.active) this.#follow();
  }

  #isSliding() {
    return this.place.contains(document.activeElement) && document.activeElement.type === "range";
  }

  /** Let the sliders stand where the board is held. */
  #follow() {
    for (const range of this.place.querySelectorAll("input[type=range]")) {
      if (range === document.activeElement) continue;
      range.value = this.pose[range.name];
      this.#tell(range);
    }
  }

  #tell(range) {
    range.previousElementSibling.querySelector("output").textContent = `${number(range.valueAsNumber)} ${range.dataset.unit}`;
  }

  #controls() {
    const actions = this.pose
      ? [button(label("show_missing"), () => wish("show"), "button--primary"), button(label("put_away"), () => wish("put_away"))]
      : [button(label("hold"), () => wish("hold", AT_FIRST), "button--primary"), button(label("show_missing"), () => wish("show"))];
    const { distance_mm: [low, high] = [0, 1], tilt_deg: most } = this.limits;
    const sliders = this.pose && make("div", { class: "sliders" }, this.#slider("distance_mm", "distance", low, high, "mm"), this.#slider("tilt_deg", "tilt", 0, most, "°"), this.#slider("near_deg", "near", 0, 355, "°"), this.#slider("turn_deg", "turn", 0, 355, "°"));
    const folded = sliders && make("details", { id: "by-hand", open: "" }, make("summary", {}, label("by_hand")), sliders);
    return make("section", { class: "card card--quiet stack stack--tight" }, make("h2", { class: "overline" }, label("hand_title")), make("p", { class: "small muted" }, label("hand_lead")), make("div", { class: "button-group" }, actions), folded || null);
  }

  #slider(name, key, low, high, unit) {
    const id = `hand-${name}`;
    const shown = make("output", { for: id });
    const range = make("input", { class: "range", id, name, type: "range", min: low, max: high, step: 1, value: this.pose[name], "data-unit": unit });
    range.addEventListener("input", () => {
      this.#tell(range);
      this.#hold({ [name]: range.valueAsNumber });
    });
    return make("div", { class: "field" }, make("div", { class: "row row--apart" }, make("label", { for: id }, label(key)), shown), range);
  }

  #hold(change) {
    this.pose = { ...this.pose, ...change };
    this.send(this.pose);
  }

  #down(event) {
    if (!this.active || event.button !== 0) return;
    event.preventDefault();
    this.overlay.setPointerCapture(event.pointerId);
    this.grip = { start: pointerIn(this.overlay, event), pose: this.pose };
  }

  #move(event) {
    if (!this.grip) return;
    const { start, pose } = this.grip;
    const point = pointerIn(this.overlay, event);
    const perPx = pose.distance_mm / (this.limits.focal_per_width * this.canvas.width);
    this.#hold({ x_mm: pose.x_mm + (point.x - start.x) * perPx, y_mm: pose.y_mm + (point.y - start.y) * perPx });
  }
}
