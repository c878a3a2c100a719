import { expect, test, vi } from 'vitest';

import { contextForTest, postForTest } from '../_shared/context-for-test.ts';
import type { Preregistrations } from '../_shared/context.ts';
import { handleApiPreregisterConfirm } from './handle.ts';

const token = 'a'.repeat(43);

async function confirmBy(body: unknown, outcome: Awaited<ReturnType<Preregistrations['confirm']>> = 'confirmed') {
  const confirm = vi.fn<Preregistrations['confirm']>(() => Promise.resolve(outcome));
  const request = () => Promise.reject(new Error('Nothing is requested here'));
  const context = contextForTest({ preregistrations: { request, confirm } });
  const response = await handleApiPreregisterConfirm(postForTest(body), context);
  return { status: response.status, answer: (await response.json()) as object, confirm };
}

test.each(['confirmed', 'already-confirmed', 'link-expired'] as const)(
  'answers what came of it: %s',
  async (outcome) => {
    const { status, answer, confirm } = await confirmBy({ token }, outcome);
    expect({ status, answer }).toEqual({ status: 200, answer: { outcome } });
    expect(confirm.mock.calls).toEqual([[token]]);
  },
);

test.each(['', 'a'.repeat(42), `${'a'.repeat(42)}'`])('what no mail has is not asked for: %j', async (wrong) => {
  const { answer, confirm } = await confirmBy({ token: wrong });
  expect(answer).toEqual({ outcome: 'link-expired' });
  expect(confirm).not.toHaveBeenCalled();
});

test('a token that is no text is refused', async () => {
  expect(await confirmBy({ token: 7 })).toMatchObject({ status: 400, answer: { code: 'token-invalid' } });
});

test('says so when the database did not answer', async () => {
  expect(await confirmBy({ token }, 'unavailable')).toMatchObject({ status: 503, answer: { code: 'unavailable' } });
});

test('is not done by looking at it', async () => {
  const confirm = vi.fn<Preregistrations['confirm']>();
  const request = () => Promise.reject(new Error('Nothing is requested here'));
  for (const method of ['GET', 'HEAD']) {
    const look = new Request(`https://isola.example/functions/v1/any?token=${token}`, { method });
    const response = await handleApiPreregisterConfirm(
      look,
      contextForTest({ preregistrations: { request, confirm } }),
    );
    expect(response.status).toBe(405);
  }
  expect(confirm).not.toHaveBeenCalled();
});
