import type { AllowanceLimit } from '../_shared/context.ts';
import { answerJson, postFunction, tooManyRequests } from '../_shared/post-function.ts';
import { emailIn, type Fields, invalid, keyIn, languageIn, readFields, textIn } from '../_shared/read-fields.ts';
import { store } from '../_shared/store.ts';

const maxTextCharacters = 5000;
const maxPageCharacters = 300;

/** Limits of one hour for an address and for all together; a person can still read that many. */
const perHour: AllowanceLimit = { name: 'feedback', windowMs: 60 * 60_000, requests: 30, requestsOfAll: 200 };

/**
 * Stores feedback. The body is `{ text, email?, language, page?, key? }`, the answer `{ ok: true }`;
 * `too-many-requests` 429 also when all callers together have sent too much in the last hour. Feedback that arrives
 * again with the same `key`, a UUID, is stored once.
 * Its own codes: `text-invalid`, `email-invalid`, `language-invalid`, `page-invalid`, `key-invalid`.
 */
export const handleFeedback = postFunction(
  { name: 'feedback', requests: 10, windowMs: 10 * 60_000 },
  async (request, context) => {
    const fields = await readFields(request);
    const row = {
      text: textIn(fields, 'text', maxTextCharacters),
      email: isGiven(fields['email']) ? emailIn(fields) : null,
      language: languageIn(fields),
      page: isGiven(fields['page']) ? pageIn(fields) : null,
      key: isGiven(fields['key']) ? keyIn(fields) : null,
    };
    const { taken, waitSeconds } = await context.allowance.take(perHour, 1);
    if (taken === 0) throw tooManyRequests(waitSeconds);
    await store(context, 'feedback', row);
    return answerJson({ ok: true });
  },
);

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Returns the path of the page. Query and fragment are refused, because they can contain names and keys of people. */
function pageIn(fields: Fields): string {
  const page = textIn(fields, 'page', maxPageCharacters);
  if (!/^\/[^\s?#]*$/.test(page)) throw invalid('page', 'the path of a page, without what follows ? or #');
  return page;
}
