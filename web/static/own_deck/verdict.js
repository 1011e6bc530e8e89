/* What to expect of the deck: how well it is read, which cards are confused, what would help. */

import { label, language } from "../phone/language.js";
import { PAPERS, paperName } from "../papers.js";
import { button, make, pill } from "../phone/parts.js";
import { cardName } from "./cards.js";

const SIGNS = { good: "✓", usable: "~", not_usable: "✕" };

/** Show the verdict, or how to come by one; `wish(path)` starts it and calls it off. */
export function verdict(state, wish) {
  const inside = state.working !== null ? working(state, wish) : judge(state, wish);
  return make("section", { class: "card stack stack--tight", id: "verdict", "data-promise": state.working === null ? state.verdict?.promise : null }, make("h2", {}, label("verdict")), inside);
}

function working({ working: share }, wish) {
  const bar = make("progress", { max: 1, value: share, "aria-label": label("assessing") });
  return [make("p", {}, label("assessing")), bar, make("div", { class: "button-group" }, button(label("stop"), () => wish("call-off")))];
}

function judge(state, wish) {
  const start = button(label(state.verdict ? "assess_again" : "assess"), () => wish("assess"), state.verdict && !state.stale ? "" : "button--primary");
  start.id = "assess";
  start.disabled = state.cards.length < 2;
  return [
    state.verdict ? null : make("p", { class: "small muted" }, label("verdict_lead")),
    state.failed ? make("p", { class: "field-error" }, label("assess_failed")) : null,
    state.stale ? pill(label("is_stale"), "pill--warn") : null,
    state.verdict ? told(state) : null,
    make("div", { class: "button-group" }, start),
    state.verdict && state.have < state.need ? make("p", { class: "small" }, label("still_missing", { number: state.need - state.have })) : null,
  ].filter(Boolean);
}

function told(state) {
  const { promise, method, told: sentences, pairs } = state.verdict;
  const sign = make("span", { class: "promise__sign", "aria-hidden": "true" }, SIGNS[promise]);
  return make(
    "div",
    { class: "stack stack--tight" },
    make("p", { class: `promise promise--${promise}` }, sign, make("strong", {}, label(`promise_${promise}`))),
    make("ul", { class: "told" }, sentences.map((text) => make("li", {}, text))),
    make("p", { class: "small muted" }, label(`method_${method}`)),
    pairs.length ? confused(state, pairs) : null,
    state.game.name ? stickers(state) : null,
  );
}

function confused(state, pairs) {
  const side = (face) => {
    const card = state.cards.find((one) => one.face === face);
    const picture = card ? make("img", { src: `/host/deck/${state.deck}/picture/${card.photos[0]}.png`, alt: "" }) : null;
    return make("span", { class: "pair__side" }, picture, cardName(state, face));
  };
  const rows = pairs.map(([one, other]) => make("li", { class: "pair" }, side(one), make("span", { class: "pair__word" }, label("taken_for")), side(other)));
  return make("div", {}, make("h3", {}, label("confused")), make("p", { class: "small muted" }, label("confused_lead")), make("ul", { class: "pairs" }, rows));
}

function stickers({ game }) {
  const link = (paper) => make("a", { href: `/host/deck/stickers/${game.name}-${paper}.pdf?language=${language.code}`, download: "" }, paperName(paper));
  return make("div", { class: "row small" }, make("span", {}, label("stickers")), PAPERS.map(link));
}
