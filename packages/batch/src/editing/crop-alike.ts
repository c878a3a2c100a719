import type { DocumentState } from '@isola/editor';
import type { Matte } from '@isola/imaging';

type Crop = NonNullable<DocumentState['crop']>;

/** Alpha from which a pixel belongs to the subject. */
const minAlpha = 64;

/**
 * Returns the crop that is to a subject as an earlier crop is to another: the subject has the same scale and place in it.
 * @param crop crop of the image to which `from` belongs.
 * @param from matte of the image with the crop.
 * @param to matte of the image that is cropped alike.
 * @returns undefined when a matte has no subject.
 */
export function cropAlike(crop: Crop, from: Matte, to: Matte): Crop | undefined {
  const [own, other] = [subjectOf(from), subjectOf(to)];
  if (!own || !other) return undefined;
  const scale = Math.max(other.widthPx / own.widthPx, other.heightPx / own.heightPx);
  return {
    ...crop,
    centerX: other.centerX + (crop.centerX - own.centerX) * scale,
    centerY: other.centerY + (crop.centerY - own.centerY) * scale,
    widthPx: crop.widthPx * scale,
    heightPx: crop.heightPx * scale,
  };
}

function subjectOf({ data, widthPx, heightPx }: Matte) {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if ((data[y * widthPx + x] ?? 0) < minAlpha) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  if (right === 0) return undefined;
  return {
    centerX: (left + right) / 2,
    centerY: (top + bottom) / 2,
    widthPx: right - left,
    heightPx: bottom - top,
  };
}
