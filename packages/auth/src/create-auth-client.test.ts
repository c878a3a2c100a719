import { createHash } from 'node:crypto';

import { createClient } from '@supabase/supabase-js';
import { describe, expect, test, vi } from 'vitest';

import { AuthError } from './auth-error.ts';
import type { AuthClient } from './auth-client.ts';
import { createAuthClient } from './create-auth-client.ts';
import { member, type Mishap, refusal } from './testing/auth-server.ts';
import { settled, until } from './testing/open-tab.ts';
import { statusOf, subscriptionOf, tokenOf, setUpSessions } from './testing/set-up-sessions.ts';

const sessions = setUpSessions();

test('the status goes from loading to signed out when no session is stored', async () => {
  const tab = sessions.open();
  expect(tab.client.getSnapshot()).toEqual({ status: 'loading' });
  sessions.start(tab);
  await until(() => statusOf(tab) === 'signed-out');
  expect(sessions.server.asked).toEqual([]);
});

test('a sign-in sets the user and the session, and loads the subscription whether paid or past due', async () => {
  const row = {
    user_id: member.user.id,
    plan_id: 'pro',
    status: 'past_due',
    end_date: '2030-01-01T00:00:00+00:00',
    plans: { photos_per_batch: 500 },
  };
  sessions.server.subscriptions = [row];
  vi.setSystemTime('2026-05-04T10:00:00Z');
  const tab = await sessions.openStarted();
  const seen: string[] = [];
  tab.client.subscribe(() => seen.push(statusOf(tab)));
  await tab.client.signIn(member);
  await until(() => subscriptionOf(tab) !== 'loading');
  expect(seen).toEqual(['signed-in', 'signed-in']);
  expect(tab.client.getSnapshot()).toMatchObject({
    status: 'signed-in',
    user: { email: member.email },
    session: { access_token: 'access-1' },
    subscription: row,
  });
  const [query] = sessions.server.askedFor('GET /rest/v1/user_subscriptions');
  expect(query?.authorization).toBe('Bearer access-1');
  expect(query?.apikey).toBe('sb_publishable_test');
  expect(new URLSearchParams(query?.path.split('?')[1])).toEqual(
    new URLSearchParams({
      select: 'user_id,plan_id,status,end_date,plans!user_subscriptions_plan_id_fkey(photos_per_batch)',
      user_id: `eq.${member.user.id}`,
      status: 'eq.active',
      end_date: 'gte.2026-05-04T10:00:00.000Z',
      order: 'end_date.desc',
      limit: '1',
    }),
  );
});

test('a past-due subscription keeps its plan, and is requested only when none is active', async () => {
  const pastDue = { user_id: member.user.id, plan_id: 'member', status: 'past_due', end_date: '2026-05-01T00:00:00Z' };
  const tab = await sessions.openStarted();
  sessions.server.subscriptions = [{ ...pastDue, plans: { photos_per_batch: 200 } }];
  await tab.client.signIn(member);
  await until(() => subscriptionOf(tab) !== 'loading');
  expect(subscriptionOf(tab)).toMatchObject(pastDue);
  const asked = sessions.server.askedFor('GET /rest/v1/user_subscriptions');
  expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('status'))).toEqual([
    'eq.active',
    'eq.past_due',
  ]);
  expect(new URLSearchParams(asked[1]?.path.split('?')[1]).has('end_date')).toBe(false);
});

test('a tab opened later finds the session without a request to the auth service', async () => {
  const { storage } = await sessions.openSignedIn();
  const later = await sessions.openStarted({ storage });
  expect(tokenOf(later)).toBe('access-1');
  expect(sessions.server.askedFor('POST /auth/v1')).toHaveLength(1);
});

test('a subscription that failed to load stays loading and is requested again at the next tick', async () => {
  const tab = await sessions.openStarted();
  sessions.server.fail('/rest/v1/user_subscriptions', { status: 500, body: { message: 'no' } });
  await tab.client.signIn(member);
  await until(() => sessions.server.askedFor('GET /rest/v1/user_subscriptions').length === 1);
  await settled();
  expect(subscriptionOf(tab)).toBe('loading');
  await vi.advanceTimersByTimeAsync(30_000);
  await until(() => subscriptionOf(tab) === null);
});

