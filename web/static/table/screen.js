/* What the table screen shows, part by part. A part is drawn anew only when it changed, so
   that nothing flickers and nothing is read out twice. */

import { label } from "../phone/language.js";
import { warningBanner } from "../phone/now.js";
import { banner, fan, fill, make, pill, seatChip, wholeClause } from "../phone/parts.js";
import { pastBanners } from "../phone/past.js";
import { backs, isStep, liesInSight, pileOf } from "../phone/piles.js";
import { where } from "../phone/where.js";
import { showTimers } from "../timers.js";
import { aimPicture } from "./aim.js";

const MOST_HISTORY = 30;
const MANY_CARDS = 6;
const LONG_TEXT = 42;
const VERY_LONG_TEXT = 64;
const MANY_RULES = 4;
const byId = (id) => document.getElementById(id);

/** The cards that lay there already, so that only those just laid come in with a motion. */
let lain = new Set();

export function showScreen({ screen, door, aim, clock_s }) {
  byId("screen").dataset.stage = screen.stage;
  byId("game").textContent = screen.game.title;
  watching(screen);
  fill(byId("now"), [screen.now, screen.outcome, screen.repair ? null : aim], () => nowPart(screen, aim));
  fill(byId("banners"), [troubles(screen), screen.findings, screen.void, screen.outcome, aim], () => bannerParts(screen, aim));
  showTimers(byId("timers"), { screen, clock_s }, label("time_stands"));
  fill(byId("common"), [screen.common, screen.stage], () => commonPart(screen));
  fill(byId("notes"), [screen.notes], () => notesPart(screen.notes));
  byId("notes").classList.toggle("notes--steps", screen.notes.some(isStep));
  fill(byId("players"), [screen.players, screen.now, screen.places, screen.stage], () => playersPart(screen));
  fill(byId("door"), [door, screen.stage], () => doorPart(door));
  fill(byId("house"), [screen.rules, screen.stage], () => housePart(screen));
  fill(byId("history"), [screen.history, screen.stage], () => historyPart(screen));
  document.title = `${screen.game.title} · ${label("brand")}`;
}

function watching(screen) {
  const place = byId("watching");
  fill(place, [screen.watching], () => [make("span", {}, label(screen.watching ? "watching" : "blind"))]);
  place.classList.toggle("pill--off", !screen.watching);
  place.classList.toggle("pill--good", screen.watching);
}

function nowPart({ now, outcome, repair, players }, aim) {
  if (outcome) return [outcomePart(outcome)];
  const [first, ...others] = now;
  return [
    !isForAll(first, players) && marks(first.seats),
    make("p", { class: nowClass(first.text) }, first.text),
    aim && !repair && aimPicture(aim, label("aim_picture")),
    others.length > 0 &&
      make("ul", { class: "now__others" }, ...others.map(({ text }) => make("li", {}, text))),
  ];
}

function nowClass({ length }) {
  if (length > VERY_LONG_TEXT) return "now__text is-very-long";
  return length > LONG_TEXT ? "now__text is-long" : "now__text";
}

/** Whether the sentence speaks to everyone, so that it names nobody. */
const isForAll = ({ seats }, players) => seats.length > 1 && seats.length === players.length;

/** The marks of all who have something to do; their names stand in the sentence beside them. */
function marks(seats) {
  const chips = seats.map((seat) => seatChip(seat, "", "now__seat"));
  return chips.length > 0 && make("div", { class: chips.length > 1 ? "now__seats is-many" : "now__seats", "aria-hidden": true }, ...chips);
}

function outcomePart({ winners, text, clause: id, rule }) {
  const chips = winners.map(({ seat, name }) => seatChip(seat, name, "outcome__seat seat--whole"));
  return make(
    "div",
    { class: "outcome" },
    make("div", { class: "outcome__star", "aria-hidden": true }),
    make("p", { class: "overline" }, label("outcome")),
    make("div", { class: "outcome__winners" }, ...chips),
    make("p", { class: "outcome__reason" }, text),
    wholeClause({ clause: id, rule }),
  );
}

function troubles({ repair, repaired, mend, differences, paused, question, ruling, offer, challenge, claims, warnings, players }) {
  return [repair, repaired, mend, differences, paused, question, ruling, offer, challenge, claims, warnings, players.length];
}

function bannerParts(screen, aim) {
  const { ruling, repair, repaired, question, offer, challenge, claims, warnings } = screen;
  const simple = (kind, about, word = kind) =>
    about && banner(kind, label(`${word}_word`), about.text);
  return [
    ...ruling.map((one) => banner("ruling", label("ruling_word"), one.text, wholeClause(one))),
    repair && repairBanner(screen, aim),
    repaired && banner("good", label("repaired_word"), repaired.text),
    simple("question", question),
    simple("question", challenge, "challenge"),
    simple("undo", offer, offer?.adopts ? "adopt" : "undo"),
    ...claims.map((claim) => banner("question", label("claim_word"), claim.text)),
    warnings.length > 0 && warningBanner(warnings),
    ...pastBanners(screen, wholeClause),
  ];
}

