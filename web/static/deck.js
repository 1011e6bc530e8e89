/* The drawn cards of a game: fetched as a whole deck, so that no request names a card. */

const SVG = "http://www.w3.org/2000/svg";
const faces = new Map();

/** Fetch every face and the back; those who draw a card before then get an empty one. */
export async function loadDeck(game, language) {
  const response = await fetch(`/art/${game}/${language}`);
  if (!response.ok) throw new Error(`art: ${response.status}`);
  const drawn = await response.json();
  faces.clear();
  for (const [face, text] of Object.entries(drawn)) faces.set(face, parsed(text));
}

function parsed(text) {
  return new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
}

/** Return a card as an SVG element of its own, named for those who do not see it. */
export function drawnCard(face, name = "") {
  const card = faces.get(face)?.cloneNode(true) ?? document.createElementNS(SVG, "svg");
  card.classList.add("playing-card");
  card.setAttribute("aria-label", name);
  card.setAttribute("role", "img");
  card.dataset.face = face;
  return card;
}
