/**
 * Makes parts inside a subject solid that are half transparent because the network is unsure about them. Lengths are in
 * cells. An image has about `CELLS_PER_SIDE`² cells, whatever its size: a cell is 4 px wide in a mask of one megapixel.
 */
import { smoothStep } from './smooth-step';
import { takePart } from '../shared/threads';
import { clearTable, moveWindow, sumPlane, tableBytes, windowSum } from './window-sums';

// @ts-ignore: decorator
@inline
const CELLS_PER_SIDE: f64 = 256;

/**
 * Mask values at which the network is sure. A cell is background if any of its pixels is at most `SURE_BACKGROUND`, and
 * subject if none of its pixels is below `SURE_SUBJECT`.
 */
// @ts-ignore: decorator
@inline
const SURE_BACKGROUND: f32 = 0.1;
// @ts-ignore: decorator
@inline
const SURE_SUBJECT: f32 = 0.9;
/**
 * Distance from the background, in cells, up to which a soft edge may extend. Cells within it are not changed. From
 * twice this distance on, a cell counts fully as inside a body.
 */
// @ts-ignore: decorator
@inline
const EDGE: f32 = 4;
/**
 * Greatest distance, in cells, that a body may extend from sure subject through doubtful cells. It counts fully up to
 * half of this distance and then less and less.
 */
// @ts-ignore: decorator
@inline
const REACH: f32 = 60;
/**
 * Range of the mask's standard deviation around a cell that separates doubt from structure. Doubt is smooth; structure
 * (twigs, holes, edges) is not. Values below `LEAST_STRUCTURE` are entirely doubt, values above `WHOLE_STRUCTURE`
 * entirely structure.
 */
// @ts-ignore: decorator
@inline
const STRUCTURE_RADIUS: i32 = 3;
// @ts-ignore: decorator
@inline
const LEAST_STRUCTURE: f32 = 0.05;
// @ts-ignore: decorator
@inline
const WHOLE_STRUCTURE: f32 = 0.12;
/**
 * Radii of the windows that gather the colours of sure subject and sure background, and the weight of each window
 * relative to the next smaller one. A wider window matters only where the smaller ones are empty.
 */
// @ts-ignore: decorator
@inline
const NEAR: i32 = 8;
// @ts-ignore: decorator
@inline
const WIDE: i32 = 32;
// @ts-ignore: decorator
@inline
const WIDEST: i32 = 96;
// @ts-ignore: decorator
@inline
const WIDER_WEIGHT: f64 = 0.01;
/** Variance, in levels of 255 squared, that is added for noise and texture that the windows do not capture. */
// @ts-ignore: decorator
@inline
const NOISE: f32 = 12 * 12;
/** Radius over which the evidence of neighbouring doubtful cells is averaged, twice. */
// @ts-ignore: decorator
@inline
const EVIDENCE_RADIUS: i32 = 5;
/** Least doubt, as a share of the image, that is acted upon. */
// @ts-ignore: decorator
@inline
const LEAST_DOUBT: f64 = 1e-4;

/**
 * The best weights for a step along a side and across a corner. @see Borgefors 1986, "Distance transformations in
 * digital images"
 */
// @ts-ignore: decorator
@inline
const SIDE_STEP: f32 = 0.95509;
// @ts-ignore: decorator
@inline
const CORNER_STEP: f32 = 1.3693;
/**
 * Number of rounds when there are walls: paths may turn back around walls this often. Without walls one round is exact.
 */
// @ts-ignore: decorator
@inline
const ROUNDS_AROUND_WALLS: i32 = 3;

let cellPx: i32 = 0;
let rows: i32 = 0;
let columns: i32 = 0;

/** Planes with one float32 per cell. */
let means: usize = 0;
let reds: usize = 0;
let greens: usize = 0;
let blues: usize = 0;
let squares: usize = 0;
/**
 * Planes of 1 or 0. `background`: at least one pixel is sure background. `allBackground`: all pixels are. `subject`:
 * all pixels are sure subject.
 */
