import * as z from 'zod/mini';

import type { AuthClient } from './auth-client.ts';
import { AuthError } from './auth-error.ts';
import { challengeFrom } from './challenge.ts';
import type { Connection } from './connection.ts';
import type { Supabase } from './create-supabase.ts';
import { defined } from './defined.ts';
import { identityError } from './identity-error.ts';
import type { Page } from './page.ts';
import { translateDatabaseError } from './translate-auth-error.ts';
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
      const changes = defined({ username, language });
      const { error, status } = await supabase.from('profiles').update(changes).eq('id', kept.user.id);
      if (error) throw translateDatabaseError(error, status);
      await change({ data: changes });
    },

    async deleteAccount({ currentPassword } = {}) {
      const { data, error, status } = await supabase.rpc('delete_my_account', currentPasswordField(currentPassword));
      if (error) throw translateDatabaseError(error, status);
      // The edge function first cancels the subscription at the payment provider, which the database cannot do.
      const outcome = data === 'charged-elsewhere' ? await deleteCharged(currentPassword) : data;
      if (outcome !== 'deleted') throw identityError(outcome);
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
    if (error) throw new AuthError('unavailable', { cause: error });
    return deletionSchema.parse(data).outcome;
  }
}

function currentPasswordField(currentPassword: string | undefined) {
  return currentPassword === undefined ? {} : { current_password: currentPassword };
}
