/** Largest alpha of the outside. */
const maxOutside = 7;
/** Width of a soft edge that is not changed, as a fraction of the image's longer side. */
const edgeShare = 1 / 250;
const minEdgePx = 3;

/**
 * Optimal weights of a step along a side and along a corner. @see Borgefors 1986, "Distance transformations in digital
 * images"
 */
const [sideStep, cornerStep] = [0.955_09, 1.369_3];

/**
 * Returns two distances from the outside, in px. Up to `fromPx`, a pixel belongs to the soft edge; from `toPx` on, it
 * is certainly inside.
 */
export function solidReach(longSidePx: number): { readonly fromPx: number; readonly toPx: number } {
  const fromPx = Math.max(minEdgePx, longSidePx * edgeShare);
  return { fromPx, toPx: 2 * fromPx };
}

/**
 * Makes half-transparent areas inside the subject opaque. The outside, holes, and the soft edge along them do not
 * change.
 * @param plane 0…255, row by row; written in place.
 * @param strength 0…1.
 */
export function solidifyInside(
  plane: Float32Array,
  widthPx: number,
  heightPx: number,
  strength: number,
  { fromPx, toPx }: { readonly fromPx: number; readonly toPx: number },
): void {
  if (strength === 0 || !plane.some((value) => value > maxOutside && value < 255)) return;
  const distances = distancesFromOutside(plane, widthPx, heightPx, toPx);
  for (let at = 0; at < plane.length; at += 1) {
    const value = plane[at] ?? 0;
    const distance = distances[at] ?? 0;
    if (value === 255 || distance <= fromPx) continue;
    const share = Math.min(1, (distance - fromPx) / (toPx - fromPx));
    plane[at] = value + (255 - value) * strength * share * share * (3 - 2 * share);
  }
}

/**
 * Calculates the distance of each pixel from the outside, up to `maxPx`. Pixels beyond the plane do not count as
 * outside.
 */
function distancesFromOutside(plane: Float32Array, widthPx: number, heightPx: number, maxPx: number): Float32Array {
  const stride = widthPx + 2;
  const ringed = new Float32Array(stride * (heightPx + 2)).fill(maxPx);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if ((plane[at] ?? 0) <= maxOutside) ringed[(y + 1) * stride + x + 1] = 0;
    }
  }
  const [last, first] = [heightPx * stride + widthPx, stride + 1];
  for (let at = first; at <= last; at += 1) relax(ringed, at, -1, -stride);
  for (let at = last; at >= first; at -= 1) relax(ringed, at, 1, stride);
  const distances = new Float32Array(plane.length);
  for (let y = 0; y < heightPx; y += 1) {
    const from = (y + 1) * stride + 1;
    distances.set(ringed.subarray(from, from + widthPx), y * widthPx);
  }
  return distances;
}

function relax(ringed: Float32Array, at: number, along: number, across: number): void {
  const here = ringed[at] ?? 0;
  if (here === 0) return;
  const side = Math.min(ringed[at + along] ?? 0, ringed[at + across] ?? 0) + sideStep;
  const corner = Math.min(ringed[at + across - 1] ?? 0, ringed[at + across + 1] ?? 0) + cornerStep;
  const nearest = side < corner ? side : corner;
  if (nearest < here) ringed[at] = nearest;
}
