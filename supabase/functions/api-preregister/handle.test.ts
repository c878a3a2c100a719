import { expect, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { FunctionContext, InsertOutcome } from '../_shared/context.ts';
import { handleApiPreregister } from './handle.ts';

async function register(body: unknown, outcome: InsertOutcome = 'stored') {
  const insert = vi.fn<FunctionContext['insert']>(() => Promise.resolve(outcome));
  const response = await handleApiPreregister(postForTest(body), contextForTest({ insert }));
  const { status, headers } = response;
  return { status, headers: [...headers], answer: (await response.json()) as object, insert };
}

test('keeps the address and the language, and nothing else', async () => {
  const { status, answer, insert } = await register({ email: ' 林@例子.中国 ', language: 'zh', id: 1 });
  expect(status).toBe(200);
  expect(answer).toEqual({ ok: true });
  expect(insert.mock.calls).toEqual([['api_preregistrations', { email: '林@例子.中国', language: 'zh' }]]);
});

test('registering twice answers the same as once, so that nobody learns who is registered', async () => {
  const registration = { email: 'lin@example.com', language: 'de' };
  const { insert: _, ...first } = await register(registration, 'stored');
  const { insert: __, ...second } = await register(registration, 'duplicate');
  expect(second).toEqual(first);
});

test.each([
  ['email-invalid', { language: 'de' }],
  ['email-invalid', { email: 'lin@example', language: 'de' }],
  ['email-invalid', { email: "lin'; drop table api_preregistrations;--@example.com", language: 'de' }],
  ['language-invalid', { email: 'lin@example.com' }],
  ['language-invalid', { email: 'lin@example.com', language: 'DE' }],
])('%s: %j', async (code, body) => {
  const { status, answer, insert } = await register(body);
  expect(status).toBe(400);
  expect(answer).toMatchObject({ code });
  expect(insert).not.toHaveBeenCalled();
});

test('says so when it could not be kept', async () => {
  expect(await register({ email: 'lin@example.com', language: 'de' }, 'unavailable')).toMatchObject({
    status: 503,
    answer: { code: 'unavailable' },
  });
});
