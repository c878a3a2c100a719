/**
 * Kills the server process while eight members write, and starts it again on the same folder. Every write that it
 * acknowledged must be there: `npm run soak -- backend --help`.
 *
 * A write is a sign-up, which is four rows and a hash, or a member's new name.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient, type SupabaseClient } from '@supabase/supabase-js';

import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { type Finding, tableOf } from '../finding.ts';
import { endProcess, type ServerProcess, startServerProcess } from './server-process.ts';

const writers = 8;
const password = 'a quiet Harbour 7';
/** Limits of the random time for which members write before the server is killed, in milliseconds. */
const shortestMs = 300;
const longestMs = 2_000;

const { kills, seed } = createCommand(
  'npm run soak -- backend',
  'Kills the server while eight members write; no acknowledged write may be lost.',
)
  .option('--kills <count>', 'number of kills', wholeNumber(1), 20)
  .option('--seed <number>', 'seed of the moments', wholeNumber(1), 1)
  .parse()
  .opts();
const folder = mkdtempSync(join(tmpdir(), 'isola-soak-'));
const siteFolder = join(folder, 'site');
const dataFolder = join(folder, 'data');
mkdirSync(siteFolder);
writeFileSync(join(siteFolder, 'index.html'), 'home');

/** Acknowledged writes: a member's address, and the last name that the server accepted. */
const acknowledged = new Map<string, string>();
/** Names that were sent and not answered. They may or may not be stored. */
const sent = new Map<string, Set<string>>();
const restartsMs: number[] = [];
let lost = 0;
let writes = 0;
let random = seed;

try {
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startServerProcess(siteFolder, dataFolder);
    restartsMs.push(server.firstAnswerMs);
    lost += await missing(server);
    let isOver = false;
    const working = Array.from({ length: writers }, (_, writer) => write(server, `${kill}-${writer}`, () => isOver));
    await new Promise((later) => setTimeout(later, shortestMs + nextRandom() * (longestMs - shortestMs)));
    await endProcess(server, 'SIGKILL');
    isOver = true;
    await Promise.all(working);
    console.error(`killed ${kill + 1} times: ${writes} acknowledged, ${lost} lost`);
  }
  const server = await startServerProcess(siteFolder, dataFolder);
  lost += await missing(server);
  await endProcess(server, 'SIGTERM');
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

const findings: Finding[] = [
  { what: 'acknowledged writes', value: String(writes), isGood: writes > 0 },
  { what: 'acknowledged writes that were lost', value: String(lost), isGood: lost === 0 },
  { what: 'longest start, ms', value: Math.max(...restartsMs).toFixed(0), isGood: true },
];
console.log(tableOf(findings));
process.exitCode = findings.every(({ isGood }) => isGood) ? 0 : 1;

/** Writes repeatedly until the server is gone. */
async function write(server: ServerProcess, name: string, isOver: () => boolean): Promise<void> {
  const service = serviceOf(server);
  for (let turn = 0; !isOver(); turn += 1) {
    const email = `w${name}-${turn}@isola.example`;
    const member = clientOf(server, server.publishableKey);
    // The answer to a sign-up names no row, so the member is found by a unique name.
    let known = `start${turn}x${name}`;
    const signedUp = await member.auth.signUp({ email, password, options: { data: { username: known } } });
    if (signedUp.error) return;
    acknowledge(email, known);
    for (let rename = 0; rename < 4; rename += 1) {
      const username = `n${turn}x${rename}x${name}`;
      sent.set(email, new Set([...(sent.get(email) ?? []), username]));
      const { error } = await service.from('profiles').update({ username }).eq('username', known);
      if (error) return;
      known = username;
      acknowledge(email, username);
    }
  }
}

function acknowledge(email: string, username: string): void {
  acknowledged.set(email, username);
  sent.delete(email);
  writes += 1;
}

/** Counts the acknowledged members that are missing or have an older name. */
async function missing(server: ServerProcess): Promise<number> {
  const service = serviceOf(server);
  const found = new Map<string, number>();
  for (let from = 0; ; from += 1_000) {
    const { data, error } = await service
      .from('profiles')
      .select('username')
      .order('id')
      .range(from, from + 999);
    if (error) throw new Error(`The members cannot be read: ${error.message}`);
    for (const { username } of data as { username: string }[]) found.set(username, (found.get(username) ?? 0) + 1);
    if (data.length < 1_000) break;
  }
  let count = 0;
  for (const [email, username] of acknowledged) {
    const mayBe = [username, ...(sent.get(email) ?? [])];
    const name = mayBe.find((each) => (found.get(each) ?? 0) > 0);
    if (name === undefined) count += 1;
    else found.set(name, (found.get(name) ?? 0) - 1);
  }
  return count;
}

function serviceOf(server: ServerProcess): SupabaseClient {
  const { secretKey } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as { secretKey: string };
  return clientOf(server, secretKey);
}

function clientOf({ url }: ServerProcess, key: string): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Random number generator of Park and Miller. @returns 0…1. */
function nextRandom(): number {
  random = (random * 48_271) % 2_147_483_647;
  return random / 2_147_483_647;
}
