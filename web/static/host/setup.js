/* Before the deal: players, the game, house rules, and who begins. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, clause, make, pill, seatChip } from "../phone/parts.js";

const card = (title, ...inside) => make("section", { class: "card stack stack--tight" }, make("h2", {}, title), ...inside);

/** A field with its button; `act(text)` gets what was written. */
function withButton(id, title, word, value, act) {
  const input = make("input", { class: "input", id, maxlength: 20, value, autocomplete: "off", "data-keep": "" });
  const go = async (event) => {
    event.preventDefault();
    if (!(await act(input.value))) return;
    // The list may have been filled anew meanwhile.
    const field = document.getElementById(id);
    if (field) field.value = field.defaultValue;
  };
  return make(
    "form",
    { class: "with-button", submit: go },
    make("div", { class: "field" }, make("label", { for: id }, title), input),
    make("button", { class: "button", type: "submit" }, word),
  );
}

export function seats(screen, wish) {
  const lobby = screen.stage === "lobby";
  const rows = screen.players.map((player) => seatRow(player, lobby, wish));
  const isFull = screen.players.length >= screen.places;
  const add = (name) => wish("/host/player", { name });
  return card(
    label("seats"),
    make("ul", {}, rows.length ? rows : make("li", { class: "muted" }, label("empty"))),
    lobby && !isFull ? withButton("add-name", label("add"), label("add_button"), "", add) : null,
  );
}

function seatRow(player, lobby, wish) {
  const facts = make(
    "span",
    { class: "row" },
    pill(label(player.phone ? "phone" : "no_phone"), player.phone ? "pill--good" : "pill--off"),
    lobby ? null : pill(label(player.logged ? "logged" : "unlogged")),
  );
  return make(
    "li",
    { class: "host-seat" },
    make("div", { class: "row row--apart" }, seatChip(player.seat, player.name), facts),
    lobby ? lobbyPart(player, wish) : null,
  );
}

function lobbyPart(player, wish) {
  const { seat, name } = player;
  const box = make("input", { type: "checkbox", id: `logged-${seat}`, change: () => wish("/host/logged", { seat, logged: box.checked }) });
  box.checked = player.logged;
  const remove = () => sure(label("remove_sure"), label("remove"), () => wish("/host/remove", { seat }));
  const rename = (text) => wish("/host/rename", { seat, name: text });
  return make(
    "details",
    { id: `change-${seat}` },
    make("summary", { class: "small" }, label("change")),
    make(
      "div",
      { class: "stack stack--tight" },
      withButton(`name-${seat}`, label("add_name"), label("rename"), name, rename),
      player.phone ? make("label", { class: "choice" }, box, make("span", {}, label("logged_switch"))) : null,
      button(label("remove"), remove, "button--danger"),
    ),
  );
}

export function houseRules(screen, wish) {
  const lobby = screen.stage === "lobby";
  const rules = screen.rules.map((rule) => make("li", { class: "rule-choice" }, ...(lobby ? ruleChoice(rule, wish) : ruleSet(rule)), about(rule), clause(rule)));
  return card(label("house_rules"), lobby ? null : make("p", { class: "small muted" }, label("frozen")), make("ul", {}, rules));
}

function ruleChoice(rule, wish) {
  const id = `rule-${rule.name}`;
  const select = make("select", { class: "select", id, change: () => wish("/host/rule", { name: rule.name, value: select.value }) });
  for (const [place, { value, text }] of rule.values.entries()) {
    const words = place === 0 ? `${text} (${label("usual")})` : text;
    select.append(make("option", { value, selected: value === rule.value ? "" : null }, words));
  }
  return [make("label", { for: id, class: "label" }, rule.label), select];
}

/** What is different by the chosen value, point by point, where a game spells it out. */
const about = ({ about: points }) => points.length ? make("ul", { class: "rule-choice__about small" }, ...points.map((point) => make("li", {}, point))) : null;

const ruleSet = (rule) => [make("div", { class: "row row--apart" }, make("strong", {}, rule.label), pill(rule.text, rule.usual ? "" : "pill--warn"))];

export function start({ screen, shelf, own_decks: decks }, wish) {
  const first = make("select", { class: "select", id: "first", "data-keep": "" }, make("option", { value: "" }, label("by_lot")));
  first.append(...screen.players.map(({ seat, name }) => make("option", { value: seat }, name)));
  const isEnough = screen.players.length >= screen.host.fewest;
  const deal = button(label("deal"), () => wish("/host/deal", { seat: first.value }), "button--primary button--big button--wide");
  deal.disabled = !isEnough;
  return card(
    label("start"),
    gameChoice(screen, shelf, wish),
    deckChoice(screen, decks, wish),
    make("div", { class: "field" }, make("label", { for: "first" }, label("first")), first),
    isEnough ? null : make("p", { class: "muted" }, label("need_more")),
    deal,
  );
}

function gameChoice(screen, shelf, wish) {
  const select = make("select", { class: "select", id: "game", change: () => wish("/host/game", { name: select.value }) });
  select.append(...shelf.map(({ name, title }) => make("option", { value: name, selected: name === screen.game.name ? "" : null }, title)));
  return make("div", { class: "field" }, make("label", { for: "game" }, label("game")), select);
}

/** Whose cards lie on the table; nothing to choose where there are only the printed ones. */
function deckChoice({ game }, decks, wish) {
  if (!decks || decks.all.length < 2) return null;
  const select = make("select", { class: "select", id: "deck", change: () => wish("/host/deck/play", { game: game.name, deck: select.value }) });
  const words = ({ title, promise }) => (promise === "not_usable" ? `${title} (${label("deck_unsure")})` : title || label("printed_deck"));
  select.append(...decks.all.map((deck) => make("option", { value: deck.name, selected: deck.name === decks.chosen ? "" : null }, words(deck))));
  return make("div", { class: "field" }, make("label", { for: "deck" }, label("deck_choice")), select);
}
