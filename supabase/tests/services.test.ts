import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, isConcurrent, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, signUp } from './people.ts';

const { memberA, memberB, service, superAdmin, permitted } = people;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

async function count(session: Pick<Session, 'query'>, userId: string, kind: string, images: number | null = 1) {
  const { rows } = await session.query('select count_usage($1, $2, $3) as answer', [userId, kind, images]);
  return rows[0]?.['answer'] as { granted: boolean; used_today: number; used_this_month: number };
}

describe('usage', () => {
  const subscribe = (session: Pick<Session, 'query'>, userId: string, plan: string, end: string) =>
    session.query(
      `insert into user_subscriptions (user_id, plan_id, status, start_date, end_date)
       values ($1, $2, 'active', '2001-01-01', now() + $3::interval)`,
      [userId, plan, end],
    );

  const limits = [
    ['of a day', 'per-day', 'ai_images_per_day'],
    ['of a month', 'per-month', 'ai_images_per_month'],
  ] as const;

  /** @returns the id of a new user who may make seven images. */
  const addLimited = async (plan: string, column: string) => {
    await database.query(
      `insert into plans (id, photos_per_batch, ${column}) values ('${plan}', 1, 7) on conflict do nothing`,
    );
    const userId = randomUUID();
    await signUp(database, userId, `${userId}@example.com`, {});
    await subscribe(database, userId, plan, '1 day');
    return userId;
  };
  const used = async (userId: string) =>
    (
      await database.query(
        `select (select images::int from usage_days where user_id = $1) as day,
          (select images::int from usage_months where user_id = $1) as month`,
        [userId],
      )
    ).rows;

  test.each(limits)('grants seven of twenty calls in a row under a limit %s of seven', async (_, plan, column) => {
    const userId = await addLimited(plan, column);
    const granted: boolean[] = [];
    for (let turn = 0; turn < 20; turn += 1) granted.push((await count(database, userId, 'ai')).granted);
    expect(granted).toEqual(Array.from({ length: 20 }, (_each, turn) => turn < 7));
    expect(await used(userId)).toEqual([{ day: 7, month: 7 }]);
  });

  test.skipIf(!isConcurrent).each(limits)(
    'grants seven of twenty concurrent calls under a limit %s of seven',
    async (_, plan, column) => {
      const userId = await addLimited(plan, column);
      await count(database, userId, 'ai');
      await database.query('update usage_days set images = 0 where user_id = $1', [userId]);
      await database.query('update usage_months set images = 0 where user_id = $1', [userId]);
      const answers = await database.withConnections(21, async ([holder, ...callers]) => {
        // All twenty read their snapshots before they wait for this row. Only then does the first one continue.
        await holder?.query('begin');
        await holder?.query('select 1 from usage_months where user_id = $1 for update', [userId]);
        const calls = callers.map((caller) => count(caller, userId, 'ai'));
        await Promise.all(callers.map((caller) => caller.waiting()));
        await holder?.query('commit');
        return Promise.all(calls);
      });
      expect(answers.filter(({ granted }) => granted)).toHaveLength(7);
      expect(Math.max(...answers.map(({ used_today }) => used_today))).toBe(7);
      expect(await used(userId)).toEqual([{ day: 7, month: 7 }]);
    },
  );

  test('without a subscription is limited by the free plan: 100 images a month through the API, granted all or none', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      expect(await count(session, memberA.userId, 'api', 99)).toEqual({
        granted: true,
        used_today: 99,
        limit_per_day: null,
        used_this_month: 99,
        limit_per_month: 100,
      });
      expect(await count(session, memberA.userId, 'api', 2)).toMatchObject({ granted: false, used_this_month: 99 });
      expect(await count(session, memberA.userId, 'api')).toMatchObject({ granted: true, used_this_month: 100 });
      expect(await count(session, memberA.userId, 'ai')).toMatchObject({ granted: true, used_this_month: 1 });
      expect(await count(session, memberB.userId, 'api')).toMatchObject({ granted: true, used_this_month: 1 });
    });
  });

  test('of earlier days counts for the month alone', async () => {
    await database.rolledBack(async (session) => {
      await session.query(
        `insert into usage_months values ($1, 'ai', date_trunc('month', now() at time zone 'utc')::date, 99)`,
        [memberA.userId],
      );
      expect(await count(session, memberA.userId, 'ai')).toMatchObject({ granted: true, used_today: 1 });
      expect(await count(session, memberA.userId, 'ai')).toMatchObject({ granted: false, used_today: 1 });
    });
  });

  test.each([
    ['1 day', 50],
    ['-1 second', 10],
  ])('of a membership that ends in %s is limited to %i AI images a day', async (end, limit) => {
    await database.rolledBack(async (session) => {
      await subscribe(session, memberA.userId, 'member', end);
      expect(await count(session, memberA.userId, 'ai')).toMatchObject({ limit_per_day: limit });
    });
  });

  test.each([
    ['a member', `count_usage('${memberA.userId}', 'ai', 1)`, memberA],
    ['a visitor', `count_usage('${memberA.userId}', 'ai', 1)`, people.visitor],
    ['a visitor', 'count_device_images(array[gen_random_uuid()])', people.visitor],
    ['a visitor', `reserve_ai_images('${memberA.userId}', gen_random_uuid(), 1)`, people.visitor],
    ['a member', `reserve_ai_images('${memberA.userId}', gen_random_uuid(), 1)`, memberA],
    ['a super admin', `reserve_ai_images('${memberA.userId}', gen_random_uuid(), 1)`, superAdmin],
    ['a visitor', `settle_ai_images('${memberA.userId}', gen_random_uuid(), 0)`, people.visitor],
    ['a member', `settle_ai_images('${memberA.userId}', gen_random_uuid(), 0)`, memberA],
    ['a super admin', `settle_ai_images('${memberA.userId}', gen_random_uuid(), 0)`, superAdmin],
    ['a super admin', `count_usage('${memberA.userId}', 'ai', 1)`, superAdmin],
    ['a super admin', 'apply_grants()', superAdmin],
    ['the service', 'apply_grants()', service],
  ])('%s may not call %s', async (_, call, actor) => {
    await database.rolledBack(async (session) => {
      await become(session, actor);
      await expect(session.query(`select ${call}`)).rejects.toMatchObject({ code: '42501' });
    });
  });

  test.each([
    ['device', 1],
    ['', 1],
    ['ai', 0],
    ['ai', -5],
    ['ai', 10_001],
    ['ai', null],
  ])('kind %j and %j images are refused', async (kind, images) => {
    await database.rolledBack(async (session) => {
      await expect(count(session, memberA.userId, kind, images)).rejects.toMatchObject({ code: '22023' });
    });
  });
});

