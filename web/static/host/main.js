/* The host's page: who plays, what is played, and putting right what went wrong. */

import { useDeck } from "../deck.js";
import { sure } from "../phone/dialog.js";
import { label, language, offerLanguages, speak } from "../phone/language.js";
import { Live } from "../phone/live.js";
import { historyList, offerWord, openBanners, showNow } from "../phone/now.js";
import { banner, button, fill, make, toast, toastReasons } from "../phone/parts.js";
import { send } from "../phone/wire.js";
import { machine } from "./machine.js";
import { marked } from "./marked.js";
import { mend } from "./mend.js";
import { past } from "./past.js";
import { records } from "./records.js";
import { role } from "./role.js";
import { seen } from "./seen.js";
import { houseRules, seats, start } from "./setup.js";
import { speakFor } from "./speak.js";
import { halt, timerChoice } from "./time.js";
import { showTimers } from "../timers.js";

const byId = (id) => document.getElementById(id);

const SHOWN_OF_HISTORY = 12;

const MOVED = "camera_moved";

/** What is wrong with the camera, and the step of its page that mends it. */
const MENDED_AT = { camera_moved: "table", mat_missing: "table", too_dark: "camera", overexposed: "camera", out_of_focus: "camera" };

async function wish(path, data) {
  const answer = await send(path, data);
  if (!answer.ok) toastReasons(answer.reasons);
  live.look();
  return answer.ok;
}

async function show(answer) {
  const { screen } = answer;
  await useDeck(screen.game, language.code);
  byId("simulator").hidden = !answer.simulator;
  byId("calibrate").hidden = !answer.calibrate;
  byId("own-deck").hidden = !answer.own_decks;
  showNow(screen);
  const { warnings, ruling, repair, repaired, differences, challenge, question, offer, claims } = screen;
  fill(byId("banners"), [warnings, ruling, repair, repaired, differences, challenge, question, offer, claims, answer.diagnostics, answer.stuck], () => [...notices(answer), ...banners(screen, answer.calibrate, answer.aims)]);
  showTimers(byId("timers"), answer, label("time_stands"));
  const lobby = screen.stage === "lobby";
  fill(byId("halt"), !lobby && screen.timer, () => !lobby && halt(screen, wish));
  fill(byId("start"), lobby && [screen.players, answer.shelf, screen.game, answer.own_decks, screen.host.fewest], () => lobby && start(answer, wish));
  fill(byId("seats"), [screen.players, lobby, screen.places], () => seats(screen, wish));
  fill(byId("rules"), [screen.rules, lobby, screen.timer.minutes], () => [houseRules(screen, wish), lobby && timerChoice(screen, wish)]);
  const prints = lobby && answer.marked?.game === screen.game.name;
  fill(byId("marked"), prints && answer.marked, () => prints && marked(answer, wish, () => live.look()));
  fill(byId("speak"), [screen.host.spoken_for, screen.host.question, question], () => speakFor(screen, wish));
  fill(byId("mend"), !lobby && [screen.host.corrections, screen.stage, !screen.history.length], () => !lobby && mend(screen, wish, saved));
  fill(byId("past"), !lobby && [screen.findings, screen.host.unshown, screen.void, screen.players], () => !lobby && past(screen, wish));
  fill(byId("seen"), !lobby && answer.sees, () => !lobby && answer.sees && seen());
  fill(byId("role"), [], role);
  fill(byId("records"), [screen.stage, screen.outcome], () => records(screen));
  fill(byId("history"), !lobby && screen.history, () => !lobby && history(screen));
  fill(byId("machine"), [answer.diagnostics, answer.address, screen.watching], () => machine(answer));
}

const saved = () => toast(() => label("saved"), "good");

function history(screen) {
  const list = historyList(screen.history, SHOWN_OF_HISTORY);
  return make("section", { class: "card stack stack--tight" }, make("h2", {}, label("history")), list);
}

/** What was out of the ordinary when the table started, and whose buttons say nothing now. */
function notices({ diagnostics, stuck, screen }) {
  const told = diagnostics.filter((fact) => fact.label === "notice").map((fact) => banner("repair", label("notice"), fact.text));
  if (stuck.length) told.push(banner("repair", label("stuck"), stuck.map((seat) => whose(seat, screen)).join(" · ")));
  return told;
}

const whose = (seat, { players }) => (seat === "host" ? label("host_button") : (players.find((player) => player.seat === seat)?.name ?? seat));

function banners(screen, mayCalibrate, mayAim) {
  const found = openBanners(screen, null, trustButton(screen));
  const step = screen.warnings.map(({ code }) => MENDED_AT[code]).find(Boolean);
  // What the camera has to say comes first.
  if (step && mayCalibrate) found[0].append(make("a", { href: `/calibrate#${step}`, class: "button" }, label("calibrate_page")));
  if (mayAim && screen.warnings.some(({ code }) => code === MOVED)) found[0].append(button(label("aim_here"), () => wish("/host/aim")));
  if (screen.question) found.unshift(banner("question", label("question"), screen.question.text));
  if (screen.offer) found.unshift(offerBanner(screen.offer));
  for (const claim of screen.claims) found.unshift(claimBanner(claim));
  return found;
}

/** What may be wrong only because the camera cannot read a card. */
const UNSEEN = /^repair_(missing|order|unread)/;

/** The host may say that a card lies there though the camera cannot read it. */
function trustButton({ repair }) {
  if (!repair || !UNSEEN.test(repair.code)) return null;
  return button(label("trust"), () => sure(label("trust_sure"), label("trust"), () => wish("/host/trust")));
}

function offerBanner(offer) {
  const answers = make(
    "div",
    { class: "button-group" },
    button(label("consent"), () => wish("/host/consent", { agree: true }), "button--primary"),
    button(label("decline"), () => wish("/host/consent", { agree: false })),
  );
  return banner("undo", offerWord(offer), offer.text, answers);
}

function claimBanner({ seat, text }) {
  const yes = button(label("confirm_claim"), () => wish("/host/confirm", { seat }), "button--primary");
  return banner("question", label("claim_word"), text, yes);
}

await speak("host");
const live = new Live({
  view: () => `/host/view?language=${language.code}`,
  events: () => `/host/events?language=${language.code}`,
  show,
  online: (yes) => (byId("offline").hidden = yes),
  gone: () => location.replace("/host"),
});
offerLanguages("host", () => live.restart());
