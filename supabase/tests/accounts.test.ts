import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { become, openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { addPeople, people, signUp } from './people.ts';

const { admin, memberA, memberB } = people;

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

test('no username or language makes a sign-up fail', async () => {
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
  'a member cannot choose the name %j',
  async (name) => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      await expect(session.query('update profiles set username = $1', [name])).rejects.toMatchObject({ code: '23514' });
    });
  },
);

test('a member changes and removes their name and language, and updated_at is set', async () => {
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

test('a member reads only their own active subscription, which has not ended', async () => {
  await database.rolledBack(async (session) => {
    await session.query(
      `insert into user_subscriptions (user_id, plan_id, status, start_date, end_date) values
        ($1, 'member', 'active', '2001-01-01', now() + '2 days'),
        ($1, 'free', 'cancelled', '2001-01-01', now() + '3 days'),
        ($2, 'free', 'active', '2001-01-01', now() + '9 days'),
        ($3, 'member', 'active', '2001-01-01', now() - '1 second'::interval)`,
      [memberA.userId, memberB.userId, admin.userId],
    );
    await become(session, memberA);
    const ask = `select plan_id from user_subscriptions
      where user_id = $1 and status = 'active' and end_date >= now() order by end_date desc limit 1`;
    expect((await session.query(ask, [memberA.userId])).rows).toEqual([{ plan_id: 'member' }]);
    expect((await session.query(ask, [memberB.userId])).rows).toEqual([]);
    await become(session, admin);
    expect((await session.query(ask, [admin.userId])).rows).toEqual([]);
  });
});

test('a member cannot have two current subscriptions', async () => {
  await database.rolledBack(async (session) => {
    const subscribe = (status: string) =>
      session.query(
        `insert into user_subscriptions (user_id, plan_id, status, end_date) values ($1, 'member', $2, now() + '1 day')`,
        [memberA.userId, status],
      );
    await subscribe('expired');
    await subscribe('active');
    await expect(subscribe('past_due')).rejects.toMatchObject({ code: '23505' });
  });
});

test('the query of the active subscription uses its index without sorting', async () => {
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
