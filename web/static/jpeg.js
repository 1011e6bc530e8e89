/* The camera's pictures, as the server sends them. */

/** Return a JPEG in base64 as a bitmap; close it when it is no longer needed. */
export function decoded(jpeg) {
  const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}
