/* A small picture of the table that shows where something has to be mended. */

import { plan } from "../table/plan.js";

export function where({ mend, players, common }) {
  if (!mend) return null;
  return plan(players.map(({ seat }) => seat), common.map(({ zone }) => zone), mend);
}
