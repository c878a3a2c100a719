import type { Bounds } from '../geometry/rect.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';
import type { LightParams } from './light-params.ts';
import { softened } from './soften.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';

/** Share of light that a shadow at full strength removes. The surroundings reflect the rest. */
const darkestDrop = 0.8;
const darkestContact = 0.94;
const darkestHalo = 0.62;

/**
 * Computes the shadows of a subject.
 * @returns the share of light that reaches the background, 0…1, at the size of the subject map; undefined when there
 *   is no shadow.
 */
export function lightLeft(subject: SubjectShape, { contact, drop }: LightParams): SmallMap | undefined {
  const { bounds, widthPx, heightPx } = subject;
  if (!bounds || (contact === 0 && drop.strength === 0)) return undefined;
  const data = new Float32Array(widthPx * heightPx).fill(1);
  if (contact > 0) standOn(data, subject, bounds, contact / 100);
  if (drop.strength > 0 && drop.plane === 'floor') castOnFloor(data, subject, bounds, drop);
  else if (drop.strength > 0) castOn(data, subject, bounds, drop);
  return { widthPx, heightPx, data };
}

/**
 * Draws the contact shadow under the parts that touch the floor: a tight one at the contact, and a wide, faint one
 * around it. Both are wider than tall, because the floor is seen at an angle.
 */
function standOn(data: Float32Array, subject: SubjectShape, bounds: Bounds, strength: number): void {
  const { widthPx, heightPx } = subject;
  const sizePx = Math.sqrt((bounds.right - bounds.left) * (bounds.bottom - bounds.top));
  const touches = contactsOf(subject, bounds);
  const spread = (sigmaPx: number) => {
    const seed = new Float32Array(widthPx * heightPx);
    for (let x = bounds.left; x < bounds.right; x += 1) {
      const { bottom, weight } = touches[x - bounds.left] ?? { bottom: 0, weight: 0 };
      if (weight === 0) continue;
      const [first, last] = [Math.max(0, bottom - 1.5 * sigmaPx), Math.min(heightPx, bottom + 0.6 * sigmaPx)];
      for (let y = Math.round(first); y < last; y += 1) seed[y * widthPx + x] = weight;
    }
    return softened({ widthPx, heightPx, data: seed }, 1, sigmaPx * 1.8, sigmaPx).data;
  };
  const tight = spread(sizePx * 0.01);
  const halo = spread(sizePx * 0.045);
  for (let at = 0; at < data.length; at += 1) {
    const left = 1 - strength * darkestContact * full(tight[at] ?? 0);
    data[at] = (data[at] ?? 1) * left * (1 - strength * darkestHalo * full(halo[at] ?? 0));
  }
}

/** Raises the blurred seed: blurring leaves about half at the line of contact, where the shadow must be darkest. */
function full(share: number): number {
  return 1 - (1 - Math.min(1, share)) ** 2.5;
}

/**
 * Finds the lowest point of each column of the box, and how likely it touches the floor, 0…1. It must be about as low
 * as its neighbours, and not far above the lowest point of all.
 */
function contactsOf({ widthPx, heightPx, data }: SubjectShape, { left, top, right, bottom }: Bounds) {
  const height = bottom - top;
  const lowest = Array.from({ length: right - left }, (_, index) => {
    let y = bottom - 1;
    while (y >= top && (data[y * widthPx + left + index] ?? 0) < 0.5) y -= 1;
    return y + 1;
  });
  const reach = Math.max(2, Math.round((right - left) * 0.04));
  const tolerance = Math.max(1, height * 0.03);
  return lowest.map((y, index) => {
    // The image's edge cuts the subject off here, so the point of contact is outside of the image.
    if (y <= top || y >= heightPx) return { bottom: y, weight: 0 };
    let deepest = y;
    for (let other = Math.max(0, index - reach); other <= Math.min(lowest.length - 1, index + reach); other += 1) {
      deepest = Math.max(deepest, lowest[other] ?? 0);
    }
    const gap = (deepest - y) / tolerance;
    const raised = (bottom - deepest) / (height * 0.3);
    return { bottom: y, weight: raised >= 1 ? 0 : Math.exp(-gap * gap) * (1 - raised * raised) };
  });
}

/** Casts the subject's outline on a wall, away from the lamp, and softer with the distance. */
function castOn(data: Float32Array, subject: SubjectShape, bounds: Bounds, drop: LightParams['drop']): void {
  const { widthPx, heightPx } = subject;
  const subjectPx = bounds.bottom - bounds.top;
  const farPx = (drop.distance / 100) * subjectPx;
  const angle = (drop.angleDeg / 180) * Math.PI;
  const [shiftX, shiftY] = [-Math.sin(angle) * farPx, Math.cos(angle) * farPx];
  const softness = drop.softness / 100;
  const outline = softened(subject, 1, softness * (0.015 * subjectPx + 0.28 * farPx)).data;
  const strength = (drop.strength / 100) * darkestDrop;
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    const placeY = Math.min(heightPx - 1, Math.max(0, y - shiftY));
    const top = Math.floor(placeY);
    const below = Math.min(heightPx - 1, top + 1) * widthPx;
    const down = placeY - top;
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const placeX = Math.min(widthPx - 1, Math.max(0, x - shiftX));
      const left = Math.floor(placeX);
      const right = Math.min(widthPx - 1, left + 1);
      const across = placeX - left;
      const upper = blend(outline[top * widthPx + left] ?? 0, outline[top * widthPx + right] ?? 0, across);
      const lower = blend(outline[below + left] ?? 0, outline[below + right] ?? 0, across);
      data[at] = (data[at] ?? 1) * (1 - strength * blend(upper, lower, down));
    }
  }
}

