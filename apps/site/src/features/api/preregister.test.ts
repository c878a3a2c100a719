import { afterEach, expect, test, vi } from 'vitest';

import { preregister } from './preregister.ts';

const registration = { email: 'lin@example.com', language: 'de' } as const;

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

test('preregister sends the address and the language, and nothing else', async () => {
  const fetched = answering(async () => Response.json({ ok: true }));
  await preregister(registration);
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched).toHaveBeenCalledWith(
    '/functions/v1/api-preregister',
    expect.objectContaining({ method: 'POST', body: JSON.stringify(registration) }),
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
] as const)('preregister fails with the code %s', async (code, answer) => {
  answering(answer);
  await expect(preregister(registration)).rejects.toMatchObject({ name: 'BackendError', code });
});
