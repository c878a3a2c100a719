import type * as z from 'zod';

import { authBodies } from './auth-bodies.ts';
import { authAnswer, linkExpired } from './auth-error.ts';
import { type MailLink, sha256 } from './mail-links.ts';
import { weakPassword } from './passwords.ts';
import { redeem, type Redemption } from './redeem.ts';
import { type AuthContext, bodyOf, type RouteTools } from './route-tools.ts';

type Verify = z.infer<typeof authBodies.verify>;

/** Answers `POST /verify`: uses a mailed link or code. */
export async function verify(tools: RouteTools, context: AuthContext): Promise<Response> {
  const body = await bodyOf(context, authBodies.verify);
  if (body instanceof Response) return body;
  const refusal =
    (await tools.count(context, 'verify')) ?? (body.password === undefined ? null : weakPassword(body.password));
  if (refusal) return refusal;
  return tools.answerEvenly(async () => {
    const link = await (body.token_hash === undefined ? linkByCode(tools, body) : linkByToken(tools, body));
    if (!link) return linkExpired();
    const by: Redemption['by'] = body.token_hash === undefined ? 'code' : 'link';
    const redemption = { link, by, verifier: body.code_verifier, password: body.password };
    const askLibrary = (path: string, asked: object, accessToken?: string) =>
      tools.ask(context, asked, path, accessToken);
    const redeemed = await tools.hash(() => redeem(redemption, { ...tools, askLibrary }));
    if (redeemed instanceof Response) return redeemed;
    const { account, response } = redeemed;
    if (account) await tools.recordSignIn({ id: account.id, email: link.email }, context.env.address);
    if (account && link.purpose === 'recovery') await tools.notifyPasswordChanged(account);
    return response;
  });
}

/** Answers `POST /link`: describes a link without using it, so that a person can decide first. */
export async function describeLink({ count, links }: RouteTools, context: AuthContext): Promise<Response> {
  const body = await bodyOf(context, authBodies.link);
  if (body instanceof Response) return body;
  const refusal = await count(context, 'verify');
  if (refusal) return refusal;
  const link = await links.find(body.token_hash);
  if (!link) return linkExpired();
  const isRequester = body.code_verifier !== undefined && link.challenge === sha256(body.code_verifier);
  return authAnswer({ type: link.purpose, email: link.email, is_requester: isRequester });
}

async function linkByToken({ links }: RouteTools, { token_hash = '', type }: Verify): Promise<MailLink | null> {
  const link = await links.find(token_hash);
  return link?.purpose === type ? link : null;
}

/**
 * Finds the link of a typed code. A code has six digits: it ends after a few wrong attempts, and an account has a few attempts a day,
 * wherever they come from. Only attempts that are compared with a code count, so that guesses at an address without a code use nothing
 * up. Only the code of the newest email is accepted; the links of earlier emails stay valid.
 */
async function linkByCode({ links, limits }: RouteTools, { email, token, type }: Verify): Promise<MailLink | null> {
  if (email === undefined || token === undefined) return null;
  // supabase-js uses the type `email` for codes of both purposes.
  const link = await links.newest(email, type === 'email' ? ['magiclink', 'signup'] : [type]);
  const isRight = link && (await links.takeAttempt(link));
  if (!isRight || (await limits.countEmail('code', email)) > 0 || !isRight(token)) return null;
  await limits.clearEmail('code', email);
  return link;
}
