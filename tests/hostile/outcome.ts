import type { Expected, Quarters } from './hostile-file.ts';

/** Pixels of a decoded image: RGBA, straight alpha. */
export interface DecodedImage {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Largest difference of a channel that compression and colour conversions may make, of 255. */
const toleranceOfColour = 24;

/** Returns what is expected as one line. */
export function expectedOutcome(expected: Expected): string {
  if (expected.outcome === 'refused') return expected.format ? `${expected.code} ${expected.format}` : expected.code;
  const { widthPx, heightPx } = expected;
  return `opens ${widthPx} × ${heightPx}`;
}

/**
 * Compares a decoded image with what is expected.
 * @returns the line of `expectedOutcome` when size and colours are right; otherwise a line that says what differs.
 */
export function decodedOutcome({ widthPx, heightPx, data }: DecodedImage, expected: Expected): string {
  const line = `opens ${widthPx} × ${heightPx}`;
  if (expected.outcome !== 'opens' || !expected.quarters) return line;
  const found = quartersOf({ widthPx, heightPx, data });
  const isRight = expected.quarters.every((colour, at) => isClose(found[at], colour));
  return isRight ? line : `${line} with the colours ${JSON.stringify(found)}`;
}

/**
 * Returns the cutout that a model makes which takes a pixel for the subject if it has much red. Images that are transparent
 * already keep their transparency.
 */
export function cutoutOf(expected: Expected): Expected {
  if (expected.outcome !== 'opens' || !expected.quarters || expected.quarters.includes(undefined)) return expected;
  const [topLeft, topRight, bottomLeft, bottomRight] = expected.quarters;
  const kept = (colour: Quarters[number]) => (colour && colour[0] > 127 ? colour : undefined);
  return { ...expected, quarters: [kept(topLeft), kept(topRight), kept(bottomLeft), kept(bottomRight)] };
}

/** Returns the colours in the middles of the quarters; undefined where the image is transparent. */
function quartersOf({ widthPx, heightPx, data }: DecodedImage): Quarters {
  const at = (across: number, down: number) => {
    const pixel = (Math.floor(down * heightPx) * widthPx + Math.floor(across * widthPx)) * 4;
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(pixel, pixel + 4);
    return alpha < 128 ? undefined : ([red, green, blue] as const);
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}

function isClose(found: Quarters[number], wanted: Quarters[number]): boolean {
  if (!found || !wanted) return found === wanted;
  return found.every((value, channel) => Math.abs(value - (wanted[channel] ?? 0)) <= toleranceOfColour);
}
