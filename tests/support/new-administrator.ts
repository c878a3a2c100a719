import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type APIRequestContext, expect } from '@playwright/test';

import { newMember } from './new-member.ts';

/**
 * Returns the operator's key, which the server created for this run in the data folder that `playwright.config.ts`
 * sets.
 */
export function secretKey(): string {
  const file = resolve(import.meta.dirname, '../../test-results/data/secrets.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { secretKey: string }).secretKey;
}

/**
 * Creates a separate administrator account for a journey.
 *
 * @returns its email address, which consists of wide letters, so that a page with too little space fails in every run.
 */
export async function newAdministrator(
  request: APIRequestContext,
  password: string,
  rights: { readonly role: string; readonly permissions?: readonly string[] } = { role: 'super_admin' },
): Promise<string> {
  const email = `administrator.mmmmwwww.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { user } = await newMember(request, email, password);
  const owner = { apikey: secretKey(), prefer: 'return=minimal' };
  const appointed = await request.post('/rest/v1/admins', {
    headers: owner,
    data: { user_id: user.id, ...rights },
  });
  expect(appointed.status()).toBe(201);
  return email;
}
