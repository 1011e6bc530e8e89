/* Building SVG, and finding a pointer in it. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Make an SVG element with attributes and children; what is null is left out. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Return points as the text of an outline. */
export const outline = (points) => points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

/** Return where a pointer is, in the units of a drawing. */
export function pointerIn(root, { clientX, clientY }) {
  const point = new DOMPoint(clientX, clientY).matrixTransform(root.getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}
