import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, isConcurrent, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people } from './people.ts';

const { memberA, memberB, visitor, service, superAdmin } = people;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

async function ask(session: Session, call: string, parameters: readonly unknown[] = []) {
  return (await session.query(`select ${call} as answer`, parameters)).rows[0]?.['answer'];
}

const keysOf = (count: number) => Array.from({ length: count }, () => randomUUID());
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const sendDevice = (session: Session, keys: readonly (string | null)[] | null, day: string | null = null) =>
  ask(session, 'count_device_images($1::uuid[], $2::date)', [keys, day]);

const countDevice = async (...given: Parameters<typeof sendDevice>) =>
  ((await sendDevice(...given)) as { readonly counted: number }).counted;

const usedDays = async (session: Session) =>
  (await session.query(`select day::text, images::int from usage_days where kind = 'device' order by day`)).rows;

describe('images of a member’s own device', () => {
  test('each key counts once, however often and with whatever others it is sent', async () => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      const [first, second, third] = keysOf(3) as [string, string, string];
      expect(await countDevice(session, [first, second])).toBe(2);
      expect(await countDevice(session, [first, second])).toBe(0);
      expect(await countDevice(session, [second, third, third])).toBe(1);
      expect(await usedDays(session)).toEqual([{ day: dayBefore(0), images: 3 }]);
    });
  });

  test('a key belongs to one member', async () => {
    await database.rolledBack(async (session) => {
      const keys = keysOf(2);
      await become(session, memberA);
      expect(await countDevice(session, keys)).toBe(2);
      await become(session, memberB);
      expect(await countDevice(session, keys)).toBe(2);
      expect(await usedDays(session)).toEqual([{ day: dayBefore(0), images: 2 }]);
    });
  });

  test('count for the day on which they were made, of the last 60 days', async () => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      await countDevice(session, keysOf(1), dayBefore(3));
      await countDevice(session, keysOf(2), dayBefore(-3));
      await countDevice(session, keysOf(4), '2001-01-01');
      expect(await usedDays(session)).toEqual([
        { day: dayBefore(59), images: 4 },
        { day: dayBefore(3), images: 1 },
        { day: dayBefore(0), images: 2 },
      ]);
      const months = await session.query('select sum(images)::int as images from usage_months');
      expect(months.rows).toEqual([{ images: 7 }]);
    });
  });

  test('are counted up to 20,000 a day; further ones are reported as left out and recorded', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`insert into usage_days values ($1, 'device', (now() at time zone 'utc')::date, 19990)`, [
        memberA.userId,
      ]);
      await become(session, memberA);
      const keys = keysOf(25);
      expect(await sendDevice(session, keys)).toEqual({ counted: 10, left_out: 15 });
      // Ten of these were counted.
      expect(await sendDevice(session, [...keys, ...keysOf(3)])).toEqual({ counted: 0, left_out: 18 });
      expect(await usedDays(session)).toEqual([{ day: dayBefore(0), images: 20_000 }]);
      expect((await session.query('select left_out::int from usage_days')).rows).toEqual([{ left_out: 33 }]);
      expect(await sendDevice(session, keysOf(2), dayBefore(1))).toEqual({ counted: 2, left_out: 0 });
    });
  });

  test.each([
    ['none', []],
    ['null', null],
    ['a missing key', [null]],
    ['1,001', keysOf(1001)],
  ])('%s keys at once are refused', async (_, keys) => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      await expect(countDevice(session, keys)).rejects.toMatchObject({ code: '22023' });
    });
  });

  test.skipIf(!isConcurrent)('the same keys sent twice at once count once', async () => {
    const keys = keysOf(5);
    await database.withConnections(2, async ([first, second]) => {
      if (!first || !second) return;
      for (const connection of [first, second]) {
        await connection.query('begin');
        await become(connection, memberA);
      }
      expect(await countDevice(first, keys)).toBe(5);
      const later = countDevice(second, keys);
      await second.waiting();
      await first.query('commit');
      expect(await later).toBe(0);
      await second.query('rollback');
    });
    // These rows were committed, so no rollback removes them.
    await database.run('delete from private.counted_images; delete from usage_days; delete from usage_months');
  });

  test('keys are deleted after 60 days, and the counts stay', async () => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      await countDevice(session, keysOf(3));
      await session.query('reset role');
      await session.query(
        `update private.counted_images set counted_at = now() - interval '61 days'
         where image_key = (select min(image_key::text)::uuid from private.counted_images)`,
      );
      await session.query('select prune_accounts()');
      expect((await session.query('select from private.counted_images')).count).toBe(2);
      expect((await session.query(`select images::int from usage_days where kind = 'device'`)).rows).toEqual([
        { images: 3 },
      ]);
    });
  });
});