describe('AI images', () => {
  const reserve = async (
    session: Pick<Session, 'query'>,
    key: string,
    images: number,
    userId: string = memberA.userId,
  ) => {
    const { rows } = await session.query('select reserve_ai_images($1, $2, $3) as answer', [userId, key, images]);
    return rows[0]?.['answer'];
  };
  const settle = (session: Pick<Session, 'query'>, key: string, made: number, userId: string = memberA.userId) =>
    session.query('select settle_ai_images($1, $2, $3)', [userId, key, made]);
  const used = async (session: Pick<Session, 'query'>, userId: string = memberA.userId) =>
    (
      await session.query(
        `select (select images::int from usage_days where user_id = $1 and kind = 'ai') as day,
          (select images::int from usage_months where user_id = $1 and kind = 'ai') as month`,
        [userId],
      )
    ).rows[0];
  const asService = (work: (session: Session) => Promise<void>) =>
    database.rolledBack(async (session) => {
      await become(session, service);
      await work(session);
    });

  test('the free plan allows ten a day: four, four, the two that are left, and then none', () =>
    asService(async (session) => {
      expect(await reserve(session, randomUUID(), 4)).toEqual({ outcome: 'reserved', images: 4, left: 6 });
      expect(await reserve(session, randomUUID(), 4)).toEqual({ outcome: 'reserved', images: 4, left: 2 });
      expect(await reserve(session, randomUUID(), 4)).toEqual({ outcome: 'reserved', images: 2, left: 0 });
      expect(await reserve(session, randomUUID(), 1)).toEqual({ outcome: 'limit-day', images: 0, left: 0 });
      expect(await used(session)).toEqual({ day: 10, month: 10 });
    }));

  test('a request that is sent again counts once, also after it is done', () =>
    asService(async (session) => {
      const key = randomUUID();
      await reserve(session, key, 4);
      expect(await reserve(session, key, 4)).toEqual({ outcome: 'repeated', images: 0, left: 0 });
      await settle(session, key, 4);
      expect(await reserve(session, key, 4)).toMatchObject({ outcome: 'repeated' });
      expect(await used(session)).toEqual({ day: 4, month: 4 });
      // The key belongs to one member.
      expect(await reserve(session, key, 4, memberB.userId)).toMatchObject({ outcome: 'reserved' });
    }));

  test('images that were not made are given back once, and a request without images may be sent again', () =>
    asService(async (session) => {
      const [partly, failed] = [randomUUID(), randomUUID()];
      await reserve(session, partly, 4);
      await reserve(session, failed, 3);
      await settle(session, partly, 1);
      await settle(session, partly, 0);
      expect(await used(session)).toEqual({ day: 4, month: 4 });
      await settle(session, failed, 0);
      await settle(session, failed, 0);
      await settle(session, randomUUID(), 0);
      expect(await used(session)).toEqual({ day: 1, month: 1 });
      expect(await reserve(session, failed, 3)).toMatchObject({ outcome: 'reserved', left: 6 });
    }));

  test('images of a request that ran over midnight are given back to the day before', async () => {
    await database.rolledBack(async (session) => {
      const key = randomUUID();
      await reserve(session, key, 4);
      await session.query(`update private.ai_reservations set day = day - 1`);
      await session.query(`insert into usage_days select user_id, kind, day - 1, 9 from usage_days`);
      await settle(session, key, 0);
      const { rows } = await session.query('select images::int from usage_days where user_id = $1 order by day', [
        memberA.userId,
      ]);
      expect(rows).toEqual([{ images: 5 }, { images: 4 }]);
    });
  });

  test('the limit of the month is reported when it is the reached one', async () => {
    await database.rolledBack(async (session) => {
      await session.query(
        `insert into usage_months values ($1, 'ai', date_trunc('month', now() at time zone 'utc')::date, 97)`,
        [memberA.userId],
      );
      expect(await reserve(session, randomUUID(), 4)).toEqual({ outcome: 'reserved', images: 3, left: 0 });
      expect(await reserve(session, randomUUID(), 4)).toMatchObject({ outcome: 'limit-month' });
    });
  });

  test('a plan without limits returns null as the remaining number', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update plans set ai_images_per_day = null, ai_images_per_month = null where id = 'free'`);
      expect(await reserve(session, randomUUID(), 4)).toEqual({ outcome: 'reserved', images: 4, left: null });
    });
  });

  test('reservations of a stopped server are given back after a quarter of an hour', async () => {
    await database.rolledBack(async (session) => {
      const [abandoned, done] = [randomUUID(), randomUUID()];
      await reserve(session, abandoned, 4);
      await reserve(session, done, 2);
      await settle(session, done, 2);
      await session.query(`update private.ai_reservations set reserved_at = now() - interval '14 minutes'`);
      expect(await reserve(session, randomUUID(), 1)).toMatchObject({ left: 3 });
      await session.query(`update private.ai_reservations set reserved_at = now() - interval '16 minutes'`);
      // The four abandoned images are given back, and one more was reserved just now.
      expect(await reserve(session, randomUUID(), 1)).toMatchObject({ left: 7 });
    });
  });

  test.skipIf(!isConcurrent)(
    'twenty concurrent requests get ten images under a limit of ten, and twenty with the same key get one',
    async () => {
      const userId = randomUUID();
      await signUp(database, userId, `${userId}@example.com`, {});
      const same = randomUUID();
      const answers = await database.withConnections(20, (callers) =>
        Promise.all(callers.map((caller) => reserve(caller, same, 1, userId))),
      );
      expect(answers.filter((answer) => (answer as { outcome: string }).outcome === 'reserved')).toHaveLength(1);
      await database.withConnections(20, (callers) =>
        Promise.all(callers.map((caller) => reserve(caller, randomUUID(), 1, userId))),
      );
      expect(await used(database, userId)).toEqual({ day: 10, month: 10 });
    },
  );

  test('the ceiling of a day applies to all callers, and images that were not made are given back to their day', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update settings set value = '10' where key = 'ai.images_per_day'`);
      const take = async (images: number) =>
        (await session.query('select take_ai_images_of_day($1) as answer', [images])).rows[0]?.['answer'] as {
          day: string;
          taken: number;
        };
      expect((await take(4)).taken).toBe(4);
      const { day, taken } = await take(8);
      expect(taken).toBe(6);
      expect((await take(1)).taken).toBe(0);
      await session.query('select give_back_ai_images_of_day($1, 5)', [day]);
      // Images that are given back for another day do not count for today.
      await session.query('select give_back_ai_images_of_day($1::date - 1, 5)', [day]);
      expect((await take(8)).taken).toBe(5);
      await becomeProven(session, superAdmin);
      expect((await session.query('select admin_today() as today')).rows[0]).toMatchObject({
        today: { ai_images: 10, ai_images_per_day: 10 },
      });
    });
  });

  test.skipIf(!isConcurrent)('a ceiling of seven a day grants seven of twenty concurrent requests', async () => {
    await database.query(`update settings set value = '7' where key = 'ai.images_per_day'`);
    const taken = await database.withConnections(20, (callers) =>
      Promise.all(
        callers.map(
          async (caller) => (await caller.query(`select (take_ai_images_of_day(1) ->> 'taken')::int as n`)).rows,
        ),
      ),
    );
    expect(taken.flat().filter(({ n }) => n === 1)).toHaveLength(7);
    await database.query(`update settings set value = '1000' where key = 'ai.images_per_day'`);
  });

  test('has_paid_plan is true for members who pay or were granted a plan', async () => {
    const isPaying = async (amount: number, provider: string, status: string) =>
      database.rolledBack(async (session) => {
        await session.query(
          `insert into user_subscriptions (user_id, plan_id, status, end_date, amount_minor, provider)
           values ($1, 'member', $2, now() + interval '1 day', $3, $4)`,
          [memberA.userId, status, amount, provider],
        );
        return (await session.query('select has_paid_plan($1) as answer', [memberA.userId])).rows[0]?.['answer'];
      });
    expect(await isPaying(900, 'stripe', 'active')).toBe(true);
    expect(await isPaying(900, 'stripe', 'past_due')).toBe(true);
    expect(await isPaying(0, 'admin', 'active')).toBe(true);
    expect(await isPaying(0, 'offer', 'active')).toBe(false);
    expect(await isPaying(900, 'stripe', 'cancelled')).toBe(false);
  });

  test('an offered plan causes a warning until a seller is entered', async () => {
    await database.rolledBack(async (session) => {
      const isOpen = async () => (await session.query('select offer_without_seller() as open')).rows[0]?.['open'];
      await session.query(`update plans set offered = false where id <> 'free'`);
      expect(await isOpen()).toBe(false);
      await session.query(`update plans set offered = true where id = 'member'`);
      expect(await isOpen()).toBe(true);
      await session.query(`insert into settings (key, value) values ('billing.seller', '{"name": " "}')
        on conflict (key) do update set value = excluded.value`);
      expect(await isOpen()).toBe(true);
      await session.query(`update settings set value = '{"name": "Isola Ltd."}' where key = 'billing.seller'`);
      expect(await isOpen()).toBe(false);
    });
  });

  test.each([0, 101, null])('%j images are refused', async (images) => {
    await database.rolledBack(async (session) => {
      await expect(reserve(session, randomUUID(), images as number)).rejects.toMatchObject({ code: '22023' });
    });
  });
});

