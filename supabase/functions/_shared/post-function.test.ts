import { expect, test, vi } from 'vitest';

import { contextForTest } from './context-for-test.ts';
import { FunctionError } from './function-error.ts';
import { answerJson, postFunction } from './post-function.ts';

const limit = { name: 'any', requests: 3, windowMs: 60_000 };
const request = (method = 'POST') => new Request('https://isola.example/functions/v1/any', { method });

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('refuses %s', async (method) => {
  const answer = vi.fn<() => Promise<Response>>();
  const response = await postFunction(limit, answer)(request(method), contextForTest());
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  expect(await response.json()).toEqual({ code: 'method-not-allowed', message: 'Use POST' });
  expect(answer).not.toHaveBeenCalled();
});

test('answers a FunctionError with its code and details, and rethrows other errors', async () => {
  const refusing = postFunction(limit, async () => {
    throw new FunctionError('refused-by-host', 502, 'It answered 403', { details: { status: 403 } });
  });
  const response = await refusing(request(), contextForTest());
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({ code: 'refused-by-host', message: 'It answered 403', status: 403 });

  const broken = postFunction(limit, () => Promise.reject(new TypeError('A mistake of ours')));
  await expect(broken(request(), contextForTest())).rejects.toThrow('A mistake of ours');
});

test('a caller above the limit receives the time for the next try, and the function is not called', async () => {
  const answer = vi.fn<() => Promise<Response>>();
  const count = vi.fn<() => Promise<number>>().mockResolvedValue(40);
  const refused = await postFunction(limit, answer)(request(), contextForTest({ count }));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('40');
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' });
  expect(count.mock.calls).toEqual([[limit]]);
  expect(answer).not.toHaveBeenCalled();
});

test('answers are not cached', async () => {
  const handle = postFunction(limit, async () => answerJson({ ok: true }));
  expect((await handle(request(), contextForTest())).headers.get('cache-control')).toBe('no-store');
});
