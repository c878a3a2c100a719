import type { Size } from '../api/size.ts';
import { smoothStep } from './smooth-step.ts';
import { createWindowSums } from './window-sums.ts';

/**
 * Lengths are in cells, and a picture has about so many cells as the square of this, whatever its size: 4 px a cell in a
 * mask of one megapixel.
 */
const cellsPerSide = 256;

/** A cell with a pixel of no more than this is background; one with no pixel below `sureSubject` is subject. */
const sureBackground = 0.1;
const sureSubject = 0.9;
/** So far from the background a soft edge may reach and stays as it is; from twice as far on a body counts wholly. */
const edgeCells = 4;
/** How far through doubtful cells a body may reach from sure subject: half of it wholly, the rest less and less. */
const reachCells = 60;
/**
 * Doubt is smooth, and structure is not: twigs, holes, edges. By the mask's standard deviation about a cell what is below
 * the one is wholly doubt, and what is above the other wholly structure.
 */
const structureRadiusCells = 3;
const [minStructure, maxStructure] = [0.05, 0.12];
/** Windows in which colours of sure subject and background are gathered; one counts where the smaller ones are empty. */
const colourRadiiCells = [8, 32, 96] as const;
const widerWindowWeight = 0.01;
/** Of noise and texture, in levels of 255, that no window shows. */
const colourNoise = 12;
/** Over this the evidence of neighbouring doubtful cells is averaged, twice. */
const evidenceRadiusCells = 5;
/** Less doubt than this, as a share of the picture, is left as it is. */
const minDoubtShare = 1e-4;

/**
 * Makes solid, in place, what is half transparent inside a subject because the network doubts it: dark fur, hair before a
 * wall of its colour. What is far from the background, joined to sure subject and smooth is a body, unless its colours are
 * those of the background or a mixture of it with the subject: glass, veils and motion blur stay. Soft edges stay. All
 * decisions are gradual, so that noise cannot turn them.
 * @param mask 0…1, normalised, row by row.
 * @param pixels the picture at the mask's size: RGBA, 8-bit, opaque.
 */
export function solidifyBodies(mask: Float32Array, pixels: Uint8ClampedArray, size: Size): void {
  const grid = gridOf(size);
  const cells = measureCells(mask, grid);
  const distance = distancesFrom(cells.isBackground, grid, 2 * edgeCells);
  const depth = distance.map((cellsAway) => smoothStep(edgeCells, 2 * edgeCells, cellsAway));
  const doubt = depth.map((share, at) => (cells.isSubject[at] ? 0 : share * (1 - (cells.mean[at] ?? 0))));
  if (sumOf(doubt) < minDoubtShare * grid.count) return;

  const evidence = evidenceOf(cells, measureColours(pixels, grid), doubt, grid);
  const path = distancesFrom(cells.isSubject, grid, reachCells, cells.isBackground);
  const variation = createVariation(cells.mean, grid);
  const strength = depth.map((share, at) => {
    const mean = cells.mean[at] ?? 0;
    if (share === 0 || mean === 1) return 0;
    const smoothness = 1 - smoothStep(minStructure, maxStructure, variation(at));
    if (cells.isSubject[at]) return share * smoothness;
    const joined = 1 - smoothStep(reachCells / 2, reachCells, path[at] ?? reachCells);
    return share * smoothness * joined * smoothStep(0.15, 0.4, mean) * (evidence[at] ?? 0);
  });
  raise(mask, strength, grid);
}

interface Grid extends Size {
  readonly cellPx: number;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
}

function gridOf({ widthPx, heightPx }: Size): Grid {
  const cellPx = Math.max(1, Math.round(Math.sqrt(widthPx * heightPx) / cellsPerSide));
  const [columns, rows] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
  return { widthPx, heightPx, cellPx, columns, rows, count: columns * rows };
}

interface Cells {
  readonly mean: Float32Array;
  readonly isBackground: Uint8Array;
  /** Every pixel is background: its colours are. */
  readonly isAllBackground: Uint8Array;
  readonly isSubject: Uint8Array;
}

function measureCells(mask: Float32Array, grid: Grid): Cells {
  const { widthPx, heightPx, cellPx, columns, rows, count } = grid;
  const mean = new Float32Array(count);
  const isBackground = new Uint8Array(count);
  const isAllBackground = new Uint8Array(count);
  const isSubject = new Uint8Array(count);
  for (let row = 0, cell = 0; row < rows; row += 1) {
    const bottom = Math.min((row + 1) * cellPx, heightPx);
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const right = Math.min((column + 1) * cellPx, widthPx);
      let [sum, low, high] = [0, 1, 0];
      for (let y = row * cellPx; y < bottom; y += 1) {
        for (let at = y * widthPx + column * cellPx; at < y * widthPx + right; at += 1) {
          const value = mask[at] ?? 0;
          sum += value;
          if (value < low) low = value;
          if (value > high) high = value;
        }
      }
      mean[cell] = sum / ((bottom - row * cellPx) * (right - column * cellPx));
      isBackground[cell] = low <= sureBackground ? 1 : 0;
      isAllBackground[cell] = high <= sureBackground ? 1 : 0;
      isSubject[cell] = low >= sureSubject ? 1 : 0;
    }
  }
  return { mean, isBackground, isAllBackground, isSubject };
}

