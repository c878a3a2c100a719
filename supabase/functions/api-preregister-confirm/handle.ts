import { FunctionError } from '../_shared/function-error.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, readFields } from '../_shared/read-fields.ts';

/**
 * Confirms a pre-registration by the link that was mailed for it: `{ token }`, answered by `{ outcome }`, which is
 * `confirmed`, `already-confirmed` or `link-expired`. Its own code: `token-invalid`, for what is no text.
 */
export const handleApiPreregisterConfirm = postFunction(
  { name: 'api-preregister-confirm', requests: 60, windowMs: 5 * 60_000 },
  async (request, context) => {
    const { token } = await readFields(request);
    if (typeof token !== 'string') throw invalid('token', 'the token of a mailed link');
    // A token that the mail program has cut off was never mailed either.
    const outcome = /^[\w-]{43}$/.test(token) ? await context.preregistrations?.confirm(token) : 'link-expired';
    if (outcome === undefined || outcome === 'unavailable') {
      throw new FunctionError('unavailable', 503, 'It could not be confirmed: please try again later');
    }
    return answerJson({ outcome });
  },
);
