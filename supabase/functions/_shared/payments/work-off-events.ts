import type { FunctionContext } from '../context.ts';
import type { PaymentFact } from './payment-provider.ts';
import { providerNamed } from './providers.ts';
import { reasonOf } from './reason-of.ts';

type WorkContext = Pick<FunctionContext, 'call' | 'environment' | 'fetch'>;

interface ClaimedEvent {
  readonly id: number;
  readonly provider: string;
  readonly event_id: string;
  readonly type: string;
  readonly event_at: string;
  readonly payload: unknown;
}

/**
 * Claims events that are due, one after the other, and applies each once. A failed event is released and retried later.
 * It does not throw while the database answers.
 * @param options `first` is the id of the event to begin with. `signal` ends the work before the next event.
 * @returns the number of claimed events.
 */
export async function workOffEvents(
  context: WorkContext,
  max: number,
  { first, signal }: { readonly first?: number; readonly signal?: AbortSignal } = {},
): Promise<number> {
  const worker = crypto.randomUUID();
  let done = 0;
  for (let event = first; done < max; event = undefined) {
    if (signal?.aborted) break;
    const claimed = (await context.call('claim_webhook', { worker, event: event ?? null })) as ClaimedEvent | null;
    if (claimed) {
      done += 1;
      await apply(claimed, worker, context);
    } else if (event === undefined) {
      break;
    }
  }
  return done;
}

async function apply(event: ClaimedEvent, worker: string, context: WorkContext): Promise<void> {
  try {
    await context.call('apply_webhook', { event: event.id, worker, facts: await factsOf(event, context) });
  } catch (error) {
    await context.call('fail_webhook', { event: event.id, worker, reason: reasonOf(error) });
  }
}

async function factsOf(event: ClaimedEvent, context: WorkContext): Promise<readonly PaymentFact[]> {
  const { webhook } = providerNamed(event.provider, context.environment);
  const { event_id: id, type, event_at: at, payload } = event;
  return await webhook.factsOf({ id, type, at, payload }, context);
}
