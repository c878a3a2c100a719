import type { Bounds } from '../geometry/rect.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import { contactsOf } from './contacts.ts';
import { softened } from './soften.ts';

/** Share of light that a contact shadow at full strength removes. The surroundings reflect the rest. */
const darkestContact = 0.95;
const darkestHalo = 0.62;
/** Standard deviations of the two parts, as shares of the subject's height. The tight one is dark within 2 %. */
const tightShare = 0.01;
const haloShare = 0.05;

/**
 * Draws the contact shadow under the parts that touch the floor: a tight one at the contact, and a wide, faint one
 * around it. Both are wider than tall, because the floor is seen at an angle. Under a subject that floats, only the
 * wide one is left, and it lies lower.
 * @param data share of light that remains in each pixel; multiplied.
 * @param strength 0…1.
 * @param liftPx height at which the subject floats above the floor, in px of the map.
 */
export function standOn(
  data: Float32Array,
  subject: SubjectShape,
  bounds: Bounds,
  strength: number,
  liftPx: number,
): void {
  const { widthPx, heightPx } = subject;
  const touches = contactsOf(subject, bounds);
  if (!touches) return;
  // A flat subject, such as a keyboard, is as large as its width and height together suggest.
  const sizePx = Math.sqrt((bounds.right - bounds.left) * (bounds.bottom - bounds.top));
  const spread = (sigmaPx: number) => {
    const seed = new Float32Array(widthPx * heightPx);
    for (let x = bounds.left; x < bounds.right; x += 1) {
      const { bottom, weight } = touches[x - bounds.left] ?? { bottom: 0, weight: 0 };
      if (weight === 0) continue;
      const floor = bottom + liftPx;
      const [first, last] = [Math.max(0, floor - 1.5 * sigmaPx), Math.min(heightPx, floor + 0.6 * sigmaPx)];
      for (let y = Math.round(first); y < last; y += 1) seed[y * widthPx + x] = weight;
    }
    return softened({ widthPx, heightPx, data: seed }, 1, sigmaPx * 1.8, sigmaPx).data;
  };
  const tight = liftPx > 0 ? undefined : spread(sizePx * tightShare);
  const halo = spread(sizePx * haloShare);
  for (let at = 0; at < data.length; at += 1) {
    const left = tight ? 1 - strength * darkestContact * full(tight[at] ?? 0) : 1;
    data[at] = (data[at] ?? 1) * left * (1 - strength * darkestHalo * full(halo[at] ?? 0));
  }
}

/** Raises the blurred seed: blurring leaves about half at the line of contact, where the shadow must be darkest. */
function full(share: number): number {
  return 1 - (1 - Math.min(1, share)) ** 2.5;
}
