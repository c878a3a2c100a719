import type { User } from '@supabase/auth-js';
import * as z from 'zod/mini';

import { AuthError } from './auth-error.ts';
import { requestAuth } from './auth-requests.ts';
import type { Connection } from './connection.ts';
import type { Page } from './page.ts';

/** Fields of a user that `PUT /user` of the auth service changes. */
export interface UserAttributes {
  readonly email?: string;
  readonly password?: string;
  readonly current_password?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
}

const userSchema = z.looseObject({ id: z.string() });

/**
 * Changes the signed-in user on the server and in the stored session.
 * @param redirectTo page that the link of the email leads to, when the address changes.
 * @throws {AuthError}
 */
export async function updateUser(
  connection: Connection,
  page: Page,
  attributes: UserAttributes,
  redirectTo?: string,
): Promise<void> {
  const { store } = connection;
  await store.beforeRead();
  const kept = store.read();
  if (!kept) throw new AuthError('session-missing');
  const request = { method: 'PUT', path: 'user', token: kept.access_token, body: attributes, redirectTo } as const;
  const answer = await requestAuth(connection, page, request).catch((error: unknown) => {
    if (error instanceof AuthError && error.code === 'session-missing') store.onTokenRefused(kept.access_token);
    throw error;
  });
  if (!userSchema.safeParse(answer).success) throw new AuthError('unavailable', { detail: 'The answer is not a user' });
  store.replaceUser(answer as User);
}
