/* One dialog at a time; whatever stood in it is gone once it is closed. */

import { label } from "./language.js";
import { button, make } from "./parts.js";

let open = null;

/** Show a dialog with a title; returns its body, to be filled. */
export function openDialog(title, { closed = () => {} } = {}) {
  closeDialog();
  const body = make("div", { class: "sheet__body stack" });
  const heading = make("h2", { class: "sheet__title", id: "sheet-title" }, title);
  const close = button(label("close"), closeDialog, "button--quiet");
  const dialog = make(
    "dialog",
    { class: "sheet", "aria-labelledby": "sheet-title" },
    make("div", { class: "row row--apart sheet__bar" }, heading, close),
    body,
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (open === dialog) open = null;
    closed();
  });
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  document.body.append(dialog);
  open = dialog;
  dialog.showModal();
  return body;
}

export function closeDialog() {
  open?.close();
}

/** Ask before something that cannot be taken back. */
export function sure(question, yes, act) {
  const body = openDialog(question);
  const actions = make("div", { class: "dialog__actions" });
  actions.append(button(label("cancel"), closeDialog), button(yes, () => (closeDialog(), act()), "button--danger"));
  body.append(actions);
}
