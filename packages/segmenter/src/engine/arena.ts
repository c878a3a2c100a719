/** Of the cache; the kernels' blocks begin on one. */
const lineBytes = 64;

export function roundToLine(bytes: number): number {
  return Math.ceil(bytes / lineBytes) * lineBytes;
}

/**
 * Hands out places in a stretch of memory and takes them back, while a plan is made: first fit, neighbours joined.
 * Nothing is touched; only numbers are given.
 */
export class Arena {
  #free: { at: number; end: number }[] = [{ at: 0, end: Number.MAX_SAFE_INTEGER }];
  /** How much memory all that was ever handed out at once takes. */
  peakBytes = 0;

  /** @returns an offset, at a multiple of a line of the cache. */
  take(bytes: number): number {
    const size = roundToLine(bytes);
    const index = this.#free.findIndex((gap) => gap.end - gap.at >= size);
    const gap = this.#free[index];
    if (!gap) throw new RangeError(`no place for ${bytes} bytes`);
    const { at } = gap;
    if (gap.end - at === size) this.#free.splice(index, 1);
    else gap.at += size;
    this.peakBytes = Math.max(this.peakBytes, at + size);
    return at;
  }

  /** @param at as `take` gave it for as many bytes. */
  giveBack(at: number, bytes: number): void {
    const end = at + roundToLine(bytes);
    const before = this.#free.find((gap) => gap.end === at);
    const after = this.#free.find((gap) => gap.at === end);
    if (before && after) {
      before.end = after.end;
      this.#free.splice(this.#free.indexOf(after), 1);
    } else if (before) before.end = end;
    else if (after) after.at = at;
    else {
      this.#free.push({ at, end });
      this.#free.sort((left, right) => left.at - right.at);
    }
  }
}
