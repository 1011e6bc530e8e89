/* A player's own business: name, how to look, what the phone is told, and going back a step. */

import { closeDialog, openDialog, sure } from "./dialog.js";
import { label } from "./language.js";
import { button, make } from "./parts.js";
import { alsoButton } from "./pass.js";

export function openUndo(wish) {
  const body = openDialog(label("undo"));
  const ask = () => {
    closeDialog();
    wish("/seat/undo");
  };
  body.append(make("p", {}, label("undo_lead")), button(label("undo_ask"), ask, "button--primary button--wide"));
}

export function openSettings(screen, wish, cover, passed) {
  const body = openDialog(label("settings"));
  body.append(nameForm(screen, wish), tapChoice(cover));
  if (screen.stage !== "lobby") return;
  body.append(loggedChoice(screen, wish), alsoButton(passed), leaveButton(wish));
}

function nameForm(screen, wish) {
  const name = make("input", { class: "input", id: "own-name", maxlength: 20, value: screen.you.name, autocomplete: "nickname" });
  const save = (event) => {
    event.preventDefault();
    closeDialog();
    wish("/seat/name", { name: name.value });
  };
  return make(
    "form",
    { class: "field", submit: save },
    make("label", { for: "own-name" }, label("my_name")),
    name,
    make("button", { class: "button", type: "submit" }, label("save")),
  );
}

function tapChoice(cover) {
  const box = make("input", { type: "checkbox", change: () => (cover.tapMode = box.checked) });
  box.checked = cover.tapMode;
  return make("label", { class: "choice" }, box, make("span", {}, label("tap_mode")));
}

function loggedChoice(screen, wish) {
  const box = make("input", { type: "checkbox", change: () => wish("/seat/logged", { logged: box.checked }) });
  box.checked = screen.you.logged;
  const hint = make("span", { class: "small muted" }, label("logged_hint"));
  return make("label", { class: "choice" }, box, make("span", { class: "stack stack--tight" }, label("logged"), hint));
}

function leaveButton(wish) {
  const ask = () => sure(label("leave_sure"), label("leave"), () => wish("/seat/leave"));
  return button(label("leave"), ask, "button--danger");
}
