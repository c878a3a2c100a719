import type { SupabaseClient } from '@supabase/supabase-js';
import * as z from 'zod/mini';

import type { AuthClient, LinkPurpose } from './auth-client.ts';
import { AuthError } from './auth-error.ts';
import { requestAuth, requestEmailRestore } from './auth-requests.ts';
import type { Connection } from './create-supabase.ts';
import { defined } from './defined.ts';
import type { Page } from './page.ts';
import { isSession, type KeptSession } from './session-store.ts';
import { succeed } from './translate-auth-error.ts';

/** Request body with which the auth service identifies a link, or an address and a code. */
type Verification = { readonly type: LinkPurpose } & (
  | { readonly token_hash: string }
  | { readonly email: string; readonly token: string }
);

const detailsSchema = z.object({ email: z.string(), is_requester: z.boolean() });
const verifiedSchema = z.object({ password_set: z.boolean() });

export interface EmailLinksOptions {
  readonly supabase: SupabaseClient;
  readonly connection: Connection;
  readonly page: Page;
  /** Called when a link has changed the email of the signed-in user, which the stored session does not contain yet. */
  readonly onUserChanged: (kept: KeptSession) => void;
}

/** Requests emails with links and codes, and uses these links and codes. */
export type EmailLinks = Pick<
  AuthClient,
  | 'signUp'
  | 'resendConfirmation'
  | 'requestPasswordReset'
  | 'sendMagicLink'
  | 'inspectLink'
  | 'followLink'
  | 'verifyCode'
  | 'restoreEmail'
>;

export function createEmailLinks({ supabase, connection, page, onUserChanged }: EmailLinksOptions): EmailLinks {
  const { auth } = supabase;
  const { store } = connection;

  return {
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

    async restoreEmail({ token }) {
      const outcome = await requestEmailRestore(connection, page, token);
      if (outcome !== 'restored') throw outcome;
      store.clear();
    },
  };

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
    if (!isSignedIn && kept && what.type === 'email_change') onUserChanged(kept);
    return isSignedIn ? 'signed-in' : 'done';
  }
}
