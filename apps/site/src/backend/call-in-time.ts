import { BackendError, callFunction } from './call-function.ts';

/** The site's own server answers every request within 30 seconds, at worst with 503. */
const usualLimitMs = 40_000;

/**
 * Calls a function like `callFunction`, for a form, and gives up when no answer arrives in time.
 * @param limitMs time to wait for the whole answer, in milliseconds.
 * @throws {BackendError} also with the code `network` when the time is over. Whether the server has stored something is
 *   not known then.
 */
export async function callInTime(name: string, body: object, limitMs = usualLimitMs): Promise<unknown> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await callFunction(name, body, limit);
    // `callFunction` takes a body that breaks off for none.
    limit.throwIfAborted();
    return answer;
  } catch (cause) {
    if (!limit.aborted) throw cause;
    throw new BackendError('network', `The backend did not answer within ${limitMs} ms`, { cause });
  }
}
