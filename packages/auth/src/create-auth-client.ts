import type { AuthError as SupabaseAuthError, SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import { AuthError, type AuthErrorCode } from './auth-error.ts';
import { requestAuth, requestEmailRestore, requestGlobalSignOut } from './auth-requests.ts';
import { type AuthState, createAuthState } from './auth-state.ts';
import { connectionOf } from './create-supabase.ts';
import { browserPage, type Page } from './page.ts';
import { createSessionClock } from './session-clock.ts';
import { createSessionRefresher } from './session-refresher.ts';
import { isSession } from './session-store.ts';
import { translateAuthError, translateDatabaseError } from './translate-auth-error.ts';

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
  readonly supabase: SupabaseClient;
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

/** Request body with which the auth service identifies a link, or an address and a code. */
type Verification = { readonly type: LinkPurpose } & (
  | { readonly token_hash: string }
  | { readonly email: string; readonly token: string }
);

const detailsSchema = z.object({ email: z.string(), is_requester: z.boolean() });
const verifiedSchema = z.object({ password_set: z.boolean() });

const deletionSchema = z.object({ outcome: z.string() });

/** Result of the database function `admin_session`. */
const adminSessionSchema = z.nullable(
  z.object({
    admin: z.object({ role: z.string(), permissions: z.array(z.string()) }),
    seconds_left: z.number(),
    writes_seconds_left: z.number(),
    second_factor: z.enum(['none', 'needed', 'given']),
  }),
);

/** Delay between `onSignedOut` and the reload, in milliseconds. */
const reloadDelayMs = 500;

/**
 * Creates the client for accounts and sessions. @throws {TypeError} when the supabase client was not made by
 * `createSupabase`.
 */
export function createAuthClient(options: AuthClientOptions): AuthClient {
  const { supabase, page = browserPage, onSignedOut, reload = () => location.reload() } = options;
  const { auth } = supabase;
  const connection = connectionOf(supabase);
  const { store } = connection;
  const clock = createSessionClock();
  const state = createAuthState({ supabase, clock, onTokenRefused: (kept) => refresher.renew(kept) });
  const refresher = createSessionRefresher({ connection, clock, page, onChange: state.show, onTick: state.tick });

  let starts = 0;
  let run = 0;

  async function begin(mine: number) {
    await auth.initialize();
    if (run !== mine) return;
    await refresher.start();
    state.settle(store.read());
  }

  return {
    subscribe: state.subscribe,
    getSnapshot: state.getSnapshot,

    start() {
      starts += 1;
      if (starts === 1) void begin((run += 1));
      let isOn = true;
      return () => {
        if (!isOn) return;
        isOn = false;
        starts -= 1;
        if (starts > 0) return;
        run += 1;
        refresher.stop();
      };
    },

    async signIn({ email, password }) {
      await succeed(auth.signInWithPassword({ email, password }));
    },

    async signUp({ email, password, username, redirectTo, language }) {
      const body = { email, password, data: defined({ username, language }), ...(await challenge()) };
      return keepSession(await ask('signup', body, redirectTo)) ? 'signed-in' : 'confirm-email';
    },

    async resendConfirmation({ email, redirectTo }) {
      await ask('resend', { type: 'signup', email, ...(await challenge()) }, redirectTo);
    },

    async requestPasswordReset({ email, redirectTo }) {
      await ask('recover', { email, ...(await challenge()) }, redirectTo);
    },

    async sendMagicLink({ email, redirectTo }) {
      await ask('otp', { email, create_user: false, ...(await challenge()) }, redirectTo);
    },

    async inspectLink({ token }) {
      const details = await requestAuth(connection, page, 'link', {
        token_hash: token,
        code_verifier: store.verifier(),
      });
      // A hosted project has no such route. Its links sign in in any browser once the button is pressed.
      if (details === undefined) return { email: null, isRequester: true };
      const { email, is_requester: isRequester } = detailsSchema.parse(details);
      return { email, isRequester };
    },

    followLink: ({ token, purpose, password }) => verify({ type: purpose, token_hash: token }, password),
    verifyCode: ({ email, code, purpose, password }) => verify({ type: purpose, email, token: code }, password),

    async changePassword({ password, currentPassword }) {
      await succeed(auth.updateUser({ password, ...currentPasswordField(currentPassword) }));
    },

    async changeEmail({ email, currentPassword, redirectTo }) {
      const attributes = { email, ...currentPasswordField(currentPassword) };
      await succeed(auth.updateUser(attributes, emailRedirect(redirectTo)));
    },

    async updateProfile({ username, language }) {
      const kept = store.read();
      if (!kept) throw new AuthError('session-missing');
      const changes = defined({ username, language });
      const { error, status } = await supabase.from('profiles').update(changes).eq('id', kept.user.id);
      if (error) throw translateDatabaseError(error, status);
      await succeed(auth.updateUser({ data: changes }));
    },

    async deleteAccount({ currentPassword } = {}) {
      const { data, error, status } = await supabase.rpc('delete_my_account', currentPasswordField(currentPassword));
      if (error) throw translateDatabaseError(error, status);
      // The edge function first cancels the subscription at the payment provider, which the database cannot do.
      const outcome = data === 'charged-elsewhere' ? await deleteCharged(currentPassword) : data;
      if (outcome !== 'deleted') throw new AuthError(identityRefusals[String(outcome)] ?? 'refused');
      store.clear();
    },

    reloadSubscription: () => state.reload(),

    async passwordFreeUntil() {
      const { data, error, status } = await supabase.rpc('password_free_until');
      if (error) throw translateDatabaseError(error, status);
      return typeof data === 'string' ? Date.parse(data) : null;
    },

    openAdminSession,

    async proveIdentity({ currentPassword }) {
      const { data, error, status } = await supabase.rpc('prove_identity', { current_password: currentPassword });
      if (error) throw translateDatabaseError(error, status);
      if (data !== 'confirmed') throw new AuthError(identityRefusals[String(data)] ?? 'refused');
      return openAdminSession();
    },

    async restoreEmail({ token }) {
      const outcome = await requestEmailRestore(connection, page, token);
      if (outcome !== 'restored') throw outcome;
      store.clear();
    },

    async signOut() {
      const kept = store.read();
      const isValid = kept !== undefined && clock.remainingMs(kept) > 0;
      store.clear();
      // `kept` still holds the token after the clearing. The request to the server needs it.
      const server = isValid ? await endEverywhere(kept.access_token) : 'not-needed';
      onSignedOut?.(server);
      page.schedule(reload, reloadDelayMs);
    },
  };

  async function deleteCharged(currentPassword: string | undefined): Promise<string> {
    const body = currentPassword === undefined ? {} : { password: currentPassword };
    const { data, error } = await supabase.functions.invoke<unknown>('delete-account', { body });
    if (error) throw new AuthError('unavailable', { cause: error });
    return deletionSchema.parse(data).outcome;
  }

  async function openAdminSession(): Promise<AdminAccess> {
    const { data, error, status } = await supabase.rpc('admin_session');
    if (error) throw translateDatabaseError(error, status);
    const answer = adminSessionSchema.parse(data);
    // The remaining time is counted from the arrival of the response, because the device's date may be wrong.
    const isProven = answer !== null && answer.seconds_left > 0;
    const holds = isProven && answer.second_factor !== 'needed';
    store.keepAdminSession(
      holds ? { admin: answer.admin, expires_at: Date.now() + answer.seconds_left * 1_000 } : undefined,
    );
    if (answer === null) return 'no-admin';
    if (!isProven) return 'identity-unproven';
    if (!holds) return 'second-factor-needed';
    return answer.writes_seconds_left > 0 ? 'open' : 'read-only';
  }

  async function challenge() {
    const verifier = store.verifier();
    // Browsers provide no `crypto.subtle` to pages without HTTPS, although the type says otherwise.
    const subtle = crypto.subtle as SubtleCrypto | undefined;
    if (!subtle) return { code_challenge: verifier, code_challenge_method: 'plain' };
    const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
    const base64 = btoa(String.fromCharCode(...hash));
    const code_challenge = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return { code_challenge, code_challenge_method: 's256' };
  }

  async function ask(path: string, body: object, redirectTo?: string): Promise<unknown> {
    const query = redirectTo === undefined ? '' : `?${new URLSearchParams({ redirect_to: redirectTo })}`;
    const answer = await requestAuth(connection, page, path + query, body);
    // The response does not come from the auth service, but for example from the sign-in page of a hotel network.
    if (answer === undefined) throw new AuthError('unavailable');
    return answer;
  }

  function keepSession(answer: unknown): boolean {
    if (!isSession(answer)) return false;
    store.write(answer);
    return true;
  }

  async function verify(what: Verification, password?: string): Promise<'signed-in' | 'done'> {
    const answer = await ask('verify', { ...what, code_verifier: store.verifier(), ...defined({ password }) });
    const isSignedIn = keepSession(answer);
    // A hosted project ignores the password here, and returns a session with which to set it.
    const isSet = verifiedSchema.safeParse(answer).data?.password_set === true;
    if (isSignedIn && password !== undefined && !isSet) await succeed(auth.updateUser({ password }));
    const kept = store.read();
    if (!isSignedIn && kept && what.type === 'email_change') refresher.renew(kept);
    return isSignedIn ? 'signed-in' : 'done';
  }

  async function endEverywhere(token: string): Promise<ServerSignOut> {
    return (await requestGlobalSignOut(connection, page, token)) ? 'done' : 'failed';
  }
}

/** Waits for a supabase-js call. @throws {AuthError} for an error that the call returned. */
async function succeed<T extends { readonly error: SupabaseAuthError | null }>(answer: Promise<T>): Promise<T> {
  const result = await answer;
  if (result.error) throw translateAuthError(result.error);
  return result;
}

/** Error codes for the results with which `delete_my_account` or `prove_identity` refuses. */
const identityRefusals: Readonly<Record<string, AuthErrorCode>> = {
  'session-missing': 'session-missing',
  'password-required': 'password-required',
  'password-wrong': 'password-wrong',
  'too-many-attempts': 'too-many-requests',
  'last-super-admin': 'last-super-admin',
};

function currentPasswordField(currentPassword: string | undefined) {
  return currentPassword === undefined ? {} : { current_password: currentPassword };
}

function emailRedirect(redirectTo: string | undefined) {
  return redirectTo === undefined ? {} : { emailRedirectTo: redirectTo };
}

/** Returns a copy without the undefined values. */
function defined(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
