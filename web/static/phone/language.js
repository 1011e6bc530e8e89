/* The reader's language, switched without loading the page again. */

import { get } from "./wire.js";

export const language = {
  code: document.documentElement.lang,
  labels: {},
};

/** Load the labels of a page, or of several laid over each other, and put them on everything
    that carries data-label. */
export async function speak(page, code = language.code) {
  const answers = await Promise.all([page].flat().map((one) => get(`/words/${one}?language=${code}`)));
  if (answers.some(({ status }) => status !== 200)) return;
  language.code = answers[0].data.language;
  language.labels = Object.assign({}, ...answers.map(({ data }) => data.labels));
  document.documentElement.lang = language.code;
  document.title = `${label(document.body.dataset.title)} · ${label("brand")}`;
  relabel(document);
}

/** Return a label, its {names} filled in with facts. */
export function label(key, facts = {}) {
  const text = language.labels[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");
}

export function relabel(root) {
  for (const element of root.querySelectorAll("[data-label]")) {
    element.textContent = label(element.dataset.label);
  }
  for (const element of root.querySelectorAll("[data-label-name]")) {
    element.setAttribute("aria-label", label(element.dataset.labelName));
  }
  for (const button of root.querySelectorAll("[data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === language.code));
  }
}

/** Let the language buttons switch; `after` fetches what else is in words. `page` may be
    asked for, where it is not the same all along. The document hears of it as "spoken". */
export function offerLanguages(page, after) {
  document.addEventListener("click", async ({ target }) => {
    const code = target.closest?.("[data-language]")?.dataset.language;
    if (!code || code === language.code) return;
    await speak(page instanceof Function ? page() : page, code);
    document.dispatchEvent(new Event("spoken"));
    after();
  });
}
