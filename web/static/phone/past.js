/* What was not right, as later cards show; by then everyone may know it. */

import { label } from "./language.js";
import { banner, clause, make } from "./parts.js";

/** Banners about the past; what the host lets stand is told again only once the game is over. */
export function pastBanners({ findings, void: isVoid, outcome }) {
  const stands = (one) => (one.stands ? make("p", { class: "muted" }, label("past_stands")) : null);
  const shown = findings.filter((one) => outcome || isVoid || !one.stands);
  return [
    isVoid ? banner("ruling", label("void_word"), label("void_text")) : null,
    ...shown.map((one) => banner("ruling", label("past_word"), one.text, clause(one), stands(one))),
  ].filter(Boolean);
}
