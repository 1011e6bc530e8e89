/* Looking back: what was not right, as later cards show, and what is to become of it. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, clause, make, pill } from "../phone/parts.js";

export function past(screen, wish) {
  const { findings, host } = screen;
  const parts = [
    findings.length ? make("p", { class: "small muted" }, label("past_lead")) : null,
    findings.length ? make("ul", { class: "stack past" }, findings.map((one) => finding(one, wish))) : null,
    host.unshown.length ? shown(host, wish) : null,
    findings.length && !screen.void ? voided(wish) : null,
  ].filter(Boolean);
  if (!parts.length) return null;
  return make("section", { class: "card stack" }, make("h2", {}, label("past")), parts);
}

function finding(one, wish) {
  const { key, text, stands } = one;
  const back = () => sure(label("past_back_sure"), label("past_back"), () => wish("/host/past/back", { key }));
  const choices = [
    stands ? pill(label("past_stands"), "pill--good") : button(label("past_stand"), () => wish("/host/past/stand", { key })),
    one.public ? button(label("past_back"), back) : null,
  ].filter(Boolean);
  return make(
    "li",
    { class: "stack stack--tight", "data-finding": key },
    make("p", {}, text),
    clause(one, true),
    make("div", { class: "button-group" }, choices),
  );
}

function voided(wish) {
  const act = () => sure(label("past_void_sure"), label("past_void"), () => wish("/host/past/void"));
  return button(label("past_void"), act, "button--danger button--wide");
}

function shown({ unshown, faces }, wish) {
  const place = make("select", { class: "select", id: "shown-place" });
  place.append(...unshown.map((one) => make("option", { value: one.place }, one.name || label("past_hidden"))));
  const face = make("select", { class: "select", id: "shown-face" });
  face.append(...faces.map((one) => make("option", { value: one.face }, one.name)));
  const say = () => wish("/host/past/shown", { place: place.value, face: face.value });
  return make(
    "details",
    {},
    make("summary", {}, label("past_shown")),
    make(
      "div",
      { class: "stack stack--tight" },
      make("p", { class: "small muted" }, label("past_shown_lead")),
      make("div", { class: "field" }, make("label", { for: "shown-place" }, label("past_place")), place),
      make("div", { class: "field" }, make("label", { for: "shown-face" }, label("past_face")), face),
      button(label("past_show"), say),
    ),
  );
}
