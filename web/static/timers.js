/* Each player's clock. The table says when a clock that runs will be at 0; the page counts
   on by itself, so that a second that passes costs no message. */

import { letterOf } from "./seats.js";

const BEAT_MS = 250;

let shown = null;
let atZero = 0;
let place = null;
setInterval(() => place && draw(), BEAT_MS);

/** Show the clocks in an element; `answer` is a view, `standing` the word for stopped ones. */
export function showTimers(element, { screen, clock_s: clock }, standing) {
  const { times, halted } = screen.timer;
  element.hidden = times.length === 0;
  atZero = (clock ?? 0) - performance.now() / 1000;
  const key = JSON.stringify([screen.timer, standing]);
  if (key !== shown) {
    shown = key;
    place = element;
    element.replaceChildren(...times.map(timer), ...(halted ? [word(standing)] : []));
  }
  draw();
}

function word(text) {
  const element = document.createElement("span");
  element.className = "pill pill--warn";
  element.textContent = text;
  return element;
}

function timer({ seat, name, left, until, level, text }) {
  const element = document.createElement("span");
  element.className = `timer ${until === null ? "" : "is-running"} ${level ? `timer--${level}` : ""}`;
  element.dataset.seat = seat;
  const mark = Object.assign(document.createElement("span"), { className: "seat__mark", textContent: letterOf(seat) });
  mark.setAttribute("aria-hidden", "true");
  const who = Object.assign(document.createElement("span"), { className: "timer__name", textContent: name });
  const time = Object.assign(document.createElement("span"), { className: "timer__left" });
  time.setAttribute("role", "timer");
  time.setAttribute("aria-label", name);
  Object.assign(time.dataset, { left, until: until ?? "" });
  element.append(mark, who, time);
  if (text) element.append(word(text));
  return element;
}

function draw() {
  for (const time of place?.querySelectorAll("[role=timer]") ?? []) {
    const { left, until } = time.dataset;
    const seconds = until === "" ? Number(left) : Number(until) - atZero - performance.now() / 1000;
    const text = minutes(seconds);
    if (time.textContent !== text) time.textContent = text;
  }
}

function minutes(seconds) {
  const whole = Math.abs(Math.ceil(seconds));
  const sign = Math.ceil(seconds) < 0 ? "\u2212" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
