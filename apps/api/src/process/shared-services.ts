import type { Keyring } from '../limits/keyring.ts';
import type { Rates } from '../limits/rates.ts';
import type { Settings } from './settings.ts';

/** Services of a server with a database, which all its processes and machines share. */
export interface SharedServices {
  readonly keyring: Keyring;
  readonly rates: Rates;
  /** True unless the database is away. */
  readonly isReachable: () => boolean;
  readonly close: () => Promise<void>;
}

/** Opens the services. The command of the published package has none, so that it contains no database driver. */
export type OpenSharedServices = (databaseUrl: string, settings: Settings) => Promise<SharedServices>;
