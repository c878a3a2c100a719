import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

import { emailKey } from './accounts.ts';
import type { AuthDatabase } from './auth-tables.ts';
import type { LinkPurpose } from './link-purpose.ts';

/** Mailed link that has neither expired nor been used. */
export interface MailLink {
  readonly tokenHash: string;
  readonly userId: string;
  readonly purpose: LinkPurpose;
  /** Recipient of the email. */
  readonly email: string;
  /** S256 challenge of the browser that requested the email, or null when it sent none. */
  readonly challenge: string | null;
}

export interface NewMailLink extends Omit<MailLink, 'tokenHash'> {}

/** Validity of a link and its code. */
const lifetimeMs = 3_600_000;
/** Number of codes that may be tried for one email. The link in the same email stays valid. */
export const maxCodeAttempts = 5;
const tokenBytes = 32;

/**
 * Links and codes in the emails of accounts. The embedded library's own token is the SHA-256 of the email and six
 * digits, which can be computed. Therefore no email contains it and no route accepts it. A link has 256 random bits, of
 * which the database stores only the SHA-256.
 */
export interface MailLinks {
  /**
   * Creates a link.
   * @returns the contents of the email: the token of the link in base64url, and the code of six digits.
   */
  readonly issue: (link: NewMailLink) => Promise<{ readonly token: string; readonly code: string }>;
  readonly find: (token: string) => Promise<MailLink | null>;
  /** Finds the newest link that was mailed to an address for one of these purposes. */
  readonly newest: (email: string, purposes: readonly LinkPurpose[]) => Promise<MailLink | null>;
  /**
   * Counts an attempt to guess the code of a link's email.
   * @returns a function that compares a code, or null when no attempt is left.
   */
  readonly takeAttempt: (link: MailLink) => Promise<((code: string) => boolean) | null>;
  /** Uses the link up. @returns false when another request has used it, or it has expired. */
  readonly spend: (link: MailLink) => Promise<boolean>;
  /** Ends all links and codes of a user. */
  readonly revoke: (userId: string) => Promise<void>;
}

/** @param secret key of the hashes of codes, which are too short for a plain hash. */
export function createMailLinks(database: AuthDatabase, secret: string): MailLinks {
  const codeHash = (tokenHash: string, code: string) =>
    createHmac('sha256', secret).update(`mail code\0${tokenHash}\0${code}`).digest('base64url');
  const select = () =>
    database
      .selectFrom('private.mail_links')
      .select(['token_hash as tokenHash', 'user_id as userId', 'purpose', 'email', 'challenge'])
      .where('expires_at', '>', new Date().toISOString());

  return {
    issue: async ({ userId, purpose, email, challenge }) => {
      const token = randomBytes(tokenBytes).toString('base64url');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const tokenHash = sha256(token);
      const nowMs = Date.now();
      await database
        .deleteFrom('private.mail_links')
        .where('expires_at', '<=', new Date(nowMs).toISOString())
        .execute();
      await database
        .insertInto('private.mail_links')
        .values({
          token_hash: tokenHash,
          user_id: userId,
          purpose,
          email: emailKey(email),
          code_hash: codeHash(tokenHash, code),
          challenge,
          created_at: new Date(nowMs).toISOString(),
          expires_at: new Date(nowMs + lifetimeMs).toISOString(),
        })
        .execute();
      return { token, code };
    },
    find: async (token) => (await select().where('token_hash', '=', sha256(token)).executeTakeFirst()) ?? null,
    newest: async (email, purposes) =>
      (await select()
        .where('email', '=', emailKey(email))
        .where('purpose', 'in', [...purposes])
        .orderBy('created_at', 'desc')
        .executeTakeFirst()) ?? null,
    takeAttempt: async ({ tokenHash }) => {
      // The attempt is counted before the comparison, so that concurrent requests get no further attempts.
      const counted = await database
        .updateTable('private.mail_links')
        .set((eb) => ({ code_attempts: eb('code_attempts', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .where('code_attempts', '<', maxCodeAttempts)
        .returning('code_hash')
        .executeTakeFirst();
      const expected = counted?.code_hash;
      if (!expected) return null;
      return (code) => timingSafeEqual(Buffer.from(expected), Buffer.from(codeHash(tokenHash, code)));
    },
    spend: async ({ tokenHash }) => {
      const spent = await database
        .deleteFrom('private.mail_links')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', new Date().toISOString())
        .returning('token_hash')
        .executeTakeFirst();
      return spent !== undefined;
    },
    revoke: async (userId) => {
      await database.deleteFrom('private.mail_links').where('user_id', '=', userId).execute();
    },
  };
}

/** Returns the SHA-256 of a text in base64url: 43 characters. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
