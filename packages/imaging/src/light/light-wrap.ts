import { linearOf, toSrgb } from '../color/linear-light.ts';
import { enlargedMap, type SmallMap } from '../resample/interpolate-map.ts';
import { softened } from './soften.ts';
import type { SubjectMap } from './subject-map.ts';

/** Distance that the light reaches inwards over the edge, as a share of the image's longer side. */
const reach = 0.007;
/** Blur of the background's light, as a share of the background map's longer side. */
const focus = 0.03;
const most = 0.45;
/** Light of a lamp on an edge that faces it, and the share of it that a lamp in front of the subject keeps. */
const brightestRim = 0.3;
const frontRim = 0.35;

/** Light of a lamp on the edge that faces it. */
export interface Rim {
  /** Direction of the lamp, clockwise; 0 is above, behind the subject. */
  readonly angleDeg: number;
  /** Colour in linear light. */
  readonly color: readonly [red: number, green: number, blue: number];
  /** 0…1. */
  readonly strength: number;
}

/**
 * Computes the light that comes around the subject's edge: that of the background, and that of a lamp on the edges that
 * face it.
 * @param behind a small copy of the background in linear light.
 * @param left share of that light that the subject's shadow leaves, at the size of the subject map.
 * @param strength 0…1.
 * @param rim the strongest lamp, when it is known.
 * @returns three values for each pixel of the subject map.
 */
export function lightWrap(
  subject: SubjectMap,
  behind: SmallMap,
  left: SmallMap | undefined,
  strength: number,
  rim?: Rim,
): SmallMap {
  const { widthPx, heightPx } = subject;
  const inside = softened(subject, 1, reach * Math.max(widthPx, heightPx)).data;
  const blurred = softened(behind, 3, focus * Math.max(behind.widthPx, behind.heightPx));
  const facing = rim && facingOf(inside, widthPx, heightPx, rim);
  const readRow = enlargedMap(blurred, 3, widthPx, heightPx);
  const row = new Float32Array(widthPx * 3);
  const data = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y += 1) {
    readRow(y, row);
    for (let x = 0; x < widthPx; x += 1) {
      // The light is strongest at a straight edge, where half of the surroundings are outside. Thinner parts get less,
      // because they are all edge and would be washed out.
      const share = inside[y * widthPx + x] ?? 0;
      const band = Math.min(1, 2 * (1 - share)) ** 1.5 * Math.min(1, 2 * share);
      const lit = strength * most * band * (left?.data[y * widthPx + x] ?? 1);
      const lamp = rim && facing ? strength * brightestRim * rim.strength * band * facing(x, y) : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const own = lit * (row[x * 3 + channel] ?? 0) + lamp * (rim?.color[channel] ?? 0);
        data[(y * widthPx + x) * 3 + channel] = own;
      }
    }
  }
  return { widthPx, heightPx, data };
}

/** Creates a function that returns how much the edge at a pixel faces a lamp, 0…1. */
function facingOf(inside: Float32Array, widthPx: number, heightPx: number, { angleDeg }: Rim) {
  const angle = (angleDeg / 180) * Math.PI;
  const [toX, toY] = [Math.sin(angle), -Math.cos(angle)];
  const at = (x: number, y: number) =>
    inside[Math.min(heightPx - 1, Math.max(0, y)) * widthPx + Math.min(widthPx - 1, Math.max(0, x))] ?? 0;
  // A lamp in front of the subject lights its whole face, so that its edges stand out less.
  const share = toY <= 0 ? 1 : 1 + (frontRim - 1) * toY;
  return (x: number, y: number): number => {
    const across = at(x - 1, y) - at(x + 1, y);
    const down = at(x, y - 1) - at(x, y + 1);
    const length = Math.hypot(across, down);
    return length < 1e-4 ? 0 : share * Math.max(0, (across * toX + Math.min(0, toY) * down) / length);
  };
}

/**
 * Adds light to a row of a cutout, up to full brightness.
 * @param row RGBA, 8-bit sRGB, straight alpha; its colours are overwritten.
 * @param light three values for each pixel, 0…1.
 */
export function addLight(row: Uint8ClampedArray, light: Float32Array): void {
  for (let pixel = 0, at = 0; pixel < row.length; pixel += 4, at += 3) {
    if (row[pixel + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const added = light[at + channel] ?? 0;
      // Light below the smallest step is skipped, because the subject's values must not change.
      if (added < 1e-4) continue;
      const own = linearOf[row[pixel + channel] ?? 0] ?? 0;
      row[pixel + channel] = toSrgb(own + added * (1 - own));
    }
  }
}
