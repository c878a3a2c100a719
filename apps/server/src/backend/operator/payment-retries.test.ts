import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { silentLogger } from '../../create-logger.ts';
import { startPaymentRetries } from './payment-retries.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A backend with so many events that are due, of a kind that means nothing to us. */
function backendWith(due: number) {
  const calls: string[] = [];
  const answers: Readonly<Record<string, () => unknown>> = {
    claim_webhook: () => {
      if (due === 0) return null;
      due -= 1;
      return { id: due, provider: 'stripe', event_id: 'evt', type: 'any', event_at: '', payload: { type: 'any' } };
    },
  };
  return {
    calls,
    keys: () => ({ publishableKey: 'public', secretKey: 'secret', jwtSecret: '', previousJwtSecrets: [] }),
    fetch: (request: Request) => {
      expect(request.headers.get('apikey')).toBe('secret');
      const name = new URL(request.url).pathname.split('/').at(-1) ?? '';
      calls.push(name);
      return Promise.resolve(Response.json(answers[name]?.() ?? null));
    },
  };
}

const withStripe = (name: string) => (name === 'STRIPE_SECRET_KEY' ? 'sk_test_1' : undefined);

test('what is due is applied each minute, one after the other, until it is stopped', async () => {
  const backend = backendWith(2);
  const retries = startPaymentRetries(backend, withStripe, silentLogger);
  expect(backend.calls).toEqual([]);
  vi.advanceTimersByTime(60_000);
  // A run that takes longer than a minute is not joined by another.
  vi.advanceTimersByTime(60_000);
  await retries.stop();
  expect(backend.calls).toEqual([
    'claim_webhook',
    'apply_webhook',
    'claim_webhook',
    'apply_webhook',
    'claim_webhook',
    'claim_double_payment',
  ]);
  vi.advanceTimersByTime(600_000);
  await retries.stop();
  expect(backend.calls).toHaveLength(6);
});

test('without a provider nothing is asked', async () => {
  const backend = backendWith(2);
  const retries = startPaymentRetries(backend, () => undefined, silentLogger);
  vi.advanceTimersByTime(600_000);
  await retries.stop();
  expect(backend.calls).toEqual([]);
});
