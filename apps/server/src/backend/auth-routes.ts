import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';

import { type Context, Hono } from 'hono';
import type * as z from 'zod';

import type { Logger } from '../create-logger.ts';
import { authBodies } from './auth-bodies.ts';
import { authError, tooManyRequests } from './auth-error.ts';
import { createGate } from './create-gate.ts';
import type { LimitedAction, RateLimits } from './rate-limits.ts';
import type { Redirects } from './redirects.ts';

/**
 * Hashing takes a thread each, of the four that Node has for files and hashes together; and one of the machine's cores is
 * left to all other answers.
 */
const hashesAtOnce = Math.max(1, Math.min(3, availableParallelism() - 1));
const hashesWaiting = 40;
/** Who is sent away at once asks again at once. */
const sentAwayAfterMs = 500;

export interface AuthParts {
  /** The embedded library's own answer. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly redirects: Redirects;
  readonly limits: RateLimits;
  readonly resendConfirmation: (email: string) => Promise<void>;
  readonly logger: Logger;
}

export interface AuthEnvironment {
  Bindings: { readonly address: string | null };
}

type AuthContext = Context<AuthEnvironment>;

/**
 * The routes of `/auth/v1` that the product uses, and no other. Each is counted and its body read before the library
 * sees it, and what the library does otherwise than hosted Supabase is put right.
 */
export function authRoutes({
  answer,
  redirects,
  limits,
  resendConfirmation,
  logger,
}: AuthParts): Hono<AuthEnvironment> {
  const gate = createGate(hashesAtOnce, hashesWaiting);

  /** @returns the refusal where this was asked too often. */
  const counted = async (
    context: AuthContext,
    action: LimitedAction,
    email: string | null,
  ): Promise<Response | null> => {
    const waitSeconds = await limits.count(action, context.env.address, email);
    if (waitSeconds === 0) return null;
    logger.info({ action }, 'refused: too many requests');
    return tooManyRequests(waitSeconds);
  };
  const hashed = async (run: () => Promise<Response>): Promise<Response> => {
    const response = await gate.pass(run);
    if (response) return response;
    logger.warn('refused: too many passwords to check at once');
    await setTimeout(sentAwayAfterMs);
    return tooManyRequests(1);
  };
  /** Asks the library, with a link in its mail that leads where the caller may send it. */
  const ask = (context: AuthContext, body: object, path = context.req.path) => {
    const url = new URL(context.req.url);
    const redirect = redirects.allowed(url.searchParams.get('redirect_to'));
    url.pathname = path;
    const headers = new Headers(context.req.raw.headers);
    headers.delete('content-length');
    headers.set('content-type', 'application/json');
    const request = new Request(url, { method: context.req.method, headers, body: JSON.stringify(body) });
    return redirects.carry(redirect, () => answer(request));
  };

  const app = new Hono<AuthEnvironment>().basePath('/auth/v1');
  app.post('/signup', async (context) => {
    const body = await bodyOf(context, authBodies.signUp);
    if (body instanceof Response) return body;
    const refusal = await counted(context, 'sign-up', body.email);
    if (refusal) return refusal;
    const response = await hashed(() => ask(context, body));
    // So it answers where somebody has the address already. Nobody may learn that, and a member who lost the mail gets
    // another, unless too many were asked for.
    if ((await errorCode(response)) !== 'over_email_send_rate_limit') return response;
    if ((await limits.count('mail', context.env.address, body.email)) === 0) {
      const redirect = redirects.allowed(context.req.query('redirect_to') ?? null);
      await redirects.carry(redirect, () => resendConfirmation(body.email));
    }
    return Response.json(strangerWith(body), { headers: { 'cache-control': 'no-store' } });
  });

  app.post('/token', async (context) => {
    if (context.req.query('grant_type') === 'refresh_token') {
      const body = await bodyOf(context, authBodies.refresh);
      if (body instanceof Response) return body;
      return (await counted(context, 'refresh', null)) ?? (await ask(context, body));
    }
    if (context.req.query('grant_type') !== 'password') {
      return authError(400, 'invalid_credentials', 'unsupported_grant_type');
    }
    const body = await bodyOf(context, authBodies.signIn);
    if (body instanceof Response) return body;
    return (await counted(context, 'sign-in', body.email)) ?? (await hashed(() => ask(context, body)));
  });

  app.post('/recover', async (context) => {
    const body = await bodyOf(context, authBodies.mail);
    if (body instanceof Response) return body;
    return (await counted(context, 'mail', body.email)) ?? (await ask(context, body));
  });

  app.post('/otp', async (context) => {
    const body = await bodyOf(context, authBodies.mail);
    if (body instanceof Response) return body;
    const refusal = await counted(context, 'mail', body.email);
    if (refusal) return refusal;
    // The library would make a confirmed account for any address; and for an unknown one the answer is the same.
    const response = await ask(context, { ...body, create_user: false });
    return (await errorCode(response)) === 'otp_disabled' ? emptyAnswer() : response;
  });

  app.post('/resend', async (context) => {
    const body = await bodyOf(context, authBodies.resend);
    if (body instanceof Response) return body;
    const refusal = await counted(context, 'mail', body.email);
    if (refusal) return refusal;
    const redirect = redirects.allowed(context.req.query('redirect_to') ?? null);
    if (body.type === 'signup') await redirects.carry(redirect, () => resendConfirmation(body.email));
    return emptyAnswer();
  });

  app.post('/verify', async (context) => {
    const body = await bodyOf(context, authBodies.verify);
    if (body instanceof Response) return body;
    const refusal = await counted(context, 'verify', body.email ?? null);
    if (refusal) return refusal;
    // The library does not know supabase-js's newer word for a code, which is both of these.
    if (body.type !== 'email') return ask(context, body);
    const response = await ask(context, { ...body, type: 'magiclink' });
    return (await errorCode(response)) === 'otp_expired' ? ask(context, { ...body, type: 'signup' }) : response;
  });

  app.get('/verify', async (context) => {
    // Those who look through mails for their readers ask for the head alone, and would use the link up.
    if (context.req.raw.method === 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } });
    const refusal = await counted(context, 'verify', null);
    if (refusal) return refusal;
    const url = new URL(context.req.url);
    url.searchParams.set('redirect_to', redirects.allowed(url.searchParams.get('redirect_to')));
    const response = await answer(new Request(url, { headers: context.req.raw.headers }));
    response.headers.set('cache-control', 'no-store');
    response.headers.set('referrer-policy', 'no-referrer');
    return response;
  });

  app.put('/user', async (context) => {
    const body = await bodyOf(context, authBodies.update);
    if (body instanceof Response) return body;
    const refusal = await counted(context, body.email === undefined ? 'account' : 'mail', body.email ?? null);
    if (refusal) return refusal;
    if (body.password === undefined) return ask(context, body);
    const response = await hashed(() => ask(context, body));
    if (response.ok) await signOutOthers(context.req.raw, answer);
    return response;
  });

  app.post('/logout', (context) => ask(context, {}));
  app.get('/user', (context) => answer(context.req.raw));
  app.get('/settings', (context) => answer(context.req.raw));
  app.get('/health', (context) => answer(context.req.raw));
  app.all('*', () => authError(404, 'not_found', 'This is not offered here'));
  return app;
}

