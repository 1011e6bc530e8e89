/* What has to happen now, what is wrong, and what happened: the same for everyone. */

import { label } from "./language.js";
import { banner, clause, fill, make, pill, reasons, seatChip } from "./parts.js";

const byId = (id) => document.getElementById(id);

/** Show what has to happen now; this player's own part stands first and large. */
export function showNow(screen) {
  byId("now").classList.toggle("now--mine", screen.now[0].mine);
  fill(byId("now-text"), [screen.now, screen.outcome], () => (screen.outcome ? outcome(screen.outcome) : prompts(screen.now)));
}

function prompts(now) {
  return now.map((prompt, place) =>
    make(
      "div",
      { class: place === 0 ? "now__first" : "now__other" },
      prompt.mine ? pill(label("your_turn"), "pill--warn") : null,
      make("p", { class: "now__text" }, prompt.text),
      // It stays in sight while the page scrolls, so only what comes first may take room.
      place === 0 ? clause(prompt) : null,
    ),
  );
}

function outcome(outcome) {
  const winners = outcome.winners.map(({ seat, name }) => seatChip(seat, name, "seat--big seat--whole"));
  return make(
    "div",
    { class: "now__first now__end" },
    pill(label("outcome"), "pill--good"),
    make("div", { class: "row" }, winners),
    make("p", {}, outcome.text),
    clause(outcome),
  );
}

/** Banners that everyone sees alike; `ruling` may stand in for the open one, `way` is offered beside a repair. */
export function openBanners(screen, ruling = null, way = null) {
  const shown = [];
  if (screen.warnings.length) shown.push(warningBanner(screen.warnings));
  if (screen.repaired) shown.push(banner("good", label("repaired_word"), screen.repaired.text));
  if (ruling) shown.push(ruling);
  else if (screen.ruling.length) shown.push(rulingBanner(screen.ruling));
  if (screen.repair) shown.push(repairBanner(screen, way));
  if (screen.challenge) shown.push(banner("question", label("challenge_word"), screen.challenge.text));
  return shown;
}

/** One banner for all that the camera has to say, each thing once. */
export function warningBanner(warnings) {
  const [first, ...others] = new Set(warnings.map(({ text }) => text));
  return banner("repair", label("warning_word"), first, ...others.map((text) => make("p", {}, text)));
}

function rulingBanner(ruling) {
  const [first, ...others] = ruling;
  return banner("ruling", label("ruling"), first.text, clause(first, true), others.length ? reasons(others) : null);
}

/** What has to be agreed on, and the word for it. */
export const offerWord = ({ adopts }) => label(adopts ? "adopt_word" : "undo_word");

function repairBanner({ repair, differences, paused }, way) {
  const rest = differences > 1 ? make("p", { class: "small muted" }, `+ ${differences - 1} ${label("more_differences")}`) : null;
  const halted = paused ? pill(label("paused"), "pill--warn") : null;
  return banner("repair", label("repair"), repair.text, halted, rest, way);
}

/** A list of sentences, the newest first; at most `most` of them. */
export function historyList(said, most = said.length) {
  if (!said.length) return make("p", { class: "muted" }, label("empty"));
  const items = said.slice(-most || undefined).map((one) => make("li", {}, one.text));
  return make("ol", { class: "story", reversed: "", start: said.length }, items.reverse());
}
