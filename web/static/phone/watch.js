/* A spectator's page: what the table's own screen shows, on a phone. */

import { useDeck } from "../deck.js";
import { openAsk } from "./acts.js";
import { label, language, offerLanguages, speak } from "./language.js";
import { Live } from "./live.js";
import { offerWord, openBanners, showNow } from "./now.js";
import { banner, fill, linkRules } from "./parts.js";
import { pastBanners } from "./past.js";
import { openHistory, openRules } from "./reading.js";
import { showTimers } from "../timers.js";
import { showTable } from "./tabletop.js";
import { where } from "./where.js";

const byId = (id) => document.getElementById(id);
let screen = null;

async function show(answer) {
  await useDeck(answer.screen.game, language.code);
  screen = answer.screen;
  byId("sit").hidden = screen.stage !== "lobby" || screen.players.length >= screen.places;
  for (const id of ["history", "ask"]) byId(id).hidden = screen.stage === "lobby";
  byId("campaign").hidden = !screen.campaign;
  showNow(screen);
  const { warnings, ruling, repair, repaired, differences, challenge, question, offer, findings, outcome } = screen;
  const data = [warnings, ruling, repair, repaired, differences, challenge, question, offer, findings, outcome, screen.void];
  fill(byId("banners"), data, () => banners(screen));
  showTimers(byId("timers"), answer, label("time_stands"));
  showTable(screen);
}

function banners(shown) {
  const found = [...openBanners(shown, null, where(shown)), ...pastBanners(shown)];
  if (shown.question) found.unshift(banner("question", label("question"), shown.question.text));
  if (shown.offer) found.unshift(banner("undo", offerWord(shown.offer), shown.offer.text));
  return found;
}

linkRules((clause) => openRules(screen, clause));
await speak("seat");
const live = new Live({
  view: () => `/watch/view?language=${language.code}`,
  events: () => `/watch/events?language=${language.code}`,
  show,
  online: (yes) => (byId("offline").hidden = yes),
});
offerLanguages("seat", () => live.restart());
byId("ask").addEventListener("click", () => openAsk("/watch"));
byId("history").addEventListener("click", () => openHistory(screen));
byId("rules").addEventListener("click", () => openRules(screen));
