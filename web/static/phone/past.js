/* What was not right, as later cards show; by then everyone may know it. */

import { label } from "./language.js";
import { banner, clause, make } from "./parts.js";

/** Banners about the past; what the host lets stand is told again only once the game is over.
    `rule` shows the clause behind a sentence. */
export function pastBanners({ findings, void: isVoid, outcome }, rule = clause) {
  const stands = (one) => (one.stands ? make("p", { class: "muted" }, label("past_stands")) : null);
  const shown = findings.filter((one) => outcome || isVoid || !one.stands);
  return [
    isVoid ? banner("ruling", label("void_word"), label("void_text")) : null,
    ...shown.map((one) => banner("ruling", label("past_word"), one.text, rule(one), stands(one))),
  ].filter(Boolean);
}
