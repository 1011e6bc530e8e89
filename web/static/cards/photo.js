/* A photo of a card beside its fields: made smaller here, made anew on the server. */

import { sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make, toastReasons } from "../phone/parts.js";
import { pictureButton } from "../phone/picture.js";
import { send } from "../phone/wire.js";

/** The place of a photo; `photos` holds which ones there are. */
export function photo(deck, place, name, photos) {
  const figure = make("figure", { class: "photo" });
  const path = `/host/cards/deck/${deck}/photo/${place}`;
  const draw = () => figure.replaceChildren(...parts());

  function parts() {
    const word = label(photos.has(place) ? "photo_other" : "photo_add");
    const choose = pictureButton(`photo-${place}`, word, put);
    const caption = make("figcaption", { class: "row" }, choose);
    if (!photos.has(place)) return [make("div", { class: "photo__none" }, name), caption];
    caption.append(button(label("photo_remove"), () => sure(label("photo_sure"), label("photo_remove"), () => put("")), "button--quiet"));
    return [make("a", { href: path, target: "_blank" }, make("img", { src: `${path}?${Date.now()}`, alt: name })), caption];
  }

  async function put(image) {
    const answer = await send(path, { image });
    if (!answer.ok) return toastReasons(answer.reasons);
    photos[image ? "add" : "delete"](place);
    draw();
  }

  draw();
  return figure;
}
