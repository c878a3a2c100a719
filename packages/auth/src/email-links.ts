import * as z from 'zod/mini';

import type { AuthClient, LinkPurpose } from './auth-client.ts';
import { AuthError } from './auth-error.ts';
import { requestAuth } from './auth-requests.ts';
import type { Connection } from './connection.ts';
import { challengeFrom } from './challenge.ts';
import { defined } from './defined.ts';
import type { Page } from './page.ts';
import { isSession, type KeptSession } from './session-store.ts';
import { updateUser } from './update-user.ts';

/** Request body with which the auth service identifies a link, or an address and a code. */
type Verification = { readonly type: LinkPurpose } & (
  | { readonly token_hash: string }
  | { readonly email: string; readonly token: string }
);

const detailsSchema = z.object({ email: z.string(), is_requester: z.boolean() });
const verifiedSchema = z.object({ password_set: z.boolean() });

export interface EmailLinksOptions {
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

export function createEmailLinks({ connection, page, onUserChanged }: EmailLinksOptions): EmailLinks {
  const { store } = connection;

  return {
    async signUp({ email, password, username, redirectTo, language }) {
      const body = {
        email,
        password,
        data: defined({ username, language }),
        ...(await challengeFrom(store.verifier())),
      };
      return keepSession(await ask('signup', body, redirectTo)) ? 'signed-in' : 'confirm-email';
    },

    async resendConfirmation({ email, redirectTo }) {
      await ask('resend', { type: 'signup', email, ...(await challengeFrom(store.verifier())) }, redirectTo);
    },

    async requestPasswordReset({ email, redirectTo }) {
      await ask('recover', { email, ...(await challengeFrom(store.verifier())) }, redirectTo);
    },

    async sendMagicLink({ email, redirectTo }) {
      await ask('otp', { email, create_user: false, ...(await challengeFrom(store.verifier())) }, redirectTo);
    },

    async inspectLink({ token }) {
      const request = { path: 'link', body: { token_hash: token, code_verifier: store.verifier() } };
      const details = await requestAuth(connection, page, request).catch((error: unknown) => {
        if (error instanceof AuthError && error.status === 404) return undefined;
        throw error;
      });
      // A hosted project has no such route. Its links sign in in any browser once the button is pressed.
      if (details === undefined) return { email: null, isRequester: true };
      const { email, is_requester: isRequester } = detailsSchema.parse(details);
      return { email, isRequester };
    },

    followLink: ({ token, purpose, password }) => verify({ type: purpose, token_hash: token }, password),
    verifyCode: ({ email, code, purpose, password }) => verify({ type: purpose, email, token: code }, password),

    async restoreEmail({ token }) {
      await ask('restore-email', { token });
      store.clear();
    },
  };

  function ask(path: string, body: object, redirectTo?: string): Promise<unknown> {
    return requestAuth(connection, page, { path, body, redirectTo });
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
    if (isSignedIn && password !== undefined && !isSet) await updateUser(connection, page, { password });
    const kept = store.read();
    if (!isSignedIn && kept && what.type === 'email_change') onUserChanged(kept);
    return isSignedIn ? 'signed-in' : 'done';
  }
}
