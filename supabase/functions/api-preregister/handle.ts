import { answerJson, postFunction } from '../_shared/post-function.ts';
import { emailIn, languageIn, readFields } from '../_shared/read-fields.ts';
import { store } from '../_shared/store.ts';

/**
 * Puts an address on the list of those who get a key early: `{ email, language }`, answered by `{ ok: true }`, the first
 * time and every other. Its own codes: `email-invalid`, `language-invalid`.
 */
export const handleApiPreregister = postFunction(
  { name: 'api-preregister', requests: 10, windowMs: 10 * 60_000 },
  async (request, context) => {
    const fields = await readFields(request);
    await store(context, 'api_preregistrations', { email: emailIn(fields), language: languageIn(fields) });
    return answerJson({ ok: true });
  },
);
