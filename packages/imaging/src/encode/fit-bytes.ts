export interface Attempt {
  /** The factor on each side. */
  readonly scale: number;
  /** 1…100; undefined for a lossless format. */
  readonly quality: number | undefined;
}

export interface Limit {
  readonly maxBytes: number;
  /** The highest quality; undefined for a lossless format. */
  readonly quality: number | undefined;
  /** The smallest scale that is tried. Where it is 1, every quality is tried. */
  readonly minScale: number;
}

export interface Fitted<File> extends Attempt {
  readonly file: File;
}

/** Below this, blocks and ringing are more visible than a smaller image. */
const minQuality = 40;
/** Each encodes a whole image. */
export const maxTries = 8;
/** From this fraction of `maxBytes` on, a finer search gains nothing visible. */
const closeEnough = 0.93;
/** The fraction of `maxBytes` that is aimed at: a size is only estimated from another. */
const aim = 0.96;

/**
 * Finds the best file of at most `maxBytes`: first the quality is reduced, then the size, and bytes that are left are
 * used for quality.
 * @param encode writes one; rejects to end the search.
 * @returns undefined when even the smallest has more.
 */
export async function fitBytes<File extends { readonly size: number }>(
  { maxBytes, quality, minScale }: Limit,
  encode: (attempt: Attempt) => Promise<File>,
): Promise<Fitted<File> | undefined> {
  let tries = 0;
  const floor = quality === undefined ? undefined : Math.min(quality, minScale < 1 ? minQuality : 1);

  async function attempt(scale: number, at: number | undefined): Promise<Fitted<File>> {
    tries += 1;
    return { scale, quality: at, file: await encode({ scale, quality: at }) };
  }
  const fits = ({ file }: Fitted<File>) => file.size <= maxBytes;
  const isClose = ({ file }: Fitted<File>) => file.size >= maxBytes * closeEnough;

  const whole = await attempt(1, quality);
  if (fits(whole)) return whole;
  const coarse = floor === quality ? whole : await attempt(1, floor);
  const least = fits(coarse) ? coarse : await largest(coarse);
  return least && finest(least, least === coarse ? quality : (quality ?? 0) + 1);

  /** @param tooBig of the whole size. */
  async function largest(tooBig: Fitted<File>): Promise<Fitted<File> | undefined> {
    let above = tooBig;
    let best: Fitted<File> | undefined;
    while (tries < maxTries && !(best && isClose(best)) && above.scale > minScale) {
      const from = best ?? above;
      // Assumes bytes proportional to pixels. Headers are not, so after a second miss the step is longer.
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

  /** @param tooFine a quality that is not to be tried. */
  async function finest(fitting: Fitted<File>, tooFine: number | undefined): Promise<Fitted<File>> {
    let best = fitting;
    let above = tooFine ?? 0;
    while (tries < maxTries && best.quality !== undefined && above - best.quality > 1 && !isClose(best)) {
      const next = await attempt(best.scale, Math.floor((best.quality + above) / 2));
      if (fits(next)) best = next;
      else above = next.quality ?? 0;
    }
    return best;
  }
}

/** @returns the guess where it lies well between the two, else their middle. */
function between(low: number, guess: number, high: number): number {
  return guess > low && guess < high ? guess : (low + high) / 2;
}
