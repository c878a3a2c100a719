/** @module-tag long */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase, type Session, type TestDatabase } from '../../../tests/open-test-database.ts';
import { addPeople, people } from '../../../tests/people.ts';
import { handlePaymentWebhook } from '../../payment-webhook/handle.ts';
import { beginAtStripe, contextOn, stripeForTest } from './payments-for-test.ts';
import { delivered, eventsOf, type StripeEvent } from './stripe-for-test.ts';

const { memberA } = people;
const day = 86_400;
const begin = Math.floor(Date.now() / 1_000) - 10 * day;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.run(`
    insert into plans (id, period_months, photos_per_batch, offered) values ('monthly', 1, 500, true), ('gift', 1, 100, true);
    insert into plan_prices (plan_id, currency, amount_minor) values ('monthly', 'CNY', 1200), ('gift', 'CNY', 0);
    update settings set value = '{"name": "Isola", "tax_rate": 1900, "tax_name": "VAT"}' where key = 'billing.seller';
  `);
});

afterAll(() => database.close());

const rows = async (session: Session, statement: string, values: readonly unknown[] = []) =>
  (await session.query(statement, values)).rows;

/** Returns the session of a member who has paid 12.00 for 31 days. */
async function withPayment(session: Session, at = begin) {
  const stripe = await stripeForTest();
  const context = contextOn(session, memberA.userId, stripe.environment);
  const join = (plan: string) =>
    context.call('begin_checkout', {
      member: memberA.userId,
      request_key: randomUUID(),
      plan,
      currency: 'CNY',
      provider: 'stripe',
    }) as Promise<{ outcome: string }>;
  const events = eventsOf(await beginAtStripe(context, memberA.userId, 'monthly', 'a'), 'a');
  const deliver = async (...all: readonly StripeEvent[]) => {
    for (const event of all) expect((await handlePaymentWebhook(await delivered(event), context)).status).toBe(200);
  };
  await deliver(events.completed(at), events.paid(at, '1', at, at + 31 * day));
  return { ...stripe, context, events, deliver, join };
}

const taxes = (session: Session) =>
  rows(session, `select kind, amount_minor::int as amount, tax_minor::int as tax from invoices order by number`);
const state = async (session: Session) => {
  const [payment] = await rows(session, 'select status from payments');
  const [subscription] = await rows(session, 'select status from user_subscriptions');
  return [payment?.['status'], subscription?.['status']];
};

describe('refunds', () => {
  test('in three parts take back exactly the tax of the invoice', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events } = await withPayment(session);
      // The tax in 12.00 at 19 % is 1.92 (1.9159…). The tax in 4.00 is 0.64 (0.6386…), three times which is 1.92. The
      // taxes in 3.33, 5.34 and 3.33 are 0.53, 0.85 and 0.53, which would add up to 1.91.
      await deliver(events.refunded(begin + 60, '1', 333), events.refunded(begin + 61, '1', 534));
      await deliver({
        ...events.refunded(begin + 62, '1', 333),
        id: 'evt_third',
        data: { object: refundOf('re_third', 333) },
      });
      const [invoice, ...notes] = await taxes(session);
      expect(invoice).toEqual({ kind: 'invoice', amount: 1_200, tax: 192 });
      expect(notes.map(({ amount }) => amount)).toEqual([333, 534, 333]);
      expect(notes.reduce((sum, { tax }) => sum + Number(tax), 0)).toBe(192);
    });
  });

  test('of more than was paid take back no more than the invoice charges', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events } = await withPayment(session);
      await deliver(events.refunded(begin + 60, '1', 1_000), events.refunded(begin + 61, '1', 900));
      expect((await taxes(session)).slice(1)).toEqual([
        { kind: 'credit-note', amount: 1_000, tax: 160 },
        { kind: 'credit-note', amount: 200, tax: 32 },
      ]);
      expect(await rows(session, 'select status, refunded_minor::int from payments')).toEqual([
        { status: 'refunded', refunded_minor: 1_200 },
      ]);
    });
  });

  test('that fail after they were reported restore payment and plan', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events } = await withPayment(session);
      const refunded = events.refunded(begin + 60, '1', 1_200);
      await deliver(refunded);
      expect(await state(session)).toEqual(['refunded', 'cancelled']);
      const failed = {
        ...refunded,
        id: 'evt_failed',
        type: 'refund.failed',
        created: begin + 2 * day,
        data: { object: { ...refunded.data.object, status: 'failed' } },
      };
      await deliver(failed);
      expect(await state(session)).toEqual(['succeeded', 'active']);
      expect(await rows(session, `select status from invoices where kind = 'credit-note'`)).toEqual([
        { status: 'void' },
      ]);
    });
  });
});

function refundOf(id: string, amount: number) {
  return { id, amount, currency: 'cny', status: 'succeeded', payment_intent: 'pi_a_1', reason: null };
}

