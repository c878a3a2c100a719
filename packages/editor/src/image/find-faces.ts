import type { PixelatedArea } from '@isola/imaging';

import type { Failure } from '../model/failure.ts';
import type { SourceImage } from '../model/source-image.ts';
import { borrowBitmap } from './borrow-bitmap.ts';
import type { FacesAnswer, FacesRequest } from './find-faces-worker.ts';

/** Ellipse around a face, in px of the image. */
export type FaceEllipse = Extract<PixelatedArea, { kind: 'ellipse' }>;

/** A search that failed: the networks could not be loaded, or the worker stopped. */
export class FacesError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail ?? failure.code);
    this.name = 'FacesError';
    this.failure = failure;
  }
}

export interface FindFacesOptions {
  readonly signal: AbortSignal;
  /** Address of the manifest that names the networks for faces; that of the segmenter by default. */
  readonly manifestUrl?: string | undefined;
}

/** Longer side of the copy in which faces are looked for, in px. Larger ones show no more faces. */
const maxSidePx = 1920;
/** Size of an ellipse relative to the box from forehead to chin, so that it covers ears, hairline and corners of the box. */
const margin = 1.35;

/**
 * Finds the faces in an image, in a worker that loads the networks for them, 1.4 MB, and ends with the search.
 * @throws {FacesError} when the networks cannot be loaded. After an abort, the signal's reason.
 */
export async function findFaces(
  image: Pick<SourceImage, 'file' | 'bitmap'>,
  { signal, manifestUrl }: FindFacesOptions,
): Promise<readonly FaceEllipse[]> {
  signal.throwIfAborted();
  const { bitmap: whole, giveBack } = await borrowBitmap(image);
  const scale = Math.min(1, maxSidePx / Math.max(whole.width, whole.height));
  const bitmap = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: 'medium',
  }).finally(giveBack);
  if (signal.aborted) bitmap.close();
  signal.throwIfAborted();
  const answer = await ask({ bitmap, manifestUrl }, signal);
  if ('failure' in answer) throw new FacesError(answer.failure as Failure);
  return answer.boxes.map(({ leftPx, topPx, widthPx, heightPx }) => ({
    kind: 'ellipse',
    centerX: (leftPx + widthPx / 2) / scale,
    centerY: (topPx + heightPx / 2) / scale,
    radiusX: ((widthPx / 2) * margin) / scale,
    radiusY: ((heightPx / 2) * margin) / scale,
  }));
}

/** The type of `findFaces`, for whoever replaces it in a test. */
export type FindFaces = typeof findFaces;

/** Asks a worker that ends with the answer, or with the abort. */
function ask(request: FacesRequest, signal: AbortSignal): Promise<FacesAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<FacesAnswer>();
  const worker = new Worker(new URL('./find-faces-worker.ts', import.meta.url), {
    type: 'module',
    name: 'isola-find-faces',
  });
  worker.addEventListener('message', ({ data }: MessageEvent<FacesAnswer>) => resolve(data));
  worker.addEventListener('error', () => resolve({ failure: { code: 'resource-load-failed' } }));
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.postMessage(request, [request.bitmap]);
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  });
}