let background: usize = 0;
let allBackground: usize = 0;
let subject: usize = 0;
/** The depth of each cell inside the subject, 0…1, and its share of doubt. */
let depths: usize = 0;
let doubts: usize = 0;
let evidences: usize = 0;
let weighted: usize = 0;
let paths: usize = 0;
let ones: usize = 0;
/** Distances (float32) and obstacles (int32) with a ring of cells around the grid. */
let ringed: usize = 0;
let blocked: usize = 0;
/** Tables of window sums. */
let table: usize = 0;
let otherTable: usize = 0;
let scratchEnd: usize = 0;

function layOut(heightPx: i32, widthPx: i32, scratch: usize): void {
  cellPx = max(1, <i32>Math.floor(Math.sqrt(<f64>heightPx * <f64>widthPx) / CELLS_PER_SIDE + 0.5));
  rows = (heightPx + cellPx - 1) / cellPx;
  columns = (widthPx + cellPx - 1) / cellPx;
  scratchEnd = scratch;
  const bytes = <usize>(rows * columns) * 4;
  means = taken(bytes);
  reds = taken(bytes);
  greens = taken(bytes);
  blues = taken(bytes);
  squares = taken(bytes);
  background = taken(bytes);
  allBackground = taken(bytes);
  subject = taken(bytes);
  depths = taken(bytes);
  doubts = taken(bytes);
  evidences = taken(bytes);
  weighted = taken(bytes);
  paths = taken(bytes);
  ones = taken(bytes);
  const ringBytes = <usize>((rows + 2) * (columns + 2)) * 4;
  ringed = taken(ringBytes);
  blocked = taken(ringBytes);
  table = taken(tableBytes(rows, columns, 5));
  otherTable = taken(tableBytes(rows, columns, 5));
}

function taken(bytes: usize): usize {
  const at = scratchEnd;
  scratchEnd = at + ((bytes + 15) & ~15);
  return at;
}

/** Returns the bytes of working memory that `solidifyBodies` needs. */
export function bodiesScratchBytes(heightPx: i32, widthPx: i32): usize {
  layOut(heightPx, widthPx, 0);
  return scratchEnd;
}

/**
 * Makes the doubtful parts of bodies solid. The work is a single part, done by one thread.
 * @param mask float32, 0…1, `heightPx × widthPx`; changed in place.
 * @param rgba the image at the mask's size: RGBA, 8-bit, opaque.
 * @param place `bodiesScratchBytes` of memory, aligned to 16 bytes.
 * @param counter see `takePart`.
 */
export function solidifyBodies(mask: usize, rgba: usize, heightPx: i32, widthPx: i32, place: usize, counter: usize): void {
  if (takePart(counter) > 0) return;
  layOut(heightPx, widthPx, place);
  const count = rows * columns;
  measureMask(mask, heightPx, widthPx);
  measureDistance(background, 0, 2 * EDGE, depths);
  let doubt: f64 = 0;
  for (let cell: usize = 0; cell < <usize>count * 4; cell += 4) {
    const depth = smoothStep(EDGE, 2 * EDGE, load<f32>(depths + cell));
    const share: f32 = load<f32>(subject + cell) != 0 ? 0 : depth * (1 - load<f32>(means + cell));
    store<f32>(depths + cell, depth);
    store<f32>(doubts + cell, share);
    store<f32>(ones + cell, 1);
    doubt += share;
  }
  if (doubt < LEAST_DOUBT * <f64>count) return;
  measureColours(rgba, heightPx, widthPx);
  findEvidence();
  measureDistance(subject, background, REACH, paths);
  measureStrength();
  raise(mask, heightPx, widthPx);
}

