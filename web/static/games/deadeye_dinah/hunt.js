/* Choosing the boss of the next job: the campaign so far, the legend, and who is left. */

import { make } from "../../phone/parts.js";
import { label } from "../../phone/language.js";
import { itemSign, range, said, sign } from "./cards.js";
import { icon } from "./icons.js";

/** Everything between two jobs. `act(notation)` does one. */
export function hunt({ sheet, seat, act, notes }) {
  const left = Object.keys(sheet.cards).filter((id) => !sheet.captured.includes(id));
  return [
    ...notes.filter(({ code }) => NEWS.has(code)).map((note) => make("p", { class: `news news--${note.code}`, role: "status" }, note.text)),
    campaign(sheet),
    legend(sheet),
    left.length ? make("h2", { class: "overline" }, label("choose_boss")) : null,
    make("ul", { class: "bosses" }, left.map((id) => make("li", {}, poster(sheet, id, () => act(`${seat} hunts ${id}`))))),
  ];
}

const NEWS = new Set(["captured", "failed_no_kit", "failed_all_shot", "failed_given_up"]);

/** The eight bosses in small: who is captured, and what that is worth. */
export function campaign(sheet) {
  const badges = Object.entries(sheet.cards).map(([id, card]) => {
    const done = sheet.captured.includes(id);
    const name = `${card.name}: ${label(done ? "captured" : "at_large")}`;
    return make("li", { class: `badge ${done ? "badge--done" : ""}`, title: name }, icon(done ? "check" : "star"), make("span", { class: "visually-hidden" }, name));
  });
  return make(
    "section",
    { class: "campaign" },
    make("div", { class: "campaign__sum" }, make("b", {}, label("reputation", { number: sheet.reputation })), make("a", { href: "/campaign" }, label("attempts", { number: sheet.attempts }))),
    make("ul", { class: "badges" }, badges),
  );
}

/** The legend card: the step that holds, the others on demand. */
export function legend(sheet) {
  const step = sheet.legend[sheet.legend_at];
  const steps = sheet.legend.map((one, place) =>
    make("li", { class: place === sheet.legend_at ? "step step--now" : "step" }, sign("star", `${one.from}+`), make("span", {}, said(one.text) || label("no_effect"))),
  );
  return make(
    "details",
    { class: "legend", id: "legend" },
    make("summary", {}, make("span", { class: "overline" }, label("legend")), make("span", { class: "legend__now" }, said(step.text) || label("no_effect"))),
    make("ol", { class: "steps" }, steps),
  );
}

function poster(sheet, id, choose) {
  const { name, boss } = sheet.cards[id];
  const stars = Array.from({ length: boss.stars }, () => icon("star"));
  return make(
    "button",
    { type: "button", class: "poster", click: choose, "data-card": id },
    make("span", { class: "poster__top" }, make("b", { class: "poster__name" }, name), make("span", { class: "poster__stars", role: "img", "aria-label": label("stars", { number: boss.stars }) }, stars)),
    make("span", { class: "edge" }, sign("bullet", range(boss.bullets)), sign("hat", boss.hat), make("span", { class: "sign" }, make("b", {}, label("kit_number", { number: boss.kit }))), itemSign(boss.starts_with)),
    said(boss.text) ? make("span", { class: "poster__text" }, said(boss.text)) : null,
  );
}
