import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { become, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, people, signUp } from './people.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const { memberA, memberB } = people;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

async function profileAfter(metadata: unknown) {
  return database.rolledBack(async (session) => {
    const id = randomUUID();
    await signUp(session, id, `${id}@example.com`, metadata);
    return (await session.query('select username, language from profiles where id = $1', [id])).rows[0];
  });
}

const longest = '林'.repeat(50);

test.each([
  [{ username: 'Lin', language: 'zh' }, 'Lin', 'zh'],
  [{ username: '  Ana María \n' }, 'Ana María', null],
  [{ username: '\u3000林さん\u00A0' }, '林さん', null],
  [{ username: longest + '林', language: 'pt-BR' }, longest, 'pt-BR'],
  [{ username: `${'x'.repeat(49)} y` }, 'x'.repeat(49), null],
  [{ username: '👩‍👩‍👧' }, '👩‍👩‍👧', null],
  [{ username: 'a\u0001\u202Eb\u200B\tc' }, 'abc', null],
  [{ username: ' \u200B ' }, null, null],
  [{ username: '' }, null, null],
  [{ username: 7, language: 8 }, null, null],
  [{ username: null, language: null }, null, null],
  [{ username: { $ne: 1 }, language: ['de'] }, null, null],
  [{ username: "'; drop table profiles; --" }, "'; drop table profiles; --", null],
  [{ language: 'DE' }, null, null],
  [{ language: 'de; drop' }, null, null],
  [{ language: `de-${'x'.repeat(5000)}` }, null, null],
  [{ id: 'x', role: 'super_admin', created_at: 'x' }, null, null],
  [undefined, null, null],
  ['text', null, null],
  [[1, 2], null, null],
  [3, null, null],
])('a sign-up with %j gets the name %j and the language %j', async (metadata, username, language) => {
  expect(await profileAfter(metadata)).toEqual({ username, language });
});

test('no text fails a sign-up', async () => {
  const characters = [0x1, 0x9, 0x20, 0x41, 0xad, 0x3000, 0x202e, 0x200d, 0x1f600, 0xfeff, 0xffff, 0x10ffff];
  await database.rolledBack(async (session) => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const drawn = Array.from({ length: (seed * 7) % 120 }, (_, at) => characters[(seed * at + at * at) % 12] ?? 0x20);
      const username = String.fromCodePoint(...drawn);
      await signUp(session, randomUUID(), `${seed}@example.com`, { username, language: username });
    }
    const { rows } = await session.query(`select count(*)::int as kept from profiles where username is not null`);
    expect(rows[0]?.['kept']).toBeGreaterThan(100);
  });
});

test.each(['', ' Lin', 'Lin ', 'x'.repeat(51), 'a\u202Eb', '\u200B'])(
  'a member cannot take the name %j',
  async (name) => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      await expect(session.query('update profiles set username = $1', [name])).rejects.toMatchObject({ code: '23514' });
    });
  },
);

test('a member changes their name and language, takes the name away, and the time is noted', async () => {
  await database.rolledBack(async (session) => {
    await session.query(`alter table profiles disable trigger keep_times`);
    await session.query(`update profiles set updated_at = '2001-01-01'`);
    await session.query(`alter table profiles enable trigger keep_times`);
    await become(session, memberA);
    await session.query(`update profiles set username = 'Lin', language = 'ko'`);
    const read = `select username, language, updated_at = now() as just_now from profiles`;
    expect((await session.query(read)).rows).toEqual([{ username: 'Lin', language: 'ko', just_now: true }]);
    await session.query(`update profiles set username = null`);
    expect((await session.query(read)).rows).toEqual([{ username: null, language: 'ko', just_now: true }]);
  });
});

test('the active subscription is the one that lasts longest and has not ended, and only one’s own', async () => {
  await database.rolledBack(async (session) => {
    await session.query(
      `insert into user_subscriptions (user_id, plan_id, status, start_date, end_date) values
        ($1, 'free', 'active', '2001-01-01', now() + '1 day'),
        ($1, 'member', 'active', '2001-01-01', now() + '2 days'),
        ($1, 'free', 'cancelled', '2001-01-01', now() + '3 days'),
        ($1, 'free', 'active', '2001-01-01', now() - '1 second'::interval),
        ($2, 'free', 'active', '2001-01-01', now() + '9 days')`,
      [memberA.userId, memberB.userId],
    );
    await become(session, memberA);
    const ask = `select plan_id from user_subscriptions
      where user_id = $1 and status = 'active' and end_date >= now() order by end_date desc limit 1`;
    expect((await session.query(ask, [memberA.userId])).rows).toEqual([{ plan_id: 'member' }]);
    expect((await session.query(ask, [memberB.userId])).rows).toEqual([]);
  });
});

