/* Frames on the mat: mm, and degrees clockwise as the camera sees them. */

/** Turn a vector clockwise. */
function turned({ x, y }, degrees) {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/** Turn a point of the mat into the frame of a zone or card, mm from its middle. */
export function toLocal(frame, point) {
  return turned({ x: point.x - frame.x_mm, y: point.y - frame.y_mm }, -frame.angle_deg);
}

/** Turn a point of a zone's or card's frame into one of the mat. */
export function toMat(frame, local) {
  const moved = turned(local, frame.angle_deg);
  return { x: frame.x_mm + moved.x, y: frame.y_mm + moved.y };
}

/** Bring an angle into [0, 360). */
export const normal = (degrees) => ((degrees % 360) + 360) % 360;
