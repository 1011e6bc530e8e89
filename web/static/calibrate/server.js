/* Talking to the calibration's room of the server. */

import { language } from "../phone/language.js";
import { toastReasons } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";

const ROOM = "/calibrate/";
/** What the document hears when a wish was granted. */
export const GRANTED = "calibrate:granted";

/** Return the state, or null where it did not come. */
export async function fetchState() {
  const { status, data } = await get(`${ROOM}state?language=${language.code}`);
  return status === 200 ? data : null;
}

/** Return {online, look}: the newest picture, look null where the page has it already. */
export async function fetchLook(step, layer, after) {
  const query = new URLSearchParams({ step, layer, after, language: language.code });
  try {
    const response = await fetch(`${ROOM}look?${query}`, { cache: "no-store" });
    if (response.status === 403) location.replace("/calibrate");
    return { online: response.ok, look: response.status === 200 ? await response.json() : null };
  } catch {
    return { online: false, look: null };
  }
}

/** Send a wish; tell why where it is not granted. Returns whether it was. */
export async function wish(does, more = {}) {
  const answer = await send(`${ROOM}do`, { do: does, ...more });
  if (!answer.ok) toastReasons(answer.reasons);
  // Whoever shows the state need not wait for the next picture to learn that it moved.
  else document.dispatchEvent(new Event(GRANTED));
  return answer.ok;
}
