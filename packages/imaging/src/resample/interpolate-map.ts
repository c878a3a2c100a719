import type { Size } from '../geometry/rect.ts';
import type { Affine } from '../geometry/affine.ts';

/** A small map: `channels` values for each pixel, row by row. */
export interface SmallMap extends Size {
  readonly data: Float32Array;
}

/** Reads one row of a map at full size. `into` is overwritten. */
export type ReadRow = (row: number, into: Float32Array) => void;

/** Stretches a map over an image of the full size, with bilinear interpolation. */
export function enlargedMap(map: SmallMap, channels: 1 | 3, fullWidthPx: number, fullHeightPx: number): ReadRow {
  const scaleX = map.widthPx / fullWidthPx;
  const scaleY = map.heightPx / fullHeightPx;
  return transformedMap(map, channels, { a: scaleX, b: 0, c: 0, d: scaleY, e: 0, f: 0 }, fullWidthPx);
}

/**
 * Views a map through an affine transform, with bilinear interpolation. Border values are repeated outside of the map.
 * @param toMap map from px of the image to px of the map. Both begin at the top left corner, and pixel centres lie at
 *   0.5.
 */
export function transformedMap(map: SmallMap, channels: 1 | 3, toMap: Affine, fullWidthPx: number): ReadRow {
  return toMap.b === 0 && toMap.c === 0
    ? upright(map, channels, toMap, fullWidthPx)
    : turned(map, channels, toMap, fullWidthPx);
}

/** Interpolates an upright view: each row is blended vertically from two rows of the map, and then horizontally. */
function upright({ widthPx, heightPx, data }: SmallMap, channels: number, { a, d, e, f }: Affine, fullWidthPx: number) {
  const line = new Float64Array(widthPx * channels);
  const lefts = new Uint32Array(fullWidthPx);
  const rights = new Uint32Array(fullWidthPx);
  const shares = new Float32Array(fullWidthPx);
  for (let x = 0; x < fullWidthPx; x += 1) {
    const place = within(a * (x + 0.5) + e - 0.5, widthPx);
    const left = Math.floor(place);
    lefts[x] = left * channels;
    rights[x] = Math.min(widthPx - 1, left + 1) * channels;
    shares[x] = place - left;
  }
  return (row: number, into: Float32Array) => {
    const place = within(d * (row + 0.5) + f - 0.5, heightPx);
    const top = Math.floor(place);
    const down = place - top;
    const upper = top * widthPx * channels;
    const lower = Math.min(heightPx - 1, top + 1) * widthPx * channels;
    for (let at = 0; at < line.length; at += 1) {
      const above = data[upper + at] ?? 0;
      line[at] = above + ((data[lower + at] ?? 0) - above) * down;
    }
    for (let x = 0, at = 0; x < fullWidthPx; x += 1) {
      const left = lefts[x] ?? 0;
      const right = rights[x] ?? 0;
      const across = shares[x] ?? 0;
      for (let channel = 0; channel < channels; channel += 1, at += 1) {
        const near = line[left + channel] ?? 0;
        into[at] = near + ((line[right + channel] ?? 0) - near) * across;
      }
    }
  };
}

function turned({ widthPx, heightPx, data }: SmallMap, channels: number, toMap: Affine, fullWidthPx: number) {
  const { a, b, c, d, e, f } = toMap;
  return (row: number, into: Float32Array) => {
    for (let x = 0, at = 0; x < fullWidthPx; x += 1) {
      const placeX = within(a * (x + 0.5) + c * (row + 0.5) + e - 0.5, widthPx);
      const placeY = within(b * (x + 0.5) + d * (row + 0.5) + f - 0.5, heightPx);
      const left = Math.floor(placeX);
      const top = Math.floor(placeY);
      const across = placeX - left;
      const down = placeY - top;
      const right = left + 1 < widthPx ? channels : 0;
      const below = top + 1 < heightPx ? widthPx * channels : 0;
      const corner = (top * widthPx + left) * channels;
      for (let channel = 0; channel < channels; channel += 1, at += 1) {
        const from = corner + channel;
        const upperLeft = data[from] ?? 0;
        const lowerLeft = data[from + below] ?? 0;
        const upper = upperLeft + ((data[from + right] ?? 0) - upperLeft) * across;
        const lower = lowerLeft + ((data[from + below + right] ?? 0) - lowerLeft) * across;
        into[at] = upper + (lower - upper) * down;
      }
    }
  };
}

function within(place: number, sidePx: number): number {
  return Math.min(sidePx - 1, Math.max(0, place));
}
