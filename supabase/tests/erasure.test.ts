/** @module-tag long */
import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, isConcurrent, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, signIn } from './people.ts';

const { memberA, memberB, service, superAdmin, permitted } = people;
const emailA = 'memberA@example.com';
const emailB = 'memberB@example.com';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

/** Counts rows with one of these texts, for each table of each schema. */
async function traces(session: Session, ...texts: readonly string[]) {
  const tables = await session.query(`select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'
    order by 1`);
  const found: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { count } = await session.query(
      `select 1 from ${String(name)} as each where each::text ilike any (string_to_array($1, ' '))`,
      [texts.map((text) => `%${text}%`).join(' ')],
    );
    if (count > 0) found[String(name)] = count;
  }
  return found;
}

/** Adds rows of a user to every table that can contain any. @returns the id of their session. */
async function fill(session: Session, userId: string, email: string): Promise<string> {
  const sessionId = await signIn(session, userId, { byLink: true });
  await session.query(`
    with subscription as (
      insert into user_subscriptions (user_id, plan_id, status, end_date)
      values ('${userId}', 'member', 'active', now() + '1 year') returning id
    ), payment as (
      insert into payments (user_id, subscription_id, provider, amount_minor, currency)
      select '${userId}', id, 'offer', 0, 'CNY' from subscription returning id
    ), invoice as (
      insert into invoices (number, user_id, payment_id, amount_minor, currency, buyer)
      select 'invoice of ${userId.slice(0, 4)}', '${userId}', id, 0, 'CNY', '{"name": "Lin Wei", "email": "${email}"}'
      from payment
    )
    insert into payment_logs (user_id, payment_id, event, detail)
    select '${userId}', id, 'paid', '{"customer": {"email": "${email}"}}' from payment`);
  const statements = [
    `insert into usage_days values ('${userId}', 'ai', '2026-11-21', 1)`,
    `insert into usage_months values ('${userId}', 'ai', '2026-11-01', 1)`,
    `insert into private.ai_reservations (user_id, request_key, images, day)
      values ('${userId}', '${randomUUID()}', 4, '2026-11-21')`,
    `insert into feedback (text, language, user_id, email) values
      ('Signed in', 'en', '${userId}', null), ('Signed out', 'en', null, '${email.toUpperCase()}')`,
    `insert into api_preregistrations (email, language) values ('${email.toUpperCase()}', 'en')`,
    `insert into webhook_events (provider, event_id, signature_valid, type, payload, body, headers)
      values ('stripe', '${email.slice(0, 7)}', true, 'paid', '{"data": [{"customer_email": "${email}"}]}',
        convert_to('{"customer_email": "${email}"}', 'utf8'), '{"x-of": "${email}"}')`,
    `insert into private.preregistration_links (token_hash, preregistration_id)
      select rpad('${email.slice(0, 7)}', 43, 'x'), id from api_preregistrations where email = '${email.toUpperCase()}'`,
    `insert into private.identity_proofs (session_id, user_id) values ('${sessionId}', '${userId}')`,
    `insert into private.second_factors (user_id, secret) values ('${userId}', '')`,
    `insert into private.recovery_codes values ('${userId}', '')`,
    `insert into private.second_factor_proofs (session_id, user_id) values ('${sessionId}', '${userId}')`,
    `insert into private.password_attempts (user_id, failures) values ('${userId}', 2)`,
    `insert into private.mail_links (token_hash, user_id, purpose, email, expires_at)
      values (rpad('${email.slice(0, 7)}', 43, 'x'), '${userId}', 'recovery', '${email}', now())`,
    `insert into private.known_networks values ('${userId}', rpad('', 43, 'x'), now())`,
    `insert into private.counted_images (user_id, image_key) values ('${userId}', gen_random_uuid())`,
    `insert into private.mail_queue (recipient, subject, text, html) values ('${email}', 'Reset', 'link', 'link')`,
    `insert into private.email_changes (user_id, old_email, new_email) values ('${userId}', 'old-${email}', '${email}')`,
    `insert into auth.identities (provider, user_id, identity_data)
      values ('email', '${userId}', '{"sub": "${userId}", "email": "${email}"}')`,
    `insert into auth.flow_state (user_id) values ('${userId}')`,
    `insert into auth.refresh_tokens (token, user_id, session_id) values ('token', '${userId}', '${sessionId}')`,
    `insert into auth.audit_log_entries (payload, ip_address) values
      ('{"action": "login", "actor_id": "${userId}", "actor_username": "${email}", "log_type": "account"}', '192.0.2.1'),
      ('{"action": "user_deleted", "actor_id": "0", "log_type": "team", "traits": {"user_email": "${email}"}}', ''),
      ('{"action": "login", "actor_id": "${userId}", "actor_username": "old-${email}", "log_type": "account"}', '')`,
    `insert into admins (user_id, role) values ('${userId}', 'support')`,
    `insert into admin_audit_log (actor_id, action, table_name, row_id) values ('${userId}', 'looked', 'users', '1')`,
  ];
  for (const statement of statements) await session.query(statement);
  return sessionId;
}

