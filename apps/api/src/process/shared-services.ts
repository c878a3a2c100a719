import type { ImagePlace } from '../batches/batch.ts';
import type { StoredBatches } from '../batches/create-batches.ts';
import type { Keyring } from '../limits/keyring.ts';
import type { Rates } from '../limits/rates.ts';
import type { Settings } from './settings.ts';

/** Services of a server with a database, which all its processes and machines share. */
export interface SharedServices {
  readonly keyring: Keyring;
  readonly rates: Rates;
  readonly batches: StoredBatches;
  /** True unless the database is away. */
  readonly isReachable: () => boolean;
  /** Begins to give images of batches to this process. */
  readonly startWork: (handle: (place: ImagePlace, signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Gives it no further images, and waits for those in progress. Other processes get what is not finished in time. */
  readonly stopWork: (timeoutMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the services. The command of the published package has none, so that it contains no database driver. */
export type OpenSharedServices = (databaseUrl: string, settings: Settings) => Promise<SharedServices>;
