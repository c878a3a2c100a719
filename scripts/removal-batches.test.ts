/** @module-tag long */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';

import { boxOf, drawing } from '../apps/api/src/testing/test-server.ts';
import { withTemporaryPostgres } from './temporary-postgres.ts';

/** True when `npm run test:postgres` runs the tests, which installs PostgreSQL. */
const superuserUrl = process.env['ISOLA_TEST_SUPERUSER_URL'];
const isOn = superuserUrl !== undefined;
const api = join(import.meta.dirname, '../apps/api/src');
const timeoutMs = 180_000;
/** A dead worker is noticed after 15 s without a sign of life, by a search every 10 s. */
const patient = { timeout: 60_000, interval: 200 };
const box = { left: 100, top: 60, width: 120, height: 80 };
const picture = new Uint8Array(await drawing(400, 300, [box]));

/** Creates a database whose owner is an ordinary role, as docs/api.md tells an operator to. @returns its URL. */
async function createDatabase(serverUrl: string): Promise<string> {
  const name = `removal_${randomUUID().replaceAll('-', '')}`;
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`create role ${name} login password 'ordinary'`);
  await server.unsafe(`create database ${name} owner ${name}`);
  await server.end();
  return Object.assign(new URL(serverUrl), { username: name, password: 'ordinary', pathname: `/${name}` }).href;
}

interface TestProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Returns how often the process has printed a line. */
  readonly times: (line: string) => number;
}

/** Starts the removal server with the segmenter of the tests. */
const start = (databaseUrl: string, environment: Readonly<Record<string, string>> = {}) =>
  startProgram([join(api, 'testing/serve-red.ts')], databaseUrl, environment);

/** Starts a removal server in a process of its own, and kills it after the test. */
async function startProgram(
  program: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestProcess> {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], PORT: '0', API_DATABASE_URL: databaseUrl, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  const url = Promise.withResolvers<string>();
  child.stdout.on('data', (part: Buffer) => {
    printed += part.toString();
    const [, found] = /ready at (\S+)/.exec(printed) ?? [];
    if (found !== undefined) url.resolve(found);
  });
  child.once('exit', () => url.reject(new Error(`The server ended: ${printed}`)));
  return { url: await url.promise, child, times: (line) => printed.split(`${line}\n`).length - 1 };
}

/** Runs `npm run api -- keys`. @returns what it prints to standard output. */
function keys(databaseUrl: string, ...rest: readonly string[]): string {
  const file = join(api, 'process/keys-command.ts');
  const options = { encoding: 'utf8', env: { PATH: process.env['PATH'], API_DATABASE_URL: databaseUrl } } as const;
  return execFileSync(process.execPath, [file, ...rest], { ...options, stdio: 'pipe' }).trim();
}

