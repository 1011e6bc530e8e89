/* Talking to the server: every answer is JSON, and a refusal says why in the reader's words. */

/** Something that a page cannot do without did not come; it is to be asked for again. */
export class Unreachable extends Error {}

/** Fetch JSON. Returns {status, data}; status 0 where the table cannot be reached. */
export async function get(path, { cache = "no-store" } = {}) {
  try {
    const response = await fetch(path, { cache });
    return { status: response.status, data: await response.json() };
  } catch {
    return { status: 0, data: null };
  }
}

/** Send a wish. Returns {ok, data, reasons}; `reasons` are sentences with their clauses. */
export async function send(path, wish = {}) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    });
    const data = await response.json();
    return { ok: response.ok, data, reasons: data.messages ?? [] };
  } catch {
    return { ok: false, data: null, reasons: null };
  }
}
