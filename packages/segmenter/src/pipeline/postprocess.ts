import { acquireInstance, loadMattingKernels, type MattingInstance } from '../matting/matting-kernels.ts';
import { refineMatte } from '../matting/refine-matte.ts';
import { refineSoftParts } from '../matting/refine-soft-parts.ts';
import { solidifyBodies } from '../matting/solidify-bodies.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import type { SegmentRequest } from '../api/options.ts';
import type { AnySegmentation, Output, Outputs } from '../api/segmentation.ts';
import type { ModelSession, RunOptions } from '../inference/session.ts';
import { createYielding } from '../async/yielding.ts';
import { flattenerOnto } from './flatten.ts';
import { openWriters } from './output-writers.ts';
import type { Picture, Platform } from './platform.ts';
import type { Prediction } from './segment.ts';

/**
 * Scales a mask to the image's size and cuts out the image along it, strip by strip. At full size, only the image, the matte
 * and the requested outputs are in memory as a whole.
 * @param picture the full-size image; stays open.
 * @param session the session that lends its threads and memory to the work, if it can.
 * @param onProgress called with the completed share of the work, 0…1.
 */
export async function postprocess(
  picture: Picture,
  platform: Pick<Platform, 'writers'>,
  session: Pick<ModelSession, 'borrowMatting'>,
  prediction: Prediction,
  { outputs: wanted, background }: Pick<SegmentRequest, 'outputs' | 'background'>,
  { signal, onProgress }: RunOptions,
): Promise<Pick<AnySegmentation, 'matte' | Output>> {
  const { widthPx, heightPx } = picture;
  await loadPostprocessing(wanted);
  // The output `mask` contains the matte alone, so no colours are estimated for it.
  const form = wanted.some((output) => output !== 'mask') ? 'cutout' : 'matte';
  const flatten = background === undefined ? undefined : flattenerOnto(background);
  const matting = await acquireMatting(session);
  const yielding = createYielding();
  try {
    solidifyBodies(matting, prediction.mask, prediction);
    refineSoftParts(matting, prediction.mask, prediction);
    const refinement = refineMatte(matting, prediction, { widthPx, heightPx }, form);
    const data = new Uint8ClampedArray(widthPx * heightPx);
    const stripRows = Math.min(refinement.maxRows, heightPx);
    const readRows = picture.openRows(stripRows);
    const writers = await openWriters(wanted, platform, { widthPx, heightPx, isOpaque: flatten !== undefined });
    signal.throwIfAborted();
    onProgress(preparationShare);
    const begin = (firstRow: number) => {
      const rows = Math.min(stripRows, heightPx - firstRow);
      const pixels = readRows(firstRow, rows);
      const alpha = data.subarray(firstRow * widthPx, (firstRow + rows) * widthPx);
      return { pixels, alpha, firstRow, finish: refinement.begin(pixels, firstRow) };
    };
    let next = begin(0);
    next.finish(next.alpha);
    for (let firstRow = 0; firstRow < heightPx; firstRow += stripRows) {
      const { pixels, alpha } = next;
      const nextRow = firstRow + stripRows;
      const isLast = nextRow >= heightPx;
      // The other threads cut out the next rows while this thread writes the current ones.
      if (!isLast) next = begin(nextRow);
      flatten?.(pixels);
      for (const writer of writers) writer.add({ pixels, alpha, firstRow });
      if (!isLast) next.finish(next.alpha);
      onProgress(preparationShare + (1 - preparationShare) * (Math.min(nextRow, heightPx) / heightPx));
      await yielding.yieldToEventLoop();
      signal.throwIfAborted();
    }
    const outputs: Partial<Outputs> = {};
    for (const writer of writers) Object.assign(outputs, await writer.finish());
    return { matte: { data, widthPx, heightPx }, ...outputs };
  } finally {
    yielding.close();
    matting.release();
  }
}

async function acquireMatting({ borrowMatting }: Pick<ModelSession, 'borrowMatting'>): Promise<MattingInstance> {
  return borrowMatting ? borrowMatting() : acquireInstance(await loadMattingKernels());
}

/**
 * Fetches and compiles the kernels that `postprocess` needs besides a session, once per thread. An early call saves
 * `postprocess` the wait.
 * @throws {SegmenterError} `resource-load-failed` or `network`.
 */
export async function loadPostprocessing(wanted: readonly Output[]): Promise<void> {
  if (wanted.includes('png') || wanted.includes('mask')) await loadPngKernels();
}

/** Share of the time that passes before the first row is written, for an image of 12 megapixels. */
const preparationShare = 0.4;
