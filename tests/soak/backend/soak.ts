/**
 * Kills the server process at random moments while eight members write, and starts it again on the same database. Every
 * write that it acknowledged must be there: `npm run soak -- backend --help`.
 *
 * The first kills interrupt the creation of the database, and a quarter of the others interrupt a start. With
 * `--postgres`, every fourth kill also crashes the database server.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient, type SupabaseClient } from '@supabase/supabase-js';

import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { type TemporaryPostgres, withTemporaryPostgres } from '../../../scripts/temporary-postgres.ts';
import { type Finding, tableOf } from '../finding.ts';
import { createRandom } from '../random.ts';
import { codeFor, post } from './calls.ts';
import { createLedger } from './ledger.ts';
import { endProcess, type ServerProcess, spawnServer, startServerProcess } from './server-process.ts';

const writers = 8;
const password = 'a quiet Harbour 7';
/** Limits of the random time for which members write before the server is killed, in milliseconds. */
const shortestMs = 300;
const longestMs = 2_000;
/** Number of kills, at the beginning, that interrupt the creation of the database. */
const killsOfCreation = 4;
/** Longest time after which a first start is interrupted, in milliseconds. It is about as long as a first start. */
const creationMs = 10_000;
const shareOfStarts = 0.25;
/** Number of times that a member's name is changed before the writer signs up the next one. */
const renamesPerTurn = 8;
const killsPerCrash = 4;
/**
 * Number of messages that a run sends. The server accepts 200 in an hour from all senders together, and on PostgreSQL it
 * remembers them across a kill.
 */
const maxMessages = 190;

const { kills, seed, postgres } = createCommand(
  'npm run soak -- backend',
  'Kills the server while eight members write; no acknowledged write may be lost.',
)
  .option('--kills <count>', 'number of kills', wholeNumber(1), 200)
  .option('--seed <number>', 'seed of the moments', wholeNumber(1), 1)
  .option('--postgres', 'uses a temporary PostgreSQL, which crashes too, instead of the embedded database')
  .parse()
  .opts();
const keys = { publishable: 'sb_publishable_of_this_soak', secret: 'sb_secret_of_this_soak' };
const folder = mkdtempSync(join(tmpdir(), 'isola-soak-'));
const siteFolder = join(folder, 'site');
const dataFolder = join(folder, 'data');
mkdirSync(siteFolder);
writeFileSync(join(siteFolder, 'index.html'), 'home');

const ledger = createLedger();
const restartsMs: number[] = [];
const killed = { creation: 0, start: 0, writing: 0, crashes: 0 };
/** Acknowledged names and messages that the latest start lacks, and sessions that any start lacked. */
const lost = { rows: 0, sessions: 0 };
const messagesPerKill = Math.ceil(maxMessages / kills);
let messages = 0;
const nextRandom = createRandom(seed);

