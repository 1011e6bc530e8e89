/* The chess clock: how long each player has, and stopping it for a while. */

import { label } from "../phone/language.js";
import { button, make } from "../phone/parts.js";

const OFFERED = [0, 5, 10, 15, 20, 30, 45, 60];

export function timerChoice({ timer }, wish) {
  const select = make("select", { class: "select", id: "timer", change: () => wish("/host/timer", { minutes: Number(select.value) }) });
  for (const minutes of OFFERED.includes(timer.minutes) ? OFFERED : [...OFFERED, timer.minutes]) {
    const text = minutes ? `${minutes} ${label("minutes")}` : label("no_clock");
    select.append(make("option", { value: minutes, selected: minutes === timer.minutes ? "" : null }, text));
  }
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("time")),
    make("label", { for: "timer", class: "label" }, label("time_each")),
    select,
    make("p", { class: "small muted" }, label("time_lead")),
  );
}

export function halt({ timer }, wish) {
  if (!timer.times.length) return null;
  const act = () => wish("/host/halt", { halted: !timer.halted });
  return button(label(timer.halted ? "time_go" : "time_halt"), act, "button--wide");
}
