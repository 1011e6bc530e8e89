/** Have a box look again and again while it is open, once at a time. */
export function whileOpen(box, everyMs, look) {
  let isLooking = false;
  box.addEventListener("toggle", async () => {
    if (isLooking) return;
    isLooking = true;
    while (box.open && box.isConnected) {
      await look();
      await new Promise((resume) => setTimeout(resume, everyMs));
    }
    isLooking = false;
  });
}