function measureMask(mask: usize, heightPx: i32, widthPx: i32): void {
  let cell: usize = 0;
  for (let row = 0; row < rows; row++) {
    const bottom = min((row + 1) * cellPx, heightPx);
    for (let column = 0; column < columns; column++, cell += 4) {
      const left = column * cellPx;
      const right = min(left + cellPx, widthPx);
      let sum: f64 = 0;
      let low: f32 = 1;
      let high: f32 = 0;
      for (let y = row * cellPx; y < bottom; y++) {
        const end = mask + <usize>(y * widthPx + right) * 4;
        for (let at = mask + <usize>(y * widthPx + left) * 4; at < end; at += 4) {
          const value = load<f32>(at);
          sum += value;
          low = min(low, value);
          high = max(high, value);
        }
      }
      store<f32>(means + cell, <f32>(sum / <f64>((bottom - row * cellPx) * (right - left))));
      store<f32>(background + cell, low <= SURE_BACKGROUND ? 1 : 0);
      store<f32>(allBackground + cell, high <= SURE_BACKGROUND ? 1 : 0);
      store<f32>(subject + cell, low >= SURE_SUBJECT ? 1 : 0);
    }
  }
}

/** Writes the mean red, green and blue of each cell, 0…255, and the mean of their squares. */
function measureColours(rgba: usize, heightPx: i32, widthPx: i32): void {
  let cell: usize = 0;
  for (let row = 0; row < rows; row++) {
    const bottom = min((row + 1) * cellPx, heightPx);
    for (let column = 0; column < columns; column++, cell += 4) {
      const left = column * cellPx;
      const right = min(left + cellPx, widthPx);
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let y = row * cellPx; y < bottom; y++) {
        const end = rgba + <usize>(y * widthPx + right) * 4;
        for (let at = rgba + <usize>(y * widthPx + left) * 4; at < end; at += 4) {
          red += load<u8>(at);
          green += load<u8>(at, 1);
          blue += load<u8>(at, 2);
        }
      }
      const share: f32 = 1 / <f32>((bottom - row * cellPx) * (right - left));
      const ownRed = <f32>red * share;
      const ownGreen = <f32>green * share;
      const ownBlue = <f32>blue * share;
      store<f32>(reds + cell, ownRed);
      store<f32>(greens + cell, ownGreen);
      store<f32>(blues + cell, ownBlue);
      store<f32>(squares + cell, (ownRed * ownRed + ownGreen * ownGreen + ownBlue * ownBlue) / 3);
    }
  }
}

/**
 * Measures each cell's distance to the nearest source. There are no sources outside the image.
 * @param sources plane in which a non-zero cell is a source.
 * @param walls plane in which paths do not pass through non-zero cells; 0 for no walls.
 * @param to receives the distances in cells, at most `most`.
 */
function measureDistance(sources: usize, walls: usize, most: f32, to: usize): void {
  const stride = columns + 2;
  const rowBytes = <usize>stride * 4;
  for (let at: usize = 0; at < <usize>(rows + 2) * rowBytes; at += 4) {
    store<f32>(ringed + at, most);
    store<i32>(blocked + at, 1);
  }
  let cell: usize = 0;
  for (let row = 0; row < rows; row++) {
    let at = <usize>(row + 1) * rowBytes + 4;
    for (let column = 0; column < columns; column++, cell += 4, at += 4) {
      const isSource = load<f32>(sources + cell) != 0;
      if (isSource) store<f32>(ringed + at, 0);
      store<i32>(blocked + at, isSource || (walls != 0 && load<f32>(walls + cell) != 0) ? 1 : 0);
    }
  }
  const first = rowBytes + 4;
  const last = <usize>rows * rowBytes + <usize>columns * 4;
  for (let round = walls == 0 ? ROUNDS_AROUND_WALLS - 1 : 0; round < ROUNDS_AROUND_WALLS; round++) {
    for (let at = first; at <= last; at += 4) relax(at, at - 4, at - rowBytes);
    for (let at = last; at >= first; at -= 4) relax(at, at + 4, at + rowBytes);
  }
  for (let row = 0; row < rows; row++) {
    memory.copy(to + <usize>(row * columns) * 4, ringed + <usize>(row + 1) * rowBytes + 4, <usize>columns * 4);
  }
}

/**
 * Shortens a cell's distance by way of its visited neighbours.
 * @param beside the neighbour in the row that was visited before; `across` is the one in the column, between two
 *   corners.
 */