const subscribe = (session: Session, userId: string, end: string, status = 'active') =>
  session.query(
    `insert into user_subscriptions (user_id, plan_id, status, start_date, end_date, provider, period_months)
     values ($1, 'member', $3, '2001-01-01', now() + $2::interval, 'offer', 12)`,
    [userId, end, status],
  );

describe('my_membership', () => {
  test('without a subscription returns the free plan and no usage', async () => {
    await database.rolledBack(async (session) => {
      await become(session, memberA);
      const none = { today: 0, month: 0 };
      expect(await ask(session, 'my_membership()')).toEqual({
        // Limits of the plan `free` as the product owner decided them.
        plan: {
          id: 'free',
          ai_images_per_day: 10,
          ai_images_per_month: 100,
          api_images_per_day: null,
          api_images_per_month: 100,
          photos_per_batch: 50,
        },
        subscription: null,
        usage: { ai: none, api: none, device: none },
      });
    });
  });

  test.each([
    ['active', '1 day', 'member', 50],
    ['past_due', '1 day', 'member', 50],
    ['past_due', '-2 days', 'member', 50],
    ['active', '-1 second', 'free', 10],
    ['cancelled', '1 day', 'free', 10],
    ['pending', '1 day', 'free', 10],
  ])(
    'with a subscription that is %s and ends in %s returns %s, with %i AI images a day',
    async (status, end, plan, limit) => {
      await database.rolledBack(async (session) => {
        await subscribe(session, memberA.userId, end, status);
        await become(session, memberA);
        expect(await ask(session, 'my_membership()')).toMatchObject({
          plan: { id: plan, ai_images_per_day: limit },
          subscription:
            plan === 'free'
              ? null
              : { plan_id: plan, status, provider: 'offer', period_months: 12, cancelled_at: null },
        });
        // The limits on the page are the limits that apply.
        await become(session, service);
        expect(await ask(session, 'count_usage($1, $2, 1)', [memberA.userId, 'ai'])).toMatchObject({
          limit_per_day: limit,
        });
      });
    },
  );

  test('returns the caller’s own usage of today and this month', async () => {
    await database.rolledBack(async (session) => {
      await session.query(
        `insert into usage_months values ($1, 'ai', date_trunc('month', now() at time zone 'utc')::date, 7)`,
        [memberA.userId],
      );
      await become(session, service);
      await ask(session, 'count_usage($1, $2, 3)', [memberA.userId, 'ai']);
      await become(session, memberA);
      await countDevice(session, keysOf(2));
      const usage = { ai: { today: 3, month: 10 }, api: { today: 0, month: 0 }, device: { today: 2, month: 2 } };
      expect(await ask(session, 'my_membership()')).toMatchObject({ usage });
      await becomeProven(session, superAdmin);
      expect(await ask(session, 'my_membership()')).toMatchObject({ usage: { ai: { today: 0, month: 0 } } });
    });
  });

  test('my_usage returns the days of the last ninety, oldest first, of the caller alone', async () => {
    await database.rolledBack(async (session) => {
      for (const days of [0, 89, 90]) {
        await session.query(`insert into usage_days values ($1, 'ai', $2, $3)`, [
          memberA.userId,
          dayBefore(days),
          days + 1,
        ]);
      }
      const usage = `select day::text, kind, images::int from my_usage(90)`;
      await become(session, memberA);
      expect((await session.query(usage)).rows).toEqual([
        { day: dayBefore(89), kind: 'ai', images: 90 },
        { day: dayBefore(0), kind: 'ai', images: 1 },
      ]);
      await becomeProven(session, superAdmin);
      expect((await session.query(usage)).count).toBe(0);
      await expect(session.query('select * from my_usage(367)')).rejects.toMatchObject({ code: '22023' });
    });
  });
});

