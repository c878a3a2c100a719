export interface Attempt {
  /** Factor of each side. */
  readonly scale: number;
  /** Quality or number of colours that the file is written with; undefined when neither is reduced. */
  readonly reduction: number | undefined;
}

export interface Limit {
  readonly maxBytes: number;
  /** Range of qualities or colour counts to try; undefined when only a smaller image yields a smaller file. */
  readonly range: Range | undefined;
  /** Smallest scale that is tried. */
  readonly minScale: number;
}

export interface Range {
  readonly highest: number;
  readonly lowest: number;
}

export interface Fitted<File> extends Attempt {
  readonly file: File;
}

/** Number of attempts, each of which encodes a whole image. One more attempt, with the smallest scale, may follow. */
export const maxTries = 8;
/** Fraction of `maxBytes` above which a finer search gains nothing visible. */
const closeEnough = 0.93;
/** Fraction of `maxBytes` that is aimed at, because the size of a file can only be estimated. */
const aim = 0.96;

/**
 * Finds the best file of at most `maxBytes`. First the quality or the number of colours is reduced, then the size in
 * px. Bytes that remain are used for quality or colours.
 * @param encode encodes a file; it rejects to end the search.
 * @returns undefined when even the smallest file exceeds the limit.
 */
export async function fitBytes<File extends { readonly size: number }>(
  { maxBytes, range, minScale }: Limit,
  encode: (attempt: Attempt) => Promise<File>,
): Promise<Fitted<File> | undefined> {
  let tries = 0;
  const highest = range?.highest;
  const floor = range && Math.min(range.highest, range.lowest);

  async function attempt(scale: number, reduction: number | undefined): Promise<Fitted<File>> {
    tries += 1;
    return { scale, reduction, file: await encode({ scale, reduction }) };
  }
  const fits = ({ file }: Fitted<File>) => file.size <= maxBytes;
  const isClose = ({ file }: Fitted<File>) => file.size >= maxBytes * closeEnough;

  const whole = await attempt(1, highest);
  if (fits(whole)) return whole;
  const coarse = floor === highest ? whole : await attempt(1, floor);
  const least = fits(coarse) ? coarse : await largest(coarse);
  return least && finest(least, least === coarse ? highest : (highest ?? 0) + 1);

  /**
   * Searches the largest scale whose file fits.
   * @param tooBig attempt at full size, which exceeds the limit.
   */
  async function largest(tooBig: Fitted<File>): Promise<Fitted<File> | undefined> {
    let above = tooBig;
    let best: Fitted<File> | undefined;
    while (tries < maxTries && !(best && isClose(best)) && above.scale > minScale) {
      const from = best ?? above;
      // The guess assumes that bytes are proportional to pixels. Headers are not, so later steps are longer.
      const guess = from.scale * Math.sqrt((maxBytes * aim) / from.file.size);
      const within = best
        ? between(best.scale, guess, above.scale)
        : Math.min(guess, above.scale * (tries > 3 ? 0.6 : 1));
      const next = await attempt(Math.max(minScale, within), floor);
      if (fits(next)) best = next;
      else above = next;
    }
    if (best || above.scale <= minScale) return best;
    const smallest = await attempt(minScale, floor);
    return fits(smallest) ? smallest : undefined;
  }

  /**
   * Searches the highest quality or number of colours whose file fits.
   * @param tooFine lowest quality or number of colours that is too high to try.
   */
  async function finest(fitting: Fitted<File>, tooFine: number | undefined): Promise<Fitted<File>> {
    let best = fitting;
    let above = tooFine ?? 0;
    while (tries < maxTries && best.reduction !== undefined && above - best.reduction > 1 && !isClose(best)) {
      const next = await attempt(best.scale, Math.floor((best.reduction + above) / 2));
      if (fits(next)) best = next;
      else above = next.reduction ?? 0;
    }
    return best;
  }
}

/** Returns the guess when it lies between the two bounds, else their middle. */
function between(low: number, guess: number, high: number): number {
  return guess > low && guess < high ? guess : (low + high) / 2;
}