const everywhere = [
  'auth.audit_log_entries',
  'auth.flow_state',
  'auth.identities',
  'auth.refresh_tokens',
  'auth.sessions',
  'auth.users',
  'private.ai_reservations',
  'private.counted_images',
  'private.email_changes',
  'private.identity_proofs',
  'private.known_networks',
  'private.link_sessions',
  'private.mail_links',
  'private.mail_queue',
  'private.password_attempts',
  'private.people',
  'private.preregistration_links',
  'private.recovery_codes',
  'private.second_factor_proofs',
  'private.second_factors',
  'public.admin_audit_log',
  'public.admins',
  'public.api_preregistrations',
  'public.feedback',
  'public.invoices',
  'public.payment_logs',
  'public.payments',
  'public.profiles',
  'public.usage_days',
  'public.usage_months',
  'public.user_subscriptions',
  'public.webhook_events',
];

describe('a deleted account', () => {
  test('leaves no row in any schema with its email, name or id, and changes no row of other members', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await fill(session, memberA.userId, emailA);
      await fill(session, memberB.userId, emailB);
      const ofA = [memberA.userId, emailA, 'memberA'] as const;
      const ofB = [memberB.userId, emailB, 'memberB'] as const;
      expect(Object.keys(await traces(session, ...ofA))).toEqual(everywhere);
      const untouched = await traces(session, ...ofB);
      // Ids of payment providers and numbers of invoices stay. These ones contained the name only to distinguish the
      // two members.
      await session.query(`update webhook_events set event_id = 'event-1' where event_id = 'memberA'`);

      await become(session, memberA, { session_id: sessionId });
      expect((await session.query('select delete_my_account() as answer')).rows).toEqual([{ answer: 'deleted' }]);
      await session.query('reset role');

      expect(await traces(session, ...ofA)).toEqual({});
      expect(await traces(session, ...ofB)).toEqual(untouched);
      const bodies = await session.query('select event_id, body is null as is_empty from webhook_events order by 1');
      expect(bodies.rows).toEqual([
        { event_id: 'event-1', is_empty: true },
        { event_id: 'memberB', is_empty: false },
      ]);
    });
  });

  test('leaves payments and logs without a reference to the user', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await fill(session, memberA.userId, emailA);
      await become(session, memberA, { session_id: sessionId });
      await session.query('select delete_my_account()');
      await session.query('reset role');
      const { rows } = await session.query(`select
        (select count(*)::int from payments where user_id is null) as payments,
        (select buyer from invoices where user_id is null and payment_id is not null) as buyer,
        (select count(*)::int from payment_logs where user_id is null) as payment_logs,
        (select count(*)::int from webhook_events) as webhook_events,
        (select count(*)::int from auth.audit_log_entries where payload ->> 'action' = 'login') as logins,
        (select max(ip_address) from auth.audit_log_entries) as addresses,
        (select count(*)::int from admin_audit_log where row_id = 'erased') as appointments,
        (select count(*)::int from admin_audit_log where action = 'looked' and actor_id is null) as looks`);
      expect(rows).toEqual([
        {
          payments: 1,
          buyer: { name: 'Lin Wei' },
          payment_logs: 1,
          webhook_events: 1,
          logins: 2,
          addresses: '',
          appointments: 2,
          looks: 1,
        },
      ]);
    });
  });

  test('deletes no rows under an email that was never confirmed', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`insert into api_preregistrations (email, language) values ('${emailA}', 'en')`);
      await session.query(`update auth.users set email_confirmed_at = null where id = '${memberA.userId}'`);
      const sessionId = await signIn(session, memberA.userId, { byLink: true });
      await become(session, memberA, { session_id: sessionId });
      await session.query('select delete_my_account()');
      await session.query('reset role');
      expect(await traces(session, memberA.userId, emailA)).toEqual({ 'public.api_preregistrations': 1 });
    });
  });

  test('leaves an access token that can do nothing', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await signIn(session, memberA.userId, { byLink: true });
      await become(session, memberA, { session_id: sessionId });
      await session.query('select delete_my_account()');
      expect((await session.query('select delete_my_account() as answer')).rows).toEqual([
        { answer: 'session-missing' },
      ]);
      expect((await session.query('select * from profiles')).count).toBe(0);
      await expect(session.query('select count_device_images(array[gen_random_uuid()])')).rejects.toMatchObject({
        code: '23503',
      });
    });
  });

  test('cannot be requested by a caller without an account', async () => {
    for (const actor of [people.visitor, service, { role: 'authenticated', userId: null }] as const) {
      await database.rolledBack(async (session) => {
        await become(session, actor);
        await expect(session.query('select delete_my_account()')).rejects.toMatchObject({ code: '42501' });
      });
    }
  });

  test('allows no change of the logs except its own erasure', async () => {
    const attempts = [
      `update admin_audit_log set action = 'x' where actor_id = '${memberA.userId}'`,
      `update admin_audit_log set actor_id = '${memberB.userId}' where actor_id = '${memberA.userId}'`,
      `update admin_audit_log set actor_id = null where actor_id = '${memberB.userId}'`,
      'delete from admin_audit_log',
    ];
    for (const attempt of attempts) {
      await database.rolledBack(async (session) => {
        for (const { userId } of [memberA, memberB]) {
          await session.query(
            `insert into admin_audit_log (actor_id, action, table_name, row_id) values ('${userId}', 'looked', 'users', '1')`,
          );
        }
        await session.query(`select set_config('isola.erasing', '${memberA.userId}', true)`);
        await expect(session.query(attempt), attempt).rejects.toMatchObject({ code: '42501' });
      });
    }
  });
});

