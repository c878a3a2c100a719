/** Largest distance of one step, in px. */
const stepPx = 2;
/** Number of directions in which a step reads. Between two of them, it falls short of a circle by at most 1/120. */
const outerCount = 24;
/** Number of directions on a smaller circle, which finds details smaller than a step. */
const innerCount = 8;

/** Returns the distance within which other pixels affect a pixel, in px. */
export function shiftReach(byPx: number): number {
  const distance = Math.abs(byPx);
  // A step reads between pixels, so it reaches one pixel farther than its length.
  return distance === 0 ? 0 : Math.ceil(distance) + Math.ceil(distance / stepPx);
}

/**
 * Moves the edges of a plane by a distance that may be fractional. Outwards, each pixel takes the highest value on a
 * circle around it; inwards, the lowest. Every line of equal alpha therefore moves equally far, and a soft edge stays
 * as soft.
 * @param plane 0…255, row by row; written in place. Its border pixels are repeated outside of it.
 * @param byPx distance outwards; negative is inwards.
 * @see Serra 1982, "Image Analysis and Mathematical Morphology": grey-scale dilation by a disc, here of any radius
 */
export function shiftEdge(plane: Float32Array, widthPx: number, heightPx: number, byPx: number): void {
  if (byPx === 0) return;
  if (byPx < 0) invert(plane);
  const whole = Math.floor(Math.abs(byPx) / stepPx);
  const rest = Math.abs(byPx) - whole * stepPx;
  if (rest > 1e-6) widen(plane, widthPx, heightPx, rest);
  for (let step = 0; step < whole; step += 1) widen(plane, widthPx, heightPx, stepPx);
  if (byPx < 0) invert(plane);
}

function invert(plane: Float32Array): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = 255 - (plane[at] ?? 0);
}

/** Positions between four pixels: the offset of the first pixel from the middle, and the weights of the four. */
interface Circle {
  readonly offsets: Int32Array;
  readonly weights: Float32Array;
}

function circleOf(radiusPx: number, stride: number): Circle {
  const places = Array.from(
    { length: outerCount },
    (_, index) => [radiusPx, (2 * Math.PI * index) / outerCount] as const,
  );
  if (radiusPx > 1) {
    for (let index = 0; index < innerCount; index += 1) {
      places.push([radiusPx / 2, (2 * Math.PI * index) / innerCount]);
    }
  }
  const offsets = new Int32Array(places.length);
  const weights = new Float32Array(places.length * 4);
  for (const [index, [radius, angle]] of places.entries()) {
    // The coordinates are rounded so that whole pixels are exact.
    const x = Math.round(Math.cos(angle) * radius * 1e6) / 1e6;
    const y = Math.round(Math.sin(angle) * radius * 1e6) / 1e6;
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [across, down] = [x - left, y - top];
    offsets[index] = top * stride + left;
    weights.set([(1 - across) * (1 - down), across * (1 - down), (1 - across) * down, across * down], index * 4);
  }
  return { offsets, weights };
}

function widen(plane: Float32Array, widthPx: number, heightPx: number, radiusPx: number): void {
  const margin = stepPx + 1;
  const reach = Math.ceil(radiusPx);
  const stride = widthPx + 2 * margin;
  const padded = new Float32Array(stride * (heightPx + 2 * margin));
  for (let row = 0; row < heightPx + 2 * margin; row += 1) {
    const from = Math.min(heightPx - 1, Math.max(0, row - margin)) * widthPx;
    const to = row * stride;
    padded.set(plane.subarray(from, from + widthPx), to + margin);
    padded.fill(plane[from] ?? 0, to, to + margin);
    padded.fill(plane[from + widthPx - 1] ?? 0, to + margin + widthPx, to + stride);
  }

  const { offsets, weights } = circleOf(radiusPx, stride);
  const { evenTo, evenFrom } = evenEnds(padded, stride);
  const highest = new Float32Array(stride);
  for (let row = 0; row < heightPx; row += 1) {
    const middle = (row + margin) * stride;
    // No search is needed where no pixel within reach is higher, which is true for most of every image.
    let [first, past] = [stride, 0];
    for (let near = row + margin - reach; near <= row + margin + reach; near += 1) {
      const isAlike =
        padded[near * stride] === padded[middle] && padded[near * stride + stride - 1] === padded[middle + stride - 1];
      first = isAlike ? Math.min(first, evenTo[near] ?? 0) : 0;
      past = isAlike ? Math.max(past, evenFrom[near] ?? 0) : stride;
    }
    const firstColumn = Math.max(0, first - reach - margin);
    const pastColumn = Math.min(widthPx, past + reach - margin);
    for (let column = firstColumn + margin - reach; column < pastColumn + margin + reach; column += 1) {
      let high = 0;
      for (let at = middle + column - reach * stride; at <= middle + column + reach * stride; at += stride) {
        const value = padded[at] ?? 0;
        if (value > high) high = value;
      }
      highest[column] = high;
    }
    for (let column = firstColumn; column < pastColumn; column += 1) {
      const here = middle + margin + column;
      let best = padded[here] ?? 0;
      let most = 0;
      for (let near = column + margin - reach; near <= column + margin + reach; near += 1) {
        const value = highest[near] ?? 0;
        if (value > most) most = value;
      }
      if (most <= best) continue;
      for (let index = 0; index < offsets.length && best < most; index += 1) {
        const at = here + (offsets[index] ?? 0);
        const value =
          (padded[at] ?? 0) * (weights[index * 4] ?? 0) +
          (padded[at + 1] ?? 0) * (weights[index * 4 + 1] ?? 0) +
          (padded[at + stride] ?? 0) * (weights[index * 4 + 2] ?? 0) +
          (padded[at + stride + 1] ?? 0) * (weights[index * 4 + 3] ?? 0);
        if (value > best) best = value;
      }
      plane[row * widthPx + column] = best;
    }
  }
}

/**
 * Returns for each row the length of the run of its first value, and the start of the run of its last value; 0 for an
 * even row.
 */
function evenEnds(plane: Float32Array, stride: number) {
  const evenTo = new Int32Array(plane.length / stride);
  const evenFrom = new Int32Array(evenTo.length);
  for (let row = 0; row < evenTo.length; row += 1) {
    const start = row * stride;
    let [first, past] = [0, stride];
    while (first < stride && plane[start + first] === plane[start]) first += 1;
    while (past > first && plane[start + past - 1] === plane[start + stride - 1]) past -= 1;
    evenTo[row] = first;
    evenFrom[row] = first === stride ? 0 : past;
  }
  return { evenTo, evenFrom };
}