function relax(at: usize, beside: usize, across: usize): void {
  if (load<i32>(blocked + at) != 0) return;
  const side = min(load<f32>(ringed + beside), load<f32>(ringed + across)) + SIDE_STEP;
  const corner = min(load<f32>(ringed + across - 4), load<f32>(ringed + across + 4)) + CORNER_STEP;
  store<f32>(ringed + at, min(load<f32>(ringed + at), min(side, corner)));
}

/**
 * Measures how likely each doubtful cell's colour belongs to a body rather than to something seen through it, 0…1,
 * averaged over the doubtful cells around it.
 */
function findEvidence(): void {
  sumColours(table, subject);
  sumColours(otherTable, allBackground);
  let cell: usize = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell += 4) {
      if (load<f32>(doubts + cell) == 0) store<f32>(evidences + cell, 0);
      else store<f32>(evidences + cell, bodyLikelihood(cell, row, column));
    }
  }
  for (let round = 0; round < 2; round++) {
    clearTable(table, rows, columns, 2);
    sumPlane(table, rows, columns, 2, 0, evidences, doubts);
    sumPlane(table, rows, columns, 2, 1, doubts, ones);
    cell = 0;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++, cell += 4) {
        if (load<f32>(doubts + cell) == 0) continue;
        moveWindow(table, rows, columns, 2, row, column, EVIDENCE_RADIUS);
        store<f32>(evidences + cell, <f32>(windowSum(0) / windowSum(1)));
      }
    }
  }
}

/**
 * Sums the colours of the chosen cells.
 * @param chosen 1 or 0 for each cell.
 */
function sumColours(to: usize, chosen: usize): void {
  clearTable(to, rows, columns, 5);
  sumPlane(to, rows, columns, 5, 0, ones, chosen);
  sumPlane(to, rows, columns, 5, 1, reds, chosen);
  sumPlane(to, rows, columns, 5, 2, greens, chosen);
  sumPlane(to, rows, columns, 5, 3, blues, chosen);
  sumPlane(to, rows, columns, 5, 4, squares, chosen);
}

/** Result of `gather`: the mean colour in levels of 255, and the variance of a channel on average. */
let localRed: f32 = 0;
let localGreen: f32 = 0;
let localBlue: f32 = 0;
let localVariance: f32 = 0;

/**
 * Gathers the colours of the chosen cells around a cell. @returns false when the widest window contains no chosen cell.
 */
function gather(sums: usize, row: i32, column: i32): bool {
  let count: f64 = 0;
  let red: f64 = 0;
  let green: f64 = 0;
  let blue: f64 = 0;
  let square: f64 = 0;
  let weight: f64 = 1;
  for (let nth = 0; nth < 3; nth++) {
    const radius = nth == 0 ? NEAR : nth == 1 ? WIDE : WIDEST;
    moveWindow(sums, rows, columns, 5, row, column, radius);
    const side = <f64>(2 * radius + 1);
    const share = weight / (side * side);
    count += share * windowSum(0);
    red += share * windowSum(1);
    green += share * windowSum(2);
    blue += share * windowSum(3);
    square += share * windowSum(4);
    weight *= WIDER_WEIGHT;
  }
  if (count <= 0) return false;
  red /= count;
  green /= count;
  blue /= count;
  localRed = <f32>red;
  localGreen = <f32>green;
  localBlue = <f32>blue;
  localVariance = <f32>max<f64>(0, square / count - (red * red + green * green + blue * blue) / 3);
  return true;
}

/**
 * Returns the likelihood that a doubtful cell belongs to a body. A colour that is not a mixture of subject and
 * background belongs to the body. For a mixture, its share of the subject decides. Where subject and background are too
 * similar to distinguish, the network's mean decides.
 */
