import { afterEach, expect, test, vi } from 'vitest';

import { sendFeedback } from './send-feedback.ts';

const feedback = { text: 'The ear lost its fur.', language: 'en', page: '/en/feedback' } as const;

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

test('sendFeedback sends the given feedback and nothing else', async () => {
  const fetched = answering(async () => Response.json({ ok: true }));
  await sendFeedback(feedback);
  expect(fetched).toHaveBeenCalledWith(
    '/functions/v1/feedback',
    expect.objectContaining({ method: 'POST', body: JSON.stringify(feedback) }),
  );
});

test.each([
  ['not-offered', async () => new Response('Not found', { status: 404 })],
  ['not-offered', async () => new Response('<!doctype html>', { status: 200 })],
  ['too-many-requests', async () => Response.json({ code: 'too-many-requests', message: 'Wait.' }, { status: 429 })],
  ['invalid-input', async () => Response.json({ code: 'email-invalid', message: 'No.' }, { status: 400 })],
  ['network', async () => Response.json({ code: 'unavailable', message: 'Later.' }, { status: 503 })],
  ['refused', async () => Response.json({ code: 'closed', message: 'Closed today.' }, { status: 403 })],
  ['network', async () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('sendFeedback fails with the code %s', async (code, answer) => {
  answering(answer);
  await expect(sendFeedback(feedback)).rejects.toMatchObject({ name: 'BackendError', code });
});
