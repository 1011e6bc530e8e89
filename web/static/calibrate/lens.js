/* Step 3: taking views, the views so far, the verdict, and the saved lens. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, fill, make, toast } from "../phone/parts.js";
import { coveragePicture } from "./coverage.js";
import { card } from "./parts.js";
import { wish } from "./server.js";
import { savedLens } from "./saved.js";
import { verdictCard } from "./verdict.js";
import { number } from "./numbers.js";

const FEWEST_VIEWS = 6;

export function showLens(panel, state) {
  if (!panel.firstChild) panel.append(...["capture", "judged", "kept"].map((id) => make("div", { id })));
  const [capture, judged, kept] = panel.children;
  const { coverage, views, verdict, stale, saved, failed } = state;
  fill(capture, [state.capture, coverage, views], () => taking(state));
  fill(judged, [verdict, stale, failed, views.length >= FEWEST_VIEWS], () => judging(state));
  fill(kept, [saved], () => savedLens(saved));
}

function taking({ capture, coverage, views }) {
  const run = button(label(capture.running ? "pause" : "start"), () => wish("run", { running: !capture.running }), capture.running ? "" : "button--primary");
  run.id = "run";
  run.setAttribute("aria-pressed", String(capture.running));
  const undo = button(label("undo"), () => wish("undo"));
  undo.id = "undo";
  undo.disabled = !capture.can_undo;
  const cancel = button(label("cancel_run"), () => sure(label("cancel_sure"), label("cancel_run"), () => wish("cancel")), "button--danger");
  cancel.id = "cancel";
  cancel.disabled = !views.length;
  const take = button(label("take"), () => wish("take"));
  return card(
    "views_title",
    make("div", { class: "button-group" }, run, take, undo, cancel),
    capture.trouble ? make("p", { class: "field-error" }, capture.trouble) : null,
    make("h3", { class: "overline" }, label("covered")),
    coveragePicture(coverage),
    views.length ? make("ol", { class: "views", id: "views" }, views.map(viewOf)) : null,
  );
}

function viewOf({ number: of, tilt_deg: tilt, blur_px: blur, error_px: error, odd }) {
  const remove = button("×", () => wish("delete", { number: of }), "views__delete");
  remove.setAttribute("aria-label", label("delete", { number: of }));
  const facts = error === null ? label("view_facts", { tilt, blur: number(blur, 1) }) : label("view_error", { error: number(error, 2) });
  return make(
    "li",
    { class: `views__one ${odd ? "is-odd" : ""}`, "data-view": of },
    make("img", { src: `/calibrate/view/${of}.jpg`, alt: label("view", { number: of }), width: 240, height: 135, loading: "lazy" }),
    make("span", { class: "views__number" }, String(of)),
    make("span", { class: "views__facts small" }, facts, odd ? make("strong", {}, ` ${label("odd")}`) : null),
    remove,
  );
}

function judging({ verdict, stale, failed, views }) {
  const judge = button(label("judge"), () => wish("fit"), verdict && !stale ? "" : "button--primary");
  judge.id = "judge";
  judge.disabled = views.length < FEWEST_VIEWS;
  const about = [
    failed ? make("p", { class: "field-error" }, failed) : null,
    views.length < FEWEST_VIEWS ? make("p", { class: "muted" }, label("too_few")) : null,
    verdict && stale ? make("p", { class: "verdict__stale" }, label("stale")) : null,
  ];
  return card("verdict_title", ...about, verdict ? verdictCard(verdict, stale) : null, make("div", { class: "button-group" }, judge));
}

/** Tell what became of a view. */
export const tellTaken = (of) => toast(() => label("taken_now", { number: of }), "good");
