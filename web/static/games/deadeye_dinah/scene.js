/* What is faced: the scene or the boss, and what the play does to them. */

import { make } from "../../phone/parts.js";
import { label } from "../../phone/language.js";
import { chip, choice, itemSign, outlaw, range, said, sign } from "./cards.js";
import { signed } from "./draft.js";

export function scene({ sheet, draft, shown, changed }) {
  const { job } = sheet;
  const parts = { peril, shootout, duel }[job.kind]({ sheet, draft, shown, changed });
  return make("section", { class: `panel scene scene--${job.kind}`, "aria-label": label(`kind_${job.kind}`) }, parts);
}

function heading(kind, name) {
  return make("div", { class: "scene__top" }, make("span", { class: "overline" }, label(`kind_${kind}`)), make("b", { class: "scene__name" }, name));
}

function shootout({ sheet, draft, shown, changed }) {
  const { job } = sheet;
  const outlaws = shown?.outlaws.length ? shown.outlaws : job.outlaws;
  const fate = (place) => (shown?.ignored.includes(place) ? "ignored" : shown?.fallen.includes(place) ? "fallen" : "");
  const covers = job.covers.map((value) => chip(value ? signed(value).replace("-", "−") : "±0", draft.cover === value, () => ((draft.cover = value), changed()), { "data-key": `cover${value}` }));
  const leaves = Object.entries(job.ignoring).map(([source, places]) =>
    choice(
      label(`ignore_${source}`),
      ...places.map((place) => chip(label("outlaw_place", { place, range: range(job.outlaws[place - 1].numbers) }), draft.ignores[source] === place, () => (draft.ignore(source, place), changed()), { "data-key": `${source}${place}` })),
    ),
  );
  return [
    heading("shootout", sceneName(sheet)),
    make("ol", { class: "outlaws" }, outlaws.map((one, at) => make("li", {}, outlaw(one, fate(at + 1))))),
    job.covers.length > 1 ? choice(label("cover"), ...covers) : null,
    ...leaves,
  ];
}

function peril({ sheet }) {
  const found = sheet.cards[sheet.job.scenes[0]].scene;
  const price = (one) => (typeof one === "number" ? sign("bullet", one) : itemSign(one));
  return [
    heading("peril", sceneName(sheet)),
    make("div", { class: "chances" }, make("span", { class: "ask__title" }, label("top_chances")), make("span", { class: "edge" }, itemSign(found.item), make("b", {}, "+"), sign("bullet", found.bullet))),
    found.lose.length ? make("div", { class: "chances" }, make("span", { class: "ask__title" }, label("bottom_chances")), make("span", { class: "edge" }, found.lose.map(price))) : null,
  ];
}

function duel({ sheet }) {
  const { job } = sheet;
  return [
    heading("duel", sheet.cards[sheet.hunting].name),
    make("p", { class: "edge edge--big" }, sign("hat", job.boss.hat), sign("bullet", range(job.boss.bullets))),
    make("p", { class: "muted" }, label("duel_lead")),
  ];
}

const sceneName = (sheet) => label("scene_of", { name: sheet.cards[sheet.job.scenes[0]].name });

/** Whom the job is about, what his effect is, and what is still to come. */
export function course(sheet) {
  const { job } = sheet;
  const { name, boss } = sheet.cards[sheet.hunting];
  const coming = job.scenes.slice(1).map((id) => make("li", { class: "coming" }, label(`kind_${sheet.cards[id].scene.kind}`), " · ", sheet.cards[id].name));
  return make(
    "details",
    { class: "panel course", id: "course" },
    make("summary", {}, make("b", {}, label("boss_of_job", { name })), sign("hat", job.boss.hat), sign("bullet", range(job.boss.bullets)), make("span", { class: "muted" }, label("to_come", { number: coming.length, lost: job.lost.length }))),
    said(boss.text) ? make("p", {}, said(boss.text)) : null,
    coming.length ? make("ol", { class: "comings" }, coming) : null,
    job.lost.length ? make("p", { class: "muted" }, label("lost_cards", { names: job.lost.map((id) => sheet.cards[id].name).join(", ") })) : null,
  );
}
