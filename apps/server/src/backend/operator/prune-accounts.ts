import type { Logger } from '../../create-logger.ts';
import type { AccountProtection } from '../auth/account-protection.ts';
import type { Database } from '../database/open-database.ts';
import type { Lite } from '../lite/create-lite.ts';

const intervalMs = 6 * 3_600_000;

export interface Pruning {
  /** Ends the pruning and waits for the current run. */
  readonly stop: () => Promise<void>;
}

/**
 * Deletes expired data now and every six hours, as `prune_accounts` in the database defines. Each run also sends
 * notices that were not sent because the server stopped, and logs a warning when a plan is offered without a seller.
 * Every six hours, the space of the deleted rows is freed as well.
 */
export function startPruning(
  { connection }: Lite,
  { freeSpace }: Pick<Database, 'freeSpace'>,
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
  const run = async () => {
    try {
      await connection.kysely.selectNoFrom((build) => build.fn('public.prune_accounts').as('done')).execute();
      await protection.mailEmailChanges();
      await protection.mailFactorChanges();
      await warnOfOffer();
    } catch (error) {
      logger.error({ err: error }, 'backend: expired data could not be deleted');
    }
  };
  const runAndFree = async () => {
    await run();
    await freeSpace().catch((error: unknown) => {
      logger.error({ err: error }, 'backend: the space of deleted rows could not be freed');
    });
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