interface Batch {
  readonly id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns functions that call a server with a key. */
function client({ url }: TestProcess, key: string) {
  const headers = { 'x-api-key': key };
  const post = (count: number) => {
    const body = new FormData();
    for (let image = 1; image <= count; image += 1) body.append('image', new Blob([picture]), 'file');
    return fetch(`${url}/v1/batches`, { method: 'POST', headers, body });
  };
  const account = async () => (await fetch(`${url}/v1.0/account`, { headers })).status;
  const read = async (id: string) => (await (await fetch(`${url}/v1/batches/${id}`, { headers })).json()) as Batch;
  const result = (id: string, number: number) => fetch(`${url}/v1/batches/${id}/results/${number}`, { headers });
  return { post, account, read, result };
}

/** Repeats a request until the server has answered it. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const answer = { value: undefined as T | undefined };
  await expect.poll(async () => (answer.value = await ask().catch(() => undefined)), patient).toBeDefined();
  return answer.value as T;
}

async function idOf(answer: Response): Promise<string> {
  return ((await answer.json()) as Batch).id;
}

test.runIf(isOn)(
  'servers share a batch, and any of them answers for it',
  async () => {
    const databaseUrl = await createDatabase(superuserUrl ?? '');
    const key = keys(databaseUrl, 'add', 'shop');
    // Both begin with an empty database and create its schemas at the same time.
    const [one, two] = await Promise.all([
      start(databaseUrl, { SEGMENT_MS: '300' }),
      start(databaseUrl, { SEGMENT_MS: '300' }),
    ]);
    const id = await idOf(await client(one, key).post(12));
    await expect.poll(async () => (await client(two, key).read(id)).state, patient).toBe('finished');
    expect(one.times('ends an image') + two.times('ends an image')).toBe(12);
    for (const each of [one, two]) expect(each.times('ends an image')).toBeGreaterThan(0);
    for (const each of [one, two]) expect((await client(each, key).result(id, 7)).status).toBe(200);
  },
  timeoutMs,
);

test.runIf(isOn)(
  'images of a worker that is killed finish on another machine',
  async () => {
    const databaseUrl = await createDatabase(superuserUrl ?? '');
    const key = keys(databaseUrl, 'add', 'shop');
    const killed = await start(databaseUrl, { SEGMENT_MS: '600000' });
    const id = await idOf(await client(killed, key).post(3));
    await expect.poll(() => killed.times('begins an image'), patient).toBe(2);
    killed.child.kill('SIGKILL');
    const other = await start(databaseUrl);
    await expect.poll(async () => (await client(other, key).read(id)).counts['done'], patient).toBe(3);
    expect(other.times('ends an image')).toBe(3);
    const database = postgres(databaseUrl, { max: 1 });
    const rows = await database`select attempts from removal_api.batch_images order by number`;
    await database.end();
    expect(rows.map(({ attempts }) => Number(attempts))).toEqual([2, 2, 1]);
  },
  timeoutMs,
);

test.runIf(isOn)(
  'a stop finishes the images in progress and leaves the others to other machines',
  async () => {
    const databaseUrl = await createDatabase(superuserUrl ?? '');
    const key = keys(databaseUrl, 'add', 'shop');
    const stopped = await start(databaseUrl, { SEGMENT_MS: '3000' });
    const id = await idOf(await client(stopped, key).post(4));
    await expect.poll(() => stopped.times('begins an image'), patient).toBe(2);
    const ended = once(stopped.child, 'exit');
    stopped.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(stopped.times('ends an image')).toBe(2);
    const other = await start(databaseUrl);
    await expect.poll(async () => (await client(other, key).read(id)).counts['done'], patient).toBe(4);
    expect(other.times('ends an image')).toBe(2);
  },
  timeoutMs,
);

test.runIf(isOn)(
  'keys are added and revoked while a server runs, and known ones work while PostgreSQL is stopped',
  async () => {
    await withTemporaryPostgres(async (postgresServer) => {
      const databaseUrl = await createDatabase(postgresServer.url);
      const server = await start(databaseUrl);
      const key = keys(databaseUrl, 'add', 'shop', '--megapixels', '20');
      const revoked = keys(databaseUrl, 'add', 'former');
      await expect.poll(client(server, revoked).account, patient).toBe(200);
      expect(keys(databaseUrl, 'revoke', 'former')).toBe('The key of former is revoked.');
      await expect.poll(client(server, revoked).account, patient).toBe(403);
      expect(() => keys(databaseUrl, 'revoke', 'former')).toThrow(/\nThere is no key with the name former\.$/m);
      expect(keys(databaseUrl, 'list')).toMatch(
        /^shop\t20 megapixels\/min\tadded .*\nformer\t500 megapixels\/min\trevoked /,
      );

      const { post, account, read } = client(server, key);
      await postgresServer.stop();
      const away = await post(1);
      expect([away.status, away.headers.get('retry-after')]).toEqual([503, '10']);
      expect(await account()).toBe(200);
      expect(await client(server, revoked).account()).toBe(403);
      await postgresServer.start();
      await expect.poll(async () => (await post(1)).status, patient).toBe(202);
      const id = await idOf(await post(1));
      await expect.poll(async () => (await read(id)).counts['done'], patient).toBe(1);
    });
  },
  timeoutMs,
);

test.runIf(isOn)(
  'npm run api with two processes and a database cuts out a batch, and a killed process is replaced',
  async () => {
    const databaseUrl = await createDatabase(superuserUrl ?? '');
    const key = keys(databaseUrl, 'add', 'shop');
    const program = [join(import.meta.dirname, 'tasks.ts'), 'api', '--workers', '2'];
    const server = await startProgram(program, databaseUrl);
    const { post, read, result, account } = client(server, key);
    const id = await idOf(await post(4));
    await expect.poll(async () => (await read(id)).state, patient).toBe('finished');
    expect(await read(id)).toMatchObject({ counts: { done: 4 } });
    const found = await boxOf(new Uint8Array(await (await result(id, 3)).arrayBuffer()));
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(Math.abs((found?.[side] ?? 0) - box[side]), side).toBeLessThanOrEqual(4);

    const [worker] = readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').split(' ');
    process.kill(Number(worker), 'SIGKILL');
    // Connections to the killed process are reset, so that a client has to ask again.
    const next = await untilAnswered(async () => idOf(await post(4)));
    await expect.poll(async () => (await read(next)).state, patient).toBe('finished');
    expect((await read(next)).counts['done']).toBe(4);
    expect(await account()).toBe(200);

    const ended = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  },
  timeoutMs,
);