describe('the proof of identity', () => {
  const password = 'a quiet Harbour 7';
  const ask = async (session: Session, given: string | null = null) => {
    const { rows } = await session.query('select delete_my_account($1) as answer', [given]);
    return rows[0]?.['answer'];
  };
  const withPassword = (session: Session, hash = `extensions.crypt('${password}', extensions.gen_salt('bf', 4))`) =>
    session.query(`update auth.users set encrypted_password = ${hash} where id = '${memberA.userId}'`);

  test('is the current password: a token alone deletes nothing', async () => {
    await database.rolledBack(async (session) => {
      await withPassword(session);
      await become(session, memberA, { session_id: await signIn(session, memberA.userId) });
      expect(await ask(session)).toBe('password-required');
      expect(await ask(session, '')).toBe('password-required');
      expect(await ask(session, 'another Harbour 8')).toBe('password-wrong');
      expect(await ask(session, password)).toBe('deleted');
    });
  });

  test.each([
    ['$2b$', `'$2b$' || substr(extensions.crypt('${password}', extensions.gen_salt('bf', 4)), 5)`, 'deleted'],
    ['none', 'null', 'password-wrong'],
    ['of an unknown kind', `'$argon2id$v=19$m=16,t=2,p=1$MTIzNDU2Nzg$abcd'`, 'password-wrong'],
    ['of DES', `extensions.crypt('${password}', 'ab')`, 'password-wrong'],
  ])('checks a password hash: %s', async (_, hash, answer) => {
    await database.rolledBack(async (session) => {
      await withPassword(session, hash);
      await become(session, memberA, { session_id: await signIn(session, memberA.userId) });
      expect(await ask(session, password)).toBe(answer);
    });
  });

  test('is refused after five wrong passwords, even with the right one, and possible again after an hour', async () => {
    await database.rolledBack(async (session) => {
      await withPassword(session);
      const claims = { session_id: await signIn(session, memberA.userId) };
      await become(session, memberA, claims);
      for (let turn = 0; turn < 5; turn += 1) expect(await ask(session, `guess ${turn}`)).toBe('password-wrong');
      expect(await ask(session, password)).toBe('too-many-attempts');
      await session.query('reset role');
      await session.query(`update private.password_attempts set since = now() - interval '1 hour'`);
      await become(session, memberA, claims);
      expect(await ask(session, password)).toBe('deleted');
    });
  });

  test('is a session that a mailed link began, for ten minutes, and not another member’s session', async () => {
    await database.rolledBack(async (session) => {
      await withPassword(session);
      const byLink = await signIn(session, memberA.userId, { byLink: true });
      const ofB = await signIn(session, memberB.userId, { byLink: true });
      await session.query('savepoint before');
      const answers: unknown[] = [];
      for (const [sessionId, ageMinutes] of [
        [byLink, 9],
        [byLink, 11],
        [ofB, 0],
        [randomUUID(), 0],
      ] as const) {
        await session.query(`update private.link_sessions set started_at = now() - interval '${ageMinutes} minutes'`);
        await become(session, memberA, { session_id: sessionId });
        answers.push(await ask(session));
        await session.query('rollback to before');
      }
      expect(answers).toEqual(['deleted', 'password-required', 'session-missing', 'session-missing']);
    });
  });

  test('is the sign-in method in the token of a hosted project', async () => {
    await database.rolledBack(async (session) => {
      await withPassword(session);
      const sessionId = await signIn(session, memberA.userId);
      await session.query('savepoint before');
      const nowSeconds = Math.floor(Date.now() / 1_000);
      const answers: unknown[] = [];
      for (const amr of [
        [{ method: 'recovery', timestamp: nowSeconds - 60 }],
        [{ method: 'recovery', timestamp: nowSeconds - 660 }],
        [{ method: 'password', timestamp: nowSeconds }],
        ['otp'],
        'otp',
        null,
      ]) {
        await become(session, memberA, { session_id: sessionId, amr });
        answers.push(await ask(session));
        await session.query('rollback to before');
      }
      expect(answers).toEqual(['deleted', ...Array.from({ length: 5 }, () => 'password-required')]);
    });
  });

  test('is not a session that has ended', async () => {
    await database.rolledBack(async (session) => {
      await withPassword(session);
      const sessionId = await signIn(session, memberA.userId, { byLink: true });
      await session.query(`delete from auth.sessions where id = '${sessionId}'`);
      await become(session, memberA, { session_id: sessionId });
      expect(await ask(session, password)).toBe('session-missing');
    });
  });

  test('of a session has an end time, until which no password is needed', async () => {
    await database.rolledBack(async (session) => {
      const byLink = await signIn(session, memberA.userId, { byLink: true });
      const byPassword = await signIn(session, memberA.userId);
      const read = `select password_free_until() = now() + interval '10 minutes' as holds`;
      await become(session, memberA, { session_id: byLink });
      expect((await session.query(read)).rows).toEqual([{ holds: true }]);
      await become(session, memberA, { session_id: byPassword });
      expect((await session.query(read)).rows).toEqual([{ holds: null }]);
    });
  });
});

