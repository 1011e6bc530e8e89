/* What only this player may see: his cards, what he has learned, reasons meant for him. */

import { label } from "./language.js";
import { clause, fan, make, seatChip } from "./parts.js";

/** Lay the hand as backs: as many as everyone knows of, the same on every phone. */
export function covered(screen) {
  const own = screen.players.find(({ seat }) => seat === screen.you.seat);
  if (!own?.hand.length) return make("p", { class: "muted" }, label("no_cards"));
  return fan(own.hand, "fan--own");
}

/** The hand laid open, then everything else that is for this player alone. */
export function secrets({ secret }) {
  const ruled = new Set(secret.ruling.map((one) => one.clause));
  const notes = secret.notes.filter((one) => !one.clause || !ruled.has(one.clause));
  const lines = [...secret.ruling, ...notes].map((one) => make("li", {}, make("p", {}, one.text), clause(one, false, false)));
  const known = secret.others.map(({ seat, name, hand }) =>
    make("li", { class: "row" }, seatChip(seat, name), fan(hand, "fan--small")),
  );
  const names = secret.hand.filter(({ face }) => face !== "back").map(({ name }) => name);
  const title = names.length || !secret.hand.length ? names.join(" · ") : label("unknown_hand");
  return [
    secret.hand.length ? fan(secret.hand, "fan--own") : make("p", { class: "muted" }, label("no_cards")),
    make("p", { class: names.length ? "own__names" : "muted" }, title),
    make("ul", { class: "stack stack--tight" }, lines, known),
  ];
}