/** Length of a floor shadow at the full distance, in heights of the subject. */
const farthestFloor = 1.6;
/** Factor by which the view at an angle shortens the floor along the line of sight. */
const foreshortening = 0.35;
/** Smallest depth of the light's direction. A lamp exactly at the side would cast a shadow that is only a line. */
const minDepth = 0.4;
/** Share by which the shadow of the highest part is fainter, because more of the surroundings light it. */
const farFading = 0.55;
/**
 * Softness of the shadow from the base of the subject to its top, as shares of the whole softness. It is sharp at the
 * base.
 */
const softSteps = [0.06, 0.4, 1] as const;

/** Casts the subject's outline on the floor, away from the lamp. The shadow begins at the subject's base. */
function castOnFloor(data: Float32Array, subject: SubjectShape, bounds: Bounds, drop: LightParams['drop']): void {
  const { widthPx, heightPx } = subject;
  const base = baseLineOf(subject, bounds);
  if (!base) return;
  const subjectPx = bounds.bottom - bounds.top;
  const angle = (drop.angleDeg / 180) * Math.PI;
  const reach = (drop.distance / 100) * farthestFloor;
  const depth = Math.cos(angle);
  const acrossPerPx = -Math.sin(angle) * reach;
  const downPerPx = Math.sign(depth || 1) * Math.max(minDepth, Math.abs(depth)) * foreshortening * reach;
  if (downPerPx === 0) return;
  const softPx = (0.02 + 0.1 * (drop.softness / 100)) * subjectPx;
  const outlines = softSteps.map((share) => softened(subject, 1, share * softPx).data);
  const strength = (drop.strength / 100) * darkestDrop;
  const at = (outline: Float32Array, x: number, y: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left >= widthPx - 1 || top >= heightPx - 1) return 0;
    const corner = top * widthPx + left;
    const upper = blend(outline[corner] ?? 0, outline[corner + 1] ?? 0, x - left);
    const lower = blend(outline[corner + widthPx] ?? 0, outline[corner + widthPx + 1] ?? 0, x - left);
    return blend(upper, lower, y - top);
  };
  for (let y = 0, pixel = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, pixel += 1) {
      // `from` is the column of the part of the subject that casts its shadow on this pixel.
      let from = x;
      let raised = 0;
      for (let pass = 0; pass < 4; pass += 1) {
        raised = (y - (base[Math.min(widthPx - 1, Math.max(0, Math.round(from)))] ?? 0)) / downPerPx;
        from = x - raised * acrossPerPx;
      }
      if (raised < 0 || raised > subjectPx * 1.1) continue;
      const standing = base[Math.min(widthPx - 1, Math.max(0, Math.round(from)))] ?? 0;
      const height = Math.min(1, raised / subjectPx);
      const step = height * (softSteps.length - 1);
      const lower = Math.min(softSteps.length - 2, Math.floor(step));
      const [near, far] = [outlines[lower] ?? data, outlines[lower + 1] ?? data];
      const covered = blend(at(near, from, standing - raised), at(far, from, standing - raised), step - lower);
      data[pixel] = (data[pixel] ?? 1) * (1 - strength * covered * (1 - farFading * height));
    }
  }
}

/**
 * Returns the height of the floor under each column, interpolated between the parts that touch it; undefined when no
 * part does.
 */
function baseLineOf(subject: SubjectShape, bounds: Bounds): Float32Array | undefined {
  const touching = contactsOf(subject, bounds).flatMap(({ bottom, weight }, index) =>
    weight > 0.5 ? [{ x: bounds.left + index, bottom }] : [],
  );
  if (touching.length === 0) return undefined;
  const line = new Float32Array(subject.widthPx);
  let next = 0;
  for (let x = 0; x < line.length; x += 1) {
    while (next < touching.length && (touching[next]?.x ?? 0) < x) next += 1;
    const after = touching[next] ?? touching.at(-1);
    const before = touching[next - 1] ?? after;
    if (!after || !before) continue;
    const share = after.x > before.x ? (x - before.x) / (after.x - before.x) : 0;
    line[x] = blend(before.bottom, after.bottom, share);
  }
  // Feet that stand a little in front of or behind each other are on the same floor.
  const smoothPx = Math.max(1, (bounds.right - bounds.left) * 0.04);
  return softened({ widthPx: line.length, heightPx: 1, data: line }, 1, smoothPx).data;
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
