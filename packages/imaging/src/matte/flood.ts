import { emptyRect, type Rect, type Size } from '../geometry/rect.ts';

/** Input of a flood fill: it fills values from `low` to `high` and writes `label`. */
export interface Ground {
  readonly values: Uint8ClampedArray | Uint8Array;
  readonly low: number;
  readonly high: number;
  /** Label of each pixel of the plane. A pixel that already has a label is not filled. */
  readonly labels: Uint8Array;
  readonly label: number;
  /** True when pixels that touch at a corner are connected. */
  readonly byCorners: boolean;
}

export interface Flooded {
  readonly rect: Rect;
  readonly count: number;
}

/** A list of whole numbers in growing memory. `flood` uses it as a stack; `spread` reads it in order. */
export class Queue {
  values = new Int32Array(4096);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Int32Array(this.length * 2);
      wider.set(this.values);
      this.values = wider;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  pop(): number {
    this.length -= 1;
    return this.values[this.length] ?? 0;
  }
}

/** Fills the region connected with one pixel, by horizontal runs. */
export function flood(field: Ground, { widthPx, heightPx }: Size, x: number, y: number): Flooded {
  const { values, low, high, labels, label, byCorners } = field;
  const isOpen = (at: number) => labels[at] === 0 && (values[at] ?? 0) >= low && (values[at] ?? 0) <= high;
  const corner = byCorners ? 1 : 0;
  const seeds = new Queue();
  let [left, top, right, bottom, count] = [widthPx, heightPx, 0, 0, 0];
  if (isOpen(y * widthPx + x)) seeds.push(y * widthPx + x);
  while (seeds.length > 0) {
    const seed = seeds.pop();
    if (labels[seed] !== 0) continue;
    const row = Math.floor(seed / widthPx);
    const base = row * widthPx;
    let first = seed;
    while (first > base && isOpen(first - 1)) first -= 1;
    let past = seed + 1;
    while (past < base + widthPx && isOpen(past)) past += 1;
    labels.fill(label, first, past);
    count += past - first;
    left = Math.min(left, first - base);
    right = Math.max(right, past - base);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row + 1);
    for (let next = row - 1; next <= row + 1; next += 2) {
      if (next < 0 || next >= heightPx) continue;
      const from = next * widthPx + Math.max(0, first - base - corner);
      const to = next * widthPx + Math.min(widthPx, past - base + corner);
      let wasOpen = false;
      for (let at = from; at < to; at += 1) {
        const open = isOpen(at);
        if (open && !wasOpen) seeds.push(at);
        wasOpen = open;
      }
    }
  }
  if (count === 0) return { rect: emptyRect, count };
  return { rect: { x: left, y: top, widthPx: right - left, heightPx: bottom - top }, count };
}

/**
 * Grows labels from a queue of pixels to their eight neighbours, breadth first, so that each pixel gets the label of
 * the nearest labelled one.
 * @param accepts returns whether a pixel without a label may get the label of its neighbour `from`.
 */
export function spread(
  labels: Uint8Array,
  { widthPx, heightPx }: Size,
  queue: Queue,
  maxSteps: number,
  accepts: (at: number, from: number) => boolean,
): void {
  let begin = 0;
  for (let step = 0; step < maxSteps && begin < queue.length; step += 1) {
    const end = queue.length;
    for (; begin < end; begin += 1) {
      const from = queue.values[begin] ?? 0;
      const label = labels[from] ?? 0;
      const y = Math.floor(from / widthPx);
      const x = from - y * widthPx;
      const [firstY, lastY] = [Math.max(0, y - 1), Math.min(heightPx - 1, y + 1)];
      const [firstX, lastX] = [Math.max(0, x - 1), Math.min(widthPx - 1, x + 1)];
      for (let row = firstY; row <= lastY; row += 1) {
        for (let at = row * widthPx + firstX; at <= row * widthPx + lastX; at += 1) {
          if (labels[at] !== 0 || !accepts(at, from)) continue;
          labels[at] = label;
          queue.push(at);
        }
      }
    }
  }
}
