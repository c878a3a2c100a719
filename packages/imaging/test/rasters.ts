import type { Task } from '../src/job/task.ts';
import type { Raster } from '../src/raster/raster.ts';

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number, alpha: number];

/** Paints a raster pixel by pixel. */
export function paint(widthPx: number, heightPx: number, at: Paint): Raster {
  const data = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) data.set(at(x, y), (y * widthPx + x) * 4);
  }
  return { widthPx, heightPx, data };
}

/** A cutout whose left third is transparent, whose middle is half-transparent red, and whose right is opaque blue. */
export const cutout = paint(120, 80, (x) => (x < 40 ? [0, 0, 0, 0] : x < 80 ? [255, 0, 0, 128] : [0, 0, 255, 255]));

/** Opaque noise, which compresses badly. */
export const noise = paint(400, 300, (x, y) => [
  (x * 7919 + y * 104_729) % 251,
  (x * x + y * 31) % 241,
  (x * y) % 239,
  255,
]);

/** Context of an encoding that is never aborted. */
export const task: Task = {
  signal: new AbortController().signal,
  yieldToEventLoop: () => Promise.resolve(),
  report: () => undefined,
};