describe('the way back after a change of email', () => {
  const token = 'a token of 256 bits';
  const hash = createHash('sha256').update(token).digest('base64url');
  const restore = async (session: Session) =>
    (await session.query(`select restore_email('${hash}') as answer`)).rows[0]?.['answer'];
  const change = async (session: Session, email = 'thief@example.com') => {
    await session.query(
      `update auth.users set email = '${email}', encrypted_password = 'known' where id = '${memberA.userId}'`,
    );
    await session.query(`update private.email_changes set token_hash = '${hash}' where old_email = '${emailA}'`);
  };

  test('restores the email, ends every session, removes the password, and works once', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`insert into auth.identities (provider, user_id, identity_data)
        values ('email', '${memberA.userId}', '{"email": "thief@example.com", "sub": "x"}')`);
      await change(session);
      await change(session, 'thief-2@example.com');
      await signIn(session, memberA.userId, { byLink: true });
      const other = await signIn(session, memberB.userId);
      await session.query(`insert into private.mail_links (token_hash, user_id, purpose, email, expires_at)
        values ('${hash}', '${memberA.userId}', 'recovery', 'thief@example.com', now() + interval '1 hour')`);
      await session.query(`insert into private.known_networks values ('${memberA.userId}', '${hash}', now())`);
      expect(await restore(session)).toBe('restored');
      const { rows } = await session.query(`select email, encrypted_password as hash,
        (select identity_data from auth.identities where user_id = users.id) as identity,
        (select count(*)::int from auth.sessions where user_id = users.id) as sessions,
        (select count(*)::int from private.email_changes) as changes,
        (select count(*)::int from private.mail_links) as links,
        (select count(*)::int from private.known_networks) as networks
        from auth.users where id = '${memberA.userId}'`);
      const identity = { email: emailA, email_verified: true, sub: 'x' };
      expect(rows).toEqual([{ email: emailA, hash: null, identity, sessions: 0, changes: 0, links: 0, networks: 0 }]);
      expect((await session.query('select id from auth.sessions')).rows).toEqual([{ id: other }]);
      expect(await restore(session)).toBe('link-expired');
    });
  });

  test('ends after seven days', async () => {
    await database.rolledBack(async (session) => {
      await change(session);
      await session.query(`update private.email_changes set changed_at = now() - interval '7 days'`);
      expect(await restore(session)).toBe('link-expired');
      expect((await session.query(`select 1 from auth.users where email = 'thief@example.com'`)).count).toBe(1);
    });
  });

  test('is not blocked by an unconfirmed account, and deletes no confirmed one', async () => {
    await database.rolledBack(async (session) => {
      await change(session);
      await session.query(`insert into auth.users (email) values ('${emailA}')`);
      await session.query('savepoint before');
      expect(await restore(session)).toBe('restored');
      await session.query('rollback to before');
      await session.query(`update auth.users set email_confirmed_at = now() where email = '${emailA}'`);
      expect(await restore(session)).toBe('email-taken');
    });
  });

  test('begins with a confirmed email alone', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update auth.users set email_confirmed_at = null where id = '${memberA.userId}'`);
      await session.query(`update auth.users set email = 'next@example.com' where id = '${memberA.userId}'`);
      await session.query(`update auth.users set email = upper(email) where id = '${memberB.userId}'`);
      expect((await session.query('select 1 from private.email_changes')).count).toBe(0);
    });
  });
});

test('pruning deletes exactly the rows whose time is over', async () => {
  await database.rolledBack(async (session) => {
    const [old, idle, used] = [randomUUID(), randomUUID(), randomUUID()];
    for (const statement of [
      `insert into auth.sessions (id, user_id, created_at, refreshed_at, not_after) values
        ('${idle}', '${memberA.userId}', now() - interval '91 days', now() - interval '91 days', null),
        ('${old}', '${memberA.userId}', now(), null, now() - interval '1 minute'),
        ('${used}', '${memberA.userId}', now() - interval '1 year', now() - interval '89 days', null)`,
      `insert into auth.refresh_tokens (token, user_id, session_id, revoked, updated_at) values
        ('of an ended session', '${memberA.userId}', '${idle}', false, now()),
        ('long revoked', '${memberA.userId}', '${used}', true, now() - interval '8 days'),
        ('just revoked', '${memberA.userId}', '${used}', true, now() - interval '6 days'),
        ('in use', '${memberA.userId}', '${used}', false, now() - interval '88 days')`,
      `insert into auth.audit_log_entries (payload, created_at) values
        ('{"action": "old"}', now() - interval '91 days'), ('{"action": "kept"}', now() - interval '89 days'),
        ('{"action": "token_refreshed"}', now() - interval '25 hours'),
        ('{"action": "token_revoked"}', now() - interval '23 hours')`,
      `insert into auth.flow_state (created_at) values (now() - interval '25 hours'), (now())`,
      `insert into private.link_sessions values ('${old}', '${memberA.userId}', now() - interval '2 hours'),
        ('${used}', '${memberA.userId}', now())`,
      `insert into private.identity_proofs values
        ('${old}', '${memberA.userId}', now() - interval '25 hours'),
        ('${used}', '${memberA.userId}', now() - interval '23 hours')`,
      `insert into api_preregistrations (email, language, created_at, confirmed_at) values
        ('forgotten@example.com', 'en', now() - interval '8 days', null),
        ('asked-again@example.com', 'en', now() - interval '8 days', null),
        ('confirmed@example.com', 'en', now() - interval '8 days', now() - interval '8 days'),
        ('new@example.com', 'en', now() - interval '6 days', null)`,
      `insert into private.preregistration_links (token_hash, preregistration_id, created_at)
        select rpad(split_part(email, '@', 1), 43, 'x'), id,
          now() - case email when 'asked-again@example.com' then interval '6 days' else interval '8 days' end
        from api_preregistrations where email <> 'new@example.com'`,
      `insert into private.password_attempts values ('${memberA.userId}', 5, now() - interval '2 hours'),
        ('${memberB.userId}', 5, now())`,
      `insert into private.mail_links (token_hash, user_id, purpose, email, expires_at) values
        ('${'x'.repeat(43)}', '${memberA.userId}', 'recovery', 'gone', now() - interval '1 minute'),
        ('${'y'.repeat(43)}', '${memberA.userId}', 'recovery', 'kept', now() + interval '1 minute')`,
      `insert into private.known_networks values
        ('${memberA.userId}', '${'x'.repeat(43)}', now() - interval '181 days'),
        ('${memberB.userId}', '${'y'.repeat(43)}', now() - interval '179 days')`,
      `insert into private.email_changes (user_id, old_email, new_email, changed_at) values
        ('${memberA.userId}', 'a', 'b', now() - interval '8 days'), ('${memberA.userId}', 'c', 'd', now())`,
      `insert into private.ai_reservations (user_id, request_key, images, day, reserved_at) values
        ('${memberA.userId}', '${old}', 4, '2026-11-21', now() - interval '49 hours'),
        ('${memberA.userId}', '${used}', 4, '2026-11-21', now() - interval '47 hours')`,
      `insert into feedback (text, language, created_at) values
        ('of long ago', 'en', now() - interval '25 months'), ('kept', 'en', now() - interval '23 months')`,
    ]) {
      await session.query(statement);
    }
    await session.query('select prune_accounts()');
    const { rows } = await session.query(`select
      (select array_agg(id) from auth.sessions) as sessions,
      (select array_agg(token order by token) from auth.refresh_tokens) as tokens,
      (select array_agg(payload ->> 'action') from auth.audit_log_entries) as entries,
      (select count(*)::int from auth.flow_state) as flows,
      (select array_agg(session_id) from private.link_sessions) as links,
      (select array_agg(user_id) from private.password_attempts) as attempts,
      (select array_agg(old_email) from private.email_changes) as changes,
      (select array_agg(email) from private.mail_links) as mailed,
      (select array_agg(user_id) from private.known_networks) as networks,
      (select array_agg(session_id) from private.identity_proofs) as proofs,
      (select array_agg(request_key) from private.ai_reservations) as reservations,
      (select array_agg(text) from feedback where created_at < now() - interval '1 month') as feedback,
      (select array_agg(split_part(email, '@', 1) order by email) from api_preregistrations) as preregistrations,
      (select array_agg(trim(trailing 'x' from token_hash)) from private.preregistration_links) as preregistration_links`);
    expect(rows).toEqual([
      {
        sessions: [used],
        tokens: ['in use', 'just revoked'],
        entries: ['kept', 'token_revoked'],
        flows: 1,
        links: [used],
        attempts: [memberB.userId],
        changes: ['c'],
        mailed: ['kept'],
        networks: [memberB.userId],
        proofs: [used],
        reservations: [used],
        feedback: ['kept'],
        preregistrations: ['asked-again', 'confirmed', 'new'],
        preregistration_links: ['asked-again'],
      },
    ]);
  });
});

describe('the last super admin', () => {
  const stays = { code: 'P0001', message: 'The last super admin stays' };

  test.each([
    `update admins set role = 'support' where role = 'super_admin'`,
    `delete from admins where role = 'super_admin'`,
  ])('is protected from: %s', async (statement) => {
    await database.rolledBack(async (session) => {
      await session.query(`update admins set role = 'super_admin' where user_id = '${permitted.userId}'`);
      await session.query('savepoint before');
      for (const actor of [service, null]) {
        if (actor) await become(session, actor);
        await expect(session.query(statement)).rejects.toMatchObject(stays);
        await session.query('rollback to before');
      }
    });
  });

  test('cannot delete their account, while another super admin can', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await signIn(session, superAdmin.userId, { byLink: true });
      const remove = async () => {
        await become(session, superAdmin, { session_id: sessionId });
        const { rows } = await session.query('select delete_my_account() as answer');
        await session.query('reset role');
        return rows[0]?.['answer'];
      };
      expect(await remove()).toBe('last-super-admin');
      await session.query('savepoint before');
      await expect(session.query(`delete from auth.users where id = '${superAdmin.userId}'`)).rejects.toMatchObject(
        stays,
      );
      await session.query('rollback to before');
      await session.query(`update admins set role = 'super_admin' where user_id = '${permitted.userId}'`);
      expect(await remove()).toBe('deleted');
    });
  });

  describe.skipIf(!isConcurrent)('of two who leave at the same time', () => {
    const pair = [superAdmin, permitted] as const;
    beforeAll(() => database.run(`update admins set role = 'super_admin' where user_id = '${permitted.userId}'`));
    afterAll(() => database.run(`update admins set role = 'support' where user_id = '${permitted.userId}'`));

    const together = async (work: (session: Session, own: string, other: string) => Promise<unknown>) => {
      const outcomes: unknown[] = [];
      await database.withConnections(2, async ([first, second]) => {
        if (!first || !second) return;
        const [mine, theirs] = [pair[0].userId, pair[1].userId];
        await first.query('begin');
        await second.query('begin');
        outcomes.push(await work(first, mine, theirs));
        const later = work(second, theirs, mine);
        await second.waiting();
        await first.query('reset role');
        await first.query('commit');
        outcomes.push(await later);
      });
      await database.run(
        `update admins set role = 'super_admin' where user_id in ('${pair[0].userId}', '${pair[1].userId}')`,
      );
      return outcomes;
    };

    test('each demotes the other: the second is refused', async () => {
      const outcomes = await together(async (session, own, other) => {
        await becomeProven(session, { role: 'authenticated', userId: own });
        return session.query(`update admins set role = 'support' where user_id = '${other}'`).then(
          ({ count }) => count,
          (error: { message: string }) => error.message,
        );
      });
      expect(outcomes).toEqual([1, 'The last super admin stays']);
    });

    test('one demotes the other, who deletes their account: the account stays', async () => {
      let isSecond = false;
      const outcomes = await together(async (session, own) => {
        if (!isSecond) {
          isSecond = true;
          await become(session, service);
          return (await session.query(`update admins set role = 'support' where user_id = '${own}'`)).count;
        }
        const sessionId = await signIn(session, own, { byLink: true });
        await become(session, { role: 'authenticated', userId: own }, { session_id: sessionId });
        return (await session.query('select delete_my_account() as answer')).rows[0]?.['answer'];
      });
      expect(outcomes).toEqual([1, 'last-super-admin']);
    });
  });
});
