import type { Raster } from '../raster/raster.ts';

/** An image whose pixels are indices into a palette. */
export interface IndexedRaster {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Index of the palette colour of each pixel. */
  readonly indices: Uint8Array<ArrayBuffer>;
  /** RGBA with straight alpha, sorted by alpha: the most transparent colours come first. */
  readonly palette: Uint8Array<ArrayBuffer>;
}

/** Colours of a raster, with similar ones grouped. Palettes of any size can be made from it. */
export interface ColorTable {
  /**
   * Reduces the raster to a palette. A flat area preserves its exact colour.
   * @param maxColors largest number of colours, 2…256.
   * @returns the raster with each pixel in the nearest palette colour.
   */
  readonly reduce: (maxColors: number) => IndexedRaster;
}

/**
 * Largest number of bits per colour channel by which colours are distinguished. Images with very many colours, such as
 * noise, use fewer bits.
 */
const maxColorBits = 6;
/** Number of bits by which alpha is coarser, because the eye distinguishes alpha less precisely than colours. */
const fewerAlphaBits = 2;
/**
 * Largest number of cells. The time of each round of k-means is proportional to it. With 4 bits per colour channel, no
 * image has more.
 */
const maxCells = 2 ** 15;
const channels = 4;
/** Number of rounds of k-means. */
const meanRounds = 4;
/** Smallest number of equal pixels in a row that count as a part of a flat area. */
const minFlatRunPx = 16;
/**
 * Smallest share of the pixels at which a flat area has its own palette colour, so that a white background stays white.
 */
const minFlatShare = 0.002;
const maxFlatColors = 8;

/** Spread below which the colours of a box are equal except for rounding errors. */
const minSpread = 0.01;

/**
 * Groups of similar colours: their means with alpha multiplied in, four numbers each, and the number of pixels of each.
 */
interface Cells {
  readonly color: Float32Array;
  readonly weight: Float64Array;
  /** Number of colours of flat areas. These colours come first. */
  readonly flatCount: number;
}

/**
 * Counts the colours of a raster. They are compared with alpha multiplied in, which is how they appear. The colour of a
 * transparent pixel is lost.
 */
export function countColors({ widthPx, heightPx, data }: Raster): ColorTable {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, widthPx * heightPx);
  const flat = flatColors(pixels);
  const { cells, cellOfPixel } = countCells(data, pixels, flat, maxColorBits);

  return {
    reduce(maxColors) {
      const { means, nearest } = settleMeans(cells, firstMeans(cells, maxColors), maxColors);
      const { palette, order } = paletteOf(means);
      const numberOf = nearest.map((mean) => order[mean] ?? 0);
      const indices = new Uint8Array(pixels.length);
      for (let pixel = 0; pixel < indices.length; pixel += 1) {
        indices[pixel] = numberOf[cellOfPixel[pixel] ?? 0] ?? 0;
      }
      return { widthPx, heightPx, indices, palette };
    },
  };
}

interface CountedCells {
  readonly cells: Cells;
  /** Index of each pixel's cell. */
  readonly cellOfPixel: Uint16Array;
}

/**
 * Counts the cells. It uses fewer bits when there are more than `maxCells` colours in addition to those of flat areas.
 */
