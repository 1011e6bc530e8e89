/* Keeps a page in step with the table: phones, the table's screen and the host's page alike.
   Each event of the stream is the whole view, the same that a GET answers; so a lost or doubled
   event does no harm. Phones sleep: on every wake the page looks at once and opens a fresh
   stream. Without a stream it looks every few seconds. */

import { get, Unreachable } from "./wire.js";

const LOOK_EVERY_MS = 2500;
const LOOK_ANYWAY_MS = 30000;
const WAKE_AT_MOST_EVERY_MS = 3000;
const LISTEN_AGAIN_MS = 15000;
const SHOW_AGAIN_MS = 1000;

export class Live {
  /**
   * `view()` and `events()` are addresses; `show(answer)` gets each view, `online(yes)` tells
   * whether the table answers, `wake()` is called first of all when the page comes back, and
   * `gone()` when this browser may no longer see the view.
   */
  constructor({ view, events, show, online, wake = () => {}, gone = () => {} }) {
    Object.assign(this, { view, events, show, online, wakeUp: wake, gone });
    this.woken = -Infinity;
    this.heard = 0;
    setInterval(() => this.streaming || document.hidden || this.look(), LOOK_EVERY_MS);
    setInterval(() => document.hidden || this.look(), LOOK_ANYWAY_MS);
    document.addEventListener("visibilitychange", () => this.wake());
    window.addEventListener("pageshow", () => this.wake());
    window.addEventListener("online", () => this.wake());
    window.addEventListener("offline", () => this.online(false));
    this.wake();
  }

  wake() {
    this.wakeUp();
    if (document.hidden) return;
    this.look();
    if (performance.now() - this.woken < WAKE_AT_MOST_EVERY_MS) return;
    this.woken = performance.now();
    this.listen();
  }

  /** Begin anew at other addresses: after a switch of language. */
  restart() {
    this.listen();
    this.look();
  }

  listen() {
    clearTimeout(this.later);
    this.source?.close();
    this.streaming = false;
    const source = new EventSource(this.events());
    this.source = source;
    source.addEventListener("message", ({ data }) => {
      this.streaming = true;
      this.hear(JSON.parse(data));
    });
    // Another window of the same owner took over: ask every few seconds, do not fight for it.
    source.addEventListener("replaced", () => this.lose(source));
    source.addEventListener("error", () => {
      this.streaming = false;
      if (source.readyState !== EventSource.CLOSED) return;
      this.later = setTimeout(() => document.hidden || this.listen(), LISTEN_AGAIN_MS);
    });
  }

  lose(source) {
    source.close();
    this.streaming = false;
  }

  /** Show what the stream told; a view that was asked for before it may be older. */
  hear(answer) {
    this.heard += 1;
    this.online(true);
    this.present(answer);
  }

  /** Show one view after the other; of several that wait only the last. */
  async present(answer) {
    this.next = answer;
    if (this.presenting) return;
    this.presenting = true;
    try {
      while (this.next) await this.show(this.taken());
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.online(false);
      setTimeout(() => this.look(), SHOW_AGAIN_MS);
    } finally {
      this.presenting = false;
    }
  }

  taken() {
    const { next } = this;
    this.next = null;
    return next;
  }

  /** Fetch the view now; while one is on its way, fetch once more after it. */
  async look() {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    do {
      this.again = false;
      await this.fetchView();
    } while (this.again);
    this.looking = false;
  }

  async fetchView() {
    const before = this.heard;
    const { status, data } = await get(this.view());
    if (status === 403) return this.gone();
    this.online(status === 200);
    if (status !== 200 || before !== this.heard) return undefined;
    return this.present(data);
  }
}
