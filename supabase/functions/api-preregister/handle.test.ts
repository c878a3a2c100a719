import { expect, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { Preregistrations } from '../_shared/context.ts';
import { handleApiPreregister } from './handle.ts';

async function register(body: unknown, outcome: 'accepted' | 'unavailable' = 'accepted') {
  const request = vi.fn<Preregistrations['request']>(() => Promise.resolve(outcome));
  const confirm = () => Promise.reject(new Error('Nothing is confirmed here'));
  const response = await handleApiPreregister(
    postForTest(body),
    contextForTest({ preregistrations: { request, confirm } }),
  );
  return { status: response.status, answer: (await response.json()) as object, request };
}

test('passes on the address and the language, and nothing else', async () => {
  const { status, answer, request } = await register({ email: ' 林@例子.中国 ', language: 'zh', id: 1 });
  expect(status).toBe(200);
  expect(answer).toEqual({ ok: true });
  expect(request.mock.calls).toEqual([['林@例子.中国', 'zh']]);
});

test.each([
  ['email-invalid', { language: 'de' }],
  ['email-invalid', { email: 'lin@example', language: 'de' }],
  ['email-invalid', { email: "lin'; drop table api_preregistrations;--@example.com", language: 'de' }],
  ['language-invalid', { email: 'lin@example.com' }],
  ['language-invalid', { email: 'lin@example.com', language: 'DE' }],
])('refuses %s: %j', async (code, body) => {
  const { status, answer, request } = await register(body);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ code });
  expect(request).not.toHaveBeenCalled();
});

test('answers “unavailable” when the registration could not be stored', async () => {
  const failed = { status: 503, answer: { code: 'unavailable' } };
  expect(await register({ email: 'lin@example.com', language: 'de' }, 'unavailable')).toMatchObject(failed);
});

test('refuses registrations where no email can be sent', async () => {
  const body = { email: 'lin@example.com', language: 'de' };
  const response = await handleApiPreregister(postForTest(body), contextForTest({ preregistrations: null }));
  expect(response.status).toBe(503);
});
