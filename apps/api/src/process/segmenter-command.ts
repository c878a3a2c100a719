#!/usr/bin/env node
/** The command `segmenter` of the published package. `npx @isola/segmenter serve` runs the removal server. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { serveApi } from './serve-api.ts';

const usage = `usage: segmenter serve [--models <folder>] [--workers <number>]

Serves the removal server, which has the interface of remove.bg. It needs sharp and the models that isola-models wrote.

  --models <folder>    folder with manifest.json (default: models)
  --workers <number>   number of processes (default: 1)

Environment: PORT (3100), HOST (127.0.0.1), API_KEYS, API_KEYS_FILE, API_WORKERS, API_QUEUE, API_TIMEOUT_S, METRICS_PORT.
Without keys, only this machine is answered.`;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** @throws when an argument is wrong, there are no models, or the server cannot start. */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      models: { type: 'string', default: 'models' },
      workers: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  if (positionals.join(' ') !== 'serve') throw new Error(usage);
  const { models, workers } = values;
  if (workers !== undefined && !/^[1-9]\d?$/.test(workers))
    throw new Error('--workers must be a number of at least 1.');
  const manifest = join(models, 'manifest.json');
  if (!existsSync(manifest)) {
    throw new Error(`${manifest} does not exist. Write the models with: npx isola-models ${models}`);
  }
  await serveApi({ manifestUrl: manifest, ...(workers !== undefined && { workers: Number(workers) }) });
}
