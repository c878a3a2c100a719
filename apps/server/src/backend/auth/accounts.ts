import type { AuthDatabase } from './auth-tables.ts';

/** Part of a row of `auth.users` that signing in needs. */
export interface Account {
  readonly id: string;
  readonly email: string;
  /** bcrypt hash, or null when the account has no password. */
  readonly passwordHash: string | null;
  readonly isConfirmed: boolean;
  /** New email of the account, which is not confirmed yet. */
  readonly nextEmail: string | null;
  /** Language in the user's metadata; any value is possible. */
  readonly language: unknown;
}

export interface Accounts {
  readonly byEmail: (email: string) => Promise<Account | null>;
  readonly byId: (id: string) => Promise<Account | null>;
  /** @param passwordHash null removes the password, so that nobody can sign in by password until a new one is set. */
  readonly setPassword: (id: string, passwordHash: string | null) => Promise<void>;
  /** Deletes an account, unless it has been confirmed meanwhile. */
  readonly deleteUnconfirmed: (id: string) => Promise<void>;
}

export function createAccounts(database: AuthDatabase): Accounts {
  const find = async (column: 'id' | 'email', value: string): Promise<Account | null> => {
    const user = await database
      .selectFrom('auth.users')
      .select(['id', 'email', 'encrypted_password', 'email_confirmed_at', 'email_change', 'raw_user_meta_data'])
      .where(column, '=', value)
      .executeTakeFirst();
    if (!user) return null;
    return {
      id: user.id,
      email: user.email ?? '',
      passwordHash: user.encrypted_password || null,
      isConfirmed: user.email_confirmed_at !== null,
      nextEmail: user.email_change || null,
      language: user.raw_user_meta_data?.['language'],
    };
  };
  return {
    byEmail: (email) => find('email', emailKey(email)),
    byId: (id) => find('id', id),
    setPassword: async (id, encrypted_password) => {
      await database.updateTable('auth.users').set({ encrypted_password }).where('id', '=', id).execute();
    },
    deleteUnconfirmed: async (id) => {
      await database.deleteFrom('auth.users').where('id', '=', id).where('email_confirmed_at', 'is', null).execute();
    },
  };
}

/** Returns the form in which email addresses are stored and compared. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