describe('webhook events', () => {
  const record = `insert into webhook_events (provider, event_id, signature_valid, type, payload)
    values ($1, $2, $3, 'paid', '{}') on conflict (provider, event_id) do nothing`;

  test('ten concurrent deliveries of an event store it once', async () => {
    const deliveries = Array.from({ length: 10 }, () => database.query(record, ['stripe', 'event-1', true]));
    const stored = (await Promise.all(deliveries)).filter((each) => each.count > 0);
    expect(stored).toHaveLength(1);
    expect((await database.query(record, ['another', 'event-1', true])).count).toBe(1);
  });

  test('a forged event is stored and does not take the place of the true one', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      for (const delivery of [
        [null, false],
        [null, false],
        ['event-2', true],
      ]) {
        expect((await session.query(record, ['stripe', ...delivery])).count).toBe(1);
      }
      await expect(session.query(record, ['stripe', 'event-3', false])).rejects.toMatchObject({ code: '23514' });
    });
  });
});

test('an address is pre-registered once in any case', async () => {
  await database.rolledBack(async (session) => {
    await become(session, service);
    await session.query(`insert into api_preregistrations (email, language) values ('Lin@Example.com', 'zh')`);
    await expect(
      session.query(`insert into api_preregistrations (email, language) values ('lin@example.COM', 'en')`),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a pre-registration', () => {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  const ask = async (session: Session, email: string, token: string, language = 'en') => {
    const statement = 'select request_preregistration($1, $2, $3) as answer';
    return (await session.query(statement, [email, language, hashOf(token)])).rows[0]?.['answer'];
  };
  const confirm = async (session: Session, token: string) => {
    const { rows } = await session.query('select confirm_preregistration($1) as answer', [hashOf(token)]);
    return rows[0]?.['answer'];
  };
  const age = async (session: Session, age: string) => {
    await session.query('reset role');
    await session.query(`update private.preregistration_links set created_at = now() - interval '${age}'`);
    await become(session, service);
  };

  test('is unconfirmed until its link is used, which works once', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      expect(await ask(session, 'lin@example.com', 'first')).toBe(true);
      const read = 'select confirmed_at is null as is_open from api_preregistrations';
      expect((await session.query(read)).rows).toEqual([{ is_open: true }]);
      expect(await confirm(session, 'guessed')).toBe('link-expired');
      expect(await confirm(session, 'first')).toBe('confirmed');
      expect((await session.query(read)).rows).toEqual([{ is_open: false }]);
      expect(await confirm(session, 'first')).toBe('already-confirmed');
    });
  });

  test('has one row for an address, in the language of the last request, and each of its links is valid', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      await ask(session, 'Lin@Example.com', 'first', 'en');
      expect(await ask(session, 'lin@example.COM', 'second', 'de')).toBe(true);
      const { rows } = await session.query('select email, language from api_preregistrations');
      expect(rows).toEqual([{ email: 'Lin@Example.com', language: 'de' }]);
      expect(await confirm(session, 'first')).toBe('confirmed');
      expect(await confirm(session, 'second')).toBe('already-confirmed');
    });
  });

  test('that was confirmed needs no further email and does not change', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      await ask(session, 'lin@example.com', 'first', 'en');
      await confirm(session, 'first');
      expect(await ask(session, 'lin@example.com', 'second', 'de')).toBe(false);
      expect((await session.query('select language from api_preregistrations')).rows).toEqual([{ language: 'en' }]);
      expect(await confirm(session, 'second')).toBe('link-expired');
    });
  });

  test('can be confirmed for a day', async () => {
    await database.rolledBack(async (session) => {
      await become(session, service);
      await ask(session, 'lin@example.com', 'first');
      await age(session, '24 hours 1 minute');
      expect(await confirm(session, 'first')).toBe('link-expired');
      await age(session, '23 hours 59 minutes');
      expect(await confirm(session, 'first')).toBe('confirmed');
    });
  });
});

