/* Keeps the phone's screen on while a game is played: by a wake lock where the browser has one
   (over https), else by a silent film of four dark frames, which only a tap may start. */

let wanted = false;
let lock = null;
let film = null;

/** Say whether the screen is to stay on. */
export function stayAwake(on) {
  wanted = on;
  return keep();
}

document.addEventListener("visibilitychange", keep);
document.addEventListener("pointerdown", keep);
document.addEventListener("keydown", keep);

async function keep() {
  if (!wanted) return rest();
  if (document.hidden || lock || (film && !film.paused)) return undefined;
  return navigator.wakeLock ? hold() : play();
}

async function hold() {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // as with a battery that is almost empty: that is the phone's business
  }
}

async function play() {
  film ??= Object.assign(document.createElement("video"), { src: "/static/phone/awake.webm", muted: true, loop: true, playsInline: true });
  film.className = "visually-hidden";
  film.setAttribute("aria-hidden", "true");
  film.tabIndex = -1;
  document.body.append(film);
  await film.play().catch(() => {}); // until the next tap
}

function rest() {
  lock?.release();
  lock = null;
  film?.pause();
}
