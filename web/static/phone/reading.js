/* What can be read at leisure: what happened, and the rules clause by clause. */

import { openDialog } from "./dialog.js";
import { label, language } from "./language.js";
import { historyList } from "./now.js";
import { make } from "./parts.js";
import { houseRules } from "./tabletop.js";
import { get } from "./wire.js";

export function openHistory(screen) {
  const body = openDialog(label("history"));
  body.append(historyList(screen.history));
}

/** Show every clause; `wanted` is a word or a clause to begin with. */
export async function openRules(screen, wanted = "") {
  const body = openDialog(label("rules"));
  const { status, data } = await get(`/rules?language=${language.code}`);
  if (status !== 200) return;
  const list = make("dl", { class: "clauses" });
  const search = make("input", { class: "input", type: "search", id: "rule-search", input: () => sift(list, search.value) });
  body.append(
    make("p", { class: "muted" }, label("rules_lead")),
    houseRules(screen),
    make("div", { class: "field" }, make("label", { for: "rule-search" }, label("search")), search),
    list,
  );
  for (const { clause, rule } of data.clauses) {
    list.append(make("div", {}, make("dt", {}, clause), make("dd", {}, rule)));
  }
  search.value = wanted;
  sift(list, wanted);
  if (wanted) search.scrollIntoView({ block: "start" });
}

/** Leave only the clauses that hold every word, or the one clause that is named. */
function sift(list, wanted) {
  const words = plain(wanted).trim().split(/\s+/);
  const items = [...list.children];
  const named = items.find((item) => plain(item.firstChild.textContent) === words.join(" "));
  for (const item of items) {
    const text = plain(`${item.firstChild.textContent} ${item.lastChild.textContent}`);
    item.hidden = named ? item !== named : !words.every((word) => text.includes(word));
  }
}

const plain = (text) => text.toLocaleLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
