import type { Size } from '../geometry/rect.ts';
import type { Matte } from '../raster/raster.ts';

/**
 * Class of a pixel of a result, which the program that made the result states: outside of the subject or covered by
 * something that was added, an opaque pixel taken from the photograph, a half-transparent pixel of the edge, or a pixel that a retouch replaced.
 */
export const pixelClass = { background: 0, photograph: 1, edge: 2, retouched: 3 } as const;

const classBits = 2;

/** Thrown when the classes of a receipt cannot be read, or are not those of its result. */
export class ClassesError extends Error {}

/**
 * Compresses classes into text. Runs of equal classes are written as one number each, four times the length plus the
 * class, in groups of seven bits with the lowest first. All are compressed by raw deflate and written in base64.
 * @param classes one value for each pixel, row by row.
 */
export async function packClasses(classes: Uint8Array): Promise<string> {
  const runs: number[] = [];
  for (let start = 0, at = 1; at <= classes.length; at += 1) {
    if (at < classes.length && classes[at] === classes[start]) continue;
    let rest = (at - start) * 2 ** classBits + (classes[start] ?? 0);
    for (; rest > 127; rest = Math.floor(rest / 128)) runs.push((rest % 128) + 128);
    runs.push(rest);
    start = at;
  }
  const stream = new Blob([Uint8Array.from(runs)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = '';
  for (let at = 0; at < packed.length; at += 8_192) text += String.fromCharCode(...packed.subarray(at, at + 8_192));
  return btoa(text);
}

/**
 * Reverses `packClasses`. Memory is limited by the size, whatever the text contains.
 * @throws {ClassesError} when the text is damaged, or contains another number of pixels.
 */
export async function unpackClasses(text: string, { widthPx, heightPx }: Size): Promise<Uint8Array> {
  const classes = new Uint8Array(widthPx * heightPx);
  let filled = 0;
  let run = 0;
  let scale = 1;
  try {
    const packed = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
    const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    for (let next = await reader.read(); next.value; next = await reader.read()) {
      for (const byte of next.value as Uint8Array) {
        run += (byte & 127) * scale;
        scale *= 128;
        if (byte > 127 && scale <= 2 ** 35) continue;
        const length = Math.floor(run / 2 ** classBits);
        if (length < 1 || length > classes.length - filled) {
          await reader.cancel();
          throw new ClassesError('a run of classes is too long');
        }
        classes.fill(run % 2 ** classBits, filled, filled + length);
        filled += length;
        run = 0;
        scale = 1;
      }
    }
  } catch (cause) {
    if (cause instanceof ClassesError) throw cause;
    throw new ClassesError('the classes cannot be read', { cause });
  }
  if (filled !== classes.length || scale !== 1) throw new ClassesError(`the classes describe ${filled} pixels`);
  return classes;
}

/**
 * Reads the classes of pixels that were placed as the result is.
 * @param placed RGBA of some pixels: alpha is the matte, and red is 255 where a retouch replaced the pixel.
 * @param into class of each pixel; overwritten.
 */
export function classesOf(placed: Uint8ClampedArray, into: Uint8Array): void {
  for (let pixel = 0, at = 0; pixel < into.length; pixel += 1, at += 4) {
    const alpha = placed[at + 3] ?? 0;
    into[pixel] =
      alpha === 0
        ? pixelClass.background
        : alpha < 255
          ? pixelClass.edge
          : (placed[at] ?? 0) > 127
            ? pixelClass.retouched
            : pixelClass.photograph;
  }
}

/** Returns the rows of a matte with a mask as RGBA, in the form that `classesOf` reads. */
export async function* markedRows({ data, widthPx, heightPx }: Matte, replaced: Uint8Array | undefined) {
  const rowsAtOnce = 64;
  for (let firstRow = 0; firstRow < heightPx; firstRow += rowsAtOnce) {
    const rowCount = Math.min(rowsAtOnce, heightPx - firstRow);
    const strip = new Uint8ClampedArray(widthPx * rowCount * 4);
    for (let pixel = 0, from = firstRow * widthPx; pixel < widthPx * rowCount; pixel += 1, from += 1) {
      strip[pixel * 4 + 3] = data[from] ?? 0;
      if (replaced?.[from]) strip[pixel * 4] = 255;
    }
    yield { firstRow, rowCount, data: strip };
  }
}
