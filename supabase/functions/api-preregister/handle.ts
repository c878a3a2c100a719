import { FunctionError } from '../_shared/function-error.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { emailIn, languageIn, readFields } from '../_shared/read-fields.ts';

/**
 * Adds an address to the list for early API keys, and sends it an email with a link to confirm. The body is `{ email,
 * language }`. The answer is `{ ok: true }`, whether the address is new, waits for its confirmation, or is on the list.
 * Its own codes are `email-invalid` and `language-invalid`. It answers `unavailable` where no email can be sent.
 */
export const handleApiPreregister = postFunction(
  { name: 'api-preregister', requests: 10, windowMs: 10 * 60_000 },
  async (request, context) => {
    const fields = await readFields(request);
    const email = emailIn(fields);
    const language = languageIn(fields);
    const outcome = await context.preregistrations?.request(email, language);
    if (outcome === 'accepted') return answerJson({ ok: true });
    throw new FunctionError('unavailable', 503, 'It could not be stored: please try again later');
  },
);
