/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sha256 } from './mail-links.ts';
import type { CaughtMail } from '../mail/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ rateLimitScale: 1 });
  await server.client().auth.getUser('no token');
}, 180_000);
afterAll(() => server.close());

let lastAddress = 0;
function newEmail(): string {
  lastAddress += 1;
  return `reader-${lastAddress}@isola.example`;
}

async function call(name: string, body: object, method = 'POST') {
  const response = await fetch(`${server.url}/functions/v1/${name}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: method === 'HEAD' ? '' : await response.text() };
}

const register = (email: string, language = 'en') => call('api-preregister', { email, language });
const confirm = async (token: string) => (await call('api-preregister-confirm', { token })).text;

async function linkTo(email: string) {
  const url = new URL(/^http\S+$/m.exec((await server.mailTo(email)).text)?.[0] ?? '');
  return { page: url.pathname, token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '', search: url.search };
}

async function mailsTo(email: string): Promise<number> {
  const mails = (await (await fetch(`${server.url}/_local/mailbox.json`)).json()) as CaughtMail[];
  return mails.filter(({ to }) => to === email).length;
}

async function isConfirmed(email: string): Promise<unknown> {
  const { data } = await server.client(server.secretKey).from('api_preregistrations').select().eq('email', email);
  return data?.map((row: { confirmed_at: string | null }) => row.confirmed_at !== null);
}

describe('pre-registration', () => {
  test('is unconfirmed until the link of its email is used, which works once', async () => {
    const email = newEmail();
    expect(await register(email)).toEqual({ status: 200, text: '{"ok":true}' });
    expect(await isConfirmed(email)).toEqual([false]);
    const { token } = await linkTo(email);
    expect(await confirm(token)).toBe('{"outcome":"confirmed"}');
    expect(await isConfirmed(email)).toEqual([true]);
    expect(await confirm(token)).toBe('{"outcome":"already-confirmed"}');
  });

  test('is confirmed by a link with 256 random bits in its fragment, to a page in the requested language', async () => {
    const [german, chinese] = [newEmail(), newEmail()];
    await register(german, 'de');
    await register(chinese, 'zh');
    const [first, second] = [await linkTo(german), await linkTo(chinese)];
    expect([first.page, second.page]).toEqual(['/de/api/confirm', '/api/confirm']);
    expect([first.search, second.search]).toEqual(['', '']);
    for (const { token } of [first, second]) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(first.token).not.toBe(second.token);
  });

  test('is not confirmed by GET, HEAD or the hash that the database stores', async () => {
    const email = newEmail();
    await register(email);
    const { page, token } = await linkTo(email);
    for (const method of ['GET', 'HEAD']) {
      await fetch(server.url + page, { method });
      expect((await call(`api-preregister-confirm?token=${token}`, {}, method)).status).toBe(405);
    }
    expect(await confirm(sha256(token))).toBe('{"outcome":"link-expired"}');
    expect(await isConfirmed(email)).toEqual([false]);
    expect(await confirm(token)).toBe('{"outcome":"confirmed"}');
  });

  test('gets the same answer for a new, a waiting and a confirmed email, and a confirmed one gets no further email', async () => {
    const email = newEmail();
    const first = await register(email);
    const waiting = await register(email.toUpperCase());
    const { token } = await linkTo(email);
    await confirm(token);
    const before = await mailsTo(email);
    expect([waiting, await register(email)]).toEqual([first, first]);
    expect(await mailsTo(email)).toBe(before);
    expect(await isConfirmed(email)).toEqual([true]);
  });

  test('sends at most three emails an hour to one address, and their links stay valid', async () => {
    const other = await startTestServer({ rateLimitScale: 1 });
    try {
      const email = newEmail();
      const statuses: number[] = [];
      for (let turn = 0; turn < 5; turn += 1) {
        const response = await fetch(`${other.url}/functions/v1/api-preregister`, {
          method: 'POST',
          body: JSON.stringify({ email, language: 'en' }),
        });
        statuses.push(response.status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200]);
      const mails = (await (await fetch(`${other.url}/_local/mailbox.json`)).json()) as CaughtMail[];
      expect(mails.map(({ to }) => to)).toEqual([email, email, email]);
      const token = /#token=(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
      const response = await fetch(`${other.url}/functions/v1/api-preregister-confirm`, {
        method: 'POST',
        body: JSON.stringify({ token }),
      });
      expect(await response.json()).toEqual({ outcome: 'confirmed' });
    } finally {
      await other.close();
    }
  });

  test('cannot be requested through the internal routes of the backend’s thread', async () => {
    const email = newEmail();
    for (const path of ['/_internal/preregistrations', '/_internal/preregistrations/confirm']) {
      const response = await fetch(server.url + path, {
        method: 'POST',
        body: JSON.stringify({ email, language: 'en', token: 'a'.repeat(43) }),
      });
      expect([404, 405]).toContain(response.status);
    }
    expect(await isConfirmed(email)).toEqual([]);
  });
});
