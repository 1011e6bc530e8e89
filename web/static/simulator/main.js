/* The simulator page: keeps table, camera picture, buttons and lamps in step with the server. */

import { useDeck } from "../deck.js";
import { label, language, offerLanguages, speak } from "../phone/language.js";
import { letterOf } from "../seats.js";
import { Camera } from "./camera.js";
import { Drawing } from "./drawing.js";
import { Hand } from "./hand.js";
import { Panel } from "./panel.js";
import { ask, tell } from "./server.js";
import { Tools } from "./tools.js";

const LOOK_EVERY_MS = 120;
const byId = (id) => document.getElementById(id);

class Page {
  async start() {
    await speak("simulator");
    await this.learnWords();
    this.names = {};
    const naming = {
      say: label,
      faceName: (face) => this.words.faces[face] ?? face,
      zoneName: (zone) => this.zoneName(zone),
      zonePlace: ({ kind }) => this.words.places[kind] ?? kind,
    };
    this.drawing = new Drawing(byId("table"), naming);
    this.camera = new Camera(byId("picture"), { ...naming, zoneName: (name) => this.zoneInShort(name) });
    this.hand = new Hand(this.drawing, {
      act: (wish) => this.act(wish),
      peek: (card) => this.peek(card),
      onSelect: (card) => this.tools.show(card),
      wholePile: () => this.tools.wholePile,
    });
    this.panel = new Panel(byId("seats"), (wish) => this.send("button", wish), naming.say);
    this.tools = new Tools(this, naming);
    this.state = {};
    offerLanguages("simulator", () => this.speakAnew());
    await this.look();
    this.watch();
  }

  async learnWords() {
    this.words = await ask(`words?language=${language.code}`);
    await useDeck({ name: this.words.game }, language.code);
  }

  /** Say everything that stands on the page in the language that was chosen. */
  async speakAnew() {
    await this.learnWords();
    this.names = {};
    this.panel.relabel();
    this.camera.draw();
    this.state = {};
    await this.look();
  }

  zoneName(zone) {
    const place = this.words.places[zone.seat ? zone.kind : zone.name] ?? zone.name;
    if (!zone.seat) return place.charAt(0).toLocaleUpperCase() + place.slice(1);
    return label("zone_of", { name: this.names[zone.seat] ?? zone.seat, place });
  }

  zoneCalled(name) {
    const zone = this.zone(name);
    return zone ? this.zoneName(zone) : name;
  }

  /** A zone's name as short as the camera's small picture asks. */
  zoneInShort(name) {
    const zone = this.zone(name);
    return zone?.seat ? `${letterOf(zone.seat)} ${this.words.places[zone.kind] ?? zone.kind}` : this.zoneCalled(name);
  }

  zone(name) {
    return this.drawing.scene?.zones.find((one) => one.name === name);
  }

  /** Look again and again while someone sees the page; a failed look is only one look lost. */
  async watch() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      if (document.hidden) continue;
      try {
        await this.look();
        this.online(true);
      } catch {
        this.online(false);
      }
    }
  }

  online(yes) {
    byId("offline").hidden = yes;
  }

  async look() {
    const state = await ask("state");
    if (state.game !== this.words.game) await this.learnWords();
    const renamed = this.rename(state.seats);
    this.panel.show(state.seats, state.buzzing);
    if (state.scene !== this.state.scene || renamed) await this.fetchScene(renamed);
    if (state.picture !== this.state.picture && state.picture) this.fetchPicture().catch(() => this.online(false));
    this.state = state;
  }

  rename(seats) {
    for (const one of seats) one.name ??= label("empty_seat", { letter: letterOf(one.seat) });
    const names = Object.fromEntries(seats.map(({ seat, name }) => [seat, name]));
    const changed = JSON.stringify(names) !== JSON.stringify(this.names);
    this.names = names;
    return changed;
  }

  async fetchScene(renamed = false) {
    if (this.hand.busy) return;
    const scene = await ask("scene");
    if (this.hand.busy) return;
    if (renamed) this.drawing.scene = null;
    this.drawing.show(scene);
    this.tools.sceneChanged(scene);
  }

  async fetchPicture() {
    if (this.fetching) return;
    this.fetching = true;
    try {
      const picture = await ask("picture");
      await this.camera.show(picture);
      this.tools.read(picture);
    } finally {
      this.fetching = false;
    }
  }

  /** Ask for one thing; what is refused is said, and the table shown as it is. */
  async act(wish) {
    await this.send("do", wish);
    await this.fetchScene();
  }

  async send(path, wish) {
    const answer = await tell(path, wish);
    this.tools.say(answer.ok ? "" : answer.messages.map((message) => message.text).join(" "));
    return answer;
  }

  async peek(card) {
    const { face } = await this.send("peek", { card });
    if (face) this.tools.say(label("peeked", { face: this.words.faces[face] ?? face }));
    return face;
  }
}

new Page().start();
