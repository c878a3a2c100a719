/** @module-tag long */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { lockData } from './backend/database/data-lock.ts';
import { startTestProcess, type TestProcess } from './test-process.ts';

let folder = '';
let server: TestProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-main-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'home');
});
afterEach(async () => {
  await server?.kill();
  server = null;
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/** Starts the server in its own process, whose outgoing connections are recorded and blocked. */
async function start(environment: Record<string, string> = {}) {
  const recorder = import.meta.resolve('./backend/testing/record-connections.ts');
  server = await startTestProcess(folder, environment, ['--import', recorder]);
  return server;
}

test('the server opens no outgoing connection at its start, during sign-up or for geo-location', async () => {
  // The folder already exists, and other users of the machine can read it.
  mkdirSync(join(folder, 'data'), { mode: 0o755 });
  // The configured mail server is the only host that is contacted. This shows that the recorder works.
  const running = await start({ SMTP_URL: 'smtp://post.invalid', MAIL_FROM: 'post@isola.example' });
  expect(await (await fetch(running.url)).text()).toBe('home');
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  const open = ['', ...readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, 'data', name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
  const { publishableKey } = (await (await fetch(`${running.url}/backend.json`)).json()) as { publishableKey: string };
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await fetch(`${running.url}/rest/v1/plans`, { headers });
  await post('/functions/v1/geo-location', {});
  await post('/auth/v1/token?grant_type=password', { email: 'ada@isola.example', password: 'wrong' });
  // The embedded library prints failures together with their values.
  await fetch(`${running.url}/rest/v1/profiles?id=eq.Marker-of-this-test`, { headers });
  await post('/rest/v1/rpc/Marker-of-this-test', {});
  await post('/rest/v1/feedback', { text: 'Marker-of-this-test' });
  const lines = running.printed().replaceAll(/"path":"[^"]*"/g, '');
  expect(lines).toContain('"msg":"request"');
  expect(lines).not.toMatch(/outward|Marker|select |insert /i);

  const email = 'ada@isola.example';
  expect((await post('/auth/v1/signup', { email, password: 'a quiet Harbour 7' })).status, running.printed()).toBe(200);
  await expect.poll(running.printed).toContain('an email could not be sent');
  // The output of a thread arrives after its messages.
  await expect.poll(running.printed).toMatch(/^outward: .*post\.invalid/m);
  const outward = new Set(running.printed().match(/^outward: .*$/gm));
  expect([...outward].filter((line) => !line.includes('post.invalid'))).toEqual([]);
  expect(running.printed()).not.toContain(email);
  expect((await fetch(`${running.url}/_local/mailbox.json`)).status).toBe(404);

  const ended = once(running.process, 'exit');
  running.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  lockData(join(folder, 'data'))();
}, 180_000);

test('the site is served and the backend answers 503 while another process holds the database', async () => {
  const release = lockData(join(folder, 'data'));
  const running = await start();
  expect(await (await fetch(running.url)).text()).toBe('home');
  for (const path of ['/auth/v1/health', '/rest/v1/plans']) {
    const response = await fetch(running.url + path);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  }
  const ready = await fetch(`${running.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not-ready', reason: 'unavailable' }]);
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${running.url}/backend.json`)).status).toBe(503);
  expect(running.printed()).toMatch(/in use by process \d+.*backend: not available/);
  release();
});

test('the site is served and /backend.json answers 503 when the secrets cannot be read', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/secrets.json'), '{');
  const running = await start();
  expect((await fetch(running.url)).status).toBe(200);
  expect((await fetch(`${running.url}/backend.json`)).status).toBe(503);
  expect(running.printed()).toContain('secrets.json cannot be used');
});

test('the process serves only files when the site was built for a hosted backend', async () => {
  const running = await start({ VITE_SUPABASE_URL: 'https://project.example', COUNTRY_HEADER: 'cf-ipcountry' });
  expect((await fetch(running.url)).status).toBe(200);
  for (const path of ['/backend.json', '/auth/v1/health', '/rest/v1/plans', '/_local/mailbox']) {
    expect((await fetch(running.url + path)).status).toBe(404);
  }
  expect(running.printed()).toContain('COUNTRY_HEADER is ignored while TRUST_PROXY is 0');
});

test('metrics are served on their own port and count what happened, with the figures of the database', async () => {
  const running = await start({ METRICS_PORT: '0', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@isola.example' });
  await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  const { publishableKey } = (await (await fetch(`${running.url}/backend.json`)).json()) as { publishableKey: string };
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const email = 'ada@isola.example';
  expect((await post('/auth/v1/token?grant_type=password', { email, password: 'not hers 1A' })).status).toBe(400);
  expect((await post('/auth/v1/signup', { email, password: 'a quiet Harbour 7' })).status).toBe(200);

  const { port } = JSON.parse(/^.*metrics: ready.*$/m.exec(running.printed())?.[0] ?? '{}') as { port: number };
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // No mail server listens on the port, so the confirmation of the new account waits.
  await expect.poll(scrape).toMatch(/^isola_mails_waiting 1$/m);
  const text = await scrape();
  expect(text).toContain('isola_sign_ins_total{method="password",result="refused"} 1');
  expect(text).toMatch(/^isola_ready 1$/m);
  expect(text).toMatch(/^isola_payments_failed_24h 0$/m);
  expect(text).toMatch(/^isola_backend_event_loop_delay_p99_seconds \d+(\.\d+)?$/m);
  expect(text).not.toContain('ada');
  // Neither port serves what belongs to the other, and the figures are reachable only through the metrics.
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
  for (const path of ['/metrics', '/_internal/figures']) expect((await fetch(running.url + path)).status).toBe(404);
}, 180_000);

test('logs a warning when the site was built for another origin than SITE_ORIGIN', async () => {
  writeFileSync(join(folder, 'site/robots.txt'), 'Sitemap: http://localhost:3000/sitemap.xml\n');
  const elsewhere = { VITE_SUPABASE_URL: 'https://project.example' };
  const running = await start({ ...elsewhere, SITE_ORIGIN: 'https://isola.example' });
  await expect
    .poll(running.printed)
    .toContain('"builtOrigin":"http://localhost:3000","siteOrigin":"https://isola.example"');
  expect(await (await fetch(`${running.url}/robots.txt`)).text()).toBe('Sitemap: https://isola.example/sitemap.xml\n');
});
