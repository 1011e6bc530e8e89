/* What the table screen shows, part by part. A part is drawn anew only when it changed, so
   that nothing flickers and nothing is read out twice. */

import { banner, clause, fan, make, pill, seatChip } from "./parts.js";
import { plan } from "./plan.js";
import { showTimers } from "../timers.js";

const MOST_HISTORY = 30;
const MANY_CARDS = 6;
const LONG_TEXT = 42;
const byId = (id) => document.getElementById(id);

export class Screen {
  constructor() {
    this.shown = {};
    this.laid = new Set();
  }

  /** Take the labels of another language. */
  speak(labels) {
    this.labels = labels;
    this.shown = {};
  }

  online(yes) {
    byId("offline").hidden = yes;
  }

  show({ screen, door, mend, clock_s }) {
    byId("screen").dataset.stage = screen.stage;
    byId("game").textContent = screen.game.title;
    this.part("watching", [screen.watching], () => [this.label(screen.watching ? "watching" : "blind")]);
    byId("watching").classList.toggle("pill--off", !screen.watching);
    byId("watching").classList.toggle("pill--good", screen.watching);
    this.part("now", [screen.now, screen.outcome], () => this.now(screen));
    this.part("banners", [this.troubles(screen, mend), screen.findings, screen.void, screen.outcome], () => this.banners(screen, mend));
    showTimers(byId("timers"), { screen, clock_s }, this.label("time_stands"));
    this.part("common", [screen.common, screen.notes, screen.stage], () => this.common(screen));
    this.part("players", [screen.players, screen.now, screen.places, screen.stage], () => this.players(screen));
    this.part("door", [door, screen.stage], () => this.door(door));
    this.part("house", [screen.rules], () => this.house(screen.rules));
    this.part("history", [screen.history, screen.stage], () => this.history(screen));
    document.title = `${screen.game.title} · ${this.label("brand")}`;
  }

  label(key, facts = {}) {
    return this.labels[key].replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
  }

  /** Draw a part again if what it is made of has changed. */
  part(id, made, build) {
    const key = JSON.stringify(made);
    if (this.shown[id] === key) return;
    this.shown[id] = key;
    byId(id).replaceChildren(...build().filter(Boolean));
  }

  now({ now, outcome, players }) {
    if (outcome) return [this.outcome(outcome)];
    const name = (seat) => players.find((one) => one.seat === seat)?.name ?? seat;
    const [first, ...others] = now;
    return [
      first.seat && seatChip(first.seat, name(first.seat), "now__seat"),
      make("p", { class: first.text.length > LONG_TEXT ? "now__text is-long" : "now__text" }, first.text),
      others.length > 0 &&
        make("ul", { class: "now__others" }, ...others.map(({ text }) => make("li", {}, text))),
    ];
  }

  outcome({ winners, text, clause: id, rule }) {
    const chips = winners.map(({ seat, name }) => seatChip(seat, name, "outcome__seat seat--whole"));
    return make(
      "div",
      { class: "outcome" },
      make("div", { class: "outcome__star", "aria-hidden": true }),
      make("p", { class: "overline" }, this.label("outcome")),
      make("div", { class: "outcome__winners" }, ...chips),
      make("p", { class: "outcome__reason" }, text),
      clause({ clause: id, rule }),
    );
  }

  troubles({ repair, repaired, question, ruling, offer, challenge, claims, warnings, players }, mend) {
    return [repair, repaired, mend, question, ruling, offer, challenge, claims, warnings, players.length];
  }

  banners(screen, mend) {
    const { ruling, repair, repaired, question, offer, challenge, claims, warnings } = screen;
    const simple = (kind, about, word = kind) =>
      about && banner(kind, this.label(`${word}_word`), about.text);
    return [
      ...ruling.map((one) => banner("ruling", this.label("ruling_word"), one.text, clause(one))),
      repair && this.repair(screen, mend),
      repaired && banner("good", this.label("repaired_word"), repaired.text),
      simple("question", question),
      simple("question", challenge, "challenge"),
      simple("undo", offer, offer?.adopts ? "adopt" : "undo"),
      ...claims.map((claim) => banner("question", this.label("claim_word"), claim.text)),
      this.warning(warnings),
      ...this.past(screen),
    ];
  }

  /** One banner for all that the camera has to say, each thing once. */
  warning(warnings) {
    const [first, ...others] = new Set(warnings.map(({ text }) => text));
    const more = others.map((text) => make("p", {}, text));
    return first && banner("repair", this.label("warning_word"), first, ...more);
  }

  repair({ repair, differences, paused, players, common }, mend) {
    const seats = players.map(({ seat }) => seat);
    const more = differences > 1 ? make("p", { class: "muted" }, this.label("more", { count: differences - 1 })) : null;
    const halted = paused ? pill(this.label("paused"), "pill--warn") : null;
    const drawing = plan(seats, common.map(({ zone }) => zone), mend);
    const shown = banner("repair", this.label("repair_word"), repair.text, halted, more);
    shown.classList.add("banner--drawn");
    shown.append(drawing);
    return shown;
  }

