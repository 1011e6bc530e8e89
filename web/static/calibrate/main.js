/* The calibration page. What is measured lives in the server: this page only looks and asks. */

import { label, offerLanguages, speak } from "../phone/language.js";
import { button, fill, make } from "../phone/parts.js";
import { showCamera, showLight } from "./camera.js";
import { Eye } from "./eye.js";
import { Hand } from "./hand.js";
import { showLens, tellTaken } from "./lens.js";
import { showPaper } from "./paper.js";
import { fetchLook, fetchState, GRANTED, wish } from "./server.js";
import { showReading, showTable, zoneFacts, zoneName } from "./table.js";
import { Zones } from "./zones.js";

const STEPS = ["paper", "camera", "lens", "table"];
const SHOW = { paper: showPaper, camera: showCamera, lens: showLens, table: showTable };
/** Between two looks, ms; and where there is no newer picture, or no server. */
const PAUSE_MS = 60;
const QUIET_MS = 150;
const LOST_MS = 1500;
/** Without a picture for so long something is the matter, ms. */
const SILENT_MS = 4000;

const byId = (id) => document.getElementById(id);
/** The step that the address names, the first where it names none. */
const stepOfAddress = () => STEPS.find((step) => `#${step}` === location.hash) ?? STEPS[0];
const panel = (step) => byId(`panel-${step}`);

class Page {
  constructor() {
    this.step = stepOfAddress();
    this.layer = "plain";
    this.eye = new Eye(byId("picture"), byId("overlay"), byId("frame"), byId("blank"));
    this.hand = new Hand(byId("hand"), byId("overlay"), byId("picture"));
    this.zones = new Zones(byId("overlay"), this.eye.layers.zones, {
      place: ({ name, x_mm, y_mm, width_mm, height_mm, angle_deg }) => wish("zone", { zone: name, x_mm, y_mm, width_mm, height_mm, angle_deg }),
      nameOf: zoneName,
      chosen: (zone) => byId("zone-said") && (byId("zone-said").textContent = zone ? zoneFacts(zone) : ""),
    });
  }

  async start() {
    await speak("calibrate");
    offerLanguages("calibrate", () => this.refresh());
    document.addEventListener(GRANTED, () => this.refresh());
    window.addEventListener("hashchange", () => this.#go(stepOfAddress()));
    byId("steps").addEventListener("click", ({ target }) => this.#go(target.closest("[data-step]")?.dataset.step));
    byId("steps").addEventListener("keydown", (event) => this.#walk(event));
    byId("layers").addEventListener("click", ({ target }) => this.#layer(target.closest("[data-layer]")?.dataset.layer));
    this.#go(this.step);
    await this.refresh();
    this.watch();
  }

  /** Fetch the state and show it. */
  async refresh() {
    const state = await fetchState();
    if (!state) return;
    this.state = state;
    this.show();
  }

  show() {
    const { state, step } = this;
    if (!state) return;
    SHOW[step](panel(step), state);
    this.hand.show(state.simulated, step);
    this.zones.take(state.table.zones);
    this.#live();
  }

  /** Look again and again while someone sees the page. */
  async watch() {
    for (;;) {
      const pause = document.hidden ? LOST_MS : await this.#look();
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }

  async #look() {
    const { step, layer } = this;
    const shownLayer = step === "table" ? "straight" : layer;
    const { online, look } = await fetchLook(step, shownLayer, this.after ?? 0);
    byId("offline").hidden = online;
    if (!online) return LOST_MS;
    if (!look) return this.#wait();
    // The other step's picture is not this one's.
    if (step !== this.step || layer !== this.layer) return 0;
    this.after = look.number;
    this.seenAt = performance.now();
    look.refused = look.refused.filter((reason) => !isJustTaken(reason, this.state));
    await this.eye.show(look, step);
    this.look = look;
    if (look.taken) tellTaken(look.taken);
    if (look.revision !== this.state?.revision) await this.refresh();
    else this.#live();
    return PAUSE_MS;
  }

  /** No newer picture: after a while ask whether the camera is in trouble. */
  async #wait() {
    if (performance.now() - (this.seenAt ?? 0) < SILENT_MS) return QUIET_MS;
    await this.refresh();
    const trouble = this.state?.camera.trouble;
    if (trouble) this.#say(trouble, "refused");
    return LOST_MS;
  }

  /** Show what moves with every picture. */
  #live() {
    const { look, step, state } = this;
    if (!look || !state) return;
    if (step === "camera") showLight(panel(step), look);
    if (step === "table") showReading(panel(step), look, state);
    // A picture in which the mat was not sought yet says nothing of where it is.
    if (step === "table" && look.mat.sought) this.zones.over(look.mat.to_picture);
    this.#hint(look);
    fill(byId("work"), look.working, () => look.working && working(look.working));
  }

  #hint(look) {
    this.#say(...hintOf(look, this.step, this.layer, this.state));
  }

  #say(text, kind) {
    const hint = byId("hint");
    hint.className = `eye__hint is-${kind}`;
    if (hint.textContent !== text) hint.textContent = text;
  }

