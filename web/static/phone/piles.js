/* How cards lie: in a row with places, as tools before a player, pointing at somebody, or fanned. */

import { label } from "./language.js";
import { fan, make, seatChip } from "./parts.js";

/** So many cards, face down. */
export const backs = (count) => Array.from({ length: count }, () => ({ face: "back", name: label("face_down") }));

/** Whether everyone sees a player's cards lie there, so that his hand need not be counted. */
export const liesInSight = ({ piles }) => piles.some(({ kind }) => kind === "row");

/** Whether a note is a step of the set-up, to be read in order. */
export const isStep = ({ code }) => code.startsWith("set_up_");

/** A pile as it lies; `isNew` tells by their place which cards have just been laid. Null for none. */
export function pileOf(pile, more = "", isNew = () => false) {
  const { kind, cards, down } = pile;
  const lying = kind === "tools" ? [...backs(down), ...cards] : cards;
  if (!lying.length) return null;
  if (kind === "pointer") return pointer(pile, more);
  return fan(lying, kind === "row" ? `fan--row ${more}` : more, isNew);
}

/** A card that points: turned to the right, at the name of whom it points at. */
function pointer({ cards, towards }, more) {
  const arrow = towards ? seatChip(towards.seat, towards.name) : make("span", { class: "muted" }, "…");
  return make("div", { class: "pointer" }, fan(cards, `fan--pointing ${more}`), arrow);
}
