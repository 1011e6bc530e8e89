/* The cards of a deck by what they stand for: those that are there, and those still wanted. */

import { closeDialog, openDialog } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make } from "../phone/parts.js";

const nameOf = (state, means) => state.places.find(({ face }) => face === means)?.name ?? label("means_nothing");

/** What a card is called: what it stands for, and which of several. */
export function cardName(state, face) {
  const card = state.cards.find((one) => one.face === face);
  if (!card) return face;
  const equals = state.cards.filter(({ means }) => means === card.means);
  return equals.length > 1 ? label("which_of", { card: nameOf(state, card.means), number: equals.indexOf(card) + 1 }) : nameOf(state, card.means);
}

/** What the next photo is to show, in words; null: nothing is wanted. */
export function standsFor(state, target) {
  if (!target) return null;
  if (target.face) return label("once_more", { card: cardName(state, target.face) });
  const place = state.places.find(({ face }) => face === target.means);
  if (!place || place.count === 1) return nameOf(state, target.means);
  const number = state.cards.filter(({ means }) => means === target.means).length + 1;
  return label("one_of", { card: place.name, number, count: place.count });
}

/** All places of the game, each with its cards, or open. */
export function placeList(state, target, acts) {
  const known = new Set(state.places.map(({ face }) => face));
  const rows = state.places.map((place) => row(state, place, target, acts));
  const loose = state.cards.filter(({ means }) => !known.has(means));
  if (loose.length) rows.push(make("li", { class: "place" }, make("strong", { class: "place__name" }, label("means_nothing")), tiles(loose.map((card) => filled(state, card, target, acts)))));
  return make("section", { class: "card stack stack--tight" }, make("h2", {}, label("cards")), make("p", { class: "small muted" }, label("cards_lead")), make("ul", { class: "places" }, rows));
}

const tiles = (inside) => make("div", { class: "place__tiles" }, inside);

function row(state, { face, name, count }, target, acts) {
  const cards = state.cards.filter(({ means }) => means === face);
  const open = Array.from({ length: Math.max(0, count - cards.length) }, (_, place) => empty(face, name, place === 0 && target?.means === face, acts));
  const isFull = cards.length >= count;
  const counted = make("span", { class: isFull ? "place__count is-full" : "place__count" }, `${isFull ? "✓ " : ""}${cards.length} / ${count}`);
  return make("li", { class: "place", "data-place": face }, make("div", { class: "place__head" }, make("strong", { class: "place__name" }, name), counted), tiles([...cards.map((card) => filled(state, card, target, acts)), ...open]));
}

function filled(state, card, target, acts) {
  const name = cardName(state, card.face);
  const picture = make("img", { src: acts.image(card.photos.at(-1)), alt: "", loading: "lazy" });
  const more = card.photos.length > 1 ? make("span", { class: "tile__more" }, `× ${card.photos.length}`) : null;
  return make("button", { type: "button", class: "tile", "data-card": card.face, "aria-label": label("open_card", { card: name }), "aria-current": target?.face === card.face ? "true" : null, click: () => acts.open(card) }, picture, more);
}

function empty(face, name, isNext, acts) {
  return make("button", { type: "button", class: "tile tile--empty", "aria-label": label("choose_place", { card: name }), "aria-current": isNext ? "true" : null, click: () => acts.choose({ means: face }) }, make("span", { "aria-hidden": "true" }, "+"));
}

/** A card's photos, and what may be done with it. */
export function cardDialog(deck, state, card, { more, mean, drop }) {
  const body = openDialog(cardName(state, card.face));
  const act = (does) => () => (closeDialog(), does());
  const photos = card.photos.map((number, place) => {
    const remove = button(label("delete_photo"), act(() => drop(number)), "button--quiet");
    return make("figure", { class: "photo-tile" }, make("img", { src: `/host/deck/${deck}/picture/${number}.png`, alt: label("photo_number", { number: place + 1 }) }), card.photos.length > 1 ? remove : null);
  });
  const select = make("select", { class: "select", id: "means", change: () => (closeDialog(), mean(select.value)) });
  if (!state.places.some(({ face }) => face === card.means)) select.append(make("option", { value: card.means, selected: "" }, label("means_nothing")));
  select.append(...state.places.map(({ face, name }) => make("option", { value: face, selected: face === card.means ? "" : null }, name)));
  body.append(
    make("div", { class: "photo-tiles" }, photos),
    make("div", { class: "field" }, make("label", { for: "means" }, label("means")), select),
    make("div", { class: "button-group" }, button(label("another_photo"), act(more), "button--primary"), button(label("delete_card"), act(() => drop(null)), "button--danger")),
  );
}
