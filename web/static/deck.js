/* The drawn cards of a game: fetched as a whole deck, so that no request names a card. */

import { get, Unreachable } from "./phone/wire.js";
import { svg } from "./svg.js";

const faces = new Map();
let loaded = "";

/** Fetch every face and the back, unless they are here already. Returns which deck is in use.
    Those who draw a card before then get an empty one. `cards` changes with what is printed. */
export async function useDeck({ name, cards = "" }, language) {
  const wanted = `${name}/${language}?cards=${cards}`;
  if (loaded === wanted) return wanted;
  const { status, data } = await get(`/art/${wanted}`, { cache: "default" });
  if (status !== 200) throw new Unreachable(`art: ${status}`);
  faces.clear();
  for (const [face, text] of Object.entries(data)) faces.set(face, parsed(text));
  loaded = wanted;
  return wanted;
}

function parsed(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

/** Return a card as an SVG element of its own, named for those who do not see it. */
export function drawnCard(face, name = "") {
  const card = faces.get(face)?.cloneNode(true) ?? svg("svg");
  card.classList.add("playing-card");
  card.setAttribute("aria-label", name);
  card.setAttribute("role", "img");
  card.dataset.face = face;
  return card;
}