describe('an export', () => {
  test('contains all data of the caller, also of an administrator, and none of others', async () => {
    await database.rolledBack(async (session) => {
      for (const [name, { userId }] of Object.entries({ memberA, superAdmin })) {
        await subscribe(session, userId, '1 day');
        await session.query(
          `insert into payments (user_id, provider, amount_minor, currency) values ($1, 'offer', 0, 'CNY')`,
          [userId],
        );
        await session.query(`insert into payment_refunds (payment_id, amount_minor, status)
          select id, 1, 'succeeded' from payments where user_id = '${userId}'`);
        await session.query(
          `insert into invoices (number, user_id, amount_minor, currency) values ($1, $2, 0, 'CNY')`,
          [name, userId],
        );
        await session.query(`insert into feedback (text, language, email) values ($1, 'en', $2)`, [
          `From ${name}`,
          `${name}@EXAMPLE.com`,
        ]);
        await session.query(
          `insert into private.email_changes (user_id, old_email, new_email) values ($1, $2, 'new')`,
          [userId, `old-${name}`],
        );
      }
      for (const [name, other] of [
        ['memberA', 'superAdmin'],
        ['superAdmin', 'memberA'],
      ] as const) {
        await becomeProven(session, people[name]);
        const data = (await ask(session, 'export_my_data()')) as Record<string, unknown>;
        expect(data).toMatchObject({
          account: { id: people[name].userId, email: `${name}@example.com` },
          profile: { username: name },
          subscriptions: [{ plan_id: 'member' }],
          payments: [{ provider: 'offer' }],
          refunds: [{ amount_minor: 1 }],
          invoices: [{ number: name }],
          feedback: [{ text: `From ${name}` }],
          email_changes: [{ old_email: `old-${name}` }],
          known_networks: 0,
        });
        expect(JSON.stringify(data)).not.toContain(people[other].userId);
        expect(JSON.stringify(data)).not.toContain(other);
      }
    });
  });

  test('covers every table that refers to a member', async () => {
    const { rows } = await database.query(`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'auth.users'::regclass and connamespace in ('public'::regnamespace, 'private'::regnamespace)`);
    // Left out are copies of exported data, hashes, secrets, and rows that are deleted within days.
    const left = new Set([
      'admin_audit_log',
      'private.identity_proofs',
      'private.link_sessions',
      'private.mail_links',
      'private.password_attempts',
      'private.people',
      'private.provider_customers',
      'private.second_factor_changes',
      'private.second_factor_proofs',
      'private.second_factor_releases',
      'private.second_factors',
    ]);
    const exporting = await database.query(
      `select string_agg(prosrc, ' ') as source from pg_proc where proname in ('export_my_data', 'my_hidden_data')`,
    );
    const source = String(exporting.rows[0]?.['source']);
    const forgotten = rows
      .map(({ name }) => String(name))
      .filter((name) => !left.has(name) && !source.includes(name.includes('.') ? name : `public.${name}`));
    expect([...new Set(forgotten)]).toEqual([]);
  });
});

test.each(['my_membership()', 'my_usage(90)', 'my_hidden_data()', 'export_my_data()'])(
  'neither a visitor nor the service nor a token without a user may call %s',
  async (call) => {
    for (const actor of [visitor, service, { role: 'authenticated', userId: null }] as const) {
      await database.rolledBack(async (session) => {
        await become(session, actor);
        await expect(session.query(`select ${call}`)).rejects.toMatchObject({ code: '42501' });
      });
    }
  },
);
