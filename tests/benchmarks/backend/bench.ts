/**
 * Measures the server with its embedded backend, in a separate process: `npm run bench -- backend --help`.
 *
 * Measures the time from its start to the first 200 of the home page and of the backend, with an empty folder (cold)
 * and with one that was used before (warm); the memory; and how fast the home page is served without other requests and
 * while members sign in on fifty connections, the two alternating within the same minute. Then, with the product's own
 * limits, it measures twenty sign-ins one after the other while eight visitors send inserts of 250 kB. It reports
 * numbers without a limit.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { buildSiteIfNeeded } from '../../../scripts/build.ts';
import { createCommand, newFile, wholeNumber } from '../../../scripts/command.ts';
import { siteFolder } from '../../../scripts/site-folder.ts';
import { endProcess, type ServerProcess, startServerProcess } from '../../soak/backend/server-process.ts';
import { describeMachine } from '../arena/machine.ts';
import { summaryOf } from '../segmenter/statistics.ts';
import type { FloodResult, FloodStart } from './flood-worker.ts';
import type { StormResult, StormStart } from './storm-worker.ts';

const values = createCommand(
  'npm run bench -- backend',
  'Measures the start of the server, and the home page while members sign in.',
)
  .option('--runs <count>', 'runs of each measure', wholeNumber(1), 3)
  .option('--seconds <count>', 'duration of each turn', wholeNumber(1), 8)
  .option('--connections <count>', 'connections that sign in at the same time', wholeNumber(1), 50)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { runs, connections } = values;
const windowMs = values.seconds * 1_000;
await buildSiteIfNeeded();
const folder = mkdtempSync(join(tmpdir(), 'isola-bench-'));
const machine = describeMachine('none');
const password = 'a quiet Harbour 7';
const email = 'bench@isola.example';
/** Number of sign-ins during the flood. One address may send 60 in five minutes. */
const signInsInFlood = 20;
const floodClients = 8;

