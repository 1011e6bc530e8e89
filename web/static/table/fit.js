/* Nobody scrolls a television: what does not fit on it is shown a little smaller. */

const SMALLEST = 0.6;
const STEP = 0.04;

/** Keep what `inner` holds within `outer` from now on, wherever `outer` scrolls by itself. */
export function keepFitting(outer, inner) {
  if (!CSS.supports("zoom", "1")) return;
  const fit = () => fitOnce(outer, inner);
  new MutationObserver(fit).observe(inner, { childList: true, subtree: true, attributes: true, attributeFilter: ["class", "data-count", "hidden"] });
  new ResizeObserver(fit).observe(outer);
  window.addEventListener("load", fit);
  fit();
}

/** Find the largest size at which nothing is left to scroll, before it is drawn. */
function fitOnce(outer, inner) {
  const isFixed = getComputedStyle(outer).overflowY === "auto";
  let size = 1;
  inner.style.zoom = size;
  while (isFixed && size > SMALLEST && outer.scrollHeight > outer.clientHeight + 1) {
    size -= STEP;
    inner.style.zoom = size;
  }
}
