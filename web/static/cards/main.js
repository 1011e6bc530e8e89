/* The card editor: the list of decks, or one deck. The address says which. */

import { offerLanguages, speak } from "../phone/language.js";
import { openEditor } from "./editor.js";
import { showList } from "./list.js";

const main = document.getElementById("main");
let editor = null;

const open = (deck) => (location.hash = deck);

async function show() {
  await editor?.draft.keep();
  const deck = decodeURIComponent(location.hash.slice(1));
  editor = deck ? await openEditor(main, deck, () => open("")) : null;
  if (!editor) await showList(main, open);
  scrollTo(0, 0);
}

addEventListener("hashchange", show);
addEventListener("visibilitychange", () => document.visibilityState === "hidden" && editor?.draft.keep());
addEventListener("beforeunload", (event) => editor && !editor.draft.isKept && event.preventDefault());
await speak("cards");
offerLanguages("cards", async () => {
  if (!editor) return show();
  await editor.draft.keep();
  await show();
});
await show();
