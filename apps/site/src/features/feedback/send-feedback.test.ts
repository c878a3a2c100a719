import { afterEach, expect, test, vi } from 'vitest';

import { sendFeedback } from './send-feedback.ts';

const feedback = {
  text: 'The ear lost its fur.',
  language: 'en',
  page: '/en/feedback',
  key: '6f8bb2e6-9a35-4f2d-8a43-0c7c35b1d0e7',
} as const;

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

const confirmed = async () => Response.json({ ok: true });
const unavailable = async () => Response.json({ code: 'unavailable', message: 'Later.' }, { status: 503 });

test('sendFeedback sends the given feedback and nothing else', async () => {
  const fetched = answering(confirmed);
  await sendFeedback(feedback);
  const [url, init] = fetched.mock.lastCall ?? [];
  expect(url).toBe('/functions/v1/feedback');
  expect(JSON.parse(init?.body as string)).toEqual(feedback);
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
