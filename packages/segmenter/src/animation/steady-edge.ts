import type { Size } from '../api/size.ts';
import { smoothStep } from '../matting/smooth-step.ts';

/** Steadies the edge of the cut-outs of consecutive frames. */
export interface EdgeSteadier {
  /**
   * Takes the next frame and steadies its cut-out in place. The first frame, and the first after a cut, stay as they are.
   * @param picture the frame: RGBA, 8-bit, of which the colours count.
   * @param cutout the frame's cut-out: RGBA, 8-bit sRGB, straight alpha.
   */
  steady(picture: Uint8ClampedArray, cutout: Uint8ClampedArray): void;
}

/** Number of frames over which a part that does not change is averaged. The newest counts at least a fifth. */
const maxFrames = 5;
/** Share of the frame that must have changed for a cut, or for a camera that moves: then nothing is averaged. */
const cutShare = 0.6;
/** Largest mean difference that counts as noise, in levels of 255. */
const maxNoise = 6;

/** Fixed-point steps of a level in the averages. Rounding to whole levels would stop them short of their value. */
const levelSteps = 256;
/** Fixed-point steps of a level in the measured changes. */
const changeSteps = 16;
/** Fixed-point steps of a frame in the number of averaged frames. */
const frameSteps = 32;

/**
 * Creates a filter against flicker along the edge. The network sees each frame for the first time, so its alpha differs from
 * frame to frame where the picture does not. Where the picture has not changed, the alpha becomes the mean over up to five
 * frames. Where it has changed, the new alpha is used at once, so that nothing that moves leaves a trail.
 *
 * The picture is compared with its own mean over the same frames, in windows of 3 × 3 px. That way a slow movement adds up
 * until it counts, and noise averages out. The noise is measured: it is the difference that three quarters of the windows
 * exceed.
 */
export function createEdgeSteadier({ widthPx, heightPx }: Size): EdgeSteadier {
  const pixels = widthPx * heightPx;
  const history = {
    colours: new Uint16Array(pixels * 3),
    alphas: new Uint16Array(pixels),
    cutoutColours: new Uint8Array(pixels * 3),
    frames: new Uint8Array(pixels),
  };
  const changes = new Uint16Array(pixels);
  const motion = new Uint16Array(pixels);
  let isFirst = true;

  return {
    steady(picture, cutout) {
      if (picture.length !== pixels * 4 || cutout.length !== pixels * 4) {
        throw new RangeError(`a frame is not of ${widthPx} × ${heightPx} px`);
      }
      let bounds = { lower: -1, upper: 0 };
      if (!isFirst) {
        measureChanges(picture, history.colours, changes);
        measureMotion(changes, motion, { widthPx, heightPx });
        bounds = boundsOf(motion);
      }
      isFirst = false;
      for (let at = 0; at < pixels; at += 1) {
        const still = 1 - smoothStep(bounds.lower, bounds.upper, motion[at] ?? 0);
        average(history, at, still, picture, cutout);
      }
    },
  };
}

interface History {
  /** Mean colours of the picture, three values per pixel, in steps of `levelSteps`. */
  readonly colours: Uint16Array;
  /** Mean alpha, in steps of `levelSteps`. */
  readonly alphas: Uint16Array;
  /** Colours of the last steadied cut-out, three values per pixel. */
  readonly cutoutColours: Uint8Array;
  /** Number of frames in the means, in steps of `frameSteps`. */
  readonly frames: Uint8Array;
}

/** Sums the differences of the three colours of each pixel from their means. */
function measureChanges(picture: Uint8ClampedArray, means: Uint16Array, changes: Uint16Array): void {
  const scale = changeSteps / levelSteps;
  for (let at = 0; at < changes.length; at += 1) {
    const red = Math.abs((picture[at * 4] ?? 0) * levelSteps - (means[at * 3] ?? 0));
    const green = Math.abs((picture[at * 4 + 1] ?? 0) * levelSteps - (means[at * 3 + 1] ?? 0));
    const blue = Math.abs((picture[at * 4 + 2] ?? 0) * levelSteps - (means[at * 3 + 2] ?? 0));
    changes[at] = (red + green + blue) * scale;
  }
}

/** Averages the changes over windows of 3 × 3 px. Windows at the border contain their nearest pixels twice. */
function measureMotion(changes: Uint16Array, motion: Uint16Array, { widthPx, heightPx }: Size): void {
  const sumOf = (at: number) => changes[at] ?? 0;
  for (let y = 0; y < heightPx; y += 1) {
    const row = y * widthPx;
    const above = Math.max(0, y - 1) * widthPx;
    const below = Math.min(heightPx - 1, y + 1) * widthPx;
    const columnOf = (x: number) => sumOf(above + x) + sumOf(row + x) + sumOf(below + x);
    let middle = columnOf(0);
    let left = middle;
    for (let x = 0; x < widthPx; x += 1) {
      const right = x + 1 < widthPx ? columnOf(x + 1) : middle;
      // Nine pixels of three colours.
      motion[row + x] = (left + middle + right) / 27;
      left = middle;
      middle = right;
    }
  }
}

/**
 * Returns the mean differences up to which a window has not changed, and from which it has changed entirely. After a cut, both
 * are so low that every window has changed.
 */
function boundsOf(motion: Uint16Array): { readonly lower: number; readonly upper: number } {
  const counts = new Uint32Array(maxNoise * changeSteps + 1);
  for (const value of motion) {
    const bin = Math.min(value, counts.length - 1);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let noise = 0;
  for (let seen = counts[0] ?? 0; seen < motion.length / 4; seen += counts[noise] ?? 0) noise += 1;
  const lower = 1.5 * noise + changeSteps;
  const upper = 3 * noise + 4 * changeSteps;
  let changed = 0;
  for (const value of motion) if (value >= upper) changed += 1;
  return changed > cutShare * motion.length ? { lower: -1, upper: 0 } : { lower, upper };
}

/**
 * Adds a pixel of a frame to its means, and replaces its cut-out by them.
 * @param still 1 when the picture has not changed there; 0 when its history has no meaning any more.
 */
function average(
  { colours, alphas, cutoutColours, frames }: History,
  at: number,
  still: number,
  picture: Uint8ClampedArray,
  cutout: Uint8ClampedArray,
): void {
  const known = Math.min((frames[at] ?? 0) / frameSteps, maxFrames - 1) * still;
  frames[at] = Math.round((known + 1) * frameSteps);
  const share = 1 / (known + 1);
  const [own, colour] = [at * 4, at * 3];
  for (let channel = 0; channel < 3; channel += 1) {
    const mean = colours[colour + channel] ?? 0;
    colours[colour + channel] = Math.round(mean + ((picture[own + channel] ?? 0) * levelSteps - mean) * share);
  }
  const newAlpha = cutout[own + 3] ?? 0;
  const earlier = (alphas[at] ?? 0) * (1 - share);
  const later = newAlpha * levelSteps * share;
  const alpha = Math.round(earlier + later);
  alphas[at] = alpha;
  cutout[own + 3] = Math.round(alpha / levelSteps);
  for (let channel = 0; channel < 3; channel += 1) {
    // Solid parts keep the colours of their own frame. A colour of the edge counts by its alpha.
    if (newAlpha < 255 && alpha > 0) {
      const before = cutoutColours[colour + channel] ?? 0;
      cutout[own + channel] = Math.round((before * earlier + (cutout[own + channel] ?? 0) * later) / (earlier + later));
    }
    cutoutColours[colour + channel] = cutout[own + channel] ?? 0;
  }
}
