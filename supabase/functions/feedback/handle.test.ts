import { expect, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { FunctionContext, InsertOutcome } from '../_shared/context.ts';
import { createAllowanceCounter } from '../_shared/call-counter.ts';
import { createMemoryCounter } from '../_shared/rate-counter.ts';
import { handleFeedback } from './handle.ts';

const feedback = { text: 'The ear lost its fur.', language: 'en' };

async function send(body: unknown, outcome: InsertOutcome = 'stored') {
  const insert = vi.fn<FunctionContext['insert']>(() => Promise.resolve(outcome));
  const request = body instanceof Request ? body : postForTest(body);
  const allowance = createAllowanceCounter(createMemoryCounter).of('192.0.2.1');
  const response = await handleFeedback(request, contextForTest({ insert, allowance }));
  return { status: response.status, answer: (await response.json()) as object, insert };
}

test('stores the feedback', async () => {
  const { status, answer, insert } = await send({ ...feedback, email: 'lin@example.com', page: '/en/single' });
  expect(status).toBe(200);
  expect(answer).toEqual({ ok: true });
  expect(insert.mock.calls).toEqual([
    ['feedback', { text: feedback.text, email: 'lin@example.com', language: 'en', page: '/en/single', key: null }],
  ]);
});

test.each([{}, { email: '', page: '' }, { email: null, page: null }])(
  'accepts feedback without email and page: %j',
  async (optional) => {
    const { insert } = await send({ ...feedback, ...optional });
    expect(insert.mock.lastCall?.[1]).toEqual({ ...feedback, email: null, page: null, key: null });
  },
);

test('confirms a message whose key has been stored before', async () => {
  const key = '0f8fad5b-d9cb-469f-a165-70867728950e';
  const { status, insert } = await send({ ...feedback, key }, 'duplicate');
  expect(status).toBe(200);
  expect(insert.mock.lastCall?.[1]).toMatchObject({ key });
});

test('stores no other fields', async () => {
  const { insert } = await send({ ...feedback, id: 1, user_id: 'b', created_at: 'c' });
  expect(Object.keys(insert.mock.lastCall?.[1] ?? {}).toSorted()).toEqual(['email', 'key', 'language', 'page', 'text']);
});

test('accepts 5000 characters, also those of two UTF-16 units', async () => {
  const text = '🌸'.repeat(5000);
  expect((await send({ ...feedback, text: ` ${text}\n` })).insert.mock.lastCall?.[1]).toMatchObject({ text });
});

const sql = `'; drop table feedback; -- "`;

test('stores text that looks like SQL', async () => {
  expect((await send({ ...feedback, text: sql })).insert.mock.lastCall?.[1]).toMatchObject({ text: sql });
});

test.each([
  ['text-invalid', { text: '' }],
  ['text-invalid', { text: ' \n ' }],
  ['text-invalid', { text: '🌸'.repeat(5001) }],
  ['text-invalid', { text: 5 }],
  ['text-invalid', { text: 'a\0b' }],
  ['text-invalid', { text: 'half of one: \ud83c' }],
  ['email-invalid', { email: 'lin' }],
  ['email-invalid', { email: 'lin@example' }],
  ['email-invalid', { email: 'lin@example.com, wei@example.com' }],
  ['email-invalid', { email: `${'a'.repeat(243)}@example.com` }],
  ['email-invalid', { email: ['lin@example.com'] }],
  ['language-invalid', { language: 'it' }],
  ['language-invalid', { language: undefined }],
  ['language-invalid', { language: sql }],
  ['page-invalid', { page: 'https://isola.example/en/single' }],
  ['page-invalid', { page: '/en/auth#access_token=secret' }],
  ['page-invalid', { page: '/en/single?token=secret' }],
  ['page-invalid', { page: `/${'a'.repeat(300)}` }],
  ['page-invalid', { page: {} }],
  ['key-invalid', { key: 'first' }],
])('refuses %s: %j', async (code, wrong) => {
  const { status, answer, insert } = await send({ ...feedback, ...wrong });
  expect(status).toBe(400);
  expect(answer).toEqual({ code, message: expect.any(String) });
  expect(insert).not.toHaveBeenCalled();
});

test.each(['', 'null', '[]', '"text"', '{"text": ', 'text=a&language=en'])('refuses the body %j', async (body) => {
  const request = new Request('https://isola.example/', { method: 'POST', body });
  expect(await send(request)).toMatchObject({ status: 400, answer: { code: 'body-invalid' } });
});

test('stops reading a body that is too large', async () => {
  let sentBytes = 0;
  const large = new ReadableStream<Uint8Array>({
    pull(controller) {
      sentBytes += 1024;
      controller.enqueue(new Uint8Array(1024).fill(32));
      if (sentBytes === 1024 * 1024) controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body: large, duplex: 'half' };
  expect(await send(new Request('https://isola.example/', init))).toMatchObject({
    status: 413,
    answer: { code: 'body-too-large' },
  });
  expect(sentBytes).toBeLessThan(70 * 1024);
});

test.each(['refused', 'unavailable'] as const)('answers “unavailable” when the database is %s', async (outcome) => {
  expect(await send(feedback, outcome)).toMatchObject({ status: 503, answer: { code: 'unavailable' } });
});

test('accepts two hundred messages an hour from all networks together; refused ones do not count', async () => {
  const allowances = createAllowanceCounter(createMemoryCounter);
  const insert = vi.fn<FunctionContext['insert']>(() => Promise.resolve('stored'));
  const from = async (number: number, body: object = feedback) => {
    const allowance = allowances.of(`10.${number >> 8}.${number & 255}.1`);
    return await handleFeedback(postForTest(body), contextForTest({ insert, allowance }));
  };
  for (let number = 0; number < 50; number += 1) expect((await from(number, { text: '' })).status).toBe(400);
  const statuses = [];
  for (let number = 0; number < 203; number += 1) statuses.push((await from(number)).status);
  expect(statuses).toEqual([...Array.from({ length: 200 }, () => 200), 429, 429, 429]);
  expect(insert).toHaveBeenCalledTimes(200);
  expect(Number((await from(999)).headers.get('retry-after'))).toBeGreaterThan(3_500);
});
