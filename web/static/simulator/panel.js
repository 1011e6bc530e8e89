/* The seats' buttons and lamps, the host's button, and the buzzer. */

import { letterOf } from "../seats.js";

/** A finger stays at least this long, so that a quick click gets through the debouncing. */
const SHORTEST_PRESS_MS = 90;

export class Panel {
  constructor(root, send, say) {
    Object.assign(this, { root, send, say, rows: new Map() });
    this.host = this.#button("host");
    this.host.textContent = say("host_button");
    root.after(this.host);
  }

  /** Show seats as [{seat, name, lit}], in their order. */
  show(seats, buzzing) {
    for (const seat of [...this.rows.keys()]) {
      if (!seats.some((one) => one.seat === seat)) this.#remove(seat);
    }
    for (const one of seats) this.#show(one);
    document.getElementById("buzzer").hidden = !buzzing;
  }

  /** Say button and lamp in another language. */
  relabel() {
    this.host.textContent = this.say("host_button");
    for (const seat of [...this.rows.keys()]) this.#remove(seat);
  }

  #remove(seat) {
    this.rows.get(seat).row.remove();
    this.rows.delete(seat);
  }

  #show({ seat, name, lit }) {
    const { row, title, lamp } = this.rows.get(seat) ?? this.#newRow(seat);
    if (title.textContent !== name) title.textContent = name;
    if (row.dataset.lit !== String(lit)) {
      row.dataset.lit = lit;
      lamp.textContent = this.say(lit ? "lamp_on" : "lamp_off");
    }
  }

  #newRow(seat) {
    const template = document.getElementById("seat-row").content.cloneNode(true);
    const row = template.firstElementChild;
    row.dataset.seat = seat;
    row.querySelector(".seat__mark").textContent = letterOf(seat);
    const title = row.querySelector(".seat__name");
    const button = this.#button(seat);
    button.classList.add("arcade");
    button.textContent = this.say("press");
    title.id = `seat-name-${seat}`;
    button.setAttribute("aria-describedby", title.id);
    row.append(button);
    this.root.append(row);
    const entry = { row, title, lamp: row.querySelector(".lamp__word") };
    this.rows.set(seat, entry);
    return entry;
  }

  #button(seat) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.dataset.button = seat;
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      this.#press(button);
    });
    for (const kind of ["pointerup", "pointercancel", "blur"]) {
      button.addEventListener(kind, () => this.#release(button));
    }
    button.addEventListener("keydown", (event) => this.#key(event, () => this.#press(button)));
    button.addEventListener("keyup", (event) => this.#key(event, () => this.#release(button)));
    return button;
  }

  #key(event, does) {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) does();
  }

  #press(button) {
    if (button.pressed) return;
    button.pressed = performance.now();
    button.classList.add("is-down");
    this.send({ seat: button.dataset.button, down: true });
  }

  #release(button) {
    if (!button.pressed) return;
    const left = Math.max(0, button.pressed + SHORTEST_PRESS_MS - performance.now());
    button.pressed = 0;
    button.classList.remove("is-down");
    setTimeout(() => this.send({ seat: button.dataset.button, down: false }), left);
  }
}
