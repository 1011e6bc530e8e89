/* The reader's language, switched without loading the page again. */

import { get } from "./wire.js";

export const language = {
  code: document.documentElement.lang,
  labels: {},
};

/** Load the labels of a page and put them on everything that carries data-label. */
export async function speak(page, code = language.code) {
  const { status, data } = await get(`/words/${page}?language=${code}`);
  if (status !== 200) return;
  language.code = data.language;
  language.labels = data.labels;
  document.documentElement.lang = data.language;
  relabel(document);
}

/** Return a label. */
export const label = (key) => language.labels[key] ?? key;

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

/** Let the language buttons switch; `after` fetches what else is in words. */
export function offerLanguages(page, after) {
  document.addEventListener("click", async ({ target }) => {
    const code = target.closest?.("[data-language]")?.dataset.language;
    if (!code || code === language.code) return;
    await speak(page, code);
    after();
  });
}
