import * as z from 'zod/mini';

import { type Database, erase, put, type Writing, writing } from './project-database.ts';
import type { SavedRow } from './saved-project.ts';

export const dayMs = 86_400_000;
const retentionMs = 7 * dayMs;

const time = z.number().check(z.minimum(0));
const dated = z.object({ changedAt: time, expiredAt: z.optional(time) });

/** Decides which images have expired. */
export interface Expiry {
  /** @returns whether a row of the database has expired. A row without a readable date has not. */
  readonly hasExpired: (row: unknown) => boolean;
  /**
   * Erases the images that expired at least a day ago, and corrects dates.
   * @returns whether it changed anything. After a failure it returns false, and the next call does the work again.
   */
  readonly removeExpired: (database: Database) => Promise<boolean>;
}

/** @param now Returns the current time in milliseconds since 1970. */
export function createExpiry(now: () => number): Expiry {
  const isExpired = (changedAt: number) => changedAt <= now() - retentionMs;

  /** @returns whether it changed the row. */
  async function tidy(transaction: Writing, key: string, row: SavedRow | undefined): Promise<boolean> {
    const { changedAt, expiredAt } = dated.safeParse(row).data ?? {};
    const date = (dates: { changedAt: number; expiredAt: number | undefined }) =>
      put(transaction, 'photos', { ...row, id: key, ...dates } as SavedRow);
    // A row without a date, or with a date in the future because of a wrong clock, must not stay for years.
    if (changedAt === undefined || changedAt > now() + dayMs) await date({ changedAt: now(), expiredAt: undefined });
    else if (isExpired(changedAt) && expiredAt !== undefined && expiredAt <= now() - dayMs)
      await erase(transaction, key);
    else if (isExpired(changedAt) && (expiredAt ?? Infinity) > now()) await date({ changedAt, expiredAt: now() });
    else if (!isExpired(changedAt) && expiredAt !== undefined) await date({ changedAt, expiredAt: undefined });
    else return false;
    return true;
  }

  return {
    hasExpired(row) {
      const { changedAt } = dated.safeParse(row).data ?? {};
      return changedAt !== undefined && isExpired(changedAt);
    },
    async removeExpired(database) {
      try {
        const changes = await writing(database, async (transaction) => {
          const saved = transaction.objectStore('photos');
          const [keys, rows] = await Promise.all([saved.getAllKeys(), saved.getAll()]);
          return Promise.all(keys.map((key, at) => tidy(transaction, key, rows[at])));
        });
        return changes.includes(true);
      } catch (error) {
        if (!(error instanceof DOMException)) throw error;
        return false;
      }
    },
  };
}