test.each([
  `insert into feedback (text, language) values ('', 'en')`,
  `insert into feedback (text, language) values (repeat('x', 5001), 'en')`,
  `insert into feedback (text, language, email) values ('x', 'en', 'nobody')`,
  `insert into feedback (text, language, email) values ('x', 'en', 'a@' || repeat('x', 260))`,
  `insert into feedback (text, language, page) values ('x', 'en', repeat('/', 301))`,
  `insert into api_preregistrations (email, language) values ('a b@example.com', 'en')`,
  `insert into api_preregistrations (email, language) values ('a@example.com', '<script>')`,
  `insert into settings (key, value) values ('x', to_jsonb(repeat('x', 60000)))`,
  `insert into settings (key, value) values ('Not a key', '1')`,
  `insert into settings (key, value) values ('admin.identity_minutes', '0')`,
  `insert into settings (key, value) values ('admin.identity_minutes', '121')`,
  `insert into settings (key, value) values ('admin.identity_minutes', '1.5')`,
  `insert into settings (key, value) values ('admin.identity_minutes', '"30"')`,
  `insert into settings (key, value) values ('admin.identity_minutes', 'null')`,
  `insert into payments (provider, amount_minor, currency) values ('stripe', -1, 'CNY')`,
  `insert into payments (provider, amount_minor, currency) values ('stripe', 1, 'yuan')`,
  `insert into usage_months (user_id, kind, month) values ('${memberA.userId}', 'ai', '2026-11-02')`,
  `insert into admins (user_id, role, permissions) values ('${memberA.userId}', 'support', array[null])`,
  `insert into admins (user_id, role, permissions) values ('${memberA.userId}', 'support', array_fill('x'::text, array[101]))`,
])('refused: %s', async (statement) => {
  await database.rolledBack(async (session) => {
    await become(session, service);
    await expect(session.query(statement)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the log of administrators', () => {
  const entries = `select actor_id, action, table_name, row_id, row_before ->> 'value' as before, row_after ->> 'value' as after
    from admin_audit_log order by id desc`;

  test('contains actor, row, and values before and after', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`delete from settings`);
      await becomeProven(session, superAdmin);
      await session.query(`insert into settings (key, value) values ('sign-ups', '"open"')`);
      await session.query(`update settings set value = '"closed"'`);
      await session.query(`delete from settings`);
      const { rows } = await session.query(`${entries} limit 3`);
      const entry = { actor_id: superAdmin.userId, table_name: 'settings', row_id: 'sign-ups' };
      expect(rows).toEqual([
        { ...entry, action: 'delete', before: 'closed', after: null },
        { ...entry, action: 'update', before: 'open', after: 'closed' },
        { ...entry, action: 'insert', before: null, after: 'open' },
      ]);
    });
  });

  test('contains changes of appointments, plans and prices, and not the service’s changes of subscriptions', async () => {
    await database.rolledBack(async (session) => {
      const before = (await session.query(entries)).count;
      await become(session, service);
      await session.query(`insert into user_subscriptions (user_id, plan_id, status, end_date)
        values ('${memberA.userId}', 'member', 'active', now() + '1 year')`);
      expect((await session.query(entries)).count).toBe(before);

      await session.query('reset role');
      await session.query(
        `update admins set permissions = '{settings.read,settings.write}' where user_id = '${permitted.userId}'`,
      );
      await becomeProven(session, permitted);
      await session.query(`update plan_prices set amount_minor = 9900 where plan_id = 'member'`);
      await becomeProven(session, superAdmin);
      await session.query(`insert into admins values ('${memberB.userId}', 'support')`);
      await session.query(`update plans set position = 9 where id = 'member'`);
      const { rows } = await session.query(`${entries} limit 4`);
      expect(rows.map((row) => [row['table_name'], row['action'], row['actor_id']])).toEqual([
        ['plans', 'update', superAdmin.userId],
        ['admins', 'insert', superAdmin.userId],
        ['plan_prices', 'update', permitted.userId],
        ['admins', 'update', null],
      ]);
    });
  });

  test.each(['update admin_audit_log set actor_id = null', 'delete from admin_audit_log', 'truncate admin_audit_log'])(
    'cannot be altered, even by the owner of the server: %s',
    async (statement) => {
      await database.rolledBack(async (session) => {
        await expect(session.query(statement)).rejects.toMatchObject({ code: '42501' });
      });
    },
  );
});