try {
  const cold: ServerProcess[] = [];
  const warm: ServerProcess[] = [];
  for (let run = 0; run < runs; run += 1) {
    const data = join(folder, `data-${run}`);
    for (const list of [cold, warm]) {
      const started = await startServerProcess(siteFolder, data);
      list.push(started);
      await endProcess(started, 'SIGTERM');
    }
  }
  const server = await startServerProcess(siteFolder, join(folder, 'data-0'));
  const atRest = memoryOf(server);
  await joinAs(server);
  await homePage(server, 500);
  const turns = { idle: [] as number[], storm: [] as number[] };
  const storms: StormResult[] = [];
  for (let run = 0; run < runs; run += 1) {
    turns.idle.push(...(await homePage(server, windowMs / 2)));
    const storm = storming(server);
    turns.storm.push(...(await homePage(server, windowMs)));
    storms.push(await storm);
  }
  const afterwards = memoryOf(server);
  await endProcess(server, 'SIGTERM');
  const limited = await startServerProcess(siteFolder, join(folder, 'data-0'), { RATE_LIMIT_SCALE: '1' });
  const { tookMs: floodedMs, flood } = await signInsWhileFlooded(limited);
  await endProcess(limited, 'SIGTERM');

  const [idle, storm] = [summaryOf(turns.idle).median, summaryOf(turns.storm).median];
  const signIns = (of: (result: StormResult) => number) => storms.reduce((sum, each) => sum + of(each), 0);
  const results = {
    coldFirstFileMs: summaryOf(cold.map(({ firstFileMs }) => firstFileMs)).median,
    coldFirstAnswerMs: summaryOf(cold.map(({ firstAnswerMs }) => firstAnswerMs)).median,
    warmFirstFileMs: summaryOf(warm.map(({ firstFileMs }) => firstFileMs)).median,
    warmFirstAnswerMs: summaryOf(warm.map(({ firstAnswerMs }) => firstAnswerMs)).median,
    residentBytes: atRest?.residentBytes ?? null,
    residentAfterwardsBytes: afterwards?.residentBytes ?? null,
    highestBytes: afterwards?.highestBytes ?? null,
    homeIdleMs: idle,
    homeUnderSignInsMs: storm,
    ratio: storm / idle,
    signedIn: signIns(({ signedIn }) => signedIn),
    sentAway: signIns(({ sentAway }) => sentAway),
    failed: signIns(({ failed }) => failed),
    signedInWhileFlooded: floodedMs.length,
    signInWhileFloodedMs: floodedMs.length > 0 ? summaryOf(floodedMs).median : null,
    slowestWhileFloodedMs: floodedMs.length > 0 ? Math.max(...floodedMs) : null,
    ...Object.fromEntries(Object.entries(flood).map(([status, count]) => [`flood answered ${status}`, count])),
  };
  console.log(`${machine.cores} cores (${machine.processor}), load before ${machine.loadAverageBefore.toFixed(1)}`);
  console.table(
    Object.fromEntries(Object.entries(results).map(([name, value]) => [name, { value: shown(name, value) }])),
  );
  if (values.json) {
    mkdirSync(dirname(resolve(values.json)), { recursive: true });
    writeFileSync(
      values.json,
      `${JSON.stringify({ benchmark: 'backend', machine, runs, connections, results }, null, 2)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

/** Requests the home page repeatedly. @returns the time of each request, in milliseconds. */
async function homePage({ url }: ServerProcess, durationMs: number): Promise<number[]> {
  const endMs = performance.now() + durationMs;
  const tookMs: number[] = [];
  while (performance.now() < endMs) {
    const startMs = performance.now();
    await (await fetch(url)).arrayBuffer();
    tookMs.push(performance.now() - startMs);
  }
  return tookMs;
}

/**
 * Signs in repeatedly during the flood. @returns the times of the successful sign-ins, and the responses to the flood.
 */
async function signInsWhileFlooded({ url, publishableKey }: ServerProcess) {
  const end = new SharedArrayBuffer(4);
  const workerData: FloodStart = { url, publishableKey, clients: floodClients, end };
  const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData });
  const flood = new Promise<FloodResult>((settle, fail) => {
    worker.once('message', settle);
    worker.once('error', fail);
  });
  const tookMs: number[] = [];
  for (let turn = 0; turn < signInsInFlood; turn += 1) {
    const startMs = performance.now();
    const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    await response.arrayBuffer();
    if (response.ok) tookMs.push(performance.now() - startMs);
  }
  Atomics.store(new Int32Array(end), 0, 1);
  return { tookMs, flood: await flood };
}

function storming({ url, publishableKey }: ServerProcess): Promise<StormResult> {
  const workerData: StormStart = { url, publishableKey, email, password, connections, durationMs: windowMs };
  const worker = new Worker(new URL('./storm-worker.ts', import.meta.url), { workerData });
  return new Promise((settle, fail) => {
    worker.once('message', settle);
    worker.once('error', fail);
  });
}

/** Registers the member who signs in, confirmed with the mail that the server caught. */
async function joinAs({ url, publishableKey }: ServerProcess): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/auth/v1/signup', { email, password });
  const [mail] = (await (await fetch(`${url}/_local/mailbox.json`)).json()) as { text: string }[];
  const token = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  const verified = await post('/auth/v1/verify', { email, token, type: 'signup', password });
  if (!verified.ok) throw new Error(`The member could not be confirmed: ${verified.status}`);
}

/** Returns the server's memory, or null on systems other than Linux, which do not report it. */
function memoryOf({ child }: ServerProcess): { residentBytes: number; highestBytes: number } | null {
  if (process.platform !== 'linux') return null;
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1_024;
  return { residentBytes: bytes('VmRSS'), highestBytes: bytes('VmHWM') };
}

function shown(name: string, value: number | null): string {
  if (value === null) return 'unknown';
  if (name.endsWith('Bytes')) return `${(value / 1e6).toFixed(0)} MB`;
  if (name.endsWith('Ms')) return `${value.toFixed(1)} ms`;
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
