/* The table in small, as every player and guest may see it. */

import { label } from "./language.js";
import { clause, fan, fill, make, pill, seatChip } from "./parts.js";
import { isStep, liesInSight, pileOf } from "./piles.js";

const byId = (id) => document.getElementById(id);

/** The table in small: every seat's cards, then what belongs to nobody. */
export function showTable(screen) {
  const data = [screen.players, screen.common, screen.notes, screen.stage, screen.rules, screen.places];
  fill(byId("table"), data, () => [
    make("ul", { class: "players" }, screen.players.map((player) => playerRow(player, screen))),
    screen.common.length ? make("ul", { class: "common" }, screen.common.filter(holdsCards).map(pileItem)) : null,
    screen.notes.length ? make("ul", { class: screen.notes.some(isStep) ? "notes notes--steps small" : "notes small" }, screen.notes.map(noteItem)) : null,
    screen.stage === "lobby" ? houseRules(screen) : null,
  ]);
}

const noteItem = (note) => make("li", {}, make("p", {}, note.text), clause(note));

const holdsCards = (pile) => pile.cards.length > 0 || pile.down > 0;

function playerRow(player, screen) {
  const marks = player.marks.map(({ code, text }) => pill(text, MARKS[code] ?? ""));
  const inGame = screen.stage !== "lobby";
  const isOut = player.marks.some(({ code }) => code === "out");
  return make(
    "li",
    { class: isOut ? "player player--out" : "player" },
    make("div", { class: "row row--apart" }, seatChip(player.seat, player.name), make("span", { class: "row" }, marks, inGame && !liesInSight(player) ? inHand(player) : null)),
    inGame ? make("div", { class: "player__piles" }, player.piles.map(pileFan).filter(Boolean)) : null,
  );
}

const MARKS = { active: "pill--warn", protected: "pill--good", out: "pill--off" };

function inHand(player) {
  const text = label("hand_count", { count: player.hand.length });
  const cards = make("span", { class: "tiny-hand", "aria-hidden": "true" }, player.hand.map(() => make("span", { class: "tiny-card" })));
  return make("span", { class: "row tiny" }, cards, make("span", { class: "visually-hidden" }, text));
}

function pileFan(pile) {
  if (holdsCards(pile)) return pileOf(pile, "fan--small");
  return pile.kind === "fan" ? make("p", { class: "small muted" }, label("no_pile")) : null;
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
