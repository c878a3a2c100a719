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

/** Numbers of used tokens of a session, and of sessions of an account, that are kept. */
const keptTokens = 200;
const keptSessions = 100;

export interface Accounts {
  readonly byEmail: (email: string) => Promise<Account | null>;
  readonly byId: (id: string) => Promise<Account | null>;
  /** @param passwordHash null removes the password, so that nobody can sign in by password until a new one is set. */
  readonly setPassword: (id: string, passwordHash: string | null) => Promise<void>;
  /**
   * Deletes the used tokens of a session except the newest 200. The library compares every token of a session with all
   * others when a used one is sent again, and a session that is renewed in a loop would have tens of thousands.
   * @param token refresh token of the session.
   */
  readonly forgetOldTokens: (token: string) => Promise<void>;
  /** Ends the sessions of an account except the newest 100. */
  readonly endOldSessions: (id: string) => Promise<void>;
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
    forgetOldTokens: async (token) => {
      const used = database
        .selectFrom('auth.refresh_tokens as used')
        .select('used.id')
        .where('used.revoked', '=', true)
        .where('used.session_id', 'in', (one) =>
          one.selectFrom('auth.refresh_tokens').select('session_id').where('token', '=', token),
        )
        .orderBy('used.created_at', 'desc')
        .offset(keptTokens);
      await database.deleteFrom('auth.refresh_tokens').where('id', 'in', used).execute();
    },
    endOldSessions: async (id) => {
      const old = database
        .selectFrom('auth.sessions')
        .select('id')
        .where('user_id', '=', id)
        .orderBy('created_at', 'desc')
        .offset(keptSessions);
      await database.deleteFrom('auth.sessions').where('id', 'in', old).execute();
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
