import * as z from 'zod/mini';

import type { AuthClient } from './auth-client.ts';
import { AuthError, type AuthErrorCode } from './auth-error.ts';
import { challengeFrom } from './challenge.ts';
import type { Connection } from './connection.ts';
import type { Supabase } from './create-supabase.ts';
import { defined } from './defined.ts';
import { fromJson } from './from-json.ts';
import { identityError } from './identity-error.ts';
import type { Page } from './page.ts';
import { codeByStatus, translateDatabaseError } from './translate-auth-error.ts';
import { updateUser, type UserAttributes } from './update-user.ts';

const deletionSchema = z.object({ outcome: z.string() });

/** Changes the account of the signed-in user, or deletes it. */
export type AccountChanges = Pick<
  AuthClient,
  'changePassword' | 'changeEmail' | 'updateProfile' | 'deleteAccount' | 'passwordFreeUntil'
>;

export function createAccountChanges(supabase: Supabase, connection: Connection, page: Page): AccountChanges {
  const { store } = connection;
  const change = (attributes: UserAttributes, redirectTo?: string) =>
    updateUser(connection, page, attributes, redirectTo);

  return {
    async changePassword({ password, currentPassword }) {
      await change({ password, ...currentPasswordField(currentPassword) });
    },

    async changeEmail({ email, currentPassword, redirectTo }) {
      const challenge = await challengeFrom(store.verifier());
      await change({ email, ...currentPasswordField(currentPassword), ...challenge }, redirectTo);
    },

    async updateProfile({ username, language }) {
      const kept = store.read();
      if (!kept) throw new AuthError('session-missing');
      const changes = defined({ username: username === undefined ? undefined : cleanUsername(username), language });
      // The table has null for a member without a username.
      const row = { ...changes, ...(changes['username'] === '' && { username: null }) };
      const { error, status } = await supabase.from('profiles').update(row).eq('id', kept.user.id);
      if (error) throw translateDatabaseError(error, status);
      await change({ data: changes });
    },

    async deleteAccount({ currentPassword } = {}) {
      const { data, error, status } = await supabase.rpc('delete_my_account', currentPasswordField(currentPassword));
      if (error) throw translateDatabaseError(error, status);
      // The edge function first cancels the subscription at the payment provider, which the database cannot do.
      const outcome = data === 'charged-elsewhere' ? await deleteCharged(currentPassword) : data;
      if (outcome !== 'deleted') throw identityError(outcome, store);
      store.clear();
    },

    async passwordFreeUntil() {
      const { data, error, status } = await supabase.rpc('password_free_until');
      if (error) throw translateDatabaseError(error, status);
      return typeof data === 'string' ? Date.parse(data) : null;
    },
  };

  async function deleteCharged(currentPassword: string | undefined): Promise<string> {
    const body = currentPassword === undefined ? {} : { password: currentPassword };
    const { data, error } = await supabase.functions.invoke<unknown>('delete-account', { body });
    if (error) throw await deletionError(error as Error);
    return deletionSchema.parse(data).outcome;
  }
}

/** Characters that are invisible or change the writing direction. The joiners stay, because emoji need them. */
const hiddenCharacters = /[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/gu;
const longestUsername = /^.{0,50}/su;

/** Returns a username in the form that the database accepts, as its function `clean_username` does. */
function cleanUsername(name: string): string {
  const visible = name.replace(hiddenCharacters, '').trim();
  return (longestUsername.exec(visible)?.[0] ?? '').trimEnd();
}

/** Error of functions-js for a function that refused. When no answer arrived, its `context` is not a response. */
const functionErrorSchema = z.object({ context: z.instanceof(Response) });
const functionRefusalSchema = z.object({ code: z.string(), message: z.string() });

/** Error codes for the codes with which the function `delete-account` keeps an account. */
const deletionRefusals: Readonly<Record<string, AuthErrorCode>> = {
  'session-required': 'session-missing',
  'session-invalid': 'session-missing',
  'already-subscribed': 'just-paid',
  'provider-refused': 'charges-kept',
  'provider-unavailable': 'charges-kept',
  'no-provider': 'charges-kept',
};

/** Returns the error for a deletion that the function `delete-account` refused or did not answer. */
async function deletionError(error: Error): Promise<AuthError> {
  const refused = functionErrorSchema.safeParse(error);
  if (!refused.success) return new AuthError('network', { detail: error.message, cause: error });
  const { status } = refused.data.context;
  const answer = functionRefusalSchema.safeParse(fromJson(await refused.data.context.text()));
  const code = answer.success ? deletionRefusals[answer.data.code] : undefined;
  return new AuthError(code ?? codeByStatus(status), {
    serverMessage: answer.data?.message ?? '',
    status,
    cause: error,
  });
}

function currentPasswordField(currentPassword: string | undefined) {
  return currentPassword === undefined ? {} : { current_password: currentPassword };
}
