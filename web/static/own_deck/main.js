/* Enrolling a deck of another maker: the list of decks, or one deck. The address says which. */

import { offerLanguages, speak } from "../phone/language.js";
import { showList } from "./list.js";
import { Work } from "./work.js";

const main = document.getElementById("main");
let work = null;

const open = (deck) => (location.hash = deck);

async function show() {
  work?.close();
  const deck = decodeURIComponent(location.hash.slice(1));
  work = deck ? new Work(main, deck, () => open("")) : null;
  if (!(await work?.start())) {
    work = null;
    await showList(main, open);
  }
  scrollTo(0, 0);
}

addEventListener("hashchange", show);
await speak("own_deck");
offerLanguages("own_deck", () => (work ? work.refresh() : showList(main, open)));
await show();
