import { Hono } from 'hono';

import { authError } from './auth-error.ts';
import { requestMail } from './request-mail.ts';
import { type AuthEnvironment, type AuthParts, createRouteTools } from './route-tools.ts';
import { grantToken } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { updateUser } from './update-user.ts';
import { describeLink, verify } from './verify.ts';

/**
 * Creates the routes of `/auth/v1` that the product uses, and no others. Each request is counted and its body parsed
 * before the library sees it. Where the library differs from hosted Supabase, the routes correct it.
 *
 * A stranger cannot learn from these routes which addresses have accounts: sign-up, sign-in, recover, otp, resend and
 * verify return the same answer after the same time, whether the address has an account or not, and whether it is
 * confirmed or not.
 *
 * The most that a stranger can do to the owner of an account is to send them a few emails. An email over the budget is
 * not sent, and the answer does not reveal it: earlier emails stay valid for their hour, and a link for a new password
 * works in every browser. Wrong passwords use up a budget that does not apply to the networks from which the owner has
 * signed in.
 */
export function authRoutes(parts: AuthParts): Hono<AuthEnvironment> {
  const tools = createRouteTools(parts);
  return (
    new Hono<AuthEnvironment>()
      .basePath('/auth/v1')
      .post('/signup', (context) => signUp(tools, context))
      .post('/token', (context) => grantToken(tools, context))
      .post('/recover', (context) => requestMail(tools, context, 'recovery'))
      .post('/otp', (context) => requestMail(tools, context, 'magiclink'))
      .post('/resend', (context) => requestMail(tools, context, 'signup'))
      .post('/verify', (context) => verify(tools, context))
      .post('/link', (context) => describeLink(tools, context))
      // Links in emails lead to a page of the site. Links to this route are from an older server or forged.
      .get('/verify', (context) => context.redirect(`${parts.siteOrigin}/auth/confirm`, 303))
      .put('/user', (context) => updateUser(tools, context))
      .post('/logout', (context) => tools.ask(context, {}))
      .get('/user', async (context) => (await tools.count(context, 'read')) ?? parts.answer(context.req.raw))
      .get('/settings', (context) => parts.answer(context.req.raw))
      .get('/health', (context) => parts.answer(context.req.raw))
      .all('*', () => authError(404, 'not_found', 'This is not offered here'))
  );
}
