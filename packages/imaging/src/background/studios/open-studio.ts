import type { BackgroundRows } from '../define-background-source.ts';
import { enlargedMap, type SmallMap } from '../../resample/interpolate-map.ts';
import { scatter } from '@isola/scenes/noise';
import { type Studio, studios } from './studios.ts';

/** Longer side of the painted map, in px. The map may be coarse because a background is a little out of focus. */
const maxSidePx = 1280;
const rowsPerYield = 32;
/**
 * Amplitude of the grain, in steps of 8-bit sRGB. One step would be enough to hide banding; a little more resembles
 * film.
 */
const grainSteps = 1.3;

/**
 * Renders a studio for a result of the given size.
 * @throws {RangeError} when no studio has that id.
 */
export async function openStudio(
  id: string,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<BackgroundRows> {
  const studio = studios.find((each) => each.id === id);
  if (!studio) throw new RangeError(`there is no studio “${id}”`);
  const readRow = enlargedMap(await mapOf(studio, widthPx, heightPx, yieldToEventLoop), 3, widthPx, heightPx);
  return {
    readRow(row, into) {
      readRow(row, into);
      addGrain(into, row);
    },
  };
}

/** The last painted studio. It is reused because moving any other slider renders the same studio again. */
let last: { readonly studio: Studio; readonly map: SmallMap } | undefined;

async function mapOf(
  studio: Studio,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<SmallMap> {
  const map = emptyMap(widthPx, heightPx, maxSidePx);
  const isSame = last?.studio === studio && last.map.widthPx === map.widthPx && last.map.heightPx === map.heightPx;
  if (last && isSame) return last.map;
  for (let row = 0; row < map.heightPx; row += 1) {
    paintRow(studio, map, row);
    if (row % rowsPerYield === 0) await yieldToEventLoop();
  }
  last = { studio, map };
  return map;
}

/**
 * Paints a studio at thumbnail size in one synchronous pass.
 * @returns three values in linear light for each pixel.
 */
export function studioThumbnail(studio: Studio, widthPx: number, heightPx: number): SmallMap {
  const map = emptyMap(widthPx, heightPx, Math.max(widthPx, heightPx));
  for (let row = 0; row < heightPx; row += 1) paintRow(studio, map, row);
  return map;
}

function emptyMap(fullWidthPx: number, fullHeightPx: number, maxPx: number): SmallMap {
  const scale = Math.min(1, maxPx / Math.max(fullWidthPx, fullHeightPx));
  const widthPx = Math.max(1, Math.round(fullWidthPx * scale));
  const heightPx = Math.max(1, Math.round(fullHeightPx * scale));
  return { widthPx, heightPx, data: new Float32Array(widthPx * heightPx * 3) };
}

function paintRow({ paint }: Studio, { widthPx, heightPx, data }: SmallMap, row: number): void {
  const light = new Float64Array(3);
  const y = (row + 0.5) / heightPx;
  for (let column = 0, at = row * widthPx * 3; column < widthPx; column += 1, at += 3) {
    paint((column + 0.5 - widthPx / 2) / heightPx, y, light);
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = onFilm(light[channel] ?? 0);
  }
}

/** Compresses light above 0.6, as film does in its shoulder. */
function onFilm(light: number): number {
  const shoulder = 0.6;
  return light <= shoulder ? light : shoulder + (1 - shoulder) * (1 - Math.exp((shoulder - light) / (1 - shoulder)));
}

/** Adds grain to a row, because slow gradients would show banding in 8 bits. */
function addGrain(into: Float32Array, row: number): void {
  for (let at = 0, x = 0; at < into.length; at += 3, x += 1) {
    const bits = scatter(x, row);
    const random = ((bits & 0xffff) + (bits >>> 16)) / 0x10000 - 1;
    // One step of 8-bit sRGB is about 2 · √light / 255 in linear light, which is 2 / (255 · √light) of the light
    // itself.
    const factor = 1 + (random * grainSteps * 2) / (255 * Math.sqrt(Math.max(1e-3, into[at + 1] ?? 0)));
    into[at] = (into[at] ?? 0) * factor;
    into[at + 1] = (into[at + 1] ?? 0) * factor;
    into[at + 2] = (into[at + 2] ?? 0) * factor;
  }
}
