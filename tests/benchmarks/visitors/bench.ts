/**
 * Measures what visitors cost the server: `npm run bench -- visitors --help`.
 *
 * One server process answers one kind of request after the other, on many connections of this machine. For each kind,
 * the benchmark reports requests a second, times, failures, and the processor time that the server spent per request.
 * That time is what grows with visitors, and it hardly depends on the load of the machine. The database is the embedded
 * one, or the one of `DATABASE_URL`. The benchmark reports numbers without a limit.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { buildSiteIfNeeded } from '../../../scripts/build.ts';
import { createCommand, newFile, wholeNumber } from '../../../scripts/command.ts';
import { siteFolder } from '../../../scripts/site-folder.ts';
import { endProcess, startServerProcess } from '../../soak/backend/server-process.ts';
import { describeMachine } from '../arena/machine.ts';
import { quantile } from '../segmenter/statistics.ts';

const values = createCommand('npm run bench -- visitors', 'Measures what visitors cost the server.')
  .option('--seconds <count>', 'duration of each kind of request', wholeNumber(1), 10)
  .option('--connections <count>', 'concurrent connections', wholeNumber(1), 50)
  .option('--json <file>', 'also write the report into a file', newFile)
  .parse()
  .opts();
const { connections } = values;
await buildSiteIfNeeded();
const folder = mkdtempSync(join(tmpdir(), 'isola-visitors-'));
const machine = describeMachine('none');
const clockTicksPerSecond = 100;

interface Kind {
  readonly path: () => string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Statuses that do not count as failures. */
  readonly expected: readonly number[];
}

try {
  const { DATABASE_URL: database = '' } = process.env;
  const server = await startServerProcess(siteFolder, join(folder, 'data'), { LOG_LEVEL: 'warn' });
  const pid = server.child.pid ?? 0;
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const page = await (await fetch(`${server.url}/en/single`, { headers: { accept: 'text/html' } })).text();
  const files = [...new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
  const parts = (JSON.parse(readFileSync(join(siteFolder, 'models/manifest.json'), 'utf8')) as Manifest).models[0]
    .parts;
  const kinds: Record<string, Kind> = {
    page: { path: () => '/en/single', headers: { accept: 'text/html' }, expected: [200] },
    'page in the visitor’s language': { path: () => '/single', headers: { accept: 'text/html' }, expected: [200] },
    'script, style or font': { path: inTurn(files), expected: [200] },
    'part of the model (4 MB)': { path: inTurn(parts.map(({ file }) => `/models/${file}`)), expected: [200] },
    'read of a table': { path: () => '/rest/v1/plans?select=id', headers, expected: [200] },
    'sign-in, refused': {
      path: () => '/auth/v1/token?grant_type=password',
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'bench@isola.example', password: 'a wrong Harbour 7' }),
      // The gate in front of the hashes refuses what would have to wait for too long.
      expected: [400, 429],
    },
  };
  const results: Record<string, Result> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    await load(server.url, kind, 1_000);
    const beforeSeconds = processorSeconds(pid);
    const { tookMs, failures, bytes } = await load(server.url, kind, values.seconds * 1_000);
    results[name] = {
      'requests a second': tookMs.length / values.seconds,
      'median ms': quantile(tookMs, 0.5),
      '95 % ms': quantile(tookMs, 0.95),
      failures,
      'processor ms each': ((processorSeconds(pid) - beforeSeconds) * 1_000) / tookMs.length,
      'MB a second': bytes / values.seconds / 1e6,
      'resident MB': residentBytes(pid) / 1e6,
    };
    console.error(`${name}: ${tookMs.length} requests`);
  }
  await endProcess(server, 'SIGTERM');
  console.log(
    `${machine.cores} cores (${machine.processor}), load before ${machine.loadAverageBefore.toFixed(1)}, ${connections} connections, ${database ? 'PostgreSQL' : 'embedded database'}`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, result]) => [
        name,
        Object.fromEntries(Object.entries(result).map(([key, value]) => [key, Number(value.toFixed(2))])),
      ]),
    ),
  );
  if (values.json) {
    mkdirSync(dirname(resolve(values.json)), { recursive: true });
    writeFileSync(
      values.json,
      `${JSON.stringify({ benchmark: 'visitors', machine, connections, results }, null, 2)}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}

type Result = Record<
  'requests a second' | 'median ms' | '95 % ms' | 'failures' | 'processor ms each' | 'MB a second' | 'resident MB',
  number
>;

interface Manifest {
  readonly models: readonly [{ readonly parts: readonly { readonly file: string }[] }];
}

/** Returns a function that returns the values one after the other, from the beginning again after the last. */
function inTurn(list: readonly string[]): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return list[turn % list.length] ?? '/';
  };
}

/** Sends requests of one kind on all connections. Only answers that arrive within the duration count. */
async function load(url: string, kind: Kind, durationMs: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + durationMs;
  const tookMs: number[] = [];
  let failures = 0;
  let bytes = 0;
  const send = async () => {
    while (performance.now() < endMs) {
      const startMs = performance.now();
      const answer = await ask(new URL(kind.path(), url), { ...kind, agent });
      tookMs.push(performance.now() - startMs);
      bytes += answer.bytes;
      if (!kind.expected.includes(answer.status)) failures += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  agent.destroy();
  return { tookMs, failures, bytes };
}

/** Sends a request and discards the body of its answer. A broken connection has the status 0. */
function ask(url: URL, { method = 'GET', headers = {}, body, agent }: Kind & Pick<RequestOptions, 'agent'>) {
  const { promise, resolve: settle } = Promise.withResolvers<{ status: number; bytes: number }>();
  const all = { 'accept-encoding': 'br', ...headers };
  const asking = request(url, { method, headers: all, agent }, (answer) => {
    let bytes = 0;
    answer.on('data', (part: Buffer) => (bytes += part.length));
    answer.on('end', () => settle({ status: answer.statusCode ?? 0, bytes }));
    answer.on('error', () => settle({ status: 0, bytes }));
  });
  asking.on('error', () => settle({ status: 0, bytes: 0 }));
  asking.end(body);
  return promise;
}

/** Returns the processor time that a process has used, in seconds (Linux). */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

/** Returns the memory of a process, in bytes (Linux). */
function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
}
