import { randomUUID } from 'node:crypto';

import type * as z from 'zod';

import { authBodies } from './auth-bodies.ts';
import { authAnswer } from './auth-error.ts';
import { hashPassword, weakPassword } from './passwords.ts';
import { type AuthContext, bodyOf, challengeOf, type RouteTools } from './route-tools.ts';

type SignUp = z.infer<typeof authBodies.signUp>;

/** Answers `POST /signup`. */
export async function signUp(tools: RouteTools, context: AuthContext): Promise<Response> {
  const body = await bodyOf(context, authBodies.signUp);
  if (body instanceof Response) return body;
  const refusal = (await tools.count(context, 'sign-up')) ?? weakPassword(body.password);
  if (refusal) return refusal;
  return tools.answerEvenly(async () => {
    const failure = await tools.hash(() => register(tools, context, body));
    return failure ?? authAnswer(newUser(body));
  });
}

/**
 * Registers an address. An account that was never confirmed has no proven owner: it takes the newest password and name, and gets a link
 * of its own. The earlier links are deleted with the earlier registration. The owner of a confirmed account gets an email that says so,
 * because the page tells everybody to expect one.
 * @returns the library's refusal, or undefined when the answer is the same for all addresses.
 */
async function register(
  { accounts, ask, mayMail, notifyAlreadyRegistered, withMail }: RouteTools,
  context: AuthContext,
  { code_challenge, code_challenge_method, ...body }: SignUp,
): Promise<Response | undefined> {
  const account = await accounts.byEmail(body.email);
  const isMailed = await mayMail('signup', body.email);
  if (account?.isConfirmed || !isMailed) {
    await hashPassword(body.password);
    if (account?.isConfirmed && isMailed) await notifyAlreadyRegistered(account);
    return undefined;
  }
  if (account) await accounts.deleteUnconfirmed(account.id);
  const challenge = challengeOf({ code_challenge, code_challenge_method });
  const response = await withMail(context, challenge, () => ask(context, body));
  // The library refuses one of two registrations of the same address at the same time.
  return response.ok || (await accounts.byEmail(body.email)) ? undefined : response;
}

/** Returns the answer to a registration. It is the same for an address that has an account: the id belongs to no account. */
function newUser({ email, data }: SignUp): object {
  const id = randomUUID();
  const now = new Date().toISOString();
  const address = email.toLowerCase();
  const metadata = { ...data, email: address, email_verified: false, phone_verified: false, sub: id };
  const times = { last_sign_in_at: now, created_at: now, updated_at: now };
  const identity = { identity_id: randomUUID(), id, user_id: id, identity_data: metadata, provider: 'email' };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [{ ...identity, ...times, email: address }],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
