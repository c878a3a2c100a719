import { type APIRequestContext, expect } from '@playwright/test';

import { registerFromOwnAddress } from './register-from-own-address.ts';

export interface Member {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly user: { readonly id: string };
}

/**
 * Registers an account and confirms it with the code from its mail, without using the pages.
 * @returns its first session.
 */
export async function newMember(
  request: APIRequestContext,
  email: string,
  password: string,
  username = 'Lin Wei',
): Promise<Member> {
  const backend = await request.get('/backend.json');
  const { publishableKey } = (await backend.json()) as { publishableKey: string };
  const headers = { apikey: publishableKey };
  const data = { username, language: 'en' };
  const url = new URL('/auth/v1/signup', backend.url());
  expect(await registerFromOwnAddress(url, publishableKey, { email, password, data })).toBe(200);
  const mails = (await (await request.get('/_local/mailbox.json', { maxRetries: 3 })).json()) as {
    to: string;
    text: string;
  }[];
  const token = /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
  const verified = await request.post('/auth/v1/verify', { headers, data: { type: 'signup', email, token, password } });
  expect(verified.status()).toBe(200);
  return (await verified.json()) as Member;
}
