import { families } from './families/families.ts';
import type { ComposedScene } from './families/family.ts';
import { scatter } from './paint/noise.ts';
import { createRandom } from './scene/random.ts';
import type { SceneDescription } from './scene/scene.ts';

/** A painted scene in linear light, which is read row by row. */
export interface SceneRows {
  /**
   * Reads one row.
   * @param row index from the top, starting at 0.
   * @param into `widthPx × 3` values, 0…1; overwritten.
   */
  readonly readRow: (row: number, into: Float32Array) => void;
}

/** Longer side of the painted image, in px. A larger result is enlarged from it. */
const maxSidePx = 1792;
const rowsPerYield = 16;
/**
 * Amplitude of the grain, in steps of 8-bit sRGB. One step would be enough to hide banding; a little more resembles
 * film.
 */
const grainSteps = 1.3;

/**
 * Paints a scene for a result of the given size. The same scene, seed and size yield the same pixels; another size
 * shows the same image.
 * @param seed a 32-bit integer.
 * @param yieldToEventLoop awaited every few rows; it throws to stop.
 * @throws {RangeError} when the family is unknown.
 */
export async function openScene(
  scene: SceneDescription,
  seed: number,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<SceneRows> {
  const { paint } = composeScene(scene, seed);
  const scale = Math.min(1, maxSidePx / Math.max(widthPx, heightPx));
  const width = Math.max(1, Math.round(widthPx * scale));
  const height = Math.max(1, Math.round(heightPx * scale));
  const painted = new Float32Array(width * height * 3);
  const light = new Float64Array(3);
  for (let row = 0, at = 0; row < height; row += 1) {
    if (row % rowsPerYield === 0) await yieldToEventLoop();
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column += 1, at += 3) {
      paint((column + 0.5 - width / 2) / height, y, light);
      for (let channel = 0; channel < 3; channel += 1) painted[at + channel] = onFilm(light[channel] ?? 0);
    }
  }
  const readEnlarged = enlarged(painted, width, height, widthPx, heightPx);
  return {
    readRow(row, into) {
      readEnlarged(row, into);
      addGrain(into, row);
    },
  };
}

/** Composes a scene without painting it. @throws {RangeError} when the family is unknown. */
export function composeScene(scene: SceneDescription, seed: number): ComposedScene {
  const family = families.find(({ id }) => id === scene.family);
  if (!family) throw new RangeError(`there is no scene “${scene.family}”`);
  return family.compose(scene, createRandom(seed));
}

/** Compresses light above 0.6, as film does in its shoulder. */
function onFilm(light: number): number {
  const shoulder = 0.6;
  if (light <= shoulder) return Math.max(0, light);
  return shoulder + (1 - shoulder) * (1 - Math.exp((shoulder - light) / (1 - shoulder)));
}

/** Creates a function that reads rows of the painted image at a larger size, with bilinear interpolation. */
function enlarged(painted: Float32Array, width: number, height: number, widthPx: number, heightPx: number) {
  const line = new Float32Array(width * 3);
  const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
  return (row: number, into: Float32Array) => {
    const y = within(((row + 0.5) * height) / heightPx - 0.5, height);
    const top = Math.floor(y) * width * 3;
    const below = Math.min(height - 1, Math.floor(y) + 1) * width * 3;
    const down = y - Math.floor(y);
    for (let at = 0; at < line.length; at += 1) {
      const upper = painted[top + at] ?? 0;
      line[at] = upper + ((painted[below + at] ?? 0) - upper) * down;
    }
    for (let column = 0, at = 0; column < widthPx; column += 1, at += 3) {
      const x = within(((column + 0.5) * width) / widthPx - 0.5, width);
      const left = Math.floor(x) * 3;
      const right = Math.min(width - 1, Math.floor(x) + 1) * 3;
      const across = x - Math.floor(x);
      for (let channel = 0; channel < 3; channel += 1) {
        const near = line[left + channel] ?? 0;
        into[at + channel] = near + ((line[right + channel] ?? 0) - near) * across;
      }
    }
  };
}

/** Adds grain to a row, because slow gradients would show banding in 8 bits. */
function addGrain(into: Float32Array, row: number): void {
  for (let at = 0, column = 0; at < into.length; at += 3, column += 1) {
    const bits = scatter(column, row);
    const random = ((bits & 0xffff) + (bits >>> 16)) / 0x1_0000 - 1;
    // One step of 8-bit sRGB is about 2 · √light / 255 in linear light, which is 2 / (255 · √light) of the light
    // itself.
    const factor = 1 + (random * grainSteps * 2) / (255 * Math.sqrt(Math.max(1e-3, into[at + 1] ?? 0)));
    into[at] = (into[at] ?? 0) * factor;
    into[at + 1] = (into[at + 1] ?? 0) * factor;
    into[at + 2] = (into[at + 2] ?? 0) * factor;
  }
}