  #go(step) {
    if (!step) return;
    this.step = step;
    this.after = 0;
    history.replaceState(null, "", `#${step}`);
    for (const one of STEPS) {
      const [tab, isOn] = [byId(`tab-${one}`), one === step];
      tab.setAttribute("aria-selected", String(isOn));
      tab.tabIndex = isOn ? 0 : -1;
      panel(one).hidden = !isOn;
    }
    byId("layers").hidden = step === "table";
    this.zones.over(null);
    this.show();
  }

  #walk(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    this.#go(STEPS[(STEPS.indexOf(this.step) + way + STEPS.length) % STEPS.length]);
    byId(`tab-${this.step}`).focus();
  }

  #layer(layer) {
    if (!layer) return;
    this.layer = layer;
    this.after = 0;
    for (const one of byId("layers").children) one.setAttribute("aria-pressed", String(one.dataset.layer === layer));
  }
}

/** Return what to do now, and of which kind that is. */
function hintOf(look, step, layer, state) {
  if (step === "table") return tableHint(look);
  if (layer === "straight" && !look.straight) return [label("straight_unknown"), "refused"];
  const next = look.missing[0]?.text ?? label("nothing_missing");
  if (step === "lens" && look.taken) return [`${label("taken_now", { number: look.taken })} ${next}`, "good"];
  const seen = look.corners.length > 0;
  const [refused] = look.refused;
  if (refused && (seen || look.veiled || !look.missing.length)) return [refused.text, "refused"];
  if (step !== "lens") return [refused?.text ?? label("good_view"), refused ? "quiet" : "good"];
  if (!state.capture.running && seen) return [label("paused_hint"), "quiet"];
  return [next, look.missing.length ? "wanted" : "good"];
}

/** Say whether a board that shows nothing new is still held as when its view was taken. */
function isJustTaken({ code, facts }, state) {
  return code === "duplicate" && facts.view === String(state?.views.at(-1)?.number);
}

function tableHint({ mat, veiled, refused }) {
  const count = Object.keys(mat.tags).length;
  if (!mat.sought) return [label("aim_hint"), "quiet"];
  if (!mat.to_picture) return [label("zones_blind"), "refused"];
  if (veiled && refused.length) return [refused[0].text, "quiet"];
  return [count === 4 ? label("mat_seen", { count }) : label("aim_hint"), count === 4 ? "good" : "wanted"];
}

function working({ name, share }) {
  const bar = make("progress", { max: 1, value: share, id: "progress", "aria-label": label(name) });
  return make("div", { class: "working" }, make("span", {}, label(name)), bar, button(label("stop"), () => wish("call_off")));
}

new Page().start();
