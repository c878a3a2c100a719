/**
 * Lets visitors and members use the built server for minutes, then callers the removal server:
 * `npm run soak -- load --help`.
 *
 * No answer may be an error, and the memory afterwards has to be the memory before. The same visitors then read the same
 * files from nginx, if it is installed, as a measure of the machine.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { buildEngine, buildSiteIfNeeded } from '../../../scripts/build.ts';
import { createCommand, wholeNumber } from '../../../scripts/command.ts';
import { siteFolder } from '../../../scripts/site-folder.ts';
import { codeFor, post } from '../backend/calls.ts';
import { endProcess, type ServerProcess, startServerProcess } from '../backend/server-process.ts';
import { type Finding, tableOf } from '../finding.ts';
import { createRandom } from '../random.ts';
import { createLoad, type KindResult } from './measure-load.ts';
import { beMember, type Member, visit } from './people.ts';
import { residentBytes } from './resident-bytes.ts';

/** Largest resident memory of the idle server with the embedded database, in bytes. */
const maxIdleBytes = 300e6;
/** Growth that counts as none: V8 and the allocator keep some freed memory. */
const maxGrowth = 0.1;
const settleMs = 20_000;
const warmUpMs = 10_000;
/** Pause of a caller after an answer that is not a cutout. */
const failurePauseMs = 1_000;
const password = 'a quiet Harbour 7';

const { visitors, members, seconds, callers, api } = createCommand(
  'npm run soak -- load',
  'Puts the servers under load; no answer may be an error, and no memory may be kept.',
)
  .option('--visitors <count>', 'visitors at the same time', wholeNumber(1), 200)
  .option('--members <count>', 'members at the same time', wholeNumber(1), 40)
  .option('--seconds <count>', 'duration of each load', wholeNumber(1), 300)
  .option('--callers <count>', 'callers of the removal server at the same time', wholeNumber(1), 20)
  .option('--no-api', 'leaves the removal server out')
  .parse()
  .opts();
await buildSiteIfNeeded();
const folder = mkdtempSync(join(tmpdir(), 'isola-load-'));
const findings: Finding[] = [
  {
    what: 'processors, load before',
    value: `${availableParallelism()}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
    isGood: true,
  },
];
const random = createRandom(1);

try {
  await loadServer();
  await loadNginx();
  if (api) await loadRemovalServer();
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 });
}
console.log(tableOf(findings));
process.exitCode = findings.every(({ isGood }) => isGood !== false) ? 0 : 1;

async function loadServer(): Promise<void> {
  const server = await startServerProcess(siteFolder, join(folder, 'data'), {
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '1',
    TRUST_PROXY: '1',
    LOCAL_MAILBOX: '1',
  });
  try {
    await loadWithPeople(server);
  } finally {
    await endProcess(server, 'SIGTERM');
  }
}

async function loadWithPeople(server: ServerProcess): Promise<void> {
  const pid = server.child.pid ?? 0;
  await setTimeout(settleMs);
  const idle = residentBytes(pid);
  const what = 'server: memory at rest';
  findings.push(idle === null ? notMeasured(what) : { what, value: megabytes(idle), isGood: idle <= maxIdleBytes });
  const joined: Member[] = [];
  for (let member = 0; member < members; member += 1) joined.push(await register(server, member));
  const files = await filesOf(server.url);
  const serveAll = async (durationMs: number) => {
    const load = createLoad(server.url);
    const shift = { load, endMs: performance.now() + durationMs, random };
    await Promise.all([
      ...Array.from({ length: visitors }, (_, visitor) => visit(shift, `10.1.${visitor >> 8}.${visitor & 255}`, files)),
      ...joined.map((member) => beMember(shift, member)),
    ]);
    load.close();
    return load.results();
  };
  await serveAll(warmUpMs);
  await setTimeout(settleMs);
  const before = residentBytes(pid);
  report('server', await serveAll(seconds * 1_000));
  await setTimeout(settleMs);
  reportMemory('server', before, residentBytes(pid));
}

/** Registers a member and confirms the address with the mailed code. */
async function register(server: ServerProcess, number: number): Promise<Member> {
  const email = `m${number}@isola.example`;
  const address = `10.2.${number >> 8}.${number & 255}`;
  const { publishableKey } = server;
  const caller = { url: server.url, publishableKey, address };
  const isSent = await post(caller, '/auth/v1/signup', { email, password, data: { username: `member${number}` } });
  const token = await codeFor(server, email);
  const session = await post(caller, '/auth/v1/verify', { type: 'signup', email, token, password });
  if (!isSent || !session) throw new Error(`${email} could not be registered`);
  return { address, email, password, publishableKey };
}

/** Serves the same files with nginx alone, for visitors without members. */
async function loadNginx(): Promise<void> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) {
    findings.push({ what: 'nginx', value: 'not installed' });
    return;
  }
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr warn; worker_processes auto; events { worker_connections 1024; }
    http { access_log off; ${temporary.join(' ')} types { text/html html; text/css css; text/javascript js; }
      server { listen 127.0.0.1:${port}; root ${siteFolder}; gzip_static on; location / { try_files $uri $uri.html $uri/index.html =404; } } }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const origin = `http://127.0.0.1:${port}`;
    const files = await filesOf(origin);
    const load = createLoad(origin);
    const shift = { load, endMs: performance.now() + seconds * 1_000, random };
    await Promise.all(Array.from({ length: visitors }, () => visit(shift, '', files)));
    load.close();
    report('nginx', load.results());
  } finally {
    await endProcess({ child: nginx }, 'SIGTERM');
  }
}

