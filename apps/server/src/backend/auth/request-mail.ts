import { authBodies } from './auth-bodies.ts';
import { authAnswer } from './auth-error.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { type AuthContext, bodyOf, challengeOf, type RouteTools } from './route-tools.ts';

/**
 * Answers `POST /recover`, `/otp` and `/resend`: mails a link, with the same answer whether the address has an account
 * or not. The library is not asked, because for `/otp` it would create a confirmed account for any address.
 */
export async function requestMail(
  tools: RouteTools,
  context: AuthContext,
  purpose: Exclude<LinkPurpose, 'email_change'>,
): Promise<Response> {
  const body = await bodyOf(context, purpose === 'signup' ? authBodies.resend : authBodies.mail);
  if (body instanceof Response) return body;
  const refusal = await tools.count(context, 'mail');
  if (refusal) return refusal;
  const { accounts, links, mailer, mayMail, withMail } = tools;
  return tools.answerEvenly(async () => {
    const { email } = body;
    const account = await accounts.byEmail(email);
    if (!account || (purpose === 'signup' && account.isConfirmed)) return authAnswer({});
    if (!(await mayMail(purpose, email))) return authAnswer({});
    const asked = challengeOf(body);
    // Only the browser that chose the password of a registration may confirm it without a password.
    const isProven = purpose !== 'signup' || (await links.newest(email, ['signup']))?.challenge === asked;
    await withMail(context, isProven ? asked : null, () =>
      mailer.send(purpose, { userId: account.id, email: account.email, language: account.language }),
    );
    return authAnswer({});
  });
}
