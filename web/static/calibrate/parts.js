/* Small builders of the calibration page. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";

/** A framed part with its title. */
export function card(title, ...inside) {
  return make("section", { class: "card stack stack--tight" }, make("h2", {}, label(title)), ...inside);
}

/** A control with its label above it; the label is for the ears alone where `quiet`. */
export function field(id, text, control, quiet = false) {
  return make("div", { class: "field grow" }, make("label", { for: id, class: quiet ? "visually-hidden" : null }, text), control);
}

/** Several facts, each a name and what is known of it. */
export function facts(...pairs) {
  const list = make("dl", { class: "facts" });
  for (const [name, value] of pairs.filter(Boolean)) list.append(make("dt", {}, name), make("dd", {}, value));
  return list;
}

/** Call `act` with the last of many values, but not more often than the server can follow. */
export function paced(act, every = 120) {
  let waiting = null;
  let busy = false;
  const go = async () => {
    if (busy || waiting === null) return;
    const value = waiting;
    [waiting, busy] = [null, true];
    await act(value);
    setTimeout(() => ((busy = false), go()), every);
  };
  return (value) => ((waiting = value), go());
}