/** Mean red, green and blue of each cell, 0…255. */
type Colours = readonly [red: Float32Array, green: Float32Array, blue: Float32Array];

function measureColours(pixels: Uint8ClampedArray, grid: Grid): Colours {
  const { widthPx, heightPx, cellPx, columns, rows, count } = grid;
  const [reds, greens, blues] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let row = 0, cell = 0; row < rows; row += 1) {
    const bottom = Math.min((row + 1) * cellPx, heightPx);
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const right = Math.min((column + 1) * cellPx, widthPx);
      let [red, green, blue] = [0, 0, 0];
      for (let y = row * cellPx; y < bottom; y += 1) {
        for (let at = (y * widthPx + column * cellPx) * 4; at < (y * widthPx + right) * 4; at += 4) {
          red += pixels[at] ?? 0;
          green += pixels[at + 1] ?? 0;
          blue += pixels[at + 2] ?? 0;
        }
      }
      const share = 1 / ((bottom - row * cellPx) * (right - column * cellPx));
      reds[cell] = red * share;
      greens[cell] = green * share;
      blues[cell] = blue * share;
    }
  }
  return [reds, greens, blues];
}

/** The best weights for a step along a side and along a corner. @see Borgefors 1986, "Distance transformations in digital images" */
const [sideStep, cornerStep] = [0.955_09, 1.369_3];
/** So often paths may turn back around walls; without walls one round is exact. */
const roundsAroundWalls = 3;

/**
 * @param walls what paths do not lead through.
 * @returns in cells, at most `max`. Beyond the picture there is nothing.
 */
function distancesFrom(sources: Uint8Array, { columns, rows }: Grid, max: number, walls?: Uint8Array): Float32Array {
  const stride = columns + 2;
  const ringed = new Float32Array(stride * (rows + 2)).fill(max);
  const blocked = new Uint8Array(ringed.length).fill(1);
  for (let row = 0, cell = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const at = (row + 1) * stride + column + 1;
      if (sources[cell]) ringed[at] = 0;
      blocked[at] = sources[cell] || walls?.[cell] ? 1 : 0;
    }
  }
  const relax = (at: number, along: number, across: number) => {
    if (blocked[at]) return;
    const side = Math.min(ringed[at + along] ?? max, ringed[at + across] ?? max) + sideStep;
    const corner = Math.min(ringed[at + across - 1] ?? max, ringed[at + across + 1] ?? max) + cornerStep;
    ringed[at] = Math.min(ringed[at] ?? max, side, corner);
  };
  const [first, last] = [stride + 1, rows * stride + columns];
  for (let round = 0; round < (walls ? roundsAroundWalls : 1); round += 1) {
    for (let at = first; at <= last; at += 1) relax(at, -1, -stride);
    for (let at = last; at >= first; at -= 1) relax(at, 1, stride);
  }
  const distances = new Float32Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const from = (row + 1) * stride + 1;
    distances.set(ringed.subarray(from, from + columns), row * columns);
  }
  return distances;
}

/** @returns the mask's standard deviation about a cell. */
function createVariation(mean: Float32Array, grid: Grid): (cell: number) => number {
  const squares = mean.map((value) => value ** 2);
  const windows = createWindowSums(grid, [new Float32Array(grid.count).fill(1), mean, squares]);
  const about = new Float64Array(3);
  return (cell) => {
    windows.around(cell, structureRadiusCells, about);
    const count = about[0] ?? 0;
    const average = (about[1] ?? 0) / count;
    return Math.sqrt(Math.max(0, (about[2] ?? 0) / count - average ** 2));
  };
}

/**
 * How much each doubtful cell's colour belongs to a body rather than to something seen through, 0…1: averaged over the
 * doubtful cells about it.
 */
function evidenceOf(cells: Cells, colours: Colours, doubt: Float32Array, grid: Grid): Float32Array {
  const subject = createLocalColour(cells.isSubject, colours, grid);
  const background = createLocalColour(cells.isAllBackground, colours, grid);
  let evidence = doubt.map((share, cell) =>
    share === 0 ? 0 : bodyLikelihood(colours, cell, cells.mean[cell] ?? 0, subject(cell), background(cell)),
  );
  const about = new Float64Array(2);
  for (let round = 0; round < 2; round += 1) {
    const weighted = evidence.map((share, cell) => share * (doubt[cell] ?? 0));
    const windows = createWindowSums(grid, [weighted, doubt]);
    evidence = doubt.map((share, cell) => {
      if (share === 0) return 0;
      windows.around(cell, evidenceRadiusCells, about);
      return (about[0] ?? 0) / (about[1] ?? 1);
    });
  }
  return evidence;
}

/** What is known of a colour from the cells about a place; levels of 255. */
interface LocalColour {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Of a channel, on average. */
  readonly variance: number;
}

