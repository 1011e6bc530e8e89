/* The campaign: the legend as she grows, the bosses, and every attempt. */

import { drawnCard, useDeck } from "../deck.js";
import { label, language, offerLanguages, speak } from "../phone/language.js";
import { Live } from "../phone/live.js";
import { fill, make, pill } from "../phone/parts.js";

const PICTURES = 5;
/** How a job can end; the words are `${result}_result`. */
const RESULTS = ["captured", "failed_no_kit", "failed_all_shot", "failed_given_up"];
const main = document.getElementById("main");

const section = (title, ...inside) => make("section", { class: "card stack" }, make("h2", {}, title), ...inside);

async function show({ campaign, screen }) {
  if (campaign) await useDeck(screen.game, language.code);
  fill(main, campaign, () => (campaign ? parts(campaign) : make("p", { class: "lead" }, label("none"))));
}

function parts(campaign) {
  return [legend(campaign), section(label("bosses"), make("ul", { class: "bosses" }, campaign.bosses.map((boss) => poster(boss, campaign)))), figures(campaign), attempts(campaign)];
}

/** The picture of a step of the legend, the last one always the last picture. */
const level = (step, steps) => (steps < 2 ? PICTURES - 1 : Math.round((step * (PICTURES - 1)) / (steps - 1)));

function legend({ reputation, legend: steps, step }) {
  const items = steps.map(({ reputation: from, text }, number) => {
    const reached = number <= step;
    const words = text[language.code] ?? Object.values(text)[0] ?? "";
    const picture = make("img", { src: `/campaign/picture/${level(number, steps.length)}`, alt: "", width: 96, height: 96 });
    const state = number === step ? pill(label("now_step"), "pill--good") : reached ? null : pill(`${from} ★`, "pill--off");
    return make("li", { class: `growth ${reached ? "" : "growth--ahead"}`, "aria-current": number === step ? "step" : null }, picture, make("div", { class: "stack stack--tight" }, state, make("p", {}, words)));
  });
  const total = make("p", { class: "reputation" }, make("span", { class: "reputation__star", "aria-hidden": "true" }, "★"), make("strong", {}, String(reputation)), make("span", { class: "muted" }, label("reputation")));
  return section(label("legend"), total, make("ol", { class: "growths" }, items));
}

function poster({ id, name, stars, captured, attempts: tries }, { hunting }) {
  const state = captured ? pill(label("captured_result"), "pill--good") : hunting === id ? pill(label("hunted"), "pill--warn") : pill(label("at_large"), "pill--off");
  const facts = make("p", { class: "small muted" }, `${"★".repeat(Math.min(stars, 9))} · ${label("tries", { number: tries })}`);
  return make("li", { class: `poster ${captured ? "poster--captured" : ""}` }, drawnCard(`${id}.boss`, name), make("div", { class: "stack stack--tight" }, make("h3", {}, name), state, facts));
}

function figures({ attempts: over, bosses }) {
  const captured = over.filter(({ result }) => result === "captured").length;
  const lost = over.reduce((sum, one) => sum + one.lost, 0);
  const hardest = bosses.reduce((most, boss) => (boss.attempts > most.attempts ? boss : most), { attempts: 1, name: "–" });
  const facts = [
    [label("stat_captured"), `${bosses.filter((boss) => boss.captured).length} / ${bosses.length}`],
    [label("stat_attempts"), over.length],
    [label("stat_share"), over.length ? percent(captured / over.length) : "–"],
    [label("stat_lost"), over.length ? number(lost / over.length) : "–"],
    [label("stat_hardest"), hardest.name],
  ];
  return section(label("figures"), make("dl", { class: "figures" }, facts.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, String(value))))));
}

const number = (value) => new Intl.NumberFormat(language.code, { maximumFractionDigits: 1 }).format(value);
const percent = (value) => new Intl.NumberFormat(language.code, { style: "percent" }).format(value);

function attempts({ attempts: over }) {
  const row = ({ name, result, lost, passed }, at) =>
    make("tr", {}, make("td", {}, String(at + 1)), make("td", {}, name), make("td", {}, RESULTS.includes(result) ? label(`${result}_result`) : result), make("td", {}, String(lost)), make("td", {}, String(passed)));
  const head = make("tr", {}, ["nr", "boss", "result", "lost", "passed"].map((column) => make("th", { scope: "col" }, label(`${column}_column`))));
  const table = make("div", { class: "scroll" }, make("table", { class: "attempts" }, make("thead", {}, head), make("tbody", {}, over.map(row))));
  const link = (kind) => make("a", { class: "button", href: `/campaign/log.${kind}`, download: "" }, kind.toUpperCase());
  return section(label("attempts"), over.length ? table : make("p", { class: "muted" }, label("no_attempts")), make("div", { class: "row" }, label("take_home"), link("csv"), link("json")));
}

await speak("campaign");
const live = new Live({
  view: () => `/campaign/view?language=${language.code}`,
  events: () => `/campaign/events?language=${language.code}`,
  show,
  online: (yes) => (document.getElementById("offline").hidden = yes),
});
offerLanguages("campaign", () => live.restart());