function repairBanner(screen, aim) {
  const { repair, differences, paused } = screen;
  const more = differences > 1 ? make("span", { class: "muted" }, label("more", { count: differences - 1 })) : null;
  const halted = paused ? pill(label("paused"), "pill--warn") : null;
  const rest = halted || more ? make("div", { class: "row" }, halted, more) : null;
  const shown = banner("repair", label("repair_word"), repair.text, rest);
  shown.classList.add("banner--drawn");
  shown.append(aim ? aimPicture(aim, label("aim_picture")) : where(screen));
  return shown;
}

function commonPart({ common, stage }) {
  if (stage === "lobby" || !common.length) return [];
  const piles = common.map((pile) => commonPile(pile));
  return [make("div", { class: "common__piles" }, ...piles)];
}

/** What everyone may read beside the game: how to set up, and what holds for a while. */
function notesPart(notes) {
  const rule = ({ clause }) => (clause ? make("span", { class: "small muted" }, ` ${clause}`) : null);
  return notes.map((note) => make("li", {}, note.text, rule(note)));
}

function commonPile({ zone, name, cards, down }) {
  const lying = [...backs(down), ...cards];
  const shown = lying.length ? fan(lying) : make("div", { class: "empty-place" }, "–");
  return make("figure", { class: "common__pile", "data-zone": zone }, shown, make("figcaption", {}, name));
}

function playersPart({ players, now, places, stage }) {
  const due = new Set(now.flatMap(({ seats }) => seats));
  const laid = new Set();
  const items = players.map((one) => playerPart(one, { due: due.has(one.seat), stage, laid }));
  lain = laid;
  const free = stage === "lobby" ? places - players.length : 0;
  byId("players").dataset.count = players.length + free;
  return [...items, ...Array.from({ length: free }, () => freeSeat())];
}

function freeSeat() {
  return make("li", { class: "player player--free" }, make("span", { class: "muted" }, label("free_seat")));
}

function playerPart({ seat, name, marks, hand, piles, phone }, { due, stage, laid }) {
  const out = marks.some(({ code }) => code === "out");
  const head = make("div", { class: "player__head" }, seatChip(seat, name, "player__seat seat--whole"));
  const pills = make("div", { class: "player__pills" }, ...pillsOf(marks, due, phone || stage !== "lobby"));
  if (hand.length && !liesInSight({ piles })) pills.append(make("div", { class: "player__hand" }, fan(hand)));
  const many = piles.some(({ cards }) => cards.length > MANY_CARDS);
  const shown = piles.map((pile) => pilePart(seat, pile, laid));
  const cards = piles.length > 0 && make("div", { class: "player__cards", "data-many": many }, shown);
  const names = ["player", due && "is-due", out && "is-out"].filter(Boolean).join(" ");
  return make("li", { class: names, "data-seat": seat }, head, pills, cards);
}

function pillsOf(marks, due, phone) {
  const shown = marks.filter(({ code }) => code !== "active");
  return [
    due && pill(label("due"), "pill--due"),
    ...shown.map(({ code, text }) => pill(text, `mark mark--${code}`)),
    !phone && pill(label("no_phone"), "pill--off"),
  ].filter(Boolean);
}

function pilePart(seat, pile, laid) {
  const { zone, cards } = pile;
  const keys = cards.map(({ face }, index) => `${seat} ${zone} ${index} ${face}`);
  for (const key of keys) laid.add(key);
  const lying = pileOf(pile, "", (index) => !lain.has(keys[index]));
  return lying && make("div", { class: `player__pile player__pile--${pile.kind}` }, lying);
}

/** An address as it is read aloud: without its scheme where that is the usual one. */
const bare = (address) => address.replace("http://", "").replace(/\/$/, "");

function doorPart({ address, name }) {
  return [
    make("img", { class: "door__code", src: `/join/qr.svg?for=${encodeURIComponent(address)}`, alt: label("qr") }),
    make(
      "div",
      { class: "door__words" },
      make("p", { class: "door__title" }, label("join")),
      make("p", { class: "door__address" }, bare(address)),
      make("p", { class: "door__address muted" }, bare(name)),
    ),
  ];
}

/** House rules; once cards lie there, those that may surprise where all of them would be many. */
function housePart({ rules, stage }) {
  const shown = stage === "lobby" || rules.length <= MANY_RULES ? rules : rules.filter(({ usual }) => !usual);
  if (!shown.length) return [];
  const rows = shown.map(({ label: title, text, usual, clause: id }) =>
    make(
      "li",
      { class: usual ? "" : "is-unusual" },
      make("span", { class: "house__name" }, title, " ", make("span", { class: "muted small" }, id)),
      make("strong", {}, text),
    ),
  );
  return [make("h2", { class: "overline" }, label("house_rules")), make("ul", { class: "house__list" }, ...rows)];
}

function historyPart({ history, stage }) {
  if (stage === "lobby" || !history.length) return [];
  const rows = history.slice(-MOST_HISTORY).reverse().map(({ text }) => make("li", {}, text));
  return [make("h2", { class: "overline" }, label("history")), make("ol", { class: "history__list" }, ...rows)];
}