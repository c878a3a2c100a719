import { translateError } from '@isola/segmenter/node';

import { ApiError } from '../api-error.ts';
import { cutoutHeaders } from '../cutouts/answer.ts';
import { requestOf } from '../cutouts/read-options.ts';
import { DatabaseAwayError } from '../database/database.ts';
import { checkImage } from '../image/check-image.ts';
import { fetchNamed } from '../image/fetch-image.ts';
import { megapixelsOf } from '../limits/rates.ts';
import { removeBackground } from '../remove-background.ts';
import type { RequestReport, ServerContext } from '../server-context.ts';
import type { BatchWork, BegunImage, ImageError, ImagePlace, ImageResult } from './batch.ts';

/** Number of times that a worker begins an image whose worker died, or that failed by no fault of its own. */
const maxAttempts = 3;
/** Pause before an image is tried again that failed by no fault of its own, in seconds. */
const pauseSeconds = 10;

/** Bytes of the files of one key beyond which its further images fail. */
const maxResultBytes = 6 * 1024 ** 3;

export interface ImageCallbacks {
  /** Called with each image that ends. */
  readonly onImage?: ((report: RequestReport) => void) | undefined;
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Outcome of a try. A postponed image waits for its key's rate or for a place, and the try does not count. */
type Outcome =
  | { readonly kind: 'done'; readonly result: ImageResult; readonly megapixels: number }
  | { readonly kind: 'failed'; readonly error: ImageError }
  | { readonly kind: 'again' }
  | {
      readonly kind: 'postponed';
      readonly seconds: number;
      readonly fetched?: { bytes: Uint8Array; megapixels: number };
    };

/**
 * Processes an image of a batch with the checks and limits of `POST /v1/cutouts`. The address is checked here, as it is
 * fetched, because a name can resolve to another address than at the time of the post.
 * @param signal aborts when the queue gives the image to another worker.
 * @throws {DatabaseAwayError} when the outcome cannot be stored; the reason of the signal. The queue then gives the image
 *   to a worker again.
 */
export async function processImage(
  place: ImagePlace,
  work: BatchWork,
  server: ServerContext,
  { onImage, onError }: ImageCallbacks,
  signal: AbortSignal,
): Promise<void> {
  const startMs = performance.now();
  const image = await work.begin(place);
  if (!image) return;
  const outcome = await attempt(place, image, work, server, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof DatabaseAwayError) throw error;
    return outcomeOf(error, image, onError);
  });
  if (outcome.kind === 'again') return await work.postpone(place, { seconds: pauseSeconds, isAttempt: true });
  if (outcome.kind === 'postponed') return await work.postpone(place, { ...outcome, isAttempt: false });
  const isStored =
    outcome.kind === 'done' ? await work.finish(place, outcome.result) : await work.fail(place, outcome.error);
  if (!isStored) return;
  onImage?.({
    route: 'image of a batch',
    status: outcome.kind === 'done' ? 200 : outcome.error.status,
    code: outcome.kind === 'done' ? undefined : outcome.error.problems[0].code,
    client: image.client.name,
    durationMs: performance.now() - startMs,
    megapixels: outcome.kind === 'done' ? outcome.megapixels : undefined,
  });
}

/** @throws {ApiError} as `POST /v1/cutouts`; the reason of the signal. */
async function attempt(
  place: ImagePlace,
  { client, options, attempts, url, megapixels: known, storedBytes }: BegunImage,
  work: BatchWork,
  { admission, fetchImage, limits, rates, segmenter }: ServerContext,
  signal: AbortSignal,
): Promise<Outcome> {
  if (attempts > maxAttempts) return { kind: 'failed', error: internalError };
  if (storedBytes > maxResultBytes) {
    const title = `More than ${maxResultBytes / 1024 ** 3} GiB are stored for the key`;
    return { kind: 'failed', error: { status: 429, problems: [{ code: 'batch_limit_exceeded', title }] } };
  }
  const { remaining, resetSeconds } = await rates.look(client);
  // An image larger than the whole limit takes all of it.
  if (remaining < Math.min(known ?? 1, client.megapixelsPerMinute)) return { kind: 'postponed', seconds: resetSeconds };
  const leave = admission.enter();
  try {
    const { maxFileBytes, processingTimeoutMs } = limits;
    const bytes =
      url === null ? await work.sourceOf(place) : await fetchNamed('image_url', url, fetchImage, signal, maxFileBytes);
    const request = await requestOf((name) => options[name]);
    const image = await checkImage(bytes, 'image', limits);
    const megapixels = megapixelsOf(image, request);
    const rate = await rates.take(client, megapixels);
    if (!rate.isAllowed) return { kind: 'postponed', seconds: rate.resetSeconds, fetched: { bytes, megapixels } };
    const late = AbortSignal.timeout(processingTimeoutMs);
    const removal = await removeBackground(image, request, segmenter, AbortSignal.any([signal, late])).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        if (!late.aborted) throw error;
        const title = `The image was not finished within ${processingTimeoutMs / 1000} s`;
        throw new ApiError(503, { code: 'timeout', title }, {}, { cause: error });
      },
    );
    const result = { bytes: removal.bytes, headers: cutoutHeaders(removal) };
    return { kind: 'done', result, megapixels: (image.widthPx * image.heightPx) / 1e6 };
  } finally {
    leave();
  }
}

const internalError: ImageError = {
  status: 500,
  problems: [{ code: 'internal', title: 'The image could not be processed' }],
};

/** An image that needs more memory than the machine has would be postponed for ever. */
function isOutOfMemory({ cause }: ApiError): boolean {
  return cause !== undefined && translateError(cause).code === 'out-of-memory';
}

/** Decides after an error: a busy server postpones, a wrong image fails at once, and the rest is tried again. */
function outcomeOf(error: unknown, { attempts }: BegunImage, onError: ImageCallbacks['onError']): Outcome {
  if (!(error instanceof ApiError)) onError?.(error);
  else if (error.problems[0].code === 'busy' && !isOutOfMemory(error)) {
    return { kind: 'postponed', seconds: Number(error.headers['retry-after'] ?? pauseSeconds) };
  }
  const { status, problems } = error instanceof ApiError ? error : internalError;
  if (status >= 500 && attempts < maxAttempts) return { kind: 'again' };
  return { kind: 'failed', error: { status, problems } };
}
