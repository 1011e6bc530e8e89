/* The open part of a phone's screen: what the table's own screen shows, too. */

import { label } from "./language.js";
import { banner, clause, fan, fill, make, pill, reasons, seatChip } from "./parts.js";

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
      clause(prompt),
    ),
  );
}

function outcome(outcome) {
  const winners = outcome.winners.map(({ seat, name }) => seatChip(seat, name, "seat--big"));
  return make(
    "div",
    { class: "now__first" },
    pill(label("outcome"), "pill--good"),
    make("div", { class: "row" }, winners),
    make("p", { class: "now__text" }, outcome.headline),
    make("p", {}, outcome.text),
    clause(outcome),
  );
}

/** Banners that everyone sees alike. */
export function openBanners(screen) {
  const shown = [];
  for (const warning of screen.warnings) shown.push(banner("repair", label("warning_word"), warning.text));
  if (screen.ruling.length) shown.push(rulingBanner(screen.ruling));
  if (screen.repair) shown.push(repairBanner(screen));
  if (screen.challenge) shown.push(banner("question", label("challenge_word"), screen.challenge.text));
  return shown;
}

function rulingBanner(ruling) {
  const [first, ...others] = ruling;
  return banner("ruling", label("ruling"), first.text, clause(first, true), others.length ? reasons(others) : null);
}

function repairBanner({ repair, differences }) {
  const rest = differences > 1 ? make("p", { class: "small muted" }, `+ ${differences - 1} ${label("more_differences")}`) : null;
  return banner("repair", label("repair"), repair.text, rest);
}

/** The table in small: every seat's cards, then what belongs to nobody. */
export function showTable(screen) {
  const data = [screen.players, screen.common, screen.stage, screen.rules, screen.places];
  fill(byId("table"), data, () => [
    make("ul", { class: "players" }, screen.players.map((player) => playerRow(player, screen))),
    screen.common.length ? make("ul", { class: "common" }, screen.common.filter(holdsCards).map(pileItem)) : null,
    screen.stage === "lobby" ? houseRules(screen) : null,
  ]);
}

const holdsCards = (pile) => pile.cards.length > 0 || pile.down > 0;

function playerRow(player, screen) {
  const marks = player.marks.map(({ code, text }) => pill(text, MARKS[code] ?? ""));
  const inGame = screen.stage !== "lobby";
  const isOut = player.marks.some(({ code }) => code === "out");
  return make(
    "li",
    { class: isOut ? "player player--out" : "player" },
    make("div", { class: "row row--apart" }, seatChip(player.seat, player.name), make("span", { class: "row" }, marks, inGame ? inHand(player) : null)),
    inGame ? make("div", { class: "player__piles" }, player.piles.map(pileFan)) : null,
  );
}

const MARKS = { active: "pill--warn", protected: "pill--good", out: "pill--off" };

function inHand(player) {
  const text = `${player.hand.length} ${label("hand_count")}`;
  const cards = make("span", { class: "tiny-hand", "aria-hidden": "true" }, player.hand.map(() => make("span", { class: "tiny-card" })));
  return make("span", { class: "row tiny" }, cards, make("span", { class: "visually-hidden" }, text));
}

function pileFan(pile) {
  if (!holdsCards(pile)) return make("p", { class: "small muted" }, label("no_pile"));
  return fan(pile.cards, "fan--small");
}

function pileItem(pile) {
  const backs = pile.down ? fan([{ face: "back", name: label("face_down") }], "fan--small") : null;
  return make("li", {}, make("span", { class: "small muted" }, pile.name), backs, pile.cards.length ? fan(pile.cards, "fan--small") : null);
}

/** House rules as they are set, unusual ones marked. */
export function houseRules(screen) {
  const items = screen.rules.map((rule) =>
    make(
      "li",
      {},
      make("div", { class: "grow" }, make("strong", {}, rule.label), clause(rule)),
      pill(rule.text, rule.usual ? "" : "pill--warn"),
    ),
  );
  return make("div", { class: "card card--quiet" }, make("h3", { class: "overline" }, label("house_rules")), make("ul", { class: "list" }, items));
}

/** A list of sentences, the newest first. */
export function historyList(said) {
  if (!said.length) return make("p", { class: "muted" }, label("empty"));
  return make("ol", { class: "story", reversed: "" }, said.map((one) => make("li", {}, one.text)).reverse());
}

