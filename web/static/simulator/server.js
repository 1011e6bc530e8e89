/* Talking to the simulator's room of the server. */

const ROOM = "/simulator/";

/** Fetch JSON; throws where there is none. */
export async function ask(path) {
  const response = await fetch(ROOM + path, { cache: "no-store" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

let last = Promise.resolve();

/** Send a wish, in order after those before it, and return the answer, granted or not. */
export function tell(path, wish) {
  const body = JSON.stringify(wish);
  const headers = { "Content-Type": "application/json" };
  const send = async () => {
    try {
      return await (await fetch(ROOM + path, { method: "POST", headers, body })).json();
    } catch {
      return { ok: false, messages: [] };
    }
  };
  last = last.then(send);
  return last;
}
