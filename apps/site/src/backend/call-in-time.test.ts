import { afterEach, expect, test, vi } from 'vitest';

import { callInTime } from './call-in-time.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers as a server that sends headers and then stalls, or that sends nothing at all. */
function stall(hasHeaders: boolean): void {
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const broken = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });
    if (!hasHeaders) return await broken;
    return new Response(new ReadableStream({ start: (body) => void broken.catch((error) => body.error(error)) }));
  });
}

test.each([
  ['sends nothing', false],
  ['stalls within its answer', true],
])('a server that %s counts as one that could not be reached', async (_, hasHeaders) => {
  stall(hasHeaders);
  await expect(callInTime('feedback', { text: 'a' }, 20)).rejects.toMatchObject({
    name: 'BackendError',
    code: 'network',
  });
});

test('an answer in time is returned, and a refusal keeps its code', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }));
  expect(await callInTime('feedback', {})).toEqual({ ok: true });
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Wait.' }, { status: 429 }));
  await expect(callInTime('feedback', {})).rejects.toMatchObject({ code: 'too-many-requests' });
});
