import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, isConcurrent, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, people, signUp } from './people.ts';

const { memberA, memberB } = people;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.run(`
    insert into plans (id, period_months, photos_per_batch, offered) values
      ('gift', 1, 100, true), ('studio', 12, 500, true), ('monthly', 1, 500, true), ('hidden', 12, 500, false);
    insert into plan_prices (plan_id, currency, amount_minor) values
      ('gift', 'CNY', 0), ('studio', 'CNY', 9900), ('studio', 'EUR', 1290), ('monthly', 'CNY', 1200), ('hidden', 'CNY', 0);
  `);
});

afterAll(() => database.close());

/** Calls a function of the service with named parameters. */
async function call(session: Pick<Session, 'query'>, name: string, parameters: Readonly<Record<string, unknown>>) {
  const names = Object.keys(parameters).map((each, index) => `${each} => $${index + 1}`);
  const { rows } = await session.query(`select ${name}(${names.join()}) as answer`, Object.values(parameters));
  return rows[0]?.['answer'] as Readonly<Record<string, unknown>> & {
    readonly outcome: string;
    readonly subscription: Readonly<Record<string, unknown>>;
  };
}

function join(session: Pick<Session, 'query'>, more: Readonly<Record<string, unknown>> = {}) {
  const usual = { member: memberA.userId, request_key: randomUUID(), plan: 'member', currency: 'CNY' };
  return call(session, 'begin_checkout', { ...usual, ...more });
}

const read = async (session: Session, statement: string) => (await session.query(statement)).rows;
const logged = async (session: Session) =>
  (await read(session, 'select event from payment_logs order by id')).map(({ event }) => event);

/** Lets days pass for all members, by moving their subscriptions and events into the past. */
async function daysLater(session: Session, days: number) {
  const back = `make_interval(days => ${days})`;
  await session.query(`update user_subscriptions set start_date = start_date - ${back}, end_date = end_date - ${back},
    created_at = created_at - ${back}`);
  await session.query(`update private.subscription_events set event_at = event_at - ${back},
    data = data || case when data ? 'period_end'
      then jsonb_build_object('period_end', (data ->> 'period_end')::timestamptz - ${back}) else '{}' end`);
}

