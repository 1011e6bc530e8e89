/* Keeps a screen in step: the stream gives a number, the screen fetches its view.
   Without a stream it looks every few seconds, so a broken one costs only time. */

const LOOK_EVERY_MS = 2500;
const FIRST_RETRY_MS = 500;

export class Live {
  /** `show(answer)` gets each new view, `online(yes)` whether the table can be reached. */
  constructor({ view, events, show, online }) {
    Object.assign(this, { view, events, show, online, revision: -1 });
    setInterval(() => this.streaming || this.look(), LOOK_EVERY_MS);
    document.addEventListener("visibilitychange", () => document.hidden || this.look());
    window.addEventListener("online", () => this.look());
    this.look();
    this.listen();
  }

  listen() {
    const source = new EventSource(this.events());
    source.addEventListener("message", ({ data }) => {
      this.streaming = true;
      if (JSON.parse(data).revision !== this.revision) this.look();
    });
    source.addEventListener("error", () => {
      this.streaming = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(() => this.listen(), LOOK_EVERY_MS);
    });
  }

  /** Fetch the view now; while one is on its way, fetch once more after it. */
  async look() {
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    try {
      await this.fetchView();
    } finally {
      this.looking = false;
    }
    if (this.again) {
      this.again = false;
      await this.look();
    }
  }

  async fetchView() {
    try {
      const response = await fetch(this.view(), { cache: "no-store" });
      if (!response.ok) throw new Error(String(response.status));
      const answer = await response.json();
      this.revision = answer.revision;
      await this.show(answer);
      this.online(true);
    } catch {
      this.online(false);
      setTimeout(() => this.look(), FIRST_RETRY_MS * 2);
    }
  }
}
