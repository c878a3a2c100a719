import { type Affine, chain, mapped, scaling, translation } from '../geometry/affine.ts';
import { isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';
import type { Task } from '../job/task.ts';
import { sourceFrom } from '../raster/gathered.ts';
import type { CutoutSource } from '../raster/raster.ts';
import type { OutputTransform } from '../resample/output-transform.ts';
import { transformCutout } from '../resample/transform-cutout.ts';
import { enlargedCutout } from './enlarged-cutout.ts';
import type { EnlargerLoader } from './load-enlarger.ts';

/** A part of a cutout, doubled. */
export interface EnlargedPart {
  readonly source: CutoutSource;
  /** Map from px of the image to px of the doubled part. */
  readonly fromPhoto: Affine;
}

/** Margin around the part that a result shows, in px of the image. The network and the resampler look no farther. */
const marginPx = 16;

/** Returns the part of an image that a result shows, with a margin; empty when it shows none. */
export function shownPart({ toPhoto, widthPx, heightPx }: OutputTransform, image: Size): Rect {
  const corners = [
    [0, 0],
    [widthPx, 0],
    [0, heightPx],
    [widthPx, heightPx],
  ].map(([x = 0, y = 0]) => mapped(toPhoto, x, y));
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return rectWithin(
    Math.floor(Math.min(...across)) - marginPx,
    Math.floor(Math.min(...down)) - marginPx,
    Math.ceil(Math.max(...across)) + marginPx,
    Math.ceil(Math.max(...down)) + marginPx,
    image,
  );
}

/**
 * Doubles a part of a cutout by the network. A larger result scales the double by the resampler.
 * @returns undefined when the part is empty.
 * @throws {CompositorError} `enlarger-load-failed`, `out-of-memory`; the reason of the task's signal.
 */
export async function enlargedPart(
  cutout: CutoutSource,
  part: Rect,
  loadEnlarger: EnlargerLoader,
  { signal, yieldToEventLoop, report }: Task,
): Promise<EnlargedPart | undefined> {
  if (isEmpty(part)) return undefined;
  report('enlarge', 0, 1);
  const { enlarge } = await unlessAborted(loadEnlarger(), signal);
  const { x, y, widthPx, heightPx } = part;
  const cut = transformCutout(cutout, { toPhoto: translation(x, y), widthPx, heightPx }, yieldToEventLoop);
  const onProgress = ({ loaded, total }: { loaded: number; total: number }) => report('enlarge', loaded, total);
  const doubled = await enlargedCutout(cut, enlarge, { signal, onProgress, yieldToEventLoop });
  return { source: sourceFrom(doubled), fromPhoto: chain(translation(-x, -y), scaling(2)) };
}

/** Ends the wait with the signal's reason. The network is still loaded, because the next result needs it, too. */
function unlessAborted<Value>(waiting: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([waiting, promise]).finally(() => signal.removeEventListener('abort', onAbort));
}
