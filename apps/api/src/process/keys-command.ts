#!/usr/bin/env node
/** The command `npm run api -- keys`: adds, lists and revokes keys of the database. */
import { parseArgs } from 'node:util';

import { connectPostgres } from '../database/connect-postgres.ts';
import type { Database } from '../database/database.ts';
import { addKey, listKeys, revokeKey } from '../database/keys.ts';
import { migrate } from '../database/migrate.ts';
import { defaultMegapixelsPerMinute, megapixelLimit } from '../limits/keyring.ts';

const usage = `usage: npm run api -- keys add <name> [--megapixels <number>]
       npm run api -- keys list
       npm run api -- keys revoke <name>

Keys of the removal server in the database of API_DATABASE_URL. Running servers notice a change within seconds.

  --megapixels <number>   megapixels that the key may send in a minute (default: ${defaultMegapixelsPerMinute})`;

const connectTimeoutMs = 60_000;

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** @throws when an argument is wrong or the database cannot be used. */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      megapixels: { type: 'string', default: String(defaultMegapixelsPerMinute) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return void process.stdout.write(`${usage}\n`);
  const [action, name, ...rest] = positionals;
  const isNamed = action === 'add' || action === 'revoke';
  if ((!isNamed && action !== 'list') || isNamed !== (name !== undefined) || rest.length > 0) throw new Error(usage);
  const megapixels = megapixelLimit.safeParse(Number(values.megapixels));
  if (!megapixels.success) throw new Error('--megapixels must be a whole number from 1 to 1000000.');
  const url = process.env['API_DATABASE_URL'];
  if (!url) throw new Error('Set API_DATABASE_URL to the PostgreSQL of the removal server.');
  const database = connectPostgres(url, connectTimeoutMs);
  try {
    await migrate(database);
    if (action === 'list') await list(database);
    else if (action === 'add') await add(database, name ?? '', megapixels.data);
    else {
      await revokeKey(database, name ?? '');
      process.stdout.write(`The key of ${name} is revoked.\n`);
    }
  } finally {
    await database.close();
  }
}

/** Prints the key alone to standard output, so that a script can read it. */
async function add(database: Database, name: string, megapixels: number): Promise<void> {
  const key = await addKey(database, name, megapixels);
  process.stderr.write(`The key of ${name} is shown this once; the database holds only its hash:\n`);
  process.stdout.write(`${key}\n`);
}

async function list(database: Database): Promise<void> {
  for (const { name, megapixelsPerMinute, createdAt, revokedAt } of await listKeys(database)) {
    const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : `added ${createdAt.toISOString()}`;
    process.stdout.write(`${name}\t${megapixelsPerMinute} megapixels/min\t${state}\n`);
  }
}