describe('a dispute', () => {
  const orders = [
    ['in order', [0, 1, 2]],
    ['the last report first', [2, 1, 0]],
    ['lost last', [0, 2, 1]],
  ] as const;
  test.each(orders)('that is lost and finally won counts as won, with events delivered %s', async (_, order) => {
    await database.rolledBack(async (session) => {
      const { deliver, events } = await withPayment(session);
      const won = { ...events.dispute(begin + 3 * day, '1', 'won'), id: 'evt_won' };
      const all = [
        events.dispute(begin + day, '1', 'needs_response'),
        events.dispute(begin + 2 * day, '1', 'lost'),
        won,
      ];
      for (const index of order) await deliver(all[index] as StripeEvent);
      expect(await rows(session, 'select status from payment_disputes')).toEqual([{ status: 'won' }]);
      expect((await state(session))[0]).toBe('succeeded');
    });
  });

  test('that was won does not open again when an old event is replayed', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events, context } = await withPayment(session);
      await deliver(events.dispute(begin + day, '1', 'needs_response'), events.dispute(begin + 2 * day, '1', 'won'));
      const [{ id }] = (await rows(
        session,
        `select id::int from webhook_events where type = 'charge.dispute.created'`,
      )) as [{ id: number }];
      await context.call('replay_webhook', { event: id });
      await deliver(events.other(begin));
      expect(await rows(session, `select status from webhook_events where id = $1`, [id])).toEqual([
        { status: 'processed' },
      ]);
      expect(await state(session)).toEqual(['succeeded', 'active']);
    });
  });
});

describe('invoice numbers', () => {
  test('continue after the millionth of a year', async () => {
    await database.rolledBack(async (session) => {
      const year = new Date().getUTCFullYear();
      await session.query('insert into private.invoice_series values ($1, 999998)', [String(year)]);
      await session.query(`select set_config('isola.billing', 'on', true)`);
      const next = async () =>
        (await rows(session, 'select private.next_invoice_number($1) as n', [String(year)]))[0]?.['n'];
      expect([await next(), await next(), await next()]).toEqual([
        `${year}-999999`,
        `${year}-1000000`,
        `${year}-1000001`,
      ]);
    });
  });

  test('contain the year in UTC, whatever the time zone of the session', async () => {
    await database.rolledBack(async (session) => {
      // In one of these zones it is another day now, and around New Year another year.
      for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
        await session.query('savepoint zone');
        await session.query(`select set_config('timezone', $1, true)`, [zone]);
        await withPayment(session);
        expect(await rows(session, `select number from invoices`)).toEqual([
          { number: `${new Date().getUTCFullYear()}-000001` },
        ]);
        expect(await rows(session, `select extract(epoch from end_date)::int as ends from user_subscriptions`)).toEqual(
          [{ ends: begin + 31 * day }],
        );
        await session.query('rollback to zone');
      }
    });
  });
});

describe('an invoice', () => {
  test('cannot become void before its credit note', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events, context } = await withPayment(session);
      await deliver(events.refunded(begin + 60, '1', 500));
      const [invoice, note] = (await rows(session, 'select id from invoices order by number')) as { id: string }[];
      const voided = (of?: { id: string }) => context.call('void_invoice', { invoice: of?.id, reason: 'Wrong buyer' });
      expect(await voided(invoice)).toBe('corrected');
      expect(await voided(note)).toBe('voided');
      expect(await voided(invoice)).toBe('voided');
    });
  });
});

describe('a plan that the provider continues to charge', () => {
  test.each(['a refund of all', 'a lost dispute'])(
    'becomes active again with the next payment after %s',
    async (what) => {
      await database.rolledBack(async (session) => {
        const { deliver, events, context } = await withPayment(session);
        await deliver(
          what === 'a refund of all'
            ? events.refunded(begin + day, '1', 1_200)
            : events.dispute(begin + day, '1', 'lost'),
        );
        expect((await state(session))[1]).toBe('cancelled');
        const next = begin + 2 * day;
        await deliver(events.paid(next, '2', next, next + 31 * day));
        expect(
          await rows(
            session,
            `select status, cancelled_at, extract(epoch from end_date)::int as ends from user_subscriptions`,
          ),
        ).toEqual([{ status: 'active', cancelled_at: null, ends: next + 31 * day }]);
        expect(await context.call('billing_of', { member: memberA.userId })).toMatchObject({
          charged: [{ provider_subscription_id: 'sub_a' }],
        });
      });
    },
  );

  test('ends when the provider ended it, even if an older event arrives late', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events } = await withPayment(session);
      await deliver(
        events.ended(begin + 3 * day),
        events.paid(begin + 2 * day, '2', begin + 2 * day, begin + 33 * day),
      );
      expect((await state(session))[1]).toBe('cancelled');
    });
  });
});

describe('a plan whose renewal has not been reported', () => {
  const hoursAgo = (hours: number) => Math.floor(Date.now() / 1_000) - 31 * day - hours * 3_600;

  test('continues for three days, also for the member who views it, and no second plan is sold', async () => {
    for (const [hours, status, outcome] of [
      [1, 'active', 'already-subscribed'],
      [71, 'active', 'already-subscribed'],
      [73, 'expired', 'open'],
    ] as const) {
      await database.rolledBack(async (session) => {
        const { context, join } = await withPayment(session, hoursAgo(hours));
        await context.call('billing_of', { member: memberA.userId });
        expect((await state(session))[1], `${hours} hours`).toBe(status);
        expect(await join('monthly')).toMatchObject({ outcome });
      });
    }
  });

  test('ends on time after it was cancelled', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, events, join } = await withPayment(session, hoursAgo(1));
      await deliver(events.cancelled(begin - day));
      expect(await join('monthly')).toMatchObject({ outcome: 'open' });
    });
  });
});
