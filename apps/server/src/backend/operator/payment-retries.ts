import { payBackDouble } from '@isola/supabase/shared/payments/pay-back';
import { currentProvider } from '@isola/supabase/shared/payments/providers';
import { workOffEvents } from '@isola/supabase/shared/payments/work-off-events';
import type { Logger } from '../../create-logger.ts';
import { callDatabase } from '../rest/function-context.ts';
import type { Backend } from '../process/start-backend.ts';

const intervalMs = 60_000;
/** In one run; what is left waits for the next. */
const maxEvents = 50;

/**
 * Tries what payment providers reported and could not be applied again, each minute, when its time has come; and pays back what was
 * paid twice. Without a provider it does nothing.
 * @returns what ends it; `stop` waits for a run under way.
 */
export function startPaymentRetries(
  backend: Pick<Backend, 'keys' | 'fetch'>,
  environment: (name: string) => string | undefined,
  logger: Logger,
): { readonly stop: () => Promise<void> } {
  if (!currentProvider(environment)) return { stop: () => Promise.resolve() };
  const context = {
    environment,
    fetch: (url: string | URL, options?: RequestInit) => fetch(url, options),
    call: (name: string, parameters: Readonly<Record<string, unknown>>) => callDatabase(backend, name, parameters),
  };
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= workOffEvents(context, maxEvents)
      .then(() => payBackDouble(context, maxEvents))
      .catch((error: unknown) => logger.error({ err: error }, 'payments: reports could not be tried again'))
      .finally(() => {
        underWay = null;
      });
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
