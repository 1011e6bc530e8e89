/* The table screen: shows its view whenever the table has changed. */

import { useDeck } from "../deck.js";
import { openAsk } from "../phone/acts.js";
import { language, offerLanguages, speak } from "../phone/language.js";
import { Live } from "../phone/live.js";
import { linkRules } from "../phone/parts.js";
import { openRules } from "../phone/reading.js";
import { keepFitting } from "./fit.js";
import { showScreen } from "./screen.js";

const byId = (id) => document.getElementById(id);
let shown = null;

keepFitting(byId("main"), byId("fit"));
linkRules((clause) => shown && openRules(shown, clause));
await speak(["seat", "table"]);
const live = new Live({
  view: () => `/table/view?language=${language.code}`,
  events: () => `/table/events?language=${language.code}`,
  online: (yes) => (byId("offline").hidden = yes),
  show: async (answer) => {
    await useDeck(answer.screen.game, language.code);
    shown = answer.screen;
    byId("ask").hidden = shown.stage === "lobby";
    showScreen(answer);
  },
});
offerLanguages(["seat", "table"], () => live.restart());
byId("ask").addEventListener("click", () => openAsk("/watch"));
byId("rules").addEventListener("click", () => shown && openRules(shown));