async function loadRemovalServer(): Promise<void> {
  await buildEngine();
  const tasks = join(import.meta.dirname, '../../../scripts/tasks.ts');
  const server = spawn(process.execPath, [tasks, 'api'], {
    env: { ...process.env, PORT: '0', API_QUEUE: '64', API_TIMEOUT_S: '600' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const origin = await originOf(server);
    const pid = server.pid ?? 0;
    const body = readFileSync(join(import.meta.dirname, '../../../pictures/cat.jpg'));
    const serveAll = async (durationMs: number) => {
      const load = createLoad(origin);
      const endMs = performance.now() + durationMs;
      const call = async () => {
        do {
          const { status } = await load.send({
            kind: 'cutout',
            path: '/v1/cutouts',
            method: 'POST',
            headers: { 'content-type': 'image/jpeg' },
            body,
          });
          if (status !== 200) await setTimeout(failurePauseMs);
        } while (performance.now() < endMs);
      };
      await Promise.all(Array.from({ length: callers }, call));
      load.close();
      return load.results();
    };
    await serveAll(0);
    await setTimeout(settleMs);
    const before = residentBytes(pid);
    report('removal server', await serveAll(seconds * 1_000));
    await setTimeout(settleMs);
    reportMemory('removal server', before, residentBytes(pid));
  } finally {
    await endProcess({ child: server }, 'SIGTERM');
  }
}

async function originOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const part of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    printed += String(part);
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (origin === undefined) continue;
    // The server ends when it cannot print its further lines.
    server.stdout?.resume();
    return origin;
  }
  throw new Error(`The removal server did not start: ${printed}`);
}

/** Returns the scripts, styles and fonts that a page names. */
async function filesOf(origin: string): Promise<readonly string[]> {
  for (let trial = 0; ; trial += 1) {
    const page = await fetch(`${origin}/en/single`, { headers: { accept: 'text/html' } }).catch(() => null);
    if (page?.ok) return [...new Set((await page.text()).match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))];
    if (trial === 100) throw new Error(`${origin} does not answer`);
    await setTimeout(100);
  }
}

function report(server: string, results: Readonly<Record<string, KindResult>>): void {
  for (const [kind, { count, medianMs, p99Ms, failures }] of Object.entries(results)) {
    const times = `${count} in ${seconds} s, median ${medianMs.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
    const failed = `${failures.length} failed${failures[0] ? `: ${failures[0]}` : ''}`;
    findings.push({ what: `${server}: ${kind}`, value: `${times}, ${failed}`, isGood: failures.length === 0 });
  }
}

function reportMemory(server: string, before: number | null, after: number | null): void {
  const what = `${server}: memory before and after`;
  if (before === null || after === null) {
    findings.push(notMeasured(what));
    return;
  }
  findings.push({
    what,
    value: `${megabytes(before)} → ${megabytes(after)}`,
    isGood: after <= before * (1 + maxGrowth),
  });
}

/** Reports a process without memory. On Linux, where every process has some, it has ended. */
function notMeasured(what: string): Finding {
  return process.platform === 'linux'
    ? { what, value: 'the process has ended', isGood: false }
    : { what, value: 'not measured: needs Linux' };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