function bodyLikelihood(cell: usize, row: i32, column: i32): f32 {
  const byMean = smoothStep(0.4, 0.7, load<f32>(means + cell));
  if (!gather(table, row, column)) return byMean;
  const ofSubject = localVariance;
  let redSpan = localRed;
  let greenSpan = localGreen;
  let blueSpan = localBlue;
  if (!gather(otherTable, row, column)) return byMean;
  redSpan -= localRed;
  greenSpan -= localGreen;
  blueSpan -= localBlue;
  const ownRed = load<f32>(reds + cell) - localRed;
  const ownGreen = load<f32>(greens + cell) - localGreen;
  const ownBlue = load<f32>(blues + cell) - localBlue;
  const apart = redSpan * redSpan + greenSpan * greenSpan + blueSpan * blueSpan;
  const along = ownRed * redSpan + ownGreen * greenSpan + ownBlue * blueSpan;
  const share = min<f32>(max<f32>(along / max<f32>(apart, 1), 0), 1);
  const redRest = ownRed - share * redSpan;
  const greenRest = ownGreen - share * greenSpan;
  const blueRest = ownBlue - share * blueSpan;
  const rest = redRest * redRest + greenRest * greenRest + blueRest * blueRest;
  const expected = share * share * ofSubject + (1 - share) * (1 - share) * localVariance + NOISE;
  const isNoMixture = smoothStep(2, 5, rest / 3 / expected);
  const tellApart = smoothStep(0.5, 2, apart / 3 / (ofSubject + localVariance + NOISE));
  return max(isNoMixture, tellApart * smoothStep(0.4, 0.8, share) + (1 - tellApart) * byMean);
}

/** Computes how far each cell is raised, 0…1, and stores it in place of the evidence. */
function measureStrength(): void {
  clearTable(table, rows, columns, 3);
  sumPlane(table, rows, columns, 3, 0, ones, ones);
  sumPlane(table, rows, columns, 3, 1, means, ones);
  sumPlane(table, rows, columns, 3, 2, means, means);
  let cell: usize = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, cell += 4) {
      const depth = load<f32>(depths + cell);
      const mean = load<f32>(means + cell);
      let strength: f32 = 0;
      if (depth != 0 && mean != 1) {
        moveWindow(table, rows, columns, 3, row, column, STRUCTURE_RADIUS);
        const average = windowSum(1) / windowSum(0);
        const variance = windowSum(2) / windowSum(0) - average * average;
        strength = depth * (1 - smoothStep(LEAST_STRUCTURE, WHOLE_STRUCTURE, <f32>Math.sqrt(max<f64>(0, variance))));
        if (load<f32>(subject + cell) == 0) {
          const joined: f32 = 1 - smoothStep(REACH / 2, REACH, load<f32>(paths + cell));
          strength *= joined * smoothStep(0.15, 0.4, mean) * load<f32>(evidences + cell);
        }
      }
      store<f32>(evidences + cell, strength);
    }
  }
}

/** Raises each pixel towards 1 by the strength at its position, interpolated between the cells' centres. */
function raise(mask: usize, heightPx: i32, widthPx: i32): void {
  for (let y = 0; y < heightPx; y++) {
    const down = placeOf(y, rows);
    const upper = <i32>down;
    const above = evidences + <usize>(upper * columns) * 4;
    const below = evidences + <usize>(min(upper + 1, rows - 1) * columns) * 4;
    let greatest: f32 = 0;
    for (let column = 0; column < columns; column++) {
      const at = <usize>column * 4;
      const here = load<f32>(above + at);
      const value = here + (load<f32>(below + at) - here) * (down - <f32>upper);
      store<f32>(weighted + at, value);
      greatest = max(greatest, value);
    }
    if (greatest == 0) continue;
    for (let x = 0; x < widthPx; x++) {
      const across = placeOf(x, columns);
      const left = <i32>across;
      const here = load<f32>(weighted + <usize>left * 4);
      const there = load<f32>(weighted + <usize>min(left + 1, columns - 1) * 4);
      const at = mask + <usize>(y * widthPx + x) * 4;
      const value = load<f32>(at);
      store<f32>(at, value + (1 - value) * (here + (there - here) * (across - <f32>left)));
    }
  }
}

/** Returns a pixel's position relative to the centres of the cells along one side. */
// @ts-ignore: decorator
@inline
function placeOf(pixel: i32, cells: i32): f32 {
  return min<f32>(max<f32>((<f32>pixel + 0.5) / <f32>cellPx - 0.5, 0), <f32>(cells - 1));
}
