import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, people } from './people.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

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
async function call(session: Session, name: string, parameters: Readonly<Record<string, unknown>>) {
  const names = Object.keys(parameters).map((each, index) => `${each} => $${index + 1}`);
  const { rows } = await session.query(`select ${name}(${names.join()}) as answer`, Object.values(parameters));
  return rows[0]?.['answer'] as Readonly<Record<string, unknown>> & {
    readonly outcome: string;
    readonly subscription: Readonly<Record<string, unknown>>;
  };
}

function join(session: Session, more: Readonly<Record<string, unknown>> = {}) {
  const usual = { member: memberA.userId, request_key: randomUUID(), plan: 'member', currency: 'CNY' };
  return call(session, 'begin_checkout', { ...usual, ...more });
}

const read = async (session: Session, statement: string) => (await session.query(statement)).rows;
const logged = async (session: Session) =>
  (await read(session, 'select event from payment_logs order by id')).map(({ event }) => event);

/** Lets so many days pass for a member, by moving what they have into the past. */
async function daysLater(session: Session, days: number) {
  const back = `make_interval(days => ${days})`;
  await session.query(`update user_subscriptions set start_date = start_date - ${back}, end_date = end_date - ${back},
    created_at = created_at - ${back}`);
  await session.query(`update private.subscription_events set event_at = event_at - ${back},
    data = data || case when data ? 'period_end'
      then jsonb_build_object('period_end', (data ->> 'period_end')::timestamptz - ${back}) else '{}' end`);
}

describe('the offer at 0', () => {
  test('is active at once, for the period of the plan, with a payment and an invoice over 0', async () => {
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

  test('the same key answers the same, and begins one', async () => {
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
  ])('%s in %s: %s', async (plan, currency, outcome) => {
    await database.rolledBack(async (session) => {
      expect(await join(session, { plan, currency })).toEqual({ outcome });
      expect(await read(session, 'select 1 from user_subscriptions')).toEqual([]);
    });
  });

  test('there is one at a time, and after it ran out another may begin', async () => {
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

  test('who has not confirmed their email is asked to', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update auth.users set email_confirmed_at = null where id = '${memberA.userId}'`);
      expect(await join(session)).toEqual({ outcome: 'email-unconfirmed' });
    });
  });

  test('cancelled it stays until its end, resumed it goes on, changed it is another plan; each key once', async () => {
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

  test('the job renews it with an invoice; cancelled, or no longer at 0, it runs out', async () => {
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
});
