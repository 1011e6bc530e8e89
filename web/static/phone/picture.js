/* A picture made small before it is sent: a phone's own is ten times as large as is needed. */

import { label } from "./language.js";
import { fileButton, make, toast } from "./parts.js";

const LONGEST = 1600;
/** A request with more than this is refused, characters of base64. */
const MOST = 900_000;

/** A button that asks for a picture; `use(image)` gets it as base64, small enough to send. */
export function pictureButton(id, text, use, look = "") {
  const read = async ({ currentTarget: file }) => {
    const [chosen] = file.files;
    if (!chosen) return;
    const image = await shrunk(chosen);
    file.value = "";
    if (image) await use(image);
    else toast(() => label("photo_unknown"));
  };
  return fileButton(id, text, "image/*", read, look);
}

/** Return a picture as base64 of a JPEG that is small enough to send; null for none. */
export async function shrunk(file) {
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
