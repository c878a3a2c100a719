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

/** What a mail's link and code are for. */
export type LinkPurpose = 'signup' | 'recovery' | 'magiclink' | 'email_change';

/** What stands in the address that a mail's link leads to. */
export interface MailLink {
  readonly token: string;
  readonly purpose: LinkPurpose;
}

/** What the server says of a link before it is used. */
export interface MailLinkDetails {
  /** The account's address, or the one that it will have; null where the server does not say (a hosted project). */
  readonly email: string | null;
  /** Whether this browser asked for the mail. In another one, no link signs in. */
  readonly isRequester: boolean;
}

/**
 * What a user may administer now: all that they are permitted, what is only read until they type their password again, nothing
 * before they typed it, nothing before they gave a code of their second factor or set one up, nothing.
 */
export type AdminAccess = 'open' | 'read-only' | 'identity-unproven' | 'second-factor-needed' | 'no-admin';

/** The result of step 3 of the sign-out: the server was informed, needed not be, or could not be. */
export type ServerSignOut = 'done' | 'not-needed' | 'failed';

export interface AuthClientOptions {
  /** Made by `createSupabase`. */
  readonly supabase: SupabaseClient;
  /** The last step of the sign-out, 500 ms after its confirmation. Default `location.reload()`. */
  readonly reload?: () => void;
  /** The sign-out's confirmation. `failed`: signed out here, and other devices may still be signed in. */
  readonly onSignedOut?: (server: ServerSignOut) => void;
  /** The page that the client lives in; a test puts another in its place. */
  readonly page?: Page;
}

/** Every promise rejects with an `AuthError`, and with nothing else that a user could cause. */
export interface AuthClient {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => AuthState;
  /** Begins to keep the session fresh and in step with other tabs. @returns stop; counted, so that two starts need two. */
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
  /** Signs in by a link or code in an e-mail. Makes no account. */
  sendMagicLink(o: { readonly email: string; readonly redirectTo?: string }): Promise<void>;
  /** Says whose a link is, without using it. */
  inspectLink(link: MailLink): Promise<MailLinkDetails>;
  /**
   * Does what a link is for, once.
   * @param o.password `recovery`: the new one. `signup` in another browser than the one that registered: the account's.
   * @returns `done`: the link was used, and did not sign in.
   */
  followLink(o: MailLink & { readonly password?: string }): Promise<'signed-in' | 'done'>;
  /**
   * The same by the digits in an email, without its link; the user who types them and the email address is signed in.
   */
  verifyCode(o: {
    readonly email: string;
    readonly code: string;
    readonly purpose: LinkPurpose;
    readonly password?: string;
  }): Promise<'signed-in' | 'done'>;
  /** @param o.currentPassword not needed while `passwordFreeUntil` says so. */
  changePassword(o: { readonly password: string; readonly currentPassword?: string }): Promise<void>;
  /** Mails a link to the new address, which is the account's once its reader has confirmed. */
  changeEmail(o: {
    readonly email: string;
    readonly currentPassword?: string;
    readonly redirectTo?: string;
  }): Promise<void>;
  /** In the table `profiles` and in the user's metadata: `state.user.user_metadata` has `username` and `language`. */
  updateProfile(o: { readonly username?: string; readonly language?: string }): Promise<void>;
  /** Removes the account and all its data, then everything local. Neither confirms nor reloads. */
  deleteAccount(o?: { readonly currentPassword?: string }): Promise<void>;
  /** Loads the active subscription again, after it was joined, cancelled or resumed. */
  reloadSubscription(): void;
  /**
   * Until when the session needs no current password for the three above, because a link or code from a mail began it at
   * most ten minutes ago; in milliseconds since 1970, null where it needs one.
   */
  passwordFreeUntil(): Promise<number | null>;
  /**
   * Asks the database what the user may administer and for how long, and stores the answer as the `admin_session`, which
   * is removed when it does not hold. `identity-unproven`: an administrator, who has to type their password first.
   * `second-factor-needed`: the password was typed; the account or the whole administration asks for a second factor, too.
   * `read-only`: the password was typed too long ago to change something.
   */
  openAdminSession(): Promise<AdminAccess>;
  /** Proves the identity of an administrator for this session, counted by the database, and opens the admin session. */
  proveIdentity(o: { readonly currentPassword: string }): Promise<AdminAccess>;
  /**
   * Takes an account back to the email that this link was mailed to after a change. It ends every session and removes the
   * password. Only the embedded server mails such links.
   */
  restoreEmail(o: { readonly token: string }): Promise<void>;
  /** Checks the session, clears everything local, informs the server if the session was valid, confirms, reloads. */
  signOut(): Promise<void>;
}

/** How the auth service calls a link, or an address and a code. */
type Verification = { readonly type: LinkPurpose } & (
  | { readonly token_hash: string }
  | { readonly email: string; readonly token: string }
);

const detailsSchema = z.object({ email: z.string(), is_requester: z.boolean() });
const verifiedSchema = z.object({ password_set: z.boolean() });

const deletionSchema = z.object({ outcome: z.string() });

/** What the database's `admin_session` returns. */
const adminSessionSchema = z.nullable(
  z.object({
    admin: z.object({ role: z.string(), permissions: z.array(z.string()) }),
    seconds_left: z.number(),
    writes_seconds_left: z.number(),
    second_factor: z.enum(['none', 'needed', 'given']),
  }),
);

/** The wait between the sign-out's confirmation and the reload. */
const reloadDelayMs = 500;

/** @throws {TypeError} when the supabase client is not `createSupabase`'s. */
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
      // A hosted project does not say. There a link signs in, in any browser, once its button is pressed.
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
      // The function cancels at the payment provider first, which the database cannot.
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
      // `kept` still holds the token after the clearing: the request to the server needs it.
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
    // Counted from its arrival: the date of this device may be wrong.
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
    // Browsers give pages without https nothing to hash with, whatever the type says.
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
    // Not the auth service: a hotel's sign-in page, say.
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
    // A hosted project takes no password here, and gives a session to set it with.
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

/** @throws {AuthError} what supabase-js gave as an error. */
async function succeed<T extends { readonly error: SupabaseAuthError | null }>(answer: Promise<T>): Promise<T> {
  const result = await answer;
  if (result.error) throw translateAuthError(result.error);
  return result;
}

/** Why the database's `delete_my_account` deleted nothing, or `prove_identity` proved nothing. */
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

/** The same without what is undefined. */
function defined(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
