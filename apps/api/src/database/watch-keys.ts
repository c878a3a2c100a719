import { createKeyring, type Keyring } from '../limits/keyring.ts';
import type { Database } from './database.ts';
import { readKeys } from './keys.ts';

export interface WatchedKeys {
  readonly keyring: Keyring;
  /** False while the latest attempt to read the keys failed. */
  readonly isReachable: () => boolean;
  readonly stop: () => void;
}

export interface WatchOptions {
  /** Keys of the settings. They open the server in addition to those of the database. */
  readonly fixed: Keyring | undefined;
  /** Pause between two reads, in milliseconds. */
  readonly refreshMs?: number;
  /** Called when the database goes away, and when it is back. */
  readonly onChange: (error: unknown) => void;
}

/**
 * Reads the keys of the database again and again, so that added and revoked keys count within seconds. While the
 * database is away, the keys of the latest read go on working.
 * @throws when the first read fails.
 */
export async function watchKeys(
  database: Database,
  { fixed, refreshMs = 2_000, onChange }: WatchOptions,
): Promise<WatchedKeys> {
  let stored = createKeyring(await readKeys(database));
  let isReachable = true;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const refresh = async () => {
    try {
      stored = createKeyring(await readKeys(database));
      if (!isReachable) onChange(undefined);
      isReachable = true;
    } catch (error) {
      if (isReachable && !isStopped) onChange(error);
      isReachable = false;
    }
    schedule();
  };
  const schedule = () => {
    if (!isStopped) timer = setTimeout(() => void refresh(), refreshMs).unref();
  };
  schedule();
  return {
    keyring: { clientOf: (key) => fixed?.clientOf(key) ?? stored.clientOf(key) },
    isReachable: () => isReachable,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
