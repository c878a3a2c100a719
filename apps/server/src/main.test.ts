import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { lockData } from './backend/data-lock.ts';

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-main-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'home');
});
afterEach(async () => {
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** The server in a process of its own, out of which nothing gets. */
async function start(environment: Record<string, string> = {}) {
  const script = `const { startServer } = await import(${JSON.stringify(import.meta.resolve('./main.ts'))});
    await startServer(${JSON.stringify(join(folder, 'site'))});`;
  const file = join(folder, 'serve.mjs');
  writeFileSync(file, script);
  const recorder = import.meta.resolve('./backend/record-connections.ts');
  child = spawn(process.execPath, ['--import', recorder, file], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'data'), ...environment },
  });
  let printed = '';
  const url = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      printed += part.toString();
      const found = /ready at (http:\S+)/.exec(printed)?.[1];
      if (found) url.resolve(found);
    });
  }
  child.once('exit', () => url.reject(new Error(`The server ended: ${printed}`)));
  return { url: await url.promise, printed: () => printed, process: child };
}

test('nothing goes out: not while it starts, nor while members sign up and the site asks where they are', async () => {
  // A mail server of the operator's is the one thing that is reached for; it shows that nothing is overlooked.
  const server = await start({ SMTP_URL: 'smtp://post.invalid', MAIL_FROM: 'post@isola.example' });
  expect(await (await fetch(server.url)).text()).toBe('home');
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  const { publishableKey } = (await (await fetch(`${server.url}/backend.json`)).json()) as { publishableKey: string };
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await fetch(`${server.url}/rest/v1/plans`, { headers });
  await post('/functions/v1/geo-location', {});
  await post('/auth/v1/token?grant_type=password', { email: 'ada@isola.example', password: 'wrong' });
  // The library prints what fails, with the values in it.
  await fetch(`${server.url}/rest/v1/profiles?id=eq.Marker-of-this-test`, { headers });
  await post('/rest/v1/rpc/Marker-of-this-test', {});
  await post('/rest/v1/feedback', { text: 'Marker-of-this-test' });
  const lines = server.printed().replaceAll(/"path":"[^"]*"/g, '');
  expect(lines).toContain('"msg":"request"');
  expect(lines).not.toMatch(/outward|Marker|select |insert /i);

  const email = 'ada@isola.example';
  expect((await post('/auth/v1/signup', { email, password: 'a quiet Harbour 7' })).status, server.printed()).toBe(200);
  await expect.poll(server.printed).toContain('a mail could not be sent');
  // A thread's own output arrives after its messages.
  await expect.poll(server.printed).toMatch(/^outward: .*post\.invalid/m);
  const outward = new Set(server.printed().match(/^outward: .*$/gm));
  expect([...outward].filter((line) => !line.includes('post.invalid'))).toEqual([]);
  expect(server.printed()).not.toContain(email);
  expect((await fetch(`${server.url}/_local/mailbox.json`)).status).toBe(404);

  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  lockData(join(folder, 'data'))();
}, 180_000);

test('while another process holds the database, the site is served and says that the backend is not there', async () => {
  const release = lockData(join(folder, 'data'));
  const server = await start();
  expect(await (await fetch(server.url)).text()).toBe('home');
  for (const path of ['/auth/v1/health', '/rest/v1/plans']) {
    const response = await fetch(server.url + path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  }
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not-ready', reason: 'unavailable' }]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/backend.json`)).status).toBe(503);
  expect(server.printed()).toMatch(/in use by process \d+.*backend: not available/);
  release();
}, 30_000);

test('nor does a database that cannot be reached, or secrets that cannot be read, take the site away', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secrets.json'), '{');
  const server = await start();
  expect((await fetch(server.url)).status).toBe(200);
  expect((await fetch(`${server.url}/backend.json`)).status).toBe(503);
  expect(server.printed()).toContain('secrets.json cannot be used');
}, 30_000);

test('built for a backend elsewhere, the process serves files only', async () => {
  const server = await start({ VITE_SUPABASE_URL: 'https://project.example', COUNTRY_HEADER: 'cf-ipcountry' });
  expect((await fetch(server.url)).status).toBe(200);
  for (const path of ['/backend.json', '/auth/v1/health', '/rest/v1/plans', '/_local/mailbox']) {
    expect((await fetch(server.url + path)).status).toBe(404);
  }
  expect(server.printed()).toContain('COUNTRY_HEADER is not heeded while TRUST_PROXY is 0');
}, 30_000);
