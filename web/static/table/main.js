/* The table screen: fetches its view whenever the table has changed, and shows it. */

import { loadDeck } from "../deck.js";
import { openAsk } from "../phone/acts.js";
import { speak } from "../phone/language.js";
import { openRules } from "../phone/reading.js";
import { Live } from "./live.js";
import { Screen } from "./screen.js";

let language = document.documentElement.lang;
let known = "";
let shown = null;
const screen = new Screen();

async function learn(game) {
  const wanted = `${game}/${language}`;
  if (known === wanted) return;
  const [answer] = await Promise.all([
    fetch(`/words/table?language=${language}`).then((response) => response.json()),
    loadDeck(game, language),
    speak("seat", language),
  ]);
  screen.speak(answer.labels);
  known = wanted;
}

const live = new Live({
  view: () => `/table/view?language=${language}`,
  events: () => "/table/events",
  online: (yes) => screen.online(yes),
  show: async (answer) => {
    await learn(answer.screen.game.name);
    shown = answer.screen;
    document.getElementById("ask").hidden = shown.stage === "lobby";
    screen.show(answer);
  },
});

for (const button of document.querySelectorAll("[data-language]")) {
  button.addEventListener("click", () => {
    language = button.dataset.language;
    document.documentElement.lang = language;
    for (const other of document.querySelectorAll("[data-language]")) {
      other.setAttribute("aria-pressed", other === button);
    }
    live.look();
  });
}

document.getElementById("ask").addEventListener("click", () => openAsk("/watch"));
document.getElementById("rules").addEventListener("click", () => shown && openRules(shown));
