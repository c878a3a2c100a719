import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import * as z from 'zod';

import { createKeyring, type Keyring, readKeyFile, rowsOfKeys } from '../limits/keyring.ts';
import { defaultLimits } from '../server-context.ts';

/** Least length of a key that opens the server to other machines. */
const minKeyLength = 16;

const port = (name: string) =>
  z.coerce
    .number({ error: `${name} is not a number` })
    .int()
    .min(0)
    .max(65_535);
const count = (name: string, max: number) =>
  z.coerce
    .number({ error: `${name} is not a number` })
    .int()
    .min(1)
    .max(max);

const settingsSchema = z.object({
  PORT: port('PORT').default(3100),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_KEYS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .default([]),
  API_KEYS_FILE: z.string().min(1).optional(),
  API_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'API_DATABASE_URL does not begin with postgres://' })
    .optional(),
  API_BATCH_HOURS: count('API_BATCH_HOURS', 168).default(6),
  API_WORKERS: count('API_WORKERS', 64).optional(),
  API_QUEUE: count('API_QUEUE', 1000).default(defaultLimits.places),
  API_TIMEOUT_S: count('API_TIMEOUT_S', 3600).default(defaultLimits.processingTimeoutMs / 1000),
  METRICS_PORT: port('METRICS_PORT').optional(),
});

export interface Settings {
  /** Port to listen on. 0 takes any free port. */
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Keys of the environment and of the file. Undefined when there are none. */
  readonly keyring: Keyring | undefined;
  /** PostgreSQL with further keys, and batches. Without it and without `keyring`, the server listens on loopback only. */
  readonly databaseUrl: string | undefined;
  /** Time after which a batch is removed, in milliseconds. */
  readonly batchRetentionMs: number;
  /** Number of processes that answer requests. */
  readonly workers: number;
  /** Number of threads of the network in each process. */
  readonly threads: number;
  /** Number of requests that one process holds at a time. */
  readonly places: number;
  /** Time limit for one image, in milliseconds. */
  readonly timeoutMs: number;
  /** Port of the metrics on loopback; undefined for none. */
  readonly metricsPort: number | undefined;
}

/**
 * Reads and checks the settings.
 * @param workers number of processes from the command line. It overrides `API_WORKERS`.
 * @throws when a variable has an unusable value, or when there are no keys and the address is not loopback. The message
 *   names the variable and quotes no key.
 */
export function readSettings(environment: NodeJS.ProcessEnv, workers?: number): Settings {
  // Compose files and shells pass variables that are not set as empty strings.
  const named = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(named);
  if (!result.success) throw new Error(`The environment cannot be used. ${z.prettifyError(result.error)}`);
  const set = result.data;
  const rows = [
    ...rowsOfKeys(set.API_KEYS),
    ...(set.API_KEYS_FILE ? readKeyFile(readFileSync(set.API_KEYS_FILE, 'utf8')) : []),
  ];
  if (rows.length === 0 && set.API_DATABASE_URL === undefined && !isLoopback(set.HOST)) {
    throw new Error(
      `HOST is ${set.HOST}, but there are no keys. Set API_KEYS, API_KEYS_FILE or API_DATABASE_URL, or listen on 127.0.0.1, where no key is needed.`,
    );
  }
  // Short keys are for trying the server. The message does not quote them.
  if (!isLoopback(set.HOST) && set.API_KEYS.some((key) => key.length < minKeyLength)) {
    throw new Error(
      `HOST is ${set.HOST}, so each key of API_KEYS must have at least ${minKeyLength} characters. On 127.0.0.1, shorter keys are allowed.`,
    );
  }
  const processes = workers ?? set.API_WORKERS ?? 1;
  return {
    port: set.PORT,
    host: set.HOST,
    keyring: rows.length > 0 ? createKeyring(rows) : undefined,
    databaseUrl: set.API_DATABASE_URL,
    batchRetentionMs: set.API_BATCH_HOURS * 3_600_000,
    workers: processes,
    threads: Math.min(8, Math.max(1, Math.floor(availableParallelism() / processes))),
    places: set.API_QUEUE,
    timeoutMs: set.API_TIMEOUT_S * 1000,
    metricsPort: set.METRICS_PORT,
  };
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}
