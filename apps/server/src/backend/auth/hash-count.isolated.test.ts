/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { silentLogger } from '../../create-logger.ts';
import type { OpenBackend } from '../create-backend.ts';
import { readSecrets } from '../process/secrets.ts';
import { codeIn, prepareBackend } from '../testing/test-server.ts';

/**
 * Hashing takes most of the time of an answer, so a route must compute the same number of hashes for every email.
 * The calls are counted in bcrypt, which both the product and the embedded library use.
 */
const bcrypt = createRequire(import.meta.url)('bcrypt') as {
  readonly hash: (text: string, cost: number) => Promise<string>;
  readonly compare: (text: string, hash: string) => Promise<boolean>;
};
const hash = vi.spyOn(bcrypt, 'hash');
const compare = vi.spyOn(bcrypt, 'compare');

const password = 'a quiet Harbour 7';
const folder = mkdtempSync(join(tmpdir(), 'isola-hashes-'));
let backend: OpenBackend;
let apikey = '';
beforeAll(async () => {
  const settings = await prepareBackend(folder);
  const secrets = readSecrets(settings);
  apikey = secrets.publishableKey;
  // Imported late: a module that imported bcrypt before the spies exist would call the functions behind them.
  const { createBackend } = await import('../create-backend.ts');
  backend = await createBackend(settings, secrets, silentLogger);
  for (const email of ['registered@isola.example', 'confirmed@isola.example'])
    await post('signup', { email, password });
  const mails = (await (await call('GET', '/_local/mailbox.json')).json()) as { to: string; text: string }[];
  const mail = mails.find(({ to }) => to === 'confirmed@isola.example');
  const token = codeIn({ text: mail?.text ?? '' });
  await post('verify', { type: 'signup', email: 'confirmed@isola.example', token, password });
}, 120_000);
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function call(method: string, path: string, body?: object): Promise<Response> {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { apikey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return await backend.fetch(request, '192.0.2.7');
}

const post = (path: string, body: object) => call('POST', `/auth/v1/${path}`, body);

async function hashesOf(path: string, body: object): Promise<number> {
  hash.mockClear();
  compare.mockClear();
  const response = await post(path, body);
  await response.text();
  return hash.mock.calls.length + compare.mock.calls.length;
}

test.each<[name: string, hashes: number, path: string, bodyOf: (email: string) => object]>([
  ['sign-in', 1, 'token?grant_type=password', (email) => ({ email, password: 'not it at all 9' })],
  ['recover', 0, 'recover', (email) => ({ email })],
  ['otp', 0, 'otp', (email) => ({ email, create_user: false })],
  ['resend', 0, 'resend', (email) => ({ type: 'signup', email })],
  ['verify', 0, 'verify', (email) => ({ type: 'email', email, token: '000000' })],
  ['verify recovery', 0, 'verify', (email) => ({ type: 'recovery', email, token: '000000', password })],
  // Sign-up is last, because it creates an account for the unknown email.
  ['sign-up', 1, 'signup', (email) => ({ email, password, data: { username: 'Ada', language: 'en' } })],
])('%s computes %i hashes for unknown, registered and confirmed emails', async (_name, hashes, path, bodyOf) => {
  for (const kind of ['unknown', 'registered', 'confirmed']) {
    expect(await hashesOf(path, bodyOf(`${kind}@isola.example`)), kind).toBe(hashes);
  }
});
