import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { silentLogger } from '../../create-logger.ts';
import { startPaymentRetries } from './payment-retries.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Creates a backend with a number of due events of an unknown type. */
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

test('due events are applied every minute, one after the other, until the retries are stopped', async () => {
  const backend = backendWith(2);
  const retries = startPaymentRetries(backend, withStripe, silentLogger);
  expect(backend.calls).toEqual([]);
  vi.advanceTimersByTime(60_000);
  // While a run takes longer than a minute, no second run starts.
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() =>
    expect(backend.calls).toEqual([
      'claim_webhook',
      'apply_webhook',
      'claim_webhook',
      'apply_webhook',
      'claim_webhook',
      'claim_double_payment',
    ]),
  );
  await retries.stop();
  vi.advanceTimersByTime(600_000);
  expect(backend.calls).toHaveLength(6);
});

test('a stop waits for the event that is being applied, and leaves the others for the next start', async () => {
  const backend = backendWith(50);
  const retries = startPaymentRetries(backend, withStripe, silentLogger);
  vi.advanceTimersByTime(60_000);
  await retries.stop();
  expect(backend.calls).toEqual(['claim_webhook', 'apply_webhook']);
});

test('without a payment provider, the database is not queried', async () => {
  const backend = backendWith(2);
  const retries = startPaymentRetries(backend, () => undefined, silentLogger);
  vi.advanceTimersByTime(600_000);
  await retries.stop();
  expect(backend.calls).toEqual([]);
});
