import type { Context } from 'hono';

import { ApiError } from '../api-error.ts';
import type { CheckedImage } from '../image/check-image.ts';
import { megapixelsOf } from '../limits/rates.ts';
import type { RemovalRequest } from '../removal-request.ts';
import type { RequestVariables, ServerContext } from '../server-context.ts';

/**
 * Runs the work of a request in a place of its own and within its time.
 * @param work gets a signal that aborts when the client leaves or the time is over, and starts the clock when it has
 *   received the body, whose own time limit is separate.
 * @throws {ApiError} `busy` 503, `timeout` 503; the errors of the work.
 */
export async function withinLimits<T>(
  { req }: Context<RequestVariables>,
  { admission, limits }: ServerContext,
  work: (signal: AbortSignal, startClock: () => void) => Promise<T>,
): Promise<T> {
  const leave = admission.enter();
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const startClock = () => {
    timer ??= setTimeout(() => late.abort(new Error('late')), limits.processingTimeoutMs);
  };
  try {
    return await work(AbortSignal.any([req.raw.signal, late.signal]), startClock);
  } catch (error) {
    if (!late.signal.aborted) throw error;
    const title = `The image was not finished within ${limits.processingTimeoutMs / 1000} s`;
    throw new ApiError(503, { code: 'timeout', title }, { 'retry-after': '30' });
  } finally {
    clearTimeout(timer);
    leave();
  }
}

/**
 * Counts the megapixels of an image and the places of its prompt against the client's rate, and adds the headers of the
 * rate.
 * @throws {ApiError} `rate_limit_exceeded` 429 with `Retry-After`.
 */
export async function countMegapixels(
  context: Context<RequestVariables>,
  { rates }: ServerContext,
  { widthPx, heightPx }: CheckedImage,
  prompt: Pick<RemovalRequest, 'points' | 'box'>,
): Promise<void> {
  const megapixels = megapixelsOf({ widthPx, heightPx }, prompt);
  context.set('megapixels', (widthPx * heightPx) / 1e6);
  const { isAllowed, limit, remaining, resetSeconds } = await rates.take(context.get('client'), megapixels);
  const headers = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + resetSeconds),
  };
  if (!isAllowed) {
    const title = 'Rate limit exceeded';
    const detail = `The request counts ${megapixels} megapixels, and ${remaining} of ${limit} are left in this minute`;
    throw new ApiError(
      429,
      { code: 'rate_limit_exceeded', title, detail },
      { ...headers, 'retry-after': String(resetSeconds) },
    );
  }
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}