  common({ common, notes, stage }) {
    if (stage === "lobby") return [];
    const piles = common.map((pile) => this.pile(pile));
    const said = notes.map(({ text }) => make("li", {}, text));
    return [make("div", { class: "common__piles" }, ...piles), make("ul", { class: "common__notes" }, ...said)];
  }

  pile({ zone, name, cards, down }) {
    const backs = Array.from({ length: down }, () => ({ face: "back", name: this.label("face_down") }));
    const lying = [...backs, ...cards];
    const shown = lying.length ? fan(lying) : make("div", { class: "empty-place" }, "–");
    return make("figure", { class: "common__pile", "data-zone": zone }, shown, make("figcaption", {}, name));
  }

  players({ players, now, places, stage }) {
    const due = new Set(now.map(({ seat }) => seat));
    const laid = new Set();
    const items = players.map((one) => this.player(one, { due: due.has(one.seat), stage, laid }));
    this.laid = laid;
    const free = stage === "lobby" ? places - players.length : 0;
    byId("players").dataset.count = players.length + free;
    return [...items, ...Array.from({ length: free }, () => this.freeSeat())];
  }

  freeSeat() {
    return make("li", { class: "player player--free" }, make("span", { class: "muted" }, this.label("free_seat")));
  }

  player({ seat, name, marks, hand, piles, phone }, { due, stage, laid }) {
    const out = marks.some(({ code }) => code === "out");
    const head = make("div", { class: "player__head" }, seatChip(seat, name, "player__seat seat--whole"));
    if (hand.length) head.append(make("div", { class: "player__hand" }, fan(hand)));
    const pills = make("div", { class: "player__pills" }, ...this.pills(marks, due, phone || stage !== "lobby"));
    const many = piles.some(({ cards }) => cards.length > MANY_CARDS);
    const lying = piles.map((pile) => this.lying(seat, pile, laid));
    const cards = make("div", { class: "player__cards", "data-many": many }, ...lying);
    const names = ["player", due && "is-due", out && "is-out"].filter(Boolean).join(" ");
    return make("li", { class: names, "data-seat": seat }, head, pills, cards);
  }

  pills(marks, due, phone) {
    const shown = marks.filter(({ code }) => code !== "active");
    return [
      due && pill(this.label("due"), "pill--due"),
      ...shown.map(({ code, text }) => pill(text, `mark mark--${code}`)),
      !phone && pill(this.label("no_phone"), "pill--off"),
    ].filter(Boolean);
  }

  lying(seat, { zone, cards }, laid) {
    const keys = cards.map(({ face }, index) => `${seat} ${zone} ${index} ${face}`);
    for (const key of keys) laid.add(key);
    if (!cards.length) return null;
    return make("div", { class: "player__pile" }, fan(cards, (index) => !this.laid.has(keys[index])));
  }

  /** What was not right, as later cards show; by then everyone may know it. */
  past({ findings, void: isVoid, outcome }) {
    const stands = (one) => (one.stands ? make("p", { class: "muted" }, this.label("past_stands")) : null);
    const shown = findings.filter((one) => outcome || isVoid || !one.stands);
    return [
      isVoid && banner("ruling", this.label("void_word"), this.label("void_text")),
      ...shown.map((one) => banner("ruling", this.label("past_word"), one.text, clause(one), stands(one))),
    ];
  }

  door({ address, name }) {
    return [
      make("img", { class: "door__code", src: `/join/qr.svg?for=${encodeURIComponent(address)}`, alt: this.label("qr") }),
      make(
        "div",
        { class: "door__words" },
        make("p", { class: "door__title" }, this.label("join")),
        make("p", { class: "door__address" }, address.replace("http://", "").replace(/\/$/, "")),
        make("p", { class: "door__address muted" }, name.replace("http://", "").replace(/\/$/, "")),
      ),
    ];
  }

  house(rules) {
    const rows = rules.map(({ label, text, usual, clause: id }) =>
      make(
        "li",
        { class: usual ? "" : "is-unusual" },
        make("span", { class: "house__name" }, label, make("span", { class: "muted small" }, ` ${id}`)),
        make("strong", {}, text),
      ),
    );
    return [make("h2", { class: "overline" }, this.label("house_rules")), make("ul", { class: "house__list" }, ...rows)];
  }

  history({ history, stage }) {
    if (stage === "lobby") return [];
    const rows = history.slice(-MOST_HISTORY).reverse().map(({ text }) => make("li", {}, text));
    return [make("h2", { class: "overline" }, this.label("history")), make("ol", { class: "history__list" }, ...rows)];
  }
}