describe('the offer at 0', () => {
  test('is active at once, for the period of the plan, with a payment and an invoice of 0', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update settings set value = '{"name": "Isola", "tax_id": "91", "tax_rate": 600, "tax_name": "VAT"}'
        where key = 'billing.seller'`);
      const { outcome, subscription } = await join(session);
      expect({ outcome, ...subscription }).toMatchObject({
        outcome: 'active',
        plan_id: 'member',
        status: 'active',
        provider: 'offer',
        amount_minor: 0,
        cancelled_at: null,
      });
      expect(
        await read(session, `select end_date = start_date + interval '12 months' as holds from user_subscriptions`),
      ).toEqual([{ holds: true }]);
      expect(await read(session, `select amount_minor::int, currency, status, provider from payments`)).toEqual([
        { amount_minor: 0, currency: 'CNY', status: 'succeeded', provider: 'offer' },
      ]);
      const year = new Date().getUTCFullYear();
      expect(
        await read(
          session,
          `select number, kind, status, amount_minor::int, tax_rate, tax_name, seller, buyer from invoices`,
        ),
      ).toEqual([
        {
          number: `${year}-000001`,
          kind: 'invoice',
          status: 'issued',
          amount_minor: 0,
          tax_rate: 600,
          tax_name: 'VAT',
          seller: { name: 'Isola', tax_id: '91' },
          buyer: { username: 'memberA', email: 'memberA@example.com' },
        },
      ]);
      expect(await logged(session)).toEqual(['checkout-begun', 'checkout-completed', 'paid', 'invoice-issued']);
    });
  });

  test('returns the same for the same key, and begins one subscription', async () => {
    await database.rolledBack(async (session) => {
      const key = randomUUID();
      const first = await join(session, { request_key: key });
      expect(await join(session, { request_key: key })).toEqual(first);
      expect(await join(session, { request_key: key, plan: 'gift' })).toEqual({ outcome: 'already-requested' });
      expect(await read(session, 'select count(*)::int as n from user_subscriptions')).toEqual([{ n: 1 }]);
      expect(await read(session, 'select count(*)::int as n from invoices')).toEqual([{ n: 1 }]);
    });
  });

  test.each([
    ['free', 'CNY', 'not-offered'],
    ['hidden', 'CNY', 'not-offered'],
    ['member', 'EUR', 'not-offered'],
    ['studio', 'CNY', 'no-provider'],
  ])('of %s in %s answers %s', async (plan, currency, outcome) => {
    await database.rolledBack(async (session) => {
      expect(await join(session, { plan, currency })).toEqual({ outcome });
      expect(await read(session, 'select 1 from user_subscriptions')).toEqual([]);
    });
  });

  test('allows one at a time, and another one after it has ended', async () => {
    await database.rolledBack(async (session) => {
      await join(session);
      expect(await join(session, { plan: 'gift' })).toMatchObject({ outcome: 'already-subscribed' });
      await daysLater(session, 400);
      expect(await join(session, { plan: 'gift' })).toMatchObject({ outcome: 'active' });
      expect(await read(session, 'select plan_id, status from user_subscriptions order by start_date')).toEqual([
        { plan_id: 'member', status: 'expired' },
        { plan_id: 'gift', status: 'active' },
      ]);
    });
  });

  test('answers email-unconfirmed until the member has confirmed their email', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update auth.users set email_confirmed_at = null where id = '${memberA.userId}'`);
      expect(await join(session)).toEqual({ outcome: 'email-unconfirmed' });
    });
  });

  test('is cancelled at its end, resumed and changed to another plan, once for each key', async () => {
    await database.rolledBack(async (session) => {
      const change = (action: string, more: object = {}) =>
        call(session, 'change_subscription', { member: memberA.userId, action, request_key: randomUUID(), ...more });
      expect(await change('cancel')).toEqual({ outcome: 'not-subscribed' });
      await join(session);
      expect(await change('resume')).toEqual({ outcome: 'not-cancelled' });
      const key = randomUUID();
      const cancelled = await change('cancel', { request_key: key });
      expect(cancelled.subscription).toMatchObject({ status: 'active', cancelled_at: expect.any(String) as string });
      expect(await change('cancel', { request_key: key })).toEqual(cancelled);
      expect(await change('cancel')).toEqual({ outcome: 'already-cancelled' });
      expect((await change('resume')).subscription).toMatchObject({ status: 'active', cancelled_at: null });
      expect((await change('change', { plan: 'gift' })).subscription).toMatchObject({
        plan_id: 'gift',
        period_months: 1,
      });
      expect(await change('change', { plan: 'studio' })).toEqual({ outcome: 'not-changeable' });
      expect(await change('change', { plan: 'hidden' })).toEqual({ outcome: 'not-offered' });
      expect(await logged(session)).toEqual([
        'checkout-begun',
        'checkout-completed',
        'paid',
        'invoice-issued',
        'cancelled',
        'resumed',
        'changed',
      ]);
    });
  });

  test('is renewed by the job with an invoice, and ends when cancelled or no longer at 0', async () => {
    await database.rolledBack(async (session) => {
      await join(session, { plan: 'gift' });
      await join(session, { plan: 'gift', member: memberB.userId });
      await call(session, 'change_subscription', {
        member: memberB.userId,
        action: 'cancel',
        request_key: randomUUID(),
      });
      await daysLater(session, 40);
      await session.query('select public.prune_accounts()');
      const statuses = `select user_id, status, end_date > now() as lasts from user_subscriptions order by user_id`;
      expect(await read(session, statuses)).toEqual([
        { user_id: memberA.userId, status: 'active', lasts: true },
        { user_id: memberB.userId, status: 'expired', lasts: false },
      ]);
      expect(await read(session, 'select count(*)::int as n from invoices')).toEqual([{ n: 3 }]);
      await session.query('select public.prune_accounts()');
      expect(await read(session, 'select count(*)::int as n from invoices')).toEqual([{ n: 3 }]);

      await daysLater(session, 40);
      await session.query(`update plan_prices set amount_minor = 500 where plan_id = 'gift'`);
      await session.query('select public.prune_accounts()');
      expect(await read(session, `select distinct status from user_subscriptions`)).toEqual([{ status: 'expired' }]);
    });
  });

  test('is renewed before its end, so that the member never loses it between two runs of the job', async () => {
    await database.rolledBack(async (session) => {
      await join(session, { plan: 'gift' });
      const endsIn = (hours: number) =>
        session.query(`update user_subscriptions set end_date = now() + '${hours} hours'`);
      const lastsHours = `select extract(epoch from end_date - now())::int / 3600 as hours from user_subscriptions`;
      await endsIn(30);
      await session.query('select public.prune_accounts()');
      expect(await read(session, lastsHours)).toEqual([{ hours: 30 }]);
      await endsIn(20);
      await session.query('select public.prune_accounts()');
      const [{ hours }] = (await read(session, lastsHours)) as [{ hours: number }];
      // The month after these 20 hours has 28 to 31 days.
      expect(hours).toBeGreaterThanOrEqual(20 + 28 * 24 - 1);
      expect(hours).toBeLessThanOrEqual(20 + 31 * 24);
      expect(await read(session, 'select count(*)::int as n from invoices')).toEqual([{ n: 2 }]);
    });
  });
});