test('that question has an index, without sorting', async () => {
  await database.rolledBack(async (session) => {
    await session.query('set local enable_seqscan = off');
    await session.query('set local enable_bitmapscan = off');
    const { rows } = await session.query(`explain select * from user_subscriptions
      where user_id = '${memberA.userId}' and status = 'active' and end_date >= now() order by end_date desc limit 1`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('user_subscriptions_active');
    expect(plan).not.toContain('Sort');
  });
});

/** Rows that name a member or their address, by table. */
async function traces(session: Session, userId: string, email: string) {
  const tables = await session.query(`select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  const found: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { count } = await session.query(
      `select 1 from ${String(name)} as each where each::text ilike any (array['%' || $1 || '%', '%' || $2 || '%'])`,
      [userId, email],
    );
    if (count > 0) found[String(name)] = count;
  }
  return found;
}

async function fill(session: Session, userId: string, email: string) {
  await session.query(`
    with subscription as (
      insert into user_subscriptions (user_id, plan_id, status, end_date)
      values ('${userId}', 'member', 'active', now() + '1 year') returning id
    ), payment as (
      insert into payments (user_id, subscription_id, provider, amount_minor, currency)
      select '${userId}', id, 'offer', 0, 'CNY' from subscription returning id
    ), invoice as (
      insert into invoices (number, user_id, payment_id, amount_minor, currency)
      select '${userId}', '${userId}', id, 0, 'CNY' from payment
    )
    insert into payment_logs (user_id, payment_id, event) select '${userId}', id, 'paid' from payment`);
  await session.query(`insert into usage_days values ('${userId}', 'ai', '2026-11-21', 1)`);
  await session.query(`insert into usage_months values ('${userId}', 'ai', '2026-11-01', 1)`);
  await session.query(`insert into feedback (text, language, user_id, email) values
    ('Signed in', 'en', '${userId}', null), ('Signed out', 'en', null, '${email.toUpperCase()}')`);
  await session.query(`insert into api_preregistrations (email, language) values ('${email.toUpperCase()}', 'en')`);
}

test('a member who goes leaves the accounts, without their name, and nothing else', async () => {
  await database.rolledBack(async (session) => {
    // An invoice’s number stays; it is the member’s id here only to be told apart.
    await fill(session, memberA.userId, 'memberA@example.com');
    await fill(session, memberB.userId, 'memberB@example.com');
    const untouched = await traces(session, memberB.userId, 'memberB@example.com');
    expect(Object.keys(untouched)).toEqual([
      'api_preregistrations',
      'feedback',
      'invoices',
      'payment_logs',
      'payments',
      'profiles',
      'usage_days',
      'usage_months',
      'user_subscriptions',
    ]);

    await become(session, memberA);
    await session.query('select delete_my_account()');
    await session.query('reset role');

    expect(await traces(session, memberA.userId, 'memberA@example.com')).toEqual({ invoices: 1 });
    expect(await traces(session, memberB.userId, 'memberB@example.com')).toEqual(untouched);
    const { rows } = await session.query(`select
      (select count(*)::int from auth.users where id = '${memberA.userId}') as users,
      (select count(*)::int from payments where user_id is null) as payments,
      (select count(*)::int from invoices where user_id is null and payment_id is not null) as invoices,
      (select count(*)::int from payment_logs where user_id is null) as logs`);
    expect(rows).toEqual([{ users: 0, payments: 1, invoices: 1, logs: 1 }]);
  });
});

test('an address that was never confirmed takes nothing of others along', async () => {
  await database.rolledBack(async (session) => {
    await session.query(`insert into api_preregistrations (email, language) values ('memberA@example.com', 'en')`);
    await session.query(`update auth.users set email_confirmed_at = null where id = '${memberA.userId}'`);
    await become(session, memberA);
    await session.query('select delete_my_account()');
    await session.query('reset role');
    expect(await traces(session, memberA.userId, 'memberA@example.com')).toEqual({ api_preregistrations: 1 });
  });
});

test('a token that outlives its account can do nothing', async () => {
  await database.rolledBack(async (session) => {
    await become(session, memberA);
    await session.query('select delete_my_account()');
    await session.query('select delete_my_account()');
    expect((await session.query('select * from profiles')).count).toBe(0);
    await expect(session.query('select count_device_images()')).rejects.toMatchObject({ code: '23503' });
  });
});

test('nobody without an account deletes one', async () => {
  for (const actor of [people.visitor, people.service]) {
    await database.rolledBack(async (session) => {
      await become(session, actor);
      await expect(session.query('select delete_my_account()')).rejects.toMatchObject({ code: '42501' });
    });
  }
  await database.rolledBack(async (session) => {
    await become(session, { role: 'authenticated', userId: null });
    await expect(session.query('select delete_my_account()')).rejects.toMatchObject({ code: '42501' });
  });
});
