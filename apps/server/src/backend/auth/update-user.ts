import { authBodies } from './auth-bodies.ts';
import { weakPassword } from './passwords.ts';
import { type AuthContext, bodyOf, type RouteTools } from './route-tools.ts';

/** Answers `PUT /user`: changes the profile, the email or the password. A new password signs other sessions out, as hosted Supabase does. */
export async function updateUser(tools: RouteTools, context: AuthContext): Promise<Response> {
  const body = await bodyOf(context, authBodies.update);
  if (body instanceof Response) return body;
  const refusal =
    (await tools.count(context, body.email === undefined ? 'account' : 'mail')) ??
    (body.password === undefined ? null : weakPassword(body.password));
  if (refusal) return refusal;
  if (body.email !== undefined && !(await tools.mayMail('email_change', body.email))) {
    return tools.refuse('mail', 3_600);
  }
  const update = () => tools.withMail(context, null, () => tools.ask(context, body));
  if (body.password === undefined) return update();
  const response = await tools.hash(update);
  if (response.ok) await tools.ask(context, {}, '/auth/v1/logout?scope=others');
  return response;
}