test(
  'subscriptions whose time is over are ended in portions of 100, and the job ends all of them',
  { tags: ['long'] },
  async () => {
    await database.rolledBack(async (session) => {
      const end = async (count: number) => {
        await session.query(`insert into auth.users (id, email, email_confirmed_at)
        select gen_random_uuid(), 'over-${count}-' || n || '@example.com', now() from generate_series(1, ${count}) as n`);
        await session.query(`insert into user_subscriptions (user_id, plan_id, status, start_date, end_date)
        select id, 'member', 'active', now() - interval '1 year', now() - interval '1 day' from auth.users where email like 'over-${count}-%'`);
      };
      const activeCount = `select count(*)::int as n from user_subscriptions where status = 'active'`;
      await end(150);
      const portion = 'select private.prune_billing() as has_more';
      expect(await read(session, portion)).toEqual([{ has_more: true }]);
      expect(await read(session, activeCount)).toEqual([{ n: 50 }]);
      expect(await read(session, portion)).toEqual([{ has_more: false }]);
      await end(250);
      await session.query('select public.prune_accounts()');
      expect(await read(session, activeCount)).toEqual([{ n: 0 }]);
    });
  },
);

/** Expected next state for each event and state; `-` means that the event changes nothing. */
const machine: Readonly<Record<string, string>> = {
  //                     pending    active     past_due   cancelled  expired
  checkout_completed: '  active     active     -          active     active ',
  renewed: '             active     active     active     active     active ',
  payment_failed: '      pending    past_due   past_due   -          -      ',
  cancelled: '           -          active     past_due   -          -      ',
  resumed: '             -          active     past_due   -          -      ',
  changed: '             -          active     past_due   -          -      ',
  ended: '               cancelled  cancelled  cancelled  -          -      ',
  ran_out: '             expired    expired    expired    -          -      ',
  refunded: '            -          cancelled  cancelled  -          -      ',
  disputed: '            -          past_due   past_due   -          -      ',
  dispute_won: '         -          active     active     -          -      ',
  dispute_lost: '        -          cancelled  cancelled  -          -      ',
};

/** Events that bring a subscription into each state, with the day of each. */
const waysTo: Readonly<Record<string, readonly (readonly [event: string, day: number])[]>> = {
  pending: [],
  active: [['checkout_completed', 0]],
  past_due: [
    ['checkout_completed', 0],
    ['payment_failed', 1],
  ],
  cancelled: [
    ['checkout_completed', 0],
    ['ended', 1],
  ],
  expired: [
    ['checkout_completed', 0],
    ['ran_out', 40],
  ],
};

describe.each(Object.entries(waysTo))('a subscription that is %s', (state, way) => {
  test.each(Object.keys(machine))('after the event %s', async (event) => {
    const states = Object.keys(waysTo);
    const to = machine[event]?.trim().split(/\s+/)[states.indexOf(state)];
    await database.rolledBack(async (session) => {
      const [row] = await read(
        session,
        `insert into user_subscriptions (user_id, plan_id, status, end_date, period_months, created_at, start_date)
        values ('${memberA.userId}', 'monthly', 'pending', now(), 1, '2026-01-01Z', '2026-01-01Z') returning id`,
      );
      await session.query(`select set_config('isola.billing', 'on', true)`);
      const happen = (name: string, day: number) =>
        session.query(
          `select private.record_subscription_event($1, $2, $3, timestamptz '2026-01-01Z' + make_interval(days => $4), '{}')`,
          [row?.['id'], `${name}-${day}`, name, day],
        );
      for (const [name, day] of way) await happen(name, day);
      const status = async () => (await read(session, 'select status from user_subscriptions'))[0]?.['status'];
      expect(await status()).toBe(state);
      // The event `ran_out` has an effect only after the end of the period.
      await happen(event, event === 'ran_out' || state === 'expired' ? 50 : 2);
      expect(await status()).toBe(to === '-' ? state : to);
    });
  });
});

