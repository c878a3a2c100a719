/** @module-tag long */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestServer, type TestServer } from '../testing/test-server.ts';

const password = 'a quiet Harbour 7';
let server: TestServer;
let token = '';
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.join(server.client(), { email: 'ada@isola.example', password })).access_token;
});
afterAll(() => server.close());

async function ask(method: string, path: string, body: object): Promise<number> {
  const response = await fetch(server.url + path, {
    method,
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return response.status;
}

/** All routes that accept an email address. */
const places: readonly [name: string, method: string, path: string, bodyOf: (email: string) => object][] = [
  ['sign-up', 'POST', '/auth/v1/signup', (email) => ({ email, password })],
  ['recover', 'POST', '/auth/v1/recover', (email) => ({ email })],
  ['magic link', 'POST', '/auth/v1/otp', (email) => ({ email })],
  ['resend', 'POST', '/auth/v1/resend', (email) => ({ type: 'signup', email })],
  ['change of address', 'PUT', '/auth/v1/user', (email) => ({ email, current_password: password })],
  ['pre-registration', 'POST', '/functions/v1/api-preregister', (email) => ({ email, language: 'en' })],
  ['feedback', 'POST', '/functions/v1/feedback', (email) => ({ text: 'Good morning', email, language: 'en' })],
];

test.each(places)(
  '%s accepts a plain email address and rejects other spellings that mail servers understand',
  async (...place) => {
    const [name, method, path, bodyOf] = place;
    for (const email of [
      '<vic@b.example>',
      'x<vic@b.example>',
      'g:vic@b.example',
      '"q"<vic@b.example>',
      'Win-a-phone<vic@b.example>',
      'vic@b.example,x.y',
      'vic(me)@b.example',
      'vic\u0007@b.example',
      'a@[127.0.0.1]',
    ]) {
      expect([email, await ask(method, path, bodyOf(email))]).toEqual([email, 400]);
    }
    const tagged = `lin.wei+${name.replaceAll(/\W/g, '')}@mail.münchen.example`;
    expect(await ask(method, path, bodyOf(tagged))).toBe(200);
  },
);