function countCells(
  data: Uint8ClampedArray,
  pixels: Uint32Array,
  flat: readonly number[],
  colorBits: number,
): CountedCells {
  const alphaBits = colorBits - fewerAlphaBits;
  const cellOf = new Int32Array(2 ** (3 * colorBits + alphaBits)).fill(-1);
  const cellOfPixel = new Uint16Array(pixels.length);
  const weight = new Float64Array(flat.length + maxCells);
  const sums = new Float64Array(weight.length * channels);
  const cut = 8 - colorBits;
  let count = flat.length;
  let [cell, red, green, blue, alpha] = [0, 0, 0, 0, 0];
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const value = pixels[pixel] ?? 0;
    if (pixel === 0 || value !== pixels[pixel - 1]) {
      alpha = data[pixel * channels + 3] ?? 0;
      const share = alpha / 255;
      red = (data[pixel * channels] ?? 0) * share;
      green = (data[pixel * channels + 1] ?? 0) * share;
      blue = (data[pixel * channels + 2] ?? 0) * share;
      cell = flat.indexOf(value);
      if (cell < 0) {
        const rgb = ((((red >> cut) << colorBits) | (green >> cut)) << colorBits) | (blue >> cut);
        const key = (rgb << alphaBits) | (alpha >> (8 - alphaBits));
        cell = cellOf[key] ?? -1;
        if (cell < 0) {
          if (count === weight.length) return countCells(data, pixels, flat, colorBits - 1);
          cellOf[key] = cell = count;
          count += 1;
        }
      }
    }
    cellOfPixel[pixel] = cell;
    const at = cell * channels;
    weight[cell] = (weight[cell] ?? 0) + 1;
    sums[at] = (sums[at] ?? 0) + red;
    sums[at + 1] = (sums[at + 1] ?? 0) + green;
    sums[at + 2] = (sums[at + 2] ?? 0) + blue;
    sums[at + 3] = (sums[at + 3] ?? 0) + alpha;
  }
  const color = new Float32Array(count * channels);
  for (let at = 0; at < color.length; at += 1) color[at] = (sums[at] ?? 0) / (weight[Math.floor(at / channels)] ?? 1);
  return { cells: { color, weight: weight.subarray(0, count), flatCount: flat.length }, cellOfPixel };
}

/** Returns the pixel values of the largest flat areas. */
function flatColors(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (let from = 0, to = 0; from < pixels.length; from = to) {
    const value = pixels[from] ?? 0;
    while (to < pixels.length && pixels[to] === value) to += 1;
    if (to - from >= minFlatRunPx) counts.set(value, (counts.get(value) ?? 0) + to - from);
  }
  return [...counts]
    .filter(([, count]) => count >= pixels.length * minFlatShare)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxFlatColors)
    .map(([value]) => value);
}

/** Returns the number of flat colours in a palette. One entry is left for all other colours. */
function flatCountIn({ flatCount }: Cells, maxColors: number): number {
  return Math.min(flatCount, maxColors - 1);
}

/** A set of cells, and their spread around their mean. */
interface Box {
  readonly members: Uint32Array;
  readonly mean: readonly number[];
  /** Channel along which the colours lie farthest from the mean. */
  readonly longest: number;
  /** Sum of the squared distances from the mean along that channel. */
  readonly spread: number;
}

/**
 * Splits the box with the largest spread at its mean until there are as many boxes as colours.
 * @returns the colours of the flat areas, followed by the means of the boxes.
 */
function firstMeans(cells: Cells, maxColors: number): Float32Array {
  const { color, weight } = cells;
  const flatCount = flatCountIn(cells, maxColors);
  const flat = color.subarray(0, flatCount * channels);
  const others = Uint32Array.from({ length: weight.length - flatCount }, (_, at) => flatCount + at);
  if (others.length === 0) return flat.slice();
  const boxes = [boxOf(others, color, weight)];
  while (boxes.length < maxColors - flatCount) {
    const widest = boxes.reduce((best, box, at) => (box.spread > (boxes[best]?.spread ?? 0) ? at : best), 0);
    const { members, mean, longest, spread } = boxes[widest] as Box;
    if (spread === 0) break;
    const isLow = (cell: number) => (color[cell * channels + longest] ?? 0) < (mean[longest] ?? 0);
    boxes.splice(
      widest,
      1,
      boxOf(members.filter(isLow), color, weight),
      boxOf(
        members.filter((cell) => !isLow(cell)),
        color,
        weight,
      ),
    );
  }
  return Float32Array.of(...flat, ...boxes.flatMap(({ mean }) => mean));
}