describe('an invoice', () => {
  test.each(['the owner', 'the service'])('cannot be altered by %s, except to become void', async (who) => {
    await database.rolledBack(async (session) => {
      await join(session);
      const [invoice] = await read(session, 'select id from invoices');
      if (who === 'the service') await become(session, people.service);
      for (const change of [
        `update invoices set amount_minor = 5`,
        `update invoices set buyer = '{"name": "Another"}'`,
        `update invoices set lines = '[]'`,
        `update invoices set number = 'x'`,
        `delete from invoices`,
      ]) {
        await session.query('savepoint before');
        await expect(session.query(change), change).rejects.toThrow(/stays as it was issued|never removed/);
        await session.query('rollback to before');
      }
      expect(await call(session, 'void_invoice', { invoice: invoice?.['id'], reason: 'Twice' })).toBe('voided');
      expect(await call(session, 'void_invoice', { invoice: invoice?.['id'], reason: 'Twice' })).toBe('already-void');
      await expect(session.query(`update invoices set status = 'issued', voided_at = null`)).rejects.toThrow(/stays/);
    });
  });

  test('contains its tax by the rate of the seller', async () => {
    // The tax in 106.00 at 6 % is 6.00; in 11.90 at 19 % it is 1.90.
    const { rows } = await database.query(
      `select private.tax_within(10600, 600)::int as six, private.tax_within(1190, 1900)::int as nineteen, private.tax_within(99, 0)::int as none`,
    );
    expect(rows).toEqual([{ six: 600, nineteen: 190, none: 0 }]);
  });

  test.skipIf(!isConcurrent)(
    'has the next number, even when twenty are issued at once and some are rolled back',
    async () => {
      const members = Array.from({ length: 20 }, () => randomUUID());
      for (const id of members) await signUp(database, id, `${id}@example.com`, {});
      await database.withConnections(members.length, async (connections) => {
        await Promise.all(
          connections.map(async (connection, index) => {
            await connection.query('begin');
            await join(connection, { member: members[index] });
            await connection.query(index % 4 === 0 ? 'rollback' : 'commit');
          }),
        );
      });
      const { rows } = await database.query(`select right(number, 6)::int as number from invoices order by 1`);
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    },
  );

  test.skipIf(!isConcurrent)('and one plan result for a member who clicks in ten tabs at once', async () => {
    const member = randomUUID();
    await signUp(database, member, `${member}@example.com`, {});
    const outcomes = await database.withConnections(10, (connections) =>
      Promise.all(connections.map(async (connection) => (await join(connection, { member })).outcome)),
    );
    expect(outcomes.toSorted()).toEqual(['active', ...Array<string>(9).fill('already-subscribed')].toSorted());
    expect((await database.query('select 1 from user_subscriptions where user_id = $1', [member])).count).toBe(1);
  });
});

describe('an event of a provider', () => {
  test.skipIf(!isConcurrent)('is claimed by one of ten workers', async () => {
    await call(database, 'receive_webhook', {
      provider: 'stripe',
      verdict: 'valid',
      headers: {},
      body_base64: '',
      event_id: randomUUID(),
      type: 'any',
      payload: {},
    });
    const claims = await database.withConnections(10, (connections) =>
      Promise.all(connections.map((connection) => call(connection, 'claim_webhook', { worker: randomUUID() }))),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });

  test('is claimed by another worker after two minutes, and the first one can no longer apply it', async () => {
    await database.rolledBack(async (session) => {
      const workers = [randomUUID(), randomUUID()];
      const { id } = await call(session, 'receive_webhook', {
        provider: 'stripe',
        verdict: 'valid',
        headers: {},
        body_base64: '',
        event_id: 'event-1',
        type: 'any',
        payload: {},
      });
      const claim = (worker: number) => call(session, 'claim_webhook', { worker: workers[worker], event: id });
      const apply = (worker: number) =>
        call(session, 'apply_webhook', { event: id, worker: workers[worker], facts: [] });
      expect(await claim(0)).toMatchObject({ id });
      expect(await claim(1)).toBeNull();
      await session.query(`update webhook_events set claimed_until = now() - interval '1 second'`);
      expect(await claim(1)).toMatchObject({ id });
      expect(await apply(0)).toEqual({ outcome: 'lost' });
      expect(await apply(1)).toEqual({ outcome: 'ignored' });
      expect(await claim(1)).toBeNull();
    });
  });
});
