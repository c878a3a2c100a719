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
  'answers with the outcome: %s',
  async (outcome) => {
    const { status, answer, confirm } = await confirmBy({ token }, outcome);
    expect({ status, answer }).toEqual({ status: 200, answer: { outcome } });
    expect(confirm.mock.calls).toEqual([[token]]);
  },
);

test.each(['', 'a'.repeat(42), `${'a'.repeat(42)}'`])(
  'answers %j with link-expired and does not ask the database, because no email contains it',
  async (wrong) => {
    const { answer, confirm } = await confirmBy({ token: wrong });
    expect(answer).toEqual({ outcome: 'link-expired' });
    expect(confirm).not.toHaveBeenCalled();
  },
);

test('refuses a token that is not a text', async () => {
  expect(await confirmBy({ token: 7 })).toMatchObject({ status: 400, answer: { code: 'token-invalid' } });
});

test('answers “unavailable” when the database does not answer', async () => {
  expect(await confirmBy({ token }, 'unavailable')).toMatchObject({ status: 503, answer: { code: 'unavailable' } });
});

test('does not confirm for GET or HEAD', async () => {
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
