import { randomUUID } from 'node:crypto';

import { type Actor, become, type Session, type TestDatabase } from './open-test-database.ts';

/**
 * One user of each kind. `permitted` is an administrator whose permissions a test sets; `admin` has a permission that
 * no test needs.
 */
export const people = {
  visitor: { role: 'anon', userId: null },
  memberA: { role: 'authenticated', userId: 'a0000000-0000-4000-8000-000000000001' },
  memberB: { role: 'authenticated', userId: 'b0000000-0000-4000-8000-000000000002' },
  admin: { role: 'authenticated', userId: 'c0000000-0000-4000-8000-000000000003' },
  permitted: { role: 'authenticated', userId: 'd0000000-0000-4000-8000-000000000004' },
  superAdmin: { role: 'authenticated', userId: 'e0000000-0000-4000-8000-000000000005' },
  service: { role: 'service_role', userId: null },
} as const satisfies Record<string, Actor>;

export type Person = keyof typeof people;

/** Signs all of them up, and appoints the three administrators. */
export async function addPeople(database: TestDatabase): Promise<void> {
  for (const [name, { userId }] of Object.entries(people)) {
    if (!userId) continue;
    await signUp(database, userId, `${name}@example.com`, { username: name });
  }
  await database.query(
    `insert into admins (user_id, role, permissions) values
      ($1, 'support', '{something.else}'), ($2, 'support', '{}'), ($3, 'super_admin', '{}')`,
    [people.admin.userId, people.permitted.userId, people.superAdmin.userId],
  );
}

/** Does what the auth service does once a user has confirmed their email. */
export async function signUp(
  session: Pick<TestDatabase, 'query'>,
  id: string,
  email: string,
  metadata: unknown,
): Promise<void> {
  await session.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1::uuid, $2, now(), $3::text::jsonb)`,
    [id, email, metadata === undefined ? null : JSON.stringify(metadata)],
  );
}

/**
 * Does what the auth service does at a sign-in. @returns the id of the session, which the token contains as
 * `session_id`.
 */
export async function signIn(session: Session, userId: string, { byLink = false } = {}): Promise<string> {
  const id = randomUUID();
  await session.query('insert into auth.sessions (id, user_id) values ($1, $2)', [id, userId]);
  if (byLink)
    await session.query('insert into private.link_sessions (session_id, user_id) values ($1, $2)', [id, userId]);
  return id;
}

/**
 * Runs all later statements of the transaction as a user who has signed in and typed their password again, as
 * administrators have to.
 * @returns the id of the session.
 */
export async function becomeProven(
  session: Session,
  actor: Actor & { readonly userId: string },
  { minutesAgo = 0 } = {},
): Promise<string> {
  await session.query('reset role');
  const sessionId = await signIn(session, actor.userId);
  await session.query(
    `insert into private.identity_proofs (session_id, user_id, proven_at)
     values ($1, $2, now() - make_interval(mins => $3))`,
    [sessionId, actor.userId, minutesAgo],
  );
  await become(session, actor, { session_id: sessionId });
  return sessionId;
}