test.each<{ mishap: Mishap; code: string; serverMessage: string; reasons?: string[] }>([
  {
    mishap: refusal(400, 'invalid_credentials', 'Invalid login credentials'),
    code: 'invalid-credentials',
    serverMessage: 'Invalid login credentials',
  },
  {
    mishap: refusal(400, 'email_not_confirmed', 'Email not confirmed'),
    code: 'email-not-confirmed',
    serverMessage: 'Email not confirmed',
  },
  {
    mishap: refusal(422, 'weak_password', 'Password should be at least 10 characters.', {
      weak_password: { reasons: ['length', 'characters'] },
    }),
    code: 'weak-password',
    serverMessage: 'Password should be at least 10 characters.',
    reasons: ['length', 'characters'],
  },
  {
    mishap: refusal(422, 'same_password', 'New password should be different from the old password.'),
    code: 'same-password',
    serverMessage: 'New password should be different from the old password.',
  },
  {
    mishap: refusal(429, 'over_email_send_rate_limit', 'email rate limit exceeded'),
    code: 'too-many-requests',
    serverMessage: 'email rate limit exceeded',
  },
  { mishap: { status: 429, body: { message: 'slow down' } }, code: 'too-many-requests', serverMessage: 'slow down' },
  {
    mishap: refusal(403, 'otp_expired', 'Token has expired or is invalid'),
    code: 'link-expired',
    serverMessage: 'Token has expired or is invalid',
  },
  {
    mishap: refusal(422, 'signup_disabled', 'Signups not allowed for this instance'),
    code: 'signup-disabled',
    serverMessage: 'Signups not allowed for this instance',
  },
  {
    mishap: refusal(400, 'validation_failed', 'Unable to validate email address: invalid format'),
    code: 'invalid-email',
    serverMessage: 'Unable to validate email address: invalid format',
  },
  {
    mishap: refusal(403, 'session_not_found', 'Session does not exist'),
    code: 'session-missing',
    serverMessage: 'Session does not exist',
  },
  { mishap: { status: 503, body: { message: 'starting' } }, code: 'unavailable', serverMessage: 'starting' },
  { mishap: { status: 500, body: { message: 'oh' } }, code: 'unavailable', serverMessage: 'oh' },
  {
    mishap: refusal(422, 'invitation_needed', 'Signups need an invitation'),
    code: 'refused',
    serverMessage: 'Signups need an invitation',
  },
  { mishap: 'drop', code: 'network', serverMessage: '' },
])(
  'an error of the server becomes $code, with the server’s message: $serverMessage',
  async ({ mishap, reasons = [], ...expected }) => {
    const tab = await sessions.openStarted();
    sessions.server.fail('/auth/v1/token', mishap);
    const error = await tab.client.signIn(member).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ ...expected, reasons });
    expect(statusOf(tab)).toBe('signed-out');
  },
);

test('methods that need a session reject with session-missing without one, and send no request', async () => {
  const { client } = await sessions.openStarted();
  await expect(client.changePassword({ password: 'x' })).rejects.toMatchObject({ code: 'session-missing' });
  await expect(client.updateProfile({ language: 'de' })).rejects.toMatchObject({ code: 'session-missing' });
  expect(sessions.server.asked).toEqual([]);
});

