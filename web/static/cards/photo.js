/* A photo of a card beside its fields: made smaller here, made anew on the server. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make, toast, toastReasons } from "../phone/parts.js";
import { send } from "../phone/wire.js";

const LONGEST = 1600;
/** A request with more than this is refused, characters of base64. */
const MOST = 900_000;

/** The place of a photo; `photos` holds which ones there are. */
export function photo(deck, place, name, photos) {
  const figure = make("figure", { class: "photo" });
  const path = `/host/cards/deck/${deck}/photo/${place}`;
  const draw = () => figure.replaceChildren(...parts());

  function parts() {
    const input = make("input", { class: "visually-hidden", type: "file", accept: "image/*", id: `photo-${place}`, change: () => put(input.files[0]) });
    const word = label(photos.has(place) ? "photo_other" : "photo_add");
    const choose = make("label", { class: "button", for: input.id }, word);
    const caption = make("figcaption", { class: "row" }, input, choose);
    if (!photos.has(place)) return [make("div", { class: "photo__none" }, name), caption];
    caption.append(button(label("photo_remove"), () => sure(label("photo_sure"), label("photo_remove"), () => put(null)), "button--quiet"));
    return [make("a", { href: path, target: "_blank" }, make("img", { src: `${path}?${Date.now()}`, alt: name })), caption];
  }

  async function put(file) {
    const image = file ? await shrunk(file) : "";
    if (image === null) return toast(label("photo_unknown"));
    const answer = await send(path, { image });
    if (!answer.ok) return toastReasons(answer.reasons);
    photos[file ? "add" : "delete"](place);
    draw();
  }

  draw();
  return figure;
}

/** Return a picture as base64 of a JPEG that is small enough to send; null for none. */
async function shrunk(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    for (const [longest, quality] of [[LONGEST, 0.85], [LONGEST, 0.6], [LONGEST / 2, 0.6]]) {
      const text = base64(bitmap, longest, quality);
      if (text.length < MOST) return text;
    }
  } catch {
    /* No picture that this browser knows. */
  }
  return null;
}

function base64(bitmap, longest, quality) {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", quality).split(",")[1];
}
