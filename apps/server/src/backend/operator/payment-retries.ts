import { payBackDouble } from '@isola/supabase/shared/payments/pay-back';
import { currentProvider } from '@isola/supabase/shared/payments/providers';
import { workOffEvents } from '@isola/supabase/shared/payments/work-off-events';
import type { Logger } from '../../create-logger.ts';
import { callDatabase } from '../rest/function-context.ts';
import type { Backend } from '../process/start-backend.ts';

const intervalMs = 60_000;
/** Maximum number of events in one run. The others wait for the next run. */
const maxEvents = 50;

/**
 * Every minute, retries the events of payment providers that could not be applied and are due, and pays back double
 * payments. Does nothing without a provider.
 * @returns `stop`, which ends the retries and waits for the current run.
 */
export function startPaymentRetries(
  backend: Pick<Backend, 'keys' | 'fetch'>,
  environment: (name: string) => string | undefined,
  logger: Logger,
): { readonly stop: () => Promise<void> } {
  if (!currentProvider(environment)) return { stop: () => Promise.resolve() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const context = {
    environment,
    fetch: (url: string | URL, options?: RequestInit) =>
      fetch(url, { ...options, signal: options?.signal ? AbortSignal.any([signal, options.signal]) : signal }),
    call: (name: string, parameters: Readonly<Record<string, unknown>>) => callDatabase(backend, name, parameters),
  };
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= workOffEvents(context, maxEvents, { signal })
      .then(() => payBackDouble(context, maxEvents, signal))
      .catch((error: unknown) => logger.error({ err: error }, 'payments: stored reports could not be processed again'))
      .finally(() => {
        underWay = null;
      });
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      // Requests that a provider has not answered yet are repeated after the next start.
      stopping.abort();
      await underWay;
    },
  };
}
