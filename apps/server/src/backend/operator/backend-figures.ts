import { monitorEventLoopDelay } from 'node:perf_hooks';

import * as z from 'zod';

import type { Database } from '../database/open-database.ts';

/** Figures of the backend's thread and its database for the metrics of the operator. */
export const backendFiguresSchema = z.object({
  mailsWaiting: z.number(),
  oldestMailSeconds: z.number(),
  paymentsFailed: z.number(),
  paymentEventsFailed: z.number(),
  paymentEventsWaiting: z.number(),
  eventLoopDelaySeconds: z.number(),
});

export type BackendFigures = z.infer<typeof backendFiguresSchema>;

// Every count uses an index or a table of few rows, because the query runs with each scrape.
const query = `
  select
    (select count(*) from private.mail_queue)::text as "mailsWaiting",
    (select coalesce(extract(epoch from now() - min(queued_at)), 0) from private.mail_queue)::text as "oldestMailSeconds",
    (
      select count(*) from public.payments where status = 'failed' and created_at > now() - interval '24 hours'
    )::text as "paymentsFailed",
    (
      select count(*) from public.webhook_events where status = 'failed' and received_at > now() - interval '24 hours'
    )::text as "paymentEventsFailed",
    (
      select count(*) from public.webhook_events where status in ('received', 'processing')
    )::text as "paymentEventsWaiting"`;

/** Creates a function that reads the figures. It measures the delay of this thread's event loop between its calls. */
export function createFigures({ rows }: Pick<Database, 'rows'>): () => Promise<BackendFigures> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return async () => {
    const [counts = {}] = await rows(query);
    const eventLoopDelaySeconds = delay.count > 0 ? delay.percentile(99) / 1e9 : 0;
    delay.reset();
    const numbers = Object.fromEntries(Object.entries(counts).map(([name, text]) => [name, Number(text)]));
    return backendFiguresSchema.parse({ ...numbers, eventLoopDelaySeconds });
  };
}
