import type { SetAdjustments } from '../catalogue/adjustments.ts';
import type { RenderedSet } from '../catalogue/set.ts';
import { blurByDepth } from './depth-blur.ts';
import { grade, linearOf } from './grade.ts';

/** A set in linear light, which is read row by row. */
export interface SetRows {
  /**
   * Reads one row.
   * @param row index from the top, starting at 0.
   * @param into `widthPx × 3` values, 0…1; overwritten.
   */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** Cropped picture of a set with its depth, both of the same size, with four bytes for each pixel. */
export interface SetPixels {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly picture: Uint8ClampedArray;
  /** The red channel is 255 times `nearM / depth`. */
  readonly depth: Uint8ClampedArray;
}

/** Radius of the strongest blur, as a share of the picture's longer side. */
const strongestBlur = 0.022;

/** Applies the adjustments to the pixels of a set. @returns rows of the given size. */
export async function developSet(
  set: RenderedSet,
  { widthPx, heightPx, picture, depth }: SetPixels,
  adjustments: SetAdjustments,
  result: { readonly widthPx: number; readonly heightPx: number },
  yieldToEventLoop: () => Promise<void>,
): Promise<SetRows> {
  const light = new Float32Array(widthPx * heightPx * 3);
  for (let at = 0, pixel = 0; at < light.length; at += 3, pixel += 4) {
    for (let channel = 0; channel < 3; channel += 1) light[at + channel] = linearOf[picture[pixel + channel] ?? 0] ?? 0;
  }
  await yieldToEventLoop();
  if (adjustments.blur > 0) {
    const strongest = (adjustments.blur / 100) ** 1.4 * strongestBlur * Math.max(widthPx, heightPx);
    const focus = nearnessOfSubject(set);
    const radii = Float32Array.from({ length: widthPx * heightPx }, (_, index) => {
      const nearness = (depth[index * 4] ?? 0) / 255;
      return strongest * Math.min(1, Math.abs(nearness - focus) / focus);
    });
    await blurByDepth({ widthPx, heightPx, light, radii }, yieldToEventLoop);
  }
  grade(light, adjustments);
  await yieldToEventLoop();
  return enlarged(light, widthPx, heightPx, adjustments.isFlipped, result);
}

/** Returns the value of the depth map at the place where a subject stands. Without a ground, the subject is near. */
function nearnessOfSubject({ ground, focal, horizonY, nearM }: RenderedSet): number {
  if (!ground) return 1;
  const row = (ground.backY + ground.frontY) / 2;
  const depthM = (focal * ground.cameraHeightM) / Math.max(0.02, row - horizonY);
  return Math.min(1, Math.max(0.05, nearM / depthM));
}

/** Reads rows at another size, with bilinear interpolation and grain that hides the steps of slow gradients. */
function enlarged(
  light: Float32Array,
  width: number,
  height: number,
  isFlipped: boolean,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): SetRows {
  const line = new Float32Array(width * 3);
  const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
  return {
    readRow(row, into) {
      const y = within(((row + 0.5) * height) / heightPx - 0.5, height);
      const top = Math.floor(y) * width * 3;
      const below = Math.min(height - 1, Math.floor(y) + 1) * width * 3;
      const down = y - Math.floor(y);
      for (let at = 0; at < line.length; at += 1) {
        const upper = light[top + at] ?? 0;
        line[at] = upper + ((light[below + at] ?? 0) - upper) * down;
      }
      for (let column = 0, at = 0; column < widthPx; column += 1, at += 3) {
        const shown = isFlipped ? widthPx - 1 - column : column;
        const x = within(((shown + 0.5) * width) / widthPx - 0.5, width);
        const left = Math.floor(x) * 3;
        const right = Math.min(width - 1, Math.floor(x) + 1) * 3;
        const across = x - Math.floor(x);
        const grain = grainAt(column, row, line[left + 1] ?? 0);
        for (let channel = 0; channel < 3; channel += 1) {
          const near = line[left + channel] ?? 0;
          into[at + channel] = (near + ((line[right + channel] ?? 0) - near) * across) * grain;
        }
      }
    },
  };
}

/** Returns a factor of about one step of 8-bit sRGB. The same pixel always has the same. */
function grainAt(column: number, row: number, light: number): number {
  let bits = Math.imul(column ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(row ^ 0x7f4a_7c15, 0xc2b2_ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b_3c6d);
  bits ^= bits >>> 12;
  const random = ((bits & 0xffff) + (bits >>> 16)) / 0x1_0000 - 1;
  return 1 + (random * 2) / (255 * Math.sqrt(Math.max(1e-3, light)));
}
