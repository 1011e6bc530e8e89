/* A photo made small before it is sent: a phone's own is ten times as large as is needed. */

const LONGEST_PX = 2200;
const QUALITY = 0.85;

/** Return a picture file as base64 of a JPEG, upright as it was taken; null if it is none. */
export async function shrunk(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_PX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas.toDataURL("image/jpeg", QUALITY).split(",")[1];
  } catch {
    return null;
  }
}