test.each<{ name: string; call: (client: AuthClient) => Promise<unknown>; asked: { path: string; body: object } }>([
  {
    name: 'signUp',
    call: (client) =>
      client.signUp({ ...member, username: 'mia', language: 'de', redirectTo: 'https://isola.example/de/auth' }),
    asked: {
      path: 'POST /auth/v1/signup?redirect_to=https://isola.example/de/auth',
      body: { email: member.email, password: member.password, data: { username: 'mia', language: 'de' } },
    },
  },
  {
    name: 'resendConfirmation',
    call: (client) => client.resendConfirmation({ email: member.email }),
    asked: { path: 'POST /auth/v1/resend', body: { email: member.email, type: 'signup' } },
  },
  {
    name: 'requestPasswordReset',
    call: (client) => client.requestPasswordReset({ email: member.email, redirectTo: 'https://isola.example/reset' }),
    asked: { path: 'POST /auth/v1/recover?redirect_to=https://isola.example/reset', body: { email: member.email } },
  },
  {
    name: 'sendMagicLink',
    call: (client) => client.sendMagicLink({ email: member.email }),
    asked: { path: 'POST /auth/v1/otp', body: { email: member.email, create_user: false } },
  },
  {
    name: 'verifyCode',
    call: (client) =>
      client.verifyCode({ email: member.email, code: '123456', purpose: 'recovery', password: 'Battery-Staple-9' }),
    asked: {
      path: 'POST /auth/v1/verify',
      body: { email: member.email, token: '123456', type: 'recovery', password: 'Battery-Staple-9' },
    },
  },
  {
    name: 'inspectLink',
    call: (client) => client.inspectLink({ token: 'link-1', purpose: 'signup' }),
    asked: { path: 'POST /auth/v1/link', body: { token_hash: 'link-1' } },
  },
  {
    name: 'followLink',
    call: (client) => client.followLink({ token: 'link-1', purpose: 'signup' }),
    asked: { path: 'POST /auth/v1/verify', body: { token_hash: 'link-1', type: 'signup' } },
  },
])('$name sends the request that the auth service expects', async ({ call, asked }) => {
  const { client } = await sessions.openStarted();
  await call(client);
  expect(sessions.server.askedFor('POST /auth/v1').slice(0, 1)).toMatchObject([asked]);
});

/** Challenge by RFC 7636, computed independently with Node's hash functions. */
const challengeFor = (verifier: unknown) => createHash('sha256').update(String(verifier)).digest('base64url');

test('requests for an email and the use of its link carry the same verifier, until a sign-in', async () => {
  const tab = await sessions.openStarted();
  const bodies = () => sessions.server.askedFor('POST /auth/v1').map(({ body }) => body as Record<string, unknown>);
  await tab.client.signUp({ ...member, username: 'mia' });
  await tab.client.resendConfirmation(member);
  await tab.client.sendMagicLink(member);
  await tab.client.requestPasswordReset(member);
  await tab.client.inspectLink({ token: 'link-1', purpose: 'signup' });
  await tab.client.followLink({ token: 'link-1', purpose: 'signup' });
  const verifier = bodies()[5]?.['code_verifier'];
  expect(verifier).toMatch(/^[0-9a-f]{64}$/);
  expect(bodies()[4]?.['code_verifier']).toBe(verifier);
  for (const body of bodies().slice(0, 4)) {
    expect(body).toMatchObject({ code_challenge: challengeFor(verifier), code_challenge_method: 's256' });
  }
  await tab.client.sendMagicLink(member);
  expect(bodies()[6]?.['code_challenge']).not.toBe(challengeFor(verifier));
});

test('a reloaded page uses the verifier of the browser that requested the email', async () => {
  const { storage, client } = await sessions.openStarted();
  await client.sendMagicLink(member);
  const later = await sessions.openStarted({ storage });
  await later.client.followLink({ token: 'link-1', purpose: 'magiclink' });
  const [asked, used] = sessions.server.askedFor('POST /auth/v1').map(({ body }) => body as Record<string, unknown>);
  expect(asked?.['code_challenge']).toBe(challengeFor(used?.['code_verifier']));
});

test('the challenge is the verifier itself when the page has no access to hash functions', async () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) });
  const tab = await sessions.openStarted();
  await tab.client.sendMagicLink(member);
  await tab.client.followLink({ token: 'link-1', purpose: 'magiclink' });
  const [asked, used] = sessions.server.askedFor('POST /auth/v1').map(({ body }) => body as Record<string, unknown>);
  expect(asked).toMatchObject({ code_challenge: used?.['code_verifier'], code_challenge_method: 'plain' });
});

test('followLink returns done for a link without a session, and signs in with one that has a session', async () => {
  const tab = await sessions.openStarted();
  sessions.server.fail('/auth/v1/verify', { status: 200, body: { email: member.email, password_set: true } });
  const link = { token: 'link-1', purpose: 'recovery', password: 'Battery-Staple-9' } as const;
  await expect(tab.client.followLink(link)).resolves.toBe('done');
  expect(statusOf(tab)).toBe('signed-out');
  await expect(tab.client.followLink({ token: 'link-2', purpose: 'magiclink' })).resolves.toBe('signed-in');
  expect(statusOf(tab)).toBe('signed-in');
});

