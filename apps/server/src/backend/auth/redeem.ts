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
   * Way of using the link: `code` when the person typed the account's email and the code, so they know which account
   * they sign in to. `link` when the person pressed the button on the page of the link.
   */
  readonly by: 'link' | 'code';
  /** PKCE verifier of the browser that uses the link. */
  readonly verifier: string | undefined;
  /** New password of the account, whose strength has been checked. */
  readonly password: string | undefined;
}

export interface RedeemParts {
  readonly database: AuthDatabase;
  readonly accounts: Accounts;
  readonly links: MailLinks;
  /** Sends a request to the embedded library with the keys of the current request. */
  readonly askLibrary: (path: string, body: object, accessToken?: string) => Promise<Response>;
}

export interface Redeemed {
  readonly response: Response;
  /** Account whose mailbox was proven, or null when the link was not used up. */
  readonly account: Account | null;
}

/**
 * Performs the action of a link or a code. Each purpose has further requirements:
 *
 * - `signup` requires the verifier of the browser that registered, or a password, which replaces the one of the
 *   registration. If another person registered the email before its owner, the account is therefore never confirmed
 *   with that person's password.
 * - `recovery` requires the new password.
 * - `magiclink` requires nothing. It removes the password of a registration that was never confirmed.
 * - `email_change` requires nothing.
 *
 * A session is opened only for a person who typed the account's email (by `code`), or in the browser that requested the
 * email (by `link` with its verifier). A link that another person requested and passed on signs its reader in to no
 * account. In another browser, a registration is confirmed, a new password is set or a new email is confirmed, and the
 * page asks to sign in. A `magiclink`, which has no other effect, is refused there and stays valid.
 */
export async function redeem(redemption: Redemption, parts: RedeemParts): Promise<Redeemed> {
  const { link, by, verifier, password } = redemption;
  const { accounts, links, askLibrary } = parts;
  const isRequester = link.challenge !== null && verifier !== undefined && sha256(verifier) === link.challenge;
  const refusal = refusalOf(redemption, isRequester);
  if (refusal) return { response: refusal, account: null };
  const account = await accounts.byId(link.userId);
  const isCurrent = link.email === (link.purpose === 'email_change' ? account?.nextEmail : account?.email);
  // The password is hashed before the link is used up, so that the link survives a failure. An unneeded hash costs only
  // time.
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  if (!account || !isCurrent || !(await links.spend(link))) return { response: linkExpired(), account: null };

  if (passwordHash !== undefined) await accounts.setPassword(account.id, passwordHash);
  else if (link.purpose === 'magiclink' && !account.isConfirmed) await accounts.setPassword(account.id, null);
  const verified = await verify(parts, link);
  if (!verified.ok) return { response: verified, account: null };
  // Earlier links must not undo the effect of this one.
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

/**
 * Returns which sessions to end. A new password ends the sessions that the old one may have opened. A session that the
 * caller does not receive is ended as well.
 */
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

/**
 * Has the library perform the verification, with a temporary token that nobody else knows. A change of the email that
 * was requested meanwhile would be confirmed by the link of another mailbox, so the link has expired then.
 */
async function verify({ database, askLibrary }: RedeemParts, { userId, purpose, email }: MailLink): Promise<Response> {
  const token = randomBytes(32).toString('hex');
  const [tokenColumn, sentAtColumn] = columns[purpose];
  const { numUpdatedRows } = await database
    .updateTable('auth.users')
    .set({ [tokenColumn]: token, [sentAtColumn]: new Date().toISOString() })
    .where('id', '=', userId)
    .where(purpose === 'email_change' ? 'email_change' : 'email', '=', email)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return linkExpired();
  return askLibrary('/auth/v1/verify', { type: purpose, token_hash: token });
}
