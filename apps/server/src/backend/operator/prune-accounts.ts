import type { Logger } from '../../create-logger.ts';
import type { AccountProtection } from '../auth/account-protection.ts';
import type { Database } from '../database/open-database.ts';
import type { Lite } from '../lite/create-lite.ts';

const intervalMs = 6 * 3_600_000;
/** Largest number of portions of a topic in one run. The next run goes on. */
const maxPortions = 1_000;

export interface Pruning {
  /** Ends the pruning and waits for the current run. */
  readonly stop: () => Promise<void>;
}

/**
 * Deletes expired data now and every six hours, by the functions `private.prune_<topic>` of the database. Each run also sends
 * notices that were not sent because the server stopped, and logs a warning when a plan is offered without a seller.
 * Every six hours, the space of the deleted rows is freed as well.
 */
export function startPruning(
  { connection }: Lite,
  { freeSpace, rows, run: runStatements }: Pick<Database, 'freeSpace' | 'rows' | 'run'>,
  protection: AccountProtection,
  logger: Logger,
): Pruning {
  const warnOfOffer = async () => {
    const offer = await connection.kysely
      .selectNoFrom((build) => build.val('open').as('offer'))
      .where((build) => build.fn<boolean>('public.offer_without_seller'))
      .executeTakeFirst();
    if (offer)
      logger.warn(
        'a plan is offered, but invoices name no seller: enter the seller in the administration, under Settings',
      );
  };
  const attempt = async (what: () => Promise<unknown>, failure: string) => {
    await what().catch((error: unknown) => logger.error({ err: error }, `backend: ${failure}`));
  };
  const pruneInPortions = async (topic: string) => {
    for (let portion = 0; portion < maxPortions; portion += 1) {
      // Between two portions, requests may use the embedded database.
      const [answer] = await rows(`select private.${topic}()::text as has_more`);
      if (answer?.['has_more'] !== 'true') return;
    }
  };
  /**
   * Each topic has a transaction of its own, so that much of one does not block the others. Functions that return a boolean
   * handle a portion, and true means that there may be more. The others have no limit of their time.
   */
  const prune = async () => {
    const topics = await rows(
      `select proname as topic, (prorettype = 'boolean'::regtype)::text as has_portions from pg_catalog.pg_proc
       where pronamespace = 'private'::regnamespace and proname like 'prune\\_%' order by proname`,
    );
    for (const { topic: name, has_portions: hasPortions } of topics) {
      const topic = String(name);
      await attempt(
        () => (hasPortions === 'true' ? pruneInPortions(topic) : runStatements(`select private.${topic}()`)),
        `expired data could not be deleted: ${topic}`,
      );
    }
  };
  const run = async () => {
    await attempt(() => protection.mailEmailChanges(), 'notices of changed emails could not be sent');
    await attempt(() => protection.mailFactorChanges(), 'notices of changed second factors could not be sent');
    await attempt(prune, 'expired data could not be deleted');
    await attempt(warnOfOffer, 'the offered plans could not be read');
  };
  const runAndFree = async () => {
    await run();
    await attempt(freeSpace, 'the space of deleted rows could not be freed');
  };
  let underWay = run();
  const timer = setInterval(() => {
    underWay = runAndFree();
  }, intervalMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
}
