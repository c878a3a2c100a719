import cluster from 'node:cluster';

import { createSegmenter } from '@isola/segmenter/node';

import { readSettings, type Settings } from './settings.ts';
import { servePort } from './serve-port.ts';
import type { OpenSharedServices } from './shared-services.ts';
import { superviseWorkers } from './supervise-workers.ts';

export interface ApiOptions {
  /** Address or path of the models' `manifest.json`. */
  readonly manifestUrl: string;
  /** Number of processes. It overrides `API_WORKERS`. */
  readonly workers?: number | undefined;
  /** Opens what the servers of a database share. Without it, `API_DATABASE_URL` is refused. */
  readonly openSharedServices?: OpenSharedServices | undefined;
}

/**
 * Serves the removal server until SIGTERM or SIGINT, in this process or in several. A program that calls it is started
 * again for each process, and must reach this call there as well.
 * @throws when the environment cannot be used, the address is taken, or the model cannot be loaded.
 */
export async function serveApi(
  { manifestUrl, workers, openSharedServices }: ApiOptions,
  environment = process.env,
): Promise<void> {
  const settings = readSettings(environment, workers);
  if (settings.databaseUrl !== undefined && !openSharedServices) {
    throw new Error(
      'API_DATABASE_URL is set, but this command contains no database driver. `npm run api` in the repository does.',
    );
  }
  const serve = () =>
    servePort(settings, createSegmenter({ manifestUrl, threads: settings.threads }), openSharedServices);
  if (cluster.isWorker) {
    // The channel to the first process would keep a process alive that cannot serve.
    await serve().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    });
  } else if (settings.workers === 1) await serve();
  else await superviseWorkers(settings);
  if (!cluster.isWorker) announce(settings);
}

function announce({ keyring, databaseUrl, workers }: Settings): void {
  if (!keyring && databaseUrl === undefined)
    process.stdout.write('There are no keys: only this machine is answered. Set API_KEYS to change that.\n');
  if (workers > 1) process.stdout.write(`${workers} processes share the port.\n`);
}