test('a password is set after the link is used when the server does not set it itself', async () => {
  const tab = await sessions.openStarted();
  await tab.client.followLink({ token: 'link-1', purpose: 'recovery', password: 'Battery-Staple-9' });
  expect(sessions.server.askedFor('PUT /auth/v1/user')).toMatchObject([{ body: { password: 'Battery-Staple-9' } }]);
});

test('inspectLink returns the email the server reports, or null when the server does not support it', async () => {
  const tab = await sessions.openStarted();
  const link = { token: 'link-1', purpose: 'signup' } as const;
  await expect(tab.client.inspectLink(link)).resolves.toEqual({ email: member.email, isRequester: false });
  sessions.server.fail('/auth/v1/link', { status: 404, body: '404 page not found' });
  await expect(tab.client.inspectLink(link)).resolves.toEqual({ email: null, isRequester: true });
  sessions.server.fail('/auth/v1/link', refusal(403, 'otp_expired', 'Email link is invalid or has expired'));
  await expect(tab.client.inspectLink(link)).rejects.toMatchObject({
    code: 'link-expired',
    serverMessage: 'Email link is invalid or has expired',
  });
});

test('a new address confirmed by a link is in the session at once', async () => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/verify', { status: 200, body: { email: 'new@example.org', password_set: false } });
  await tab.client.followLink({ token: 'link-1', purpose: 'email_change' });
  await until(() => sessions.refreshes === 1);
});

test('signUp returns whether the address must be confirmed first', async () => {
  const tab = await sessions.openStarted();
  await expect(tab.client.signUp({ ...member, username: 'mia' })).resolves.toBe('confirm-email');
  expect(statusOf(tab)).toBe('signed-out');
  const given = { access_token: 'a', refresh_token: 'b', expires_in: 3600, token_type: 'bearer', user: member.user };
  sessions.server.fail('/auth/v1/signup', { status: 200, body: given });
  await expect(tab.client.signUp({ ...member, username: 'mia' })).resolves.toBe('signed-in');
  expect(statusOf(tab)).toBe('signed-in');
});

test('a correct code signs in', async () => {
  const tab = await sessions.openStarted();
  await tab.client.verifyCode({ email: member.email, code: '123456', purpose: 'signup' });
  expect(tokenOf(tab)).toBe('access-1');
});

test('updateProfile changes the database and the user, and does not reload the subscription', async () => {
  const tab = await sessions.openSignedIn();
  await tab.client.updateProfile({ language: 'fr' });
  expect(sessions.server.askedFor('PATCH /rest/v1/profiles')).toMatchObject([
    { path: `PATCH /rest/v1/profiles?id=eq.${member.user.id}`, body: { language: 'fr' } },
  ]);
  expect(tab.client.getSnapshot()).toMatchObject({ user: { user_metadata: { username: 'mia', language: 'fr' } } });
  await settled();
  const asked = sessions.server.askedFor('GET /rest/v1/user_subscriptions');
  expect(asked.filter(({ path }) => path.includes('status=eq.active'))).toHaveLength(1);
});

test('a deleted account leaves no local state; a failed deletion keeps the session', async () => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/rest/v1/rpc/delete_my_account', { status: 500, body: { message: 'oh' } });
  const { password: currentPassword } = member;
  await expect(tab.client.deleteAccount({ currentPassword })).rejects.toMatchObject({
    code: 'unavailable',
    serverMessage: 'oh',
  });
  await expect(tab.client.deleteAccount({ currentPassword: 'wrong' })).rejects.toMatchObject({
    code: 'password-wrong',
  });
  expect(statusOf(tab)).toBe('signed-in');
  await tab.client.deleteAccount({ currentPassword });
  expect(statusOf(tab)).toBe('signed-out');
  expect(tab.storage.getItem('sb-127-auth-token')).toBeNull();
});

