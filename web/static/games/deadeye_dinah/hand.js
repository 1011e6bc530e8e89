/* The cards in hand, each to be played as a bullet or as its item, and what items are used on. */

import { make } from "../../phone/parts.js";
import { label } from "../../phone/language.js";
import { chip, choice, edge, range, sign } from "./cards.js";
import { signed } from "./draft.js";
import { icon } from "./icons.js";

const ROPE_BINDS = 2;
const WIDENINGS = [[3, 0], [2, 1], [1, 2], [0, 3]];
/** What items can do where; the table has the last word. */
const AIMED = new Set(["rope", "knife", "rifle", "flask", "tin_star", "fire"]);

/** The hand: `shown` is what the table says of the play so far, or null. */
export function hand({ sheet, draft, shown, changed }) {
  const { job } = sheet;
  const tiles = [...job.kit, ...job.lucky.map((held) => ({ ...held, lucky: true }))].map((held) => tile(held, { sheet, draft, shown, changed }));
  return make("section", { class: "hand", "aria-label": label("kit_cards") }, make("h2", { class: "overline" }, label(job.lucky.length ? "kit_and_lucky" : "kit_count", { number: job.kit.length, lucky: job.lucky.length })), make("ul", { class: "tiles" }, tiles));
}

function tile(held, { sheet, draft, shown, changed }) {
  const { card, item } = held;
  const use = draft.use(card);
  const resting = sheet.job.resting === card;
  const press = (wanted) => () => {
    draft.toggle(card, wanted);
    changed();
  };
  const uses = [chip(label("as_bullet"), use === "bullet", press("bullet"), { "data-key": `${card}-bullet`, disabled: resting ? "" : null })];
  if (item && item !== "horse") uses.push(chip([icon(item), label(`item_${item}`)], use === "item", press("item"), { "data-key": `${card}-item`, disabled: resting ? "" : null }));
  return make(
    "li",
    { class: `tile ${use ? "tile--up" : ""} ${held.lucky ? "tile--lucky" : ""} ${resting ? "tile--resting" : ""}`, "data-card": card },
    make("span", { class: "tile__top" }, make("b", { class: "tile__name" }, sheet.cards[card].name), held.lucky ? make("span", { class: "pill pill--small" }, label("lucky")) : null),
    edge(held),
    held.changed ? make("span", { class: "tile__note muted" }, label("changed_by_effect")) : null,
    resting ? make("span", { class: "tile__note" }, label("rests")) : make("span", { class: "tile__uses" }, uses),
    use && shown ? fate(card, held, shown) : null,
  );
}

/** What the play makes of a card: how it counts, and whether it is lost. */
function fate(card, held, shown) {
  const counts = shown.cards.find((one) => one.card === card);
  const notes = [];
  if (counts && (counts.hat !== held.hat || (counts.bullets.length && range(counts.bullets) !== range(held.bullets)))) {
    notes.push(make("span", { class: "tile__counts" }, label("counts_as"), counts.bullets.length ? sign("bullet", range(counts.bullets)) : null, sign("hat", counts.hat)));
  }
  if (shown.lost.includes(card)) notes.push(make("span", { class: "fate fate--lost" }, icon("cross"), label(shown.shot.includes(card) ? "hat_shot" : "is_lost")));
  else if (shown.shot.includes(card)) notes.push(make("span", { class: "fate fate--saved" }, icon("check"), label("is_saved")));
  else notes.push(make("span", { class: "fate fate--safe" }, icon("check"), label("is_safe")));
  if (shown.turned.includes(card)) notes.push(make("span", { class: "tile__note" }, label("is_turned")));
  return make("span", { class: "tile__fate" }, notes);
}

/** What each item that is played is used on. */
export function aims({ sheet, draft, changed }) {
  const held = new Map([...sheet.job.kit, ...sheet.job.lucky].map((one) => [one.card, one]));
  const rows = [...draft.cards]
    .filter(([card, played]) => played.item && AIMED.has(held.get(card)?.item))
    .filter(([card]) => sheet.job.kind !== "peril" || held.get(card).item === "rifle")
    .map(([card, played]) => aim(held.get(card), played, { sheet, draft, changed }));
  return rows.length ? make("section", { class: "aims panel" }, rows) : null;
}

function aim(held, played, context) {
  const row = ROWS[held.item](held, played, context);
  return make("div", { class: "aim" }, [row].flat());
}

function outlawRow(held, played, { sheet, draft, changed }, most) {
  const fits = (one) => (held.item === "knife" ? one.hearts > 1 : one.hearts < 2);
  const chips = sheet.job.outlaws.map((one, at) =>
    fits(one)
      ? chip(label("outlaw_place", { place: at + 1, range: range(one.numbers) }), played.outlaws.includes(at + 1), () => (draft.toggleOutlaw(held.card, at + 1, most), changed()), { "data-key": `${held.card}-o${at}` })
      : null,
  );
  return choice(label(`aim_${held.item}`), ...chips.filter(Boolean));
}

function cardRow(held, played, { sheet, draft, changed }, cards, title) {
  const chips = cards.map((card) =>
    chip(sheet.cards[card].name, played.on === card, () => (draft.aim(held.card, { on: played.on === card ? null : card }), changed()), { "data-key": `${held.card}-on-${card}` }),
  );
  return chips.length ? choice(title, ...chips) : make("p", { class: "muted" }, `${title} ${label("play_one_first")}`);
}

function numberRow(held, values, isOn, change, title, { draft, changed }) {
  const chips = values.map((value) => chip(Array.isArray(value) ? `−${value[0]} +${value[1]}` : signed(value).replace("-", "−"), isOn(value), () => (draft.aim(held.card, change(value)), changed()), { "data-key": `${held.card}-by-${value}` }));
  return choice(title, ...chips);
}

const bullets = (draft) => [...draft.cards].filter(([, one]) => !one.item).map(([card]) => card);
const everyone = (draft) => [...draft.cards.keys()];

const ROWS = {
  rope: (held, played, context) => outlawRow(held, played, context, ROPE_BINDS),
  knife: (held, played, context) => outlawRow(held, played, context, 1),
  rifle: (held, played, context) => [
    cardRow(held, played, context, bullets(context.draft), label("aim_rifle")),
    played.on ? numberRow(held, WIDENINGS, (value) => `${value}` === `${played.widen}`, (value) => ({ widen: value }), label("aim_rifle_by"), context) : null,
  ].filter(Boolean),
  flask: (held, played, context) => [
    cardRow(held, played, context, everyone(context.draft), label("aim_flask")),
    played.on ? numberRow(held, [-2, 2], (value) => value === played.by, (value) => ({ by: value }), label("aim_flask_by"), context) : null,
  ].filter(Boolean),
  fire: (held, played, context) => cardRow(held, played, context, everyone(context.draft), label("aim_fire")),
  tin_star: (held, played, context) => numberRow(held, [-1, 1], (value) => value === played.by, (value) => ({ by: value }), label("aim_tin_star"), context),
};
