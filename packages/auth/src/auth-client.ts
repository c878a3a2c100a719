import type { AuthState } from './auth-state.ts';
import type { Supabase } from './create-supabase.ts';
import type { Page } from './page.ts';

/** Purpose of an email's link and code. */
export type LinkPurpose = 'signup' | 'recovery' | 'magiclink' | 'email_change';

/** Contents of the address that an email's link leads to. */
export interface MailLink {
  readonly token: string;
  readonly purpose: LinkPurpose;
}

/** Information about a link that the server returns before the link is used. */
export interface MailLinkDetails {
  /** Current or future address of the account. Null when the server does not report it (a hosted project). */
  readonly email: string | null;
  /** True when this browser requested the email. In any other browser the link does not sign in. */
  readonly isRequester: boolean;
}

/**
 * Access of a user to the administration. `open`: everything their permissions allow. `read-only`: reading; changes
 * need the password again. `identity-unproven`: nothing until they type their password. `second-factor-needed`: nothing
 * until they give a code of their second factor or set one up. `no-admin`: the user is no administrator.
 */
export type AdminAccess = 'open' | 'read-only' | 'identity-unproven' | 'second-factor-needed' | 'no-admin';

/**
 * Result of ending the sessions on the server during a sign-out: `done`, the server ended them; `not-needed`, the local
 * session had expired or there was none; `failed`, the server could not be reached.
 */
export type ServerSignOut = 'done' | 'not-needed' | 'failed';

export interface AuthClientOptions {
  /** Client made by `createSupabase`. */
  readonly supabase: Supabase;
  /** Last step of the sign-out, 500 ms after `onSignedOut`. Default `location.reload()`. */
  readonly reload?: () => void;
  /** Called when this browser is signed out. With `failed`, other devices may still be signed in. */
  readonly onSignedOut?: (server: ServerSignOut) => void;
  /** Timers and events of the page that the client runs in. Tests replace it. */
  readonly page?: Page;
}

/**
 * Client for accounts and sessions. Every promise rejects with an `AuthError`, and with no other error that a user
 * could cause.
 */
export interface AuthClient {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => AuthState;
  /**
   * Starts to refresh the session and to follow other tabs. @returns a function that stops. Calls are counted: two
   * starts need two stops.
   */
  start(): () => void;
  signIn(o: { readonly email: string; readonly password: string }): Promise<void>;
  signUp(o: {
    readonly email: string;
    readonly password: string;
    readonly username: string;
    readonly redirectTo?: string;
    readonly language?: string;
  }): Promise<'confirm-email' | 'signed-in'>;
  resendConfirmation(o: { readonly email: string; readonly redirectTo?: string }): Promise<void>;
  requestPasswordReset(o: { readonly email: string; readonly redirectTo?: string }): Promise<void>;
  /** Mails a link and a code to sign in with. Does not create an account. */
  sendMagicLink(o: { readonly email: string; readonly redirectTo?: string }): Promise<void>;
  /** Returns the account that a link belongs to, without using the link. */
  inspectLink(link: MailLink): Promise<MailLinkDetails>;
  /**
   * Uses a link, once.
   * @param o.password for `recovery`, the new password; for `signup` in another browser than the one that registered,
   * the password of the account.
   * @returns `done` when the link was used and did not sign in.
   */
  followLink(o: MailLink & { readonly password?: string }): Promise<'signed-in' | 'done'>;
  /** Does the same as `followLink` with the digits in an email instead of its link. Signs in in any browser. */
  verifyCode(o: {
    readonly email: string;
    readonly code: string;
    readonly purpose: LinkPurpose;
    readonly password?: string;
  }): Promise<'signed-in' | 'done'>;
  /** Changes the password. @param o.currentPassword not required before the time that `passwordFreeUntil` returns. */
  changePassword(o: { readonly password: string; readonly currentPassword?: string }): Promise<void>;
  /** Mails a link to the new address. The account's address changes once the link is confirmed. */
  changeEmail(o: {
    readonly email: string;
    readonly currentPassword?: string;
    readonly redirectTo?: string;
  }): Promise<void>;
  /**
   * Updates the table `profiles` and the user's metadata: `state.user.user_metadata` contains `username` and
   * `language`.
   */
  updateProfile(o: { readonly username?: string; readonly language?: string }): Promise<void>;
  /**
   * Deletes the account with all its data, then clears all local auth state. Neither calls `onSignedOut` nor reloads.
   */
  deleteAccount(o?: { readonly currentPassword?: string }): Promise<void>;
  /**
   * Tells the client that the server has refused an access token, in a request that another client sent. The session is
   * refreshed, and ends here if the server has ended it.
   */
  reportRefusedToken(token: string): void;
  /** Loads the active subscription again, after it was started, cancelled or resumed. */
  reloadSubscription(): void;
  /**
   * Returns the time until which `changePassword`, `changeEmail` and `deleteAccount` need no current password, in
   * milliseconds since 1970. A session that began with a link or code from an email has ten minutes. Null when the
   * password is required.
   */
  passwordFreeUntil(): Promise<number | null>;
  /**
   * Asks the database what the user may administer and for how long, and stores the answer as `admin_session`. Removes
   * `admin_session` when the answer grants nothing. The result `second-factor-needed` means that the password was
   * typed, and that the account or the whole administration requires a second factor too.
   */
  openAdminSession(): Promise<AdminAccess>;
  /**
   * Proves an administrator's identity for this session, for a time that the database measures, and opens the admin
   * session.
   */
  proveIdentity(o: { readonly currentPassword: string }): Promise<AdminAccess>;
  /**
   * Restores the account's previous email address with the link that was mailed to it after a change. Ends every
   * session and removes the password. Only the embedded server mails such links.
   */
  restoreEmail(o: { readonly token: string }): Promise<void>;
  /**
   * Clears all local auth state, ends all of the user's sessions on the server if the local one was valid, calls
   * `onSignedOut`, and reloads the page.
   */
  signOut(): Promise<void>;
}