/**
 * A colour that is no mixture of the two is a body's own; of one that is, its share of the subject decides; where the two
 * are too much alike to tell, the network's own mean does.
 */
function bodyLikelihood(
  [red, green, blue]: Colours,
  cell: number,
  mean: number,
  subject: LocalColour | undefined,
  background: LocalColour | undefined,
): number {
  const byMean = smoothStep(0.4, 0.7, mean);
  if (!subject || !background) return byMean;
  const [dRed, dGreen, dBlue] = [
    subject.red - background.red,
    subject.green - background.green,
    subject.blue - background.blue,
  ];
  const ownRed = (red[cell] ?? 0) - background.red;
  const ownGreen = (green[cell] ?? 0) - background.green;
  const ownBlue = (blue[cell] ?? 0) - background.blue;
  const apart = dRed ** 2 + dGreen ** 2 + dBlue ** 2;
  const along = ownRed * dRed + ownGreen * dGreen + ownBlue * dBlue;
  const share = Math.min(Math.max(along / Math.max(apart, 1), 0), 1);
  const rest = (ownRed - share * dRed) ** 2 + (ownGreen - share * dGreen) ** 2 + (ownBlue - share * dBlue) ** 2;
  const noise = colourNoise ** 2;
  const expected = share ** 2 * subject.variance + (1 - share) ** 2 * background.variance + noise;
  const isNoMixture = smoothStep(2, 5, rest / 3 / expected);
  const tellApart = smoothStep(0.5, 2, apart / 3 / (subject.variance + background.variance + noise));
  return Math.max(isNoMixture, tellApart * smoothStep(0.4, 0.8, share) + (1 - tellApart) * byMean);
}

/** @returns the colour of the chosen cells about a cell; undefined where none is within the widest window. */
function createLocalColour(
  isChosen: Uint8Array,
  [red, green, blue]: Colours,
  grid: Grid,
): (cell: number) => LocalColour | undefined {
  const squared = new Float32Array(grid.count);
  for (let cell = 0; cell < grid.count; cell += 1) {
    squared[cell] = ((red[cell] ?? 0) ** 2 + (green[cell] ?? 0) ** 2 + (blue[cell] ?? 0) ** 2) / 3;
  }
  const ones = new Float32Array(grid.count).fill(1);
  const windows = createWindowSums(grid, [ones, red, green, blue, squared], new Float32Array(isChosen));
  const about = new Float64Array(5);
  const totals = new Float64Array(5);
  return (cell) => {
    totals.fill(0);
    let weight = 1;
    for (const radius of colourRadiiCells) {
      windows.around(cell, radius, about);
      const share = weight / (2 * radius + 1) ** 2;
      for (let nth = 0; nth < totals.length; nth += 1) totals[nth] = (totals[nth] ?? 0) + share * (about[nth] ?? 0);
      weight *= widerWindowWeight;
    }
    const count = totals[0] ?? 0;
    if (count <= 0) return undefined;
    const mean = {
      red: (totals[1] ?? 0) / count,
      green: (totals[2] ?? 0) / count,
      blue: (totals[3] ?? 0) / count,
    };
    const meanSquare = (mean.red ** 2 + mean.green ** 2 + mean.blue ** 2) / 3;
    return { ...mean, variance: Math.max(0, (totals[4] ?? 0) / count - meanSquare) };
  };
}

/** Brings each pixel as near to 1 as the strength at its place says, interpolated between the cells' centres. */
function raise(mask: Float32Array, strength: Float32Array, { widthPx, heightPx, cellPx, columns, rows }: Grid): void {
  const lefts = new Uint16Array(widthPx);
  const shares = new Float32Array(widthPx);
  for (let x = 0; x < widthPx; x += 1) {
    const across = Math.min(Math.max((x + 0.5) / cellPx - 0.5, 0), columns - 1);
    lefts[x] = across;
    shares[x] = across - Math.floor(across);
  }
  const line = new Float32Array(columns + 1);
  for (let y = 0; y < heightPx; y += 1) {
    const down = Math.min(Math.max((y + 0.5) / cellPx - 0.5, 0), rows - 1);
    const upper = Math.floor(down);
    const lower = Math.min(upper + 1, rows - 1);
    let greatest = 0;
    for (let column = 0; column < columns; column += 1) {
      const above = strength[upper * columns + column] ?? 0;
      const below = strength[lower * columns + column] ?? 0;
      const value = above + (below - above) * (down - upper);
      line[column] = value;
      if (value > greatest) greatest = value;
    }
    if (greatest === 0) continue;
    line[columns] = line[columns - 1] ?? 0;
    for (let x = 0, at = y * widthPx; x < widthPx; x += 1, at += 1) {
      const left = lefts[x] ?? 0;
      const here = line[left] ?? 0;
      const there = line[left + 1] ?? 0;
      const value = mask[at] ?? 0;
      mask[at] = value + (1 - value) * (here + (there - here) * (shares[x] ?? 0));
    }
  }
}

function sumOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
