import { afterEach, expect, test, vi } from 'vitest';

import { type Feedback, sendFeedback } from './send-feedback.ts';

const feedback = { text: 'The ear lost its fur.', language: 'en', page: '/en/feedback' } as const;

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

const confirmed = async () => Response.json({ ok: true });
const unavailable = async () => Response.json({ code: 'unavailable', message: 'Later.' }, { status: 503 });

/** Sends feedback. @returns the body of the request. */
async function bodyOf(sent: Feedback, answer: () => Promise<Response>): Promise<unknown> {
  const fetched = answering(answer);
  await sendFeedback(sent).catch(() => {});
  const [url, init] = fetched.mock.lastCall ?? [];
  expect(url).toBe('/functions/v1/feedback');
  return JSON.parse(String(init?.body));
}

test('sendFeedback sends the given feedback, a key and nothing else', async () => {
  expect(await bodyOf(feedback, confirmed)).toEqual({ ...feedback, key: expect.stringMatching(/^[\da-f-]{36}$/) });
});

test('sendFeedback keeps the key of a message only while the unchanged message is not confirmed', async () => {
  const first = await bodyOf(feedback, unavailable);
  expect(await bodyOf(feedback, unavailable)).toEqual(first);
  const changed = await bodyOf({ ...feedback, text: 'The tail lost its fur.' }, unavailable);
  const again = await bodyOf(feedback, confirmed);
  const afterwards = await bodyOf(feedback, confirmed);
  const keys = [first, changed, again, afterwards].map((body) => (body as { readonly key: string }).key);
  expect(new Set(keys).size).toBe(4);
});

test.each([
  ['not-offered', async () => new Response('Not found', { status: 404 })],
  ['not-offered', async () => new Response('<!doctype html>', { status: 200 })],
  ['too-many-requests', async () => Response.json({ code: 'too-many-requests', message: 'Wait.' }, { status: 429 })],
  ['invalid-input', async () => Response.json({ code: 'email-invalid', message: 'No.' }, { status: 400 })],
  ['network', unavailable],
  ['refused', async () => Response.json({ code: 'closed', message: 'Closed today.' }, { status: 403 })],
  ['network', async () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('sendFeedback fails with the code %s', async (code, answer) => {
  answering(answer);
  await expect(sendFeedback(feedback)).rejects.toMatchObject({ name: 'BackendError', code });
});
