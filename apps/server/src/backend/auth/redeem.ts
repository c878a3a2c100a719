import { randomBytes } from 'node:crypto';

import type { Account, Accounts } from './accounts.ts';
import { authAnswer, authError, linkExpired } from './auth-error.ts';
import type { AuthDatabase } from './auth-tables.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { type MailLink, type MailLinks, sha256 } from './mail-links.ts';
import { hashPassword } from './passwords.ts';

export interface Redemption {
  readonly link: MailLink;
  /**
   * `code`: the person typed the account's address and the digits of the mail, so they know whom they sign in as.
   * `link`: the person pressed a button on the page that the link leads to.
   */
  readonly by: 'link' | 'code';
  /** PKCE verifier of the browser that uses the link. */
  readonly verifier: string | undefined;
  /** New password of the account; it has been checked for strength. */
  readonly password: string | undefined;
}

export interface RedeemParts {
  readonly database: AuthDatabase;
  readonly accounts: Accounts;
  readonly links: MailLinks;
  /** Asks the embedded library, with the keys of the request under way. */
  readonly askLibrary: (path: string, body: object, accessToken?: string) => Promise<Response>;
}

export interface Redeemed {
  readonly response: Response;
  /** Whose mailbox was proven; null where the link was not used up. */
  readonly account: Account | null;
}

/**
 * Does what a link or a code is for. What it needs beside them:
 *
 * - `signup`: proof that this browser registered (its verifier), or a password, which replaces the one that came with the
 *   registration. An account that was registered by another person before its owner is never confirmed with that person's
 *   password.
 * - `recovery`: the new password.
 * - `magiclink`: nothing. A password that came with a registration which was never confirmed is removed.
 * - `email_change`: nothing.
 *
 * A session is opened only for who typed the account's address (by `code`), or in the browser that asked for the mail (by
 * `link` with its verifier): a link that another person asked for and passed on signs its reader in to no account. In
 * another browser a confirmation confirms, a new password is set, a new address holds, and the page asks to sign in; a
 * `magiclink`, which could do nothing there, is refused and stays valid.
 */
export async function redeem(redemption: Redemption, parts: RedeemParts): Promise<Redeemed> {
  const { link, by, verifier, password } = redemption;
  const { accounts, links, askLibrary } = parts;
  const isRequester = link.challenge !== null && verifier !== undefined && sha256(verifier) === link.challenge;
  const refusal = refusalOf(redemption, isRequester);
  if (refusal) return { response: refusal, account: null };
  const account = await accounts.byId(link.userId);
  const isCurrent = link.email === (link.purpose === 'email_change' ? account?.nextEmail : account?.email);
  // A hash that is not needed in the end costs time alone; one that fails must not cost the link.
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  if (!account || !isCurrent || !(await links.spend(link))) return { response: linkExpired(), account: null };

  if (passwordHash !== undefined) await accounts.setPassword(account.id, passwordHash);
  else if (link.purpose === 'magiclink' && !account.isConfirmed) await accounts.setPassword(account.id, null);
  const verified = await verify(parts, link);
  if (!verified.ok) return { response: verified, account: null };
  // Links that were mailed before must not undo what this one did.
  await links.revoke(account.id);

  const session = (await verified.clone().json()) as { access_token: string };
  const givesSession = link.purpose !== 'email_change' && (by === 'code' || isRequester);
  const scope = signOutScope(givesSession, passwordHash !== undefined);
  if (scope) await askLibrary(`/auth/v1/logout?scope=${scope}`, {}, session.access_token);
  const done = { email: link.email, password_set: passwordHash !== undefined };
  return { response: authAnswer(givesSession ? { ...session, ...done } : done), account };
}

function refusalOf({ link, by, password }: Redemption, isRequester: boolean): Response | null {
  switch (link.purpose) {
    case 'signup':
      return isRequester || password !== undefined ? null : wrongBrowser();
    case 'recovery':
      return password === undefined ? authError(400, 'validation_failed', 'password: A new password is needed') : null;
    case 'magiclink':
      return by === 'code' || isRequester ? null : wrongBrowser();
    case 'email_change':
      return null;
    default:
      return link.purpose satisfies never;
  }
}

function wrongBrowser(): Response {
  return authError(400, 'bad_code_verifier', 'This was asked for in another browser');
}

/** A new password ends the sessions that the old one may have opened; a session that is not given to the caller is ended. */
function signOutScope(givesSession: boolean, hasNewPassword: boolean): 'global' | 'others' | 'local' | null {
  if (hasNewPassword) return givesSession ? 'others' : 'global';
  return givesSession ? null : 'local';
}

const columns = {
  signup: ['confirmation_token', 'confirmation_sent_at'],
  recovery: ['recovery_token', 'recovery_sent_at'],
  magiclink: ['recovery_token', 'recovery_sent_at'],
  email_change: ['email_change_token_new', 'email_change_sent_at'],
} as const satisfies Record<LinkPurpose, readonly [token: string, sentAt: string]>;

/** Lets the library do it, with a token that is made for this and known to no one else. */
async function verify({ database, askLibrary }: RedeemParts, { userId, purpose }: MailLink): Promise<Response> {
  const token = randomBytes(32).toString('hex');
  const [tokenColumn, sentAtColumn] = columns[purpose];
  await database
    .updateTable('auth.users')
    .set({ [tokenColumn]: token, [sentAtColumn]: new Date().toISOString() })
    .where('id', '=', userId)
    .execute();
  return askLibrary('/auth/v1/verify', { type: purpose, token_hash: token });
}