try {
  await (postgres ? withTemporaryPostgres((server) => soak(server)) : soak(null));
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

const all = killed.creation + killed.start + killed.writing;
const lostWrites = lost.rows + lost.sessions;
const findings: Finding[] = [
  { what: 'database', value: postgres ? 'PostgreSQL' : 'embedded', isGood: true },
  { what: 'kills', value: String(all), isGood: all === kills },
  { what: '  while the database was created', value: String(killed.creation), isGood: true },
  { what: '  during a start', value: String(killed.start), isGood: true },
  { what: '  while members wrote', value: String(killed.writing), isGood: killed.writing > 0 },
  ...(postgres ? [{ what: '  with a crash of PostgreSQL', value: String(killed.crashes), isGood: true }] : []),
  ...Object.entries(ledger.counts()).map(([kind, count]) => ({
    what: `acknowledged: ${kind}`,
    value: String(count),
    isGood: count > 0,
  })),
  { what: 'acknowledged writes that were lost', value: String(lostWrites), isGood: lostWrites === 0 },
  { what: 'longest start, ms', value: Math.max(...restartsMs).toFixed(0), isGood: true },
];
console.log(tableOf(findings));
process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1;

async function soak(database: TemporaryPostgres | null): Promise<void> {
  const environment: Record<string, string> = {
    LOG_LEVEL: 'fatal',
    SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    // Each writer names an address of its own, as a proxy would.
    TRUST_PROXY: '1',
    LOCAL_MAILBOX: '1',
  };
  if (database) environment['DATABASE_URL'] = database.url;
  for (let kill = 0; kill < kills; kill += 1) {
    if (kill < killsOfCreation || nextRandom() < shareOfStarts) {
      const isCreation = kill < killsOfCreation;
      const child = spawnServer(siteFolder, dataFolder, environment);
      await pause(nextRandom() * (isCreation ? creationMs : Math.min(...restartsMs, creationMs)));
      await endProcess({ child }, 'SIGKILL');
      killed[isCreation ? 'creation' : 'start'] += 1;
    } else {
      const server = await startServerProcess(siteFolder, dataFolder, environment);
      try {
        restartsMs.push(server.firstAnswerMs);
        await countMissing(server);
        await killWhileWriting(server, kill, database);
      } finally {
        await endProcess(server, 'SIGKILL');
      }
    }
    console.error(
      `killed ${kill + 1} times: ${JSON.stringify(ledger.counts())} acknowledged, ${JSON.stringify(lost)} lost`,
    );
  }
  const server = await startServerProcess(siteFolder, dataFolder, environment);
  try {
    restartsMs.push(server.firstAnswerMs);
    await countMissing(server);
  } finally {
    await endProcess(server, 'SIGTERM');
  }
}

async function killWhileWriting(server: ServerProcess, kill: number, database: TemporaryPostgres | null) {
  let isOver = false;
  const messagesBefore = messages;
  const maySend = () => {
    const may = messages < Math.min(maxMessages, messagesBefore + messagesPerKill);
    if (may) messages += 1;
    return may;
  };
  const working = Promise.allSettled(
    Array.from({ length: writers }, (_, writer) => {
      const address = `10.${kill >> 8}.${kill & 255}.${writer + 1}`;
      return write({ ...server, address }, `${kill}-${writer}`, maySend, () => isOver);
    }),
  );
  await pause(shortestMs + nextRandom() * (longestMs - shortestMs));
  const crashes = database && kill % killsPerCrash === 0;
  if (crashes) await database.stop();
  await endProcess(server, 'SIGKILL');
  isOver = true;
  const failed = (await working).find((outcome) => outcome.status === 'rejected');
  if (failed) throw new Error('A member could not write', { cause: failed.reason });
  if (crashes) await database.start();
  killed.crashes += crashes ? 1 : 0;
  killed.writing += 1;
}

/**
 * Writes repeatedly until the server is gone.
 * @param maySend takes one of the messages of this kill. Without any left, the writer only signs up and renames.
 */
async function write(
  server: ServerProcess & { readonly address: string },
  name: string,
  maySend: () => boolean,
  isOver: () => boolean,
): Promise<void> {
  const service = clientOf(server, keys.secret);
  for (let turn = 0; !isOver(); turn += 1) {
    const email = `w${name}-${turn}@isola.example`;
    // The answer to a sign-up names no row, so the member is found by a unique name.
    let known = `start${turn}x${name}`;
    const signedUp = await post(server, '/auth/v1/signup', { email, password, data: { username: known } });
    if (!signedUp) return;
    ledger.acknowledge('sign-up', email, known);
    const session = await post(server, '/auth/v1/verify', {
      type: 'signup',
      email,
      token: await codeFor(server, email),
      password,
    });
    if (!session) return;
    ledger.acknowledge('session', email, session['refresh_token']);
    if (maySend()) {
      const text = `message ${turn} of ${name}`;
      if (!(await post(server, '/functions/v1/feedback', { text, language: 'en' }))) return;
      ledger.acknowledge('message', text, text);
    }
    for (let rename = 0; rename < renamesPerTurn; rename += 1) {
      const username = `n${turn}x${rename}x${name}`;
      ledger.send(email, username);
      const { error } = await service.from('profiles').update({ username }).eq('username', known);
      if (error) return;
      known = username;
      ledger.acknowledge('new name', email, username);
    }
  }
}

/** Counts the acknowledged writes that are missing. */
async function countMissing(server: ServerProcess): Promise<void> {
  const service = clientOf(server, keys.secret);
  const names = await everyValue(service, 'profiles', 'username');
  const texts = await everyValue(service, 'feedback', 'text');
  lost.rows = ledger.missingNames(names) + ledger.missingMessages(texts);
  // A refresh token can be spent once, so that each session is tried at the first start after its sign-in.
  for (const token of ledger.takeSessions())
    if (!(await post(server, '/auth/v1/token?grant_type=refresh_token', { refresh_token: token }))) lost.sessions += 1;
}

async function everyValue(service: SupabaseClient, table: string, column: string): Promise<string[]> {
  const values: string[] = [];
  for (let from = 0; ; from += 1_000) {
    const { data, error } = await service
      .from(table)
      .select(column)
      .order('id')
      .range(from, from + 999);
    if (error) throw new Error(`${table} cannot be read: ${error.message}`);
    const rows = data as unknown as Record<string, string>[];
    values.push(...rows.map((row) => row[column] ?? ''));
    if (rows.length < 1_000) return values;
  }
}

function clientOf({ url }: ServerProcess, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

function pause(durationMs: number): Promise<void> {
  return new Promise((later) => setTimeout(later, durationMs));
}
