/** A subject that covers less of the picture than this must be clear. */
const minArea = 0.005;
/** Of what is subject at all, the share that may be half transparent in such a small one. */
const maxHalfTransparent = 1 / 3;

/**
 * Tells shreds of a landscape from a small subject: what covers very little of a picture and has hardly a solid pixel is no subject.
 * @param mask 0…1, normalised, row by row; see `normaliseMatte`.
 */
export function hasSubject(mask: Float32Array): boolean {
  let [area, some, half] = [0, 0, 0];
  for (const share of mask) {
    area += share;
    if (share < 0.1) continue;
    some += 1;
    if (share < 0.9) half += 1;
  }
  return area >= minArea * mask.length || half <= maxHalfTransparent * some;
}