async function bodyOf<Body>(context: AuthContext, schema: z.ZodType<Body>): Promise<Body | Response> {
  const json: unknown = await context.req.json().catch(() => undefined);
  if (json === undefined) return authError(400, 'bad_json', 'Could not parse request body as JSON');
  const result = schema.safeParse(json);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return authError(400, 'validation_failed', `${issue?.path.join('.') ?? 'body'}: ${issue?.message ?? 'not usable'}`);
}

async function errorCode(response: Response): Promise<string | null> {
  if (response.ok) return null;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'error_code' in body && typeof body.error_code === 'string'
    ? body.error_code
    : null;
}

function emptyAnswer(): Response {
  return Response.json({}, { headers: { 'cache-control': 'no-store' } });
}

/** A new member as the library would answer one, but nobody: hosted Supabase tells it by the empty list alone. */
function strangerWith({ email, data }: z.infer<typeof authBodies.signUp>): object {
  const id = randomUUID();
  const now = new Date().toISOString();
  const address = email.trim().toLowerCase();
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { ...data, email: address, email_verified: false, phone_verified: false, sub: id },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** Whoever knew the old password is signed out, as on hosted Supabase. */
async function signOutOthers(request: Request, answer: AuthParts['answer']): Promise<void> {
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const url = new URL('/auth/v1/logout?scope=others', request.url);
  await answer(new Request(url, { method: 'POST', headers, body: '{}' }));
}
