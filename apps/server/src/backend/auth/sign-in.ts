import type * as z from 'zod';

import { authBodies } from './auth-bodies.ts';
import { authError, invalidCredentials } from './auth-error.ts';
import { isPassword } from './passwords.ts';
import { type AuthContext, bodyOf, clientOf, type RouteTools } from './route-tools.ts';

/** Answers `POST /token`: a sign-in with a password, or a refresh of a session. */
export async function grantToken(tools: RouteTools, context: AuthContext): Promise<Response> {
  switch (context.req.query('grant_type')) {
    case 'refresh_token': {
      const body = await bodyOf(context, authBodies.refresh);
      if (body instanceof Response) return body;
      const refusal = await tools.count(context, 'refresh');
      if (refusal) return refusal;
      await tools.accounts.forgetOldTokens(body.refresh_token);
      return tools.ask(context, body);
    }
    case 'password': {
      const body = await bodyOf(context, authBodies.signIn);
      if (body instanceof Response) return body;
      return (await tools.count(context, 'sign-in')) ?? (await tools.answerEvenly(() => signIn(tools, context, body)));
    }
    default:
      return authError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
}

/**
 * Signs in with a password. Each attempt is counted before the password is compared, and forgotten once one is right. The budget of an
 * email address stops guessers however many networks they use. It would also lock the owner out; therefore each network from which the
 * account has signed in has a budget of its own, and a mailed link clears both. An address without an account is counted in the same way.
 */
async function signIn(
  tools: RouteTools,
  context: AuthContext,
  { email, password }: z.infer<typeof authBodies.signIn>,
): Promise<Response> {
  const { address } = context.env;
  const account = await tools.accounts.byEmail(email);
  const isKnown = account !== null && (await tools.knownNetworks.has(account.id, address));
  const waitSeconds = await tools.limits.countEmail('sign-in', email, isKnown ? clientOf(address) : '');
  if (waitSeconds > 0) return tools.refuse('sign-in', waitSeconds);
  return tools.hash(async () => {
    const response = await tools.ask(context, { email, password });
    switch (await errorCode(response)) {
      case null:
        if (account) await tools.recordSignIn(account, address);
        return response;
      case 'email_not_confirmed':
        // The library returns this before it compares the password.
        return (await isPassword(password, account?.passwordHash ?? null)) ? response : invalidCredentials();
      case 'invalid_credentials':
        // The library has compared the password only if the account is confirmed and has a hash.
        if (!account?.passwordHash) await isPassword(password, null);
        return invalidCredentials();
      default:
        return response;
    }
  });
}

/** Returns the error code of an answer, or null when it is no error. */
async function errorCode(response: Response): Promise<string | null> {
  if (response.ok) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'error_code' in body && typeof body.error_code === 'string'
    ? body.error_code
    : '';
}
