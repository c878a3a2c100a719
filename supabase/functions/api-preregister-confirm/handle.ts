import { FunctionError } from '../_shared/function-error.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, readFields } from '../_shared/read-fields.ts';

/**
 * Confirms a pre-registration with the token of its mailed link. The body is `{ token }`, the answer `{ outcome }`:
 * `confirmed`, `already-confirmed` or `link-expired`. Its own code is `token-invalid`, for a token that is not a text.
 */
export const handleApiPreregisterConfirm = postFunction(
  { name: 'api-preregister-confirm', requests: 60, windowMs: 5 * 60_000 },
  async (request, context) => {
    const { token } = await readFields(request);
    if (typeof token !== 'string') throw invalid('token', 'the token of a mailed link');
    // A token that an email program has cut off is treated like one that was never sent.
    const outcome = /^[\w-]{43}$/.test(token) ? await context.preregistrations?.confirm(token) : 'link-expired';
    if (outcome === undefined || outcome === 'unavailable') {
      throw new FunctionError('unavailable', 503, 'It could not be confirmed: please try again later');
    }
    return answerJson({ outcome });
  },
);
