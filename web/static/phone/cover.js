/* The cover over a player's secrets. What is secret stands in the page only while it is held
   open: by a finger, a held key, or (chosen once) a tap. It closes by itself after ten
   seconds, when the page is left, and on every wake. */

import { label } from "./language.js";

const OPEN_AT_MOST_MS = 10000;
const TAP_MODE = "tap-to-look";

export class Cover {
  /** `show()` puts the secret into the page, `hide()` takes it out again. */
  constructor(handle, { show, hide }) {
    Object.assign(this, { handle, show, hide, isOpen: false });
    handle.addEventListener("pointerdown", (event) => this.down(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
      handle.addEventListener(kind, () => this.mayStay() || this.close());
    }
    handle.addEventListener("keydown", (event) => this.key(event));
    handle.addEventListener("keyup", (event) => isHoldKey(event) && (this.mayStay() || this.close()));
    handle.addEventListener("click", (event) => this.click(event));
    handle.addEventListener("contextmenu", (event) => event.preventDefault());
    for (const kind of ["visibilitychange", "pagehide", "freeze"]) {
      document.addEventListener(kind, () => this.close());
    }
    window.addEventListener("pagehide", () => this.close());
    window.addEventListener("blur", () => this.close());
    this.relabel();
  }

  get tapMode() {
    return remembered() === "yes";
  }

  set tapMode(on) {
    remember(on ? "yes" : "no");
    this.close();
    this.relabel();
  }

  down(event) {
    if (this.tapMode || event.button !== 0) return;
    event.preventDefault();
    this.handle.focus({ preventScroll: true });
    this.handle.setPointerCapture(event.pointerId);
    this.open();
  }

  key(event) {
    if (!isHoldKey(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (!this.tapMode) this.open();
    else this.toggle();
  }

  /** A click without a pointer is a screen reader's, which cannot hold: it toggles. */
  click(event) {
    if (this.tapMode) return this.toggle();
    if (event.detail !== 0) return undefined;
    this.latched = !this.isOpen;
    return this.toggle();
  }

  mayStay() {
    return this.tapMode || this.latched;
  }

  toggle() {
    if (this.isOpen) this.close();
    else this.open();
  }

  open() {
    if (this.isOpen || document.hidden) return;
    this.isOpen = true;
    this.timer = setTimeout(() => this.close(), OPEN_AT_MOST_MS);
    this.show();
    this.relabel();
  }

  close() {
    clearTimeout(this.timer);
    if (!this.isOpen) return;
    this.isOpen = this.latched = false;
    this.hide();
    this.relabel();
  }

  /** Show the secret again after a new view, without opening what is closed. */
  refresh() {
    if (this.isOpen) this.show();
  }

  relabel() {
    const keys = this.tapMode ? ["tap", "tapping"] : ["hold", "holding"];
    this.handle.textContent = label(keys[Number(this.isOpen)]);
    this.handle.setAttribute("aria-pressed", String(this.isOpen));
  }
}

const isHoldKey = ({ key }) => key === " " || key === "Enter";

function remembered() {
  try {
    return localStorage.getItem(TAP_MODE);
  } catch {
    return null; // private windows may refuse; holding works all the same
  }
}

function remember(value) {
  try {
    localStorage.setItem(TAP_MODE, value);
  } catch {
    // not kept then
  }
}
