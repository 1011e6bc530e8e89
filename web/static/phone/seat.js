/* A player's own page. What is secret enters the page only under the cover. */

import { useDeck } from "../deck.js";
import { keepUp, openAsk, openMove, openQuestion, showRefusal } from "./acts.js";
import { stayAwake } from "./awake.js";
import { Cover } from "./cover.js";
import { closeDialog, sure } from "./dialog.js";
import { label, language, offerLanguages, speak } from "./language.js";
import { Live } from "./live.js";
import { offerWord, openBanners, showNow } from "./now.js";
import { banner, button, fill, linkRules, make, seatChip } from "./parts.js";
import { pastBanners } from "./past.js";
import { showShared } from "./pass.js";
import { openHistory, openRules } from "./reading.js";
import { covered, secrets } from "./secret.js";
import { openSettings, openUndo } from "./settings.js";
import { showTable } from "./tabletop.js";
import { where } from "./where.js";
import { send } from "./wire.js";
import { aimPicture } from "../table/aim.js";
import { showTimers } from "../timers.js";

const byId = (id) => document.getElementById(id);
let screen = null;
let deck = "";
let desk = null;

const cover = new Cover(byId("cover"), { show: showSecret, hide: hideSecret });

function showSecret() {
  if (!screen?.secret) return;
  byId("secret").replaceChildren(...secrets(screen));
}

function hideSecret() {
  byId("secret").replaceChildren();
}

/** A game with a page of its own shows it here, in place of what all others share. */
async function showDesk(sheet) {
  if (sheet && desk?.game !== sheet.page) {
    const { Desk } = await import(`/static/games/${sheet.page}/desk.js`);
    addStyle(`/static/games/${sheet.page}/desk.css`);
    pages = ["seat", sheet.page];
    await speak(pages);
    desk = { game: sheet.page, page: new Desk(byId("desk"), wish) };
  }
  byId("desk").hidden = !sheet;
  if (sheet) desk.page.show(screen);
}

function addStyle(href) {
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}

async function show(answer) {
  deck = await useDeck(answer.screen.game, language.code);
  screen = answer.screen;
  const dealt = screen.stage !== "lobby";
  fill(byId("who"), screen.you, () => seatChip(screen.you.seat, screen.you.name, "seat--big"));
  byId("history").hidden = !dealt;
  byId("undo").hidden = !dealt || !screen.history.length;
  byId("campaign").hidden = !screen.campaign;
  const isOver = screen.stage === "over";
  stayAwake(dealt && !isOver);
  const { sheet } = screen.secret;
  byId("deeds").hidden = !dealt || isOver || Boolean(sheet);
  byId("own").hidden = !dealt || Boolean(sheet) || (isOver && screen.secret.hand.length === 0);
  byId("tabletop").hidden = Boolean(sheet);
  showNow(screen);
  fill(byId("aim"), [answer.aim, screen.you], () => aimPart(answer.aim));
  showShared(byId("shared"), answer, passed);
  fill(byId("banners"), bannerData(screen), () => banners(screen));
  showTimers(byId("timers"), answer, label("time_stands"));
  showTable(screen);
  keepUp(screen);
  fill(byId("hand"), [screen.players, screen.you, deck], () => covered(screen));
  cover.refresh();
  await showDesk(sheet);
}

/** The picture by which this player turns his gun, seen from where he sits. */
function aimPart(aim) {
  return aim?.seat === screen.you.seat ? [aimPicture(aim, label("aim_picture"), aim.angle_deg)] : [];
}

const bannerData = (shown) => {
  const { warnings, ruling, repair, repaired, differences, challenge, question, offer, players, claims, secret, you } = shown;
  const privately = [secret.ruling.length > 0, secret.accused];
  const past = [shown.findings, shown.void, shown.outcome];
  return [warnings, ruling, repair, repaired, differences, challenge, question, offer, players.length, claims, privately, you, past];
};

function banners(shown) {
  const privately = shown.secret.ruling.length > 0;
  const ruling = privately ? banner("ruling", label("ruling"), label("private_reason")) : null;
  const way = [where(shown), shown.offer ? null : tableRight()];
  const found = [...openBanners(shown, ruling, way), ...pastBanners(shown)];
  if (shown.secret.accused) found.unshift(banner("ruling", label("private_word"), label("private_note")));
  if (shown.question) found.unshift(questionBanner(shown.question));
  if (shown.offer) found.unshift(offerBanner(shown.offer));
  for (const claim of shown.claims) found.unshift(claimBanner(claim, shown.you));
  return found;
}

function questionBanner(question) {
  const answer = question.mine ? button(label("answer"), () => openQuestion(screen, wish), "button--primary") : null;
  const word = label(question.mine ? "question_mine" : "question");
  return banner("question", word, question.text, answer);
}

/** The other way out: what lies on the table counts, if everyone agrees. */
function tableRight() {
  const ask = () => sure(label("table_right_sure"), label("table_right"), () => wish("/seat/adopt"));
  return button(label("table_right"), ask);
}

function offerBanner(offer) {
  if (!offer.mine) return banner("undo", offerWord(offer), offer.text);
  const answers = make(
    "div",
    { class: "button-group" },
    button(label("agree"), () => wish("/seat/consent", { agree: true }), "button--primary"),
    button(label("decline"), () => wish("/seat/consent", { agree: false })),
  );
  return banner("undo", offerWord(offer), offer.text, answers);
}

function claimBanner(claim, you) {
  if (claim.seat !== you.seat) return banner("question", label("claim_word"), claim.text);
  const note = make("p", { class: "small muted" }, label("claim_note"));
  const yes = button(label("confirm_claim"), () => wish("/seat/confirm"), "button--danger");
  return banner("question", label("claim_word"), claim.text, note, yes);
}

async function wish(path, data) {
  const answer = await send(path, data);
  if (!answer.ok) showRefusal(answer.reasons);
  live.look();
}

function wake() {
  cover.close();
  closeDialog();
}

/** Another player has the phone now. */
function passed() {
  cover.close();
  closeDialog();
  byId("secret").replaceChildren();
  live.restart();
}

function gone() {
  location.replace("/");
}

let pages = ["seat"];
await speak("seat");
cover.relabel();
const live = new Live({
  view: () => `/seat/view?language=${language.code}`,
  events: () => `/seat/events?language=${language.code}`,
  show,
  online: (yes) => (byId("offline").hidden = yes),
  wake,
  gone,
});
offerLanguages(() => pages, () => {
  cover.close();
  cover.relabel();
  live.restart();
});
linkRules((clause) => openRules(screen, clause));
byId("move").addEventListener("click", () => openMove(() => screen, wish));
byId("ask").addEventListener("click", () => openAsk());
byId("history").addEventListener("click", () => openHistory(screen));
byId("rules").addEventListener("click", () => openRules(screen));
byId("undo").addEventListener("click", () => openUndo(wish));
byId("settings").addEventListener("click", () => openSettings(screen, wish, cover, passed));
