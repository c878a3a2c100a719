/** @module-tag long */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { createTestDatabase } from './backend/testing/test-server.ts';
import { startTestProcess, type TestProcess } from './test-process.ts';

const key = 'sb_publishable_of_this_test';
let folder = '';
let server: TestProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-away-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'home');
});
afterEach(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

/**
 * Reserves a local port. Connections to it are refused, except between `open`, which forwards them to a URL, and
 * `close`.
 */
async function createRelay() {
  const sockets = new Set<Socket>();
  let target: URL | null = null;
  const relay = createServer((client) => {
    const onward = connect(Number(target?.port), target?.hostname);
    for (const [socket, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
      socket.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) =>
      relay.listen(port, '127.0.0.1', () => resolve((relay.address() as AddressInfo).port)),
    );
  const close = () =>
    new Promise<void>((resolve) => {
      relay.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  const port = await listen(0);
  await close();
  return {
    port,
    open: async (url: string) => {
      target = new URL(url);
      await listen(port);
    },
    close,
  };
}

test('pages are served while the database is unavailable, and the backend answers 503 until the database returns', async () => {
  const relay = await createRelay();
  const database = await createTestDatabase();
  const asked = new URL(database?.url ?? 'postgres://isola@127.0.0.1/isola');
  asked.port = String(relay.port);
  server = await startTestProcess(folder, {
    DATABASE_URL: asked.href,
    SUPABASE_PUBLISHABLE_KEY: key,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Isola <post@isola.example>',
  });
  const { url, printed, process: child } = server;
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  const timesIn = (text: string) => printed().split(text).length - 1;
  const headers = { apikey: key, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answeredAway = async () => {
    expect(await (await fetch(url)).text()).toBe('home');
    expect(await statusOf('/healthz')).toBe(200);
    const answers = await Promise.all([
      fetch(`${url}/readyz`),
      post('/auth/v1/token?grant_type=password', { email: 'ada@isola.example', password: 'not hers 1A' }),
      post('/auth/v1/recover', { email: 'ada@isola.example' }),
      fetch(`${url}/auth/v1/mail`),
      post('/rest/v1/rpc/my_membership', {}),
      fetch(`${url}/rest/v1/plans`, { headers }),
      post('/functions/v1/feedback', { text: 'Good morning', language: 'en' }),
    ]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')], answer.url).toEqual([
        503,
        expect.stringMatching(/^\d+$/),
      ]);
    }
  };
  try {
    // Each failed start ends its thread and logs one line.
    await expect.poll(() => timesIn('backend: not available')).toBeGreaterThan(1);
    expect(printed()).toContain('ECONNREFUSED');
    await answeredAway();
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);

    if (!database) return;
    await relay.open(database.url);
    await expect.poll(() => statusOf('/readyz'), { timeout: 120_000 }).toBe(200);
    await relay.close();
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    await answeredAway();
    await relay.open(database.url);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    // Visitors may not call this function. The status 401 instead of 404 shows that the server still knows it.
    expect((await post('/rest/v1/rpc/my_membership', {})).status).toBe(401);
    await relay.close();
  } finally {
    await server.kill();
    await database?.remove();
  }
}, 300_000);