test.each([
  ['session-missing', 'session-missing'],
  ['password-required', 'password-required'],
  ['too-many-attempts', 'too-many-requests'],
  ['last-super-admin', 'last-super-admin'],
  ['something new', 'refused'],
  [null, 'refused'],
])('a deletion answered by the database with %j is rejected with %s', async (answer, code) => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/rest/v1/rpc/delete_my_account', { status: 200, body: answer });
  await expect(tab.client.deleteAccount()).rejects.toMatchObject({ code });
  expect(statusOf(tab)).toBe('signed-in');
});

test.each([
  [{ status: 401, body: { code: 'session-invalid', message: 'The access token does not hold' } }, 'session-missing'],
  [{ status: 409, body: { code: 'already-subscribed', message: 'A payment has arrived' } }, 'just-paid'],
  [{ status: 502, body: { code: 'provider-refused', message: 'No' } }, 'charges-kept'],
  [{ status: 503, body: { code: 'provider-unavailable', message: 'No' } }, 'charges-kept'],
  [{ status: 501, body: { code: 'no-provider', message: 'No' } }, 'charges-kept'],
  [{ status: 429, body: { code: 'too-many', message: 'No' } }, 'too-many-requests'],
  [{ status: 500, body: '<h1>Oh</h1>' }, 'unavailable'],
  ['drop', 'network'],
] as const)('a deletion of a charged account answered with %j is rejected with %s', async (mishap, code) => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/rest/v1/rpc/delete_my_account', { status: 200, body: 'charged-elsewhere' });
  sessions.server.fail('/functions/v1/delete-account', mishap);
  const { password: currentPassword } = member;
  await expect(tab.client.deleteAccount({ currentPassword })).rejects.toMatchObject({ code });
});

test.each([
  ['', null, ''],
  ['  Mia\u200B\n', 'Mia', 'Mia'],
  ['x'.repeat(60), 'x'.repeat(50), 'x'.repeat(50)],
  // The flag of England contains characters that are invisible alone.
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 ', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
])('the username %j is stored as %j', async (username, stored, shown) => {
  const tab = await sessions.openSignedIn();
  await tab.client.updateProfile({ username });
  expect(sessions.server.askedFor('PATCH /rest/v1/profiles').at(-1)?.body).toEqual({ username: stored });
  expect(sessions.server.askedFor('PUT /auth/v1/user').at(-1)?.body).toEqual({ data: { username: shown } });
});

test('the current password is sent only when it is given', async () => {
  const tab = await sessions.openSignedIn();
  await tab.client.changePassword({ password: 'Battery-Staple-7', currentPassword: member.password });
  await tab.client.changePassword({ password: 'Battery-Staple-7' });
  await tab.client.changeEmail({ email: 'new@example.org', currentPassword: member.password });
  const bodies = sessions.server.askedFor('PUT /auth/v1/user').map(({ body }) => body);
  expect(bodies).toMatchObject([
    { password: 'Battery-Staple-7', current_password: member.password },
    { password: 'Battery-Staple-7' },
    { email: 'new@example.org', current_password: member.password },
  ]);
  expect(bodies[1]).not.toHaveProperty('current_password');
});

test.each([
  ['current_password_required', 'password-required'],
  ['current_password_mismatch', 'password-wrong'],
  // A hosted project answers this when it requires a mailed code instead of the password.
  ['reauthentication_needed', 'password-required'],
  ['email_exists', 'email-taken'],
])('a change refused by the server with %s is rejected with %s', async (error_code, code) => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/user', { status: 400, body: { error_code, msg: 'No' } });
  await expect(tab.client.changePassword({ password: 'x' })).rejects.toMatchObject({ code, serverMessage: 'No' });
});

test('passwordFreeUntil returns the time that the database reports', async () => {
  const tab = await sessions.openSignedIn();
  await expect(tab.client.passwordFreeUntil()).resolves.toBeNull();
  sessions.server.passwordFreeUntil = '2026-11-22T10:00:00.5+00:00';
  await expect(tab.client.passwordFreeUntil()).resolves.toBe(Date.UTC(2026, 10, 22, 10, 0, 0, 500));
});

