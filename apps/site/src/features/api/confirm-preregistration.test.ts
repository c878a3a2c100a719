import { afterEach, expect, test, vi } from 'vitest';

import { confirmPreregistration } from './confirm-preregistration.ts';

const token = 'a'.repeat(43);

const answering = (answer: () => Promise<Response>) => {
  const fetched = vi.fn<typeof fetch>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

test.each(['confirmed', 'already-confirmed', 'link-expired'] as const)(
  'confirmPreregistration returns the outcome %s',
  async (outcome) => {
    const fetched = answering(async () => Response.json({ outcome }));
    expect(await confirmPreregistration(token)).toBe(outcome);
    expect(fetched).toHaveBeenCalledWith(
      '/functions/v1/api-preregister-confirm',
      expect.objectContaining({ method: 'POST', body: JSON.stringify({ token }) }),
    );
  },
);

test.each([
  ['not-offered', async () => new Response('<!doctype html>', { status: 200 })],
  ['not-offered', async () => Response.json({ ok: true })],
  ['network', async () => Response.json({ code: 'unavailable', message: 'Later.' }, { status: 503 })],
  ['network', async () => Promise.reject(new TypeError('Failed to fetch'))],
] as const)('confirmPreregistration fails with the code %s', async (code, answer) => {
  answering(answer);
  await expect(confirmPreregistration(token)).rejects.toMatchObject({ name: 'BackendError', code });
});
