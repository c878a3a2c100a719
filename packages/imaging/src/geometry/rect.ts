export interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A rectangle of whole pixels. It is empty when it has no width or no height. */
export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** Edges of a rectangle in px. `right` and `bottom` are the first column and row after it. */
export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const emptyRect: Rect = { x: 0, y: 0, widthPx: 0, heightPx: 0 };

export function isEmpty({ widthPx, heightPx }: Rect): boolean {
  return widthPx <= 0 || heightPx <= 0;
}

/** Returns the rectangle between four edges, clipped to the image. */
export function rectWithin(left: number, top: number, right: number, bottom: number, size: Size): Rect {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [widthPx, heightPx] = [Math.min(size.widthPx, right) - x, Math.min(size.heightPx, bottom) - y];
  return widthPx > 0 && heightPx > 0 ? { x, y, widthPx, heightPx } : emptyRect;
}

export function grown({ x, y, widthPx, heightPx }: Rect, byPx: number, size: Size): Rect {
  return rectWithin(x - byPx, y - byPx, x + widthPx + byPx, y + heightPx + byPx, size);
}

/** Returns the smallest rectangle that contains both rectangles. */
export function union(one: Rect, other: Rect): Rect {
  if (isEmpty(one)) return other;
  if (isEmpty(other)) return one;
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    widthPx: Math.max(one.x + one.widthPx, other.x + other.widthPx) - x,
    heightPx: Math.max(one.y + one.heightPx, other.y + other.heightPx) - y,
  };
}

/** Copies a rectangle of a plane that has one value for each pixel. */
export function cutPlane(plane: Uint8ClampedArray, size: Size, rect: Rect): Uint8ClampedArray<ArrayBuffer> {
  const { x, y, widthPx, heightPx } = rect;
  const part = new Uint8ClampedArray(widthPx * heightPx);
  for (let row = 0; row < heightPx; row += 1) {
    const from = (y + row) * size.widthPx + x;
    part.set(plane.subarray(from, from + widthPx), row * widthPx);
  }
  return part;
}

/** Writes a rectangle back into a plane. It is the inverse of `cutPlane`. */
export function pastePlane(part: Uint8ClampedArray, plane: Uint8ClampedArray, size: Size, rect: Rect): void {
  for (let row = 0; row < rect.heightPx; row += 1) {
    const values = part.subarray(row * rect.widthPx, (row + 1) * rect.widthPx);
    plane.set(values, (rect.y + row) * size.widthPx + rect.x);
  }
}

/** Returns the smallest rectangle that contains all differences between two planes. */
export function differenceOf(one: Uint8ClampedArray, other: Uint8ClampedArray, { widthPx, heightPx }: Size): Rect {
  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    const from = y * widthPx;
    let first = 0;
    while (first < widthPx && one[from + first] === other[from + first]) first += 1;
    if (first === widthPx) continue;
    let last = widthPx - 1;
    while (one[from + last] === other[from + last]) last -= 1;
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    top = Math.min(top, y);
    bottom = y + 1;
  }
  return bottom === 0 ? emptyRect : { x: left, y: top, widthPx: right - left, heightPx: bottom - top };
}