function boxOf(members: Uint32Array, color: Float32Array, weight: Float64Array): Box {
  const [sum, squares] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  let total = 0;
  for (const cell of members) {
    const own = weight[cell] ?? 0;
    total += own;
    for (let channel = 0; channel < channels; channel += 1) {
      const value = color[cell * channels + channel] ?? 0;
      sum[channel] = (sum[channel] ?? 0) + own * value;
      squares[channel] = (squares[channel] ?? 0) + own * value * value;
    }
  }
  const mean = sum.map((value) => value / total);
  const spreads = squares.map((value, at) => value - (mean[at] ?? 0) * (sum[at] ?? 0));
  const spread = Math.max(...spreads);
  return { members, mean, longest: spreads.indexOf(spread), spread: spread > minSpread ? spread : 0 };
}

/**
 * Moves each mean to the middle of the colours that are nearest to it, several times. The colours of flat areas stay.
 * @see Lloyd 1982, k-means
 */
function settleMeans(
  cells: Cells,
  means: Float32Array,
  maxColors: number,
): { readonly means: Float32Array; readonly nearest: Uint8Array } {
  const { color, weight } = cells;
  const nearest = new Uint8Array(weight.length);
  const totals = new Float64Array(means.length / channels);
  const sums = new Float64Array(means.length);
  for (let round = 0; round <= meanRounds; round += 1) {
    findNearest(color, means, nearest);
    if (round === meanRounds) break;
    totals.fill(0);
    sums.fill(0);
    for (let cell = 0; cell < weight.length; cell += 1) {
      const mean = nearest[cell] ?? 0;
      const own = weight[cell] ?? 0;
      totals[mean] = (totals[mean] ?? 0) + own;
      for (let channel = 0; channel < channels; channel += 1) {
        const at = mean * channels + channel;
        sums[at] = (sums[at] ?? 0) + own * (color[cell * channels + channel] ?? 0);
      }
    }
    for (let at = flatCountIn(cells, maxColors) * channels; at < means.length; at += 1) {
      const total = totals[Math.floor(at / channels)] ?? 0;
      if (total > 0) means[at] = (sums[at] ?? 0) / total;
    }
  }
  return { means, nearest };
}

function findNearest(color: Float32Array, means: Float32Array, nearest: Uint8Array): void {
  for (let cell = 0; cell < nearest.length; cell += 1) {
    const at = cell * channels;
    const [red, green, blue, alpha] = [color[at] ?? 0, color[at + 1] ?? 0, color[at + 2] ?? 0, color[at + 3] ?? 0];
    let least = Infinity;
    for (let mean = 0; mean < means.length; mean += channels) {
      let distance = (red - (means[mean] ?? 0)) ** 2;
      if (distance >= least) continue;
      distance += (green - (means[mean + 1] ?? 0)) ** 2 + (blue - (means[mean + 2] ?? 0)) ** 2;
      if (distance >= least) continue;
      distance += (alpha - (means[mean + 3] ?? 0)) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest[cell] = mean / channels;
    }
  }
}

/** Returns the palette with straight alpha, and the index of each mean in it. */
function paletteOf(means: Float32Array): { readonly palette: Uint8Array<ArrayBuffer>; readonly order: Uint8Array } {
  const count = means.length / channels;
  const sorted = Array.from({ length: count }, (_, mean) => mean).toSorted((one, other) => {
    const [a, b] = [one * channels, other * channels];
    return (means[a + 3] ?? 0) - (means[b + 3] ?? 0) || lightness(means, a) - lightness(means, b);
  });
  const palette = new Uint8Array(count * channels);
  const order = new Uint8Array(count);
  for (const [place, mean] of sorted.entries()) {
    order[mean] = place;
    const alpha = means[mean * channels + 3] ?? 0;
    // A transparent colour is written as black, because it is invisible.
    const toStraight = alpha > 0 ? 255 / alpha : 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (means[mean * channels + channel] ?? 0) * toStraight;
      palette[place * channels + channel] = Math.min(255, Math.round(value));
    }
    palette[place * channels + 3] = Math.round(alpha);
  }
  return { palette, order };
}

function lightness(means: Float32Array, at: number): number {
  return 2 * (means[at] ?? 0) + 5 * (means[at + 1] ?? 0) + (means[at + 2] ?? 0);
}