describe('an administrator', () => {
  const admin = { role: 'support', permissions: ['users.read'] };
  const adminSessionIn = (tab: Awaited<ReturnType<typeof sessions.openSignedIn>>) =>
    JSON.parse(tab.storage.getItem('admin_session') ?? 'null') as unknown;

  test('gets an admin session after typing the password, for as long as the database says', async () => {
    vi.setSystemTime('2026-05-04T10:00:00Z');
    const tab = await sessions.openSignedIn();
    sessions.server.adminSession = { admin, seconds_left: 0, writes_seconds_left: 0, second_factor: 'none' };
    await expect(tab.client.openAdminSession()).resolves.toBe('identity-unproven');
    expect(adminSessionIn(tab)).toBeNull();
    await expect(tab.client.proveIdentity({ currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'password-wrong',
    });
    expect(adminSessionIn(tab)).toBeNull();
    await expect(tab.client.proveIdentity({ currentPassword: member.password })).resolves.toBe('open');
    expect(adminSessionIn(tab)).toEqual({ admin, expires_at: Date.UTC(2026, 4, 4, 10, 30) });
  });

  test('loses the admin session when the database reports that it has ended, and by signing out', async () => {
    const tab = await sessions.openSignedIn();
    for (const later of [{ admin, seconds_left: 0, writes_seconds_left: 0, second_factor: 'none' as const }, null]) {
      sessions.server.adminSession = { admin, seconds_left: 60, writes_seconds_left: 30, second_factor: 'none' };
      await expect(tab.client.openAdminSession()).resolves.toBe('open');
      sessions.server.adminSession = later;
      await expect(tab.client.openAdminSession()).resolves.toBe(later ? 'identity-unproven' : 'no-admin');
      expect(adminSessionIn(tab)).toBeNull();
    }
    sessions.server.adminSession = { admin, seconds_left: 60, writes_seconds_left: 0, second_factor: 'none' };
    await expect(tab.client.openAdminSession()).resolves.toBe('read-only');
    await tab.client.openAdminSession();
    await tab.client.signOut();
    expect(adminSessionIn(tab)).toBeNull();
  });

  test('gets no admin session without the second factor, even with a proven identity', async () => {
    const tab = await sessions.openSignedIn();
    const proven = { admin, seconds_left: 60, writes_seconds_left: 30 };
    sessions.server.adminSession = { ...proven, second_factor: 'given' };
    await expect(tab.client.openAdminSession()).resolves.toBe('open');
    sessions.server.adminSession = { ...proven, second_factor: 'needed' };
    await expect(tab.client.openAdminSession()).resolves.toBe('second-factor-needed');
    expect(adminSessionIn(tab)).toBeNull();
    // The password is requested before the second factor.
    sessions.server.adminSession = { ...proven, seconds_left: 0, second_factor: 'needed' };
    await expect(tab.client.openAdminSession()).resolves.toBe('identity-unproven');
  });

  test.each([
    ['session-missing', 'session-missing'],
    ['too-many-attempts', 'too-many-requests'],
    ['something new', 'refused'],
  ])('whose identity proof the database answers with %j is rejected with %s', async (answer, code) => {
    const tab = await sessions.openSignedIn();
    sessions.server.fail('/rest/v1/rpc/prove_identity', { status: 200, body: answer });
    await expect(tab.client.proveIdentity({ currentPassword: member.password })).rejects.toMatchObject({ code });
  });
});

test('restoring an email ends the local session; an expired link does not', async () => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/restore-email', { status: 403, body: { error_code: 'otp_expired' } });
  await expect(tab.client.restoreEmail({ token: 'x' })).rejects.toMatchObject({ code: 'link-expired' });
  sessions.server.fail('/auth/v1/restore-email', 'drop');
  await expect(tab.client.restoreEmail({ token: 'x' })).rejects.toMatchObject({ code: 'network' });
  expect(statusOf(tab)).toBe('signed-in');
  await tab.client.restoreEmail({ token: 'x' });
  expect(sessions.server.askedFor('POST /auth/v1/restore-email').at(-1)).toMatchObject({ body: { token: 'x' } });
  expect(statusOf(tab)).toBe('signed-out');
});

test('rejects a client made by supabase-js, which would refresh the session too', () => {
  const supabase = createClient('http://127.0.0.1:1', 'sb_publishable_test', { auth: { autoRefreshToken: false } });
  expect(() => createAuthClient({ supabase: supabase as never })).toThrow(TypeError);
});
