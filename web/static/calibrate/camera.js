/* Step 2: the camera's own settings, read back; the light; sharpness by ninths of the picture. */

import { label } from "../phone/language.js";
import { button, fill, make } from "../phone/parts.js";
import { card, facts } from "./parts.js";
import { wish } from "./server.js";
import { svg } from "../svg.js";
import { number, written } from "./numbers.js";

/** Edges no wider than this are sharp, px. */
const SHARP_PX = 1.6;
const STEPS = 200;
/** What can be set, in the order in which it is best set. */
const ORDER = ["focus", "exposure", "gain", "temperature", "red", "blue"];

export function showCamera(panel, { camera, controls }) {
  if (!panel.firstChild) panel.append(...["camera-facts", "camera-controls", "camera-light", "camera-sharp"].map((id) => make("div", { id })));
  const [about, set] = panel.children;
  fill(about, camera, () => aboutCamera(camera));
  fill(set, controls, () => settings(controls));
}

/** Show what moves with every picture. */
export function showLight(panel, { light, blur }) {
  const [, , lit, sharp] = panel.children;
  if (!sharp) return;
  fill(lit, light, () => light && lightOf(light));
  fill(sharp, blur, () => sharpness(blur));
}

function aboutCamera(camera) {
  const sensor = camera.facts.map(({ name, value }) => [name, written(value)]);
  return card("camera_title", facts([label("step_camera"), camera.id], [label("resolution"), `${camera.width} × ${camera.height}`], ...sensor));
}

function settings(controls) {
  if (!controls.length) return card("controls", make("p", {}, label("no_controls")));
  return card("controls", make("p", { class: "muted" }, label("lock_lead")), ...ORDER.flatMap((name) => controls.filter((one) => one.name === name)).map(setting), button(label("lock_now"), () => wish("lock"), "button--primary"));
}

function setting({ name, value, low, high }) {
  const id = `control-${name}`;
  const shown = make("output", { for: id }, value === null ? "" : number(value, value < 10 ? 2 : 0));
  const put = (to) => wish("adjust", { control: name, value: to });
  const top = make("div", { class: "row row--apart" }, make("label", { for: id, class: "label" }, label(name)), shown);
  if (low === null || high === null || value === null) return make("div", { class: "field" }, top, byStep(id, name, value ?? 1, put));
  const range = make("input", { class: "range", id, type: "range", min: low, max: high, step: (high - low) / STEPS, value, change: () => put(range.valueAsNumber) });
  range.addEventListener("input", () => (shown.textContent = number(range.valueAsNumber, range.valueAsNumber < 10 ? 2 : 0)));
  return make("div", { class: "field" }, top, range);
}

/** Less and more, for a camera that does not tell how far it goes. */
function byStep(id, name, value, put) {
  const step = (text, factor) => {
    const one = button(text, () => put(value * factor));
    one.setAttribute("aria-label", `${label(name)}: ${label(factor > 1 ? "more" : "fewer")}`);
    return one;
  };
  return make("div", { class: "stepper", id }, step("−", 0.9), step("+", 1.1));
}

function lightOf({ bins, drowned, crushed }) {
  const tallest = Math.max(...bins, 0.02);
  const bars = bins.map((share, place) => {
    const height = Math.max(0.6, 56 * Math.sqrt(share / tallest));
    return svg("rect", { x: place * 4, y: 56 - height, width: 3, height, class: place === bins.length - 1 && drowned > 0.002 ? "is-drowned" : null });
  });
  const chart = svg("svg", { viewBox: `0 0 ${bins.length * 4} 56`, class: "histogram", role: "img", "aria-label": label("histogram"), preserveAspectRatio: "none" }, bars);
  const ends = make("div", { class: "row row--apart small muted" }, make("span", {}, label("dark")), make("span", {}, label("bright")));
  const text = label("light_facts", { drowned: number(100 * drowned, 1), crushed: number(100 * crushed, 1) });
  return card("light_title", chart, ends, make("p", {}, text));
}

function sharpness(blur) {
  const cells = Array.from({ length: 9 }, (_, place) => {
    const px = blur[place];
    const state = px === undefined ? "unseen" : px <= SHARP_PX ? "sharp" : "soft";
    return make("li", { class: `is-${state}` }, make("strong", {}, px === undefined ? "–" : number(px, 1)), make("span", { class: "small" }, label(state)));
  });
  return card("sharp_title", make("p", { class: "muted" }, label("sharp_lead")), make("ol", { class: "ninths" }, cells));
}
