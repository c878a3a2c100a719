/** @module-tag long */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isConcurrent, openTestDatabase, type Session, type TestDatabase } from '../../../tests/open-test-database.ts';
import { addPeople, becomeProven, people } from '../../../tests/people.ts';
import { handlePaymentWebhook } from '../../payment-webhook/handle.ts';
import { payBackDouble } from './pay-back.ts';
import { beginAtStripe, contextOn, stripeForTest } from './payments-for-test.ts';
import { delivered, eventsOf, type StripeEvent } from './stripe-for-test.ts';

const { memberA, superAdmin } = people;
const day = 86_400;
const begin = Math.floor(Date.now() / 1_000) - 900;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.run(`
    insert into plans (id, period_months, photos_per_batch, offered) values
      ('monthly', 1, 500, true), ('studio', 12, 500, true);
    insert into plan_prices (plan_id, currency, amount_minor) values ('monthly', 'CNY', 1200), ('studio', 'CNY', 9900);
  `);
});

afterAll(() => database.close());

const rows = async (session: Session, statement: string) => (await session.query(statement)).rows;

/**
 * Begins two checkouts of a member, as in two tabs: `a` of a month and `b` of a year. `b` is paid a minute after `a`.
 */
async function withTwo(session: Session, failures: Parameters<typeof stripeForTest>[0] = []) {
  const stripe = await stripeForTest(failures);
  const context = contextOn(session, memberA.userId, stripe.environment);
  const beginOf = (plan: string, name: string) => beginAtStripe(context, memberA.userId, plan, name);
  const a = eventsOf(await beginOf('monthly', 'a'), 'a');
  const b = eventsOf(await beginOf('studio', 'b'), 'b', { priceMinor: 9_900 });
  const deliver = async (...events: readonly StripeEvent[]) => {
    for (const event of events) expect((await handlePaymentWebhook(await delivered(event), context)).status).toBe(200);
  };
  const paid = {
    a: [a.completed(begin), a.paid(begin, '1', begin, begin + 30 * day)],
    b: [b.completed(begin + 60), b.paid(begin + 60, '1', begin + 60, begin + 365 * day)],
  };
  return { ...stripe, context, a, b, deliver, paid };
}

const marked = (session: Session) =>
  rows(
    session,
    `select provider_payment_id as payment from private.double_payments
    join payments on payments.id = payment_id order by 1`,
  );
const later = (session: Session) =>
  session.query(`update private.double_payments set next_attempt_at = next_attempt_at - interval '1 day'`);

async function asAdministrator(session: Session, call: string) {
  await becomeProven(session, superAdmin);
  const [row] = await rows(session, `select ${call} as answer`);
  await session.query('reset role');
  return row?.['answer'] as Record<string, unknown>;
}

describe('a member who paid twice', () => {
  test.each([
    ['in order', (a: StripeEvent[], b: StripeEvent[]) => [...a, ...b]],
    ['the later one reported first', (a: StripeEvent[], b: StripeEvent[]) => [...b, ...a]],
    ['backwards', (a: StripeEvent[], b: StripeEvent[]) => [...a, ...b].toReversed()],
  ])('is shown to administrators in any order of events: %s', async (_, ordered) => {
    await database.rolledBack(async (session) => {
      const { deliver, paid } = await withTwo(session);
      const errors = async () =>
        ((await asAdministrator(session, 'admin_dashboard(7)'))['errors'] as { count: number }).count;
      const before = await errors();
      await deliver(...ordered(paid.a, paid.b));
      expect(await marked(session)).toEqual([{ payment: 'in_b_1' }]);
      expect(await errors()).toBe(before + 1);
      expect(await asAdministrator(session, `admin_payments('{"status": "refund_due"}')`)).toMatchObject({
        payments: [{ provider_payment_id: 'in_b_1', refund_due: true, status: 'succeeded' }],
      });
      expect(await asAdministrator(session, 'admin_payments()')).toMatchObject({
        payments: expect.arrayContaining([
          expect.objectContaining({ provider_payment_id: 'in_a_1', refund_due: false }),
        ]) as unknown,
      });
      expect(await rows(session, `select event from payment_logs where event = 'paid-twice'`)).toHaveLength(1);
    });
  });

  test('gets one refund from Stripe after a quarter of an hour, and the subscription that would charge again ends', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, paid, changes, context, b } = await withTwo(session);
      await deliver(...paid.a, ...paid.b);
      await payBackDouble(context, 5);
      expect(changes).toEqual([]);

      await later(session);
      await payBackDouble(context, 5);
      await payBackDouble(context, 5);
      const [{ id }] = (await rows(session, `select id from payments where provider_payment_id = 'in_b_1'`)) as [
        { id: string },
      ];
      expect(changes.map(({ path, form, key }) => [path, form, path.endsWith('refunds') ? key : ''])).toEqual([
        ['DELETE /v1/subscriptions/sub_b', {}, ''],
        ['POST /v1/refunds', { payment_intent: 'pi_b_1', amount: '9900', reason: 'duplicate' }, `refund-${id}-9900`],
      ]);

      // The refund stays due until Stripe reports it.
      await deliver(b.ended(begin + 120), b.refunded(begin + 120, '1', 9_900));
      expect(await rows(session, `select status from payments order by provider_payment_id`)).toEqual([
        { status: 'succeeded' },
        { status: 'refunded' },
      ]);
      expect(await asAdministrator(session, `admin_payments('{"status": "refund_due"}')`)).toMatchObject({
        payments: [],
      });
      expect(await rows(session, `select plan_id from user_subscriptions where status = 'active'`)).toEqual([
        { plan_id: 'monthly' },
      ]);
      expect(await rows(session, `select kind, amount_minor::int from invoices order by number`)).toEqual([
        { kind: 'invoice', amount_minor: 1_200 },
        { kind: 'invoice', amount_minor: 9_900 },
        { kind: 'credit-note', amount_minor: 9_900 },
      ]);
    });
  });

  test('gets the refund with the same idempotency key after Stripe refused it, and not before the next attempt is due', async () => {
    await database.rolledBack(async (session) => {
      const refusal = { status: 402, error: { type: 'invalid_request_error', message: 'balance too low' } };
      const failures: { status: number; error?: object }[] = [];
      const { deliver, paid, changes, context } = await withTwo(session, failures);
      await deliver(...paid.a, ...paid.b);
      await later(session);
      failures.push(refusal);
      await payBackDouble(context, 5);
      expect(changes).toEqual([]);
      expect(
        await rows(
          session,
          `select attempts, error is not null as failed, extract(epoch from next_attempt_at - now())::int as wait
          from private.double_payments`,
        ),
      ).toEqual([{ attempts: 1, failed: true, wait: 60 }]);
      await payBackDouble(context, 5);
      expect(changes).toEqual([]);
      await later(session);
      await payBackDouble(context, 5);
      expect(changes.map(({ path }) => path)).toEqual(['DELETE /v1/subscriptions/sub_b', 'POST /v1/refunds']);
    });
  });

  test('gets the refund although another provider is configured incompletely', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, paid, changes, environment } = await withTwo(session);
      await deliver(...paid.a, ...paid.b);
      await later(session);
      const context = contextOn(session, null, { ...environment, WECHAT_PAY_MERCHANT_ID: '1900000001' });
      await payBackDouble(context, 1);
      expect(changes.map(({ path }) => path)).toContain('POST /v1/refunds');
    });
  });

  test.each([
    ['already refunded there', 'charge_already_refunded', true],
    ['not to be refunded', 'charge_disputed', false],
  ])('whose payment is %s: the order ends or is retried', async (_, code, isDone) => {
    await database.rolledBack(async (session) => {
      const failures: { status: number; error?: object }[] = [];
      const { deliver, paid, context, environment } = await withTwo(session, failures);
      await deliver(...paid.a, ...paid.b);
      await later(session);
      const refuse = (url: string | URL, options?: RequestInit) =>
        String(url).startsWith(`${environment.STRIPE_API_URL}/v1/refunds`)
          ? Promise.resolve(Response.json({ error: { type: 'invalid_request_error', code } }, { status: 400 }))
          : fetch(url, options);
      await payBackDouble({ ...context, fetch: refuse }, 1);
      expect(await rows(session, `select ordered_at is not null as done from private.double_payments`)).toEqual([
        { done: isDone },
      ]);
    });
  });

  test('is no longer marked when a late event reports that the other plan had ended or was paid back', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, paid, changes, context, a } = await withTwo(session);
      await deliver(...paid.a, ...paid.b);
      expect(await marked(session)).toHaveLength(1);
      await deliver(a.ended(begin + 30));
      expect(await marked(session)).toEqual([]);
      await later(session);
      await payBackDouble(context, 5);
      expect(changes).toEqual([]);
      expect(await rows(session, `select plan_id from user_subscriptions where status = 'active'`)).toEqual([
        { plan_id: 'studio' },
      ]);
    });
    await database.rolledBack(async (session) => {
      const { deliver, paid, a } = await withTwo(session);
      await deliver(...paid.a, ...paid.b, a.refunded(begin + 90, '1', 1_200));
      expect(await marked(session)).toEqual([]);
    });
  });

  test('is marked only after the bank’s dispute of the other payment is won', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, paid, a } = await withTwo(session);
      await deliver(...paid.a, ...paid.b, a.dispute(begin + 90, '1', 'needs_response'));
      expect(await marked(session)).toEqual([]);
      await deliver(a.dispute(begin + 900, '1', 'won'));
      expect(await marked(session)).toEqual([{ payment: 'in_b_1' }]);
    });
  });
});

describe('one checkout that two sessions paid', () => {
  test('has two subscriptions at Stripe: the second ends and is paid back, the first stays', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, paid, changes, context, a } = await withTwo(session);
      const [checkout] = await rows(session, `select id from checkouts where plan_id = 'monthly'`);
      const second = eventsOf(String(checkout?.['id']), 'second');
      await deliver(
        ...paid.a,
        second.completed(begin + 60),
        second.paid(begin + 60, '1', begin + 60, begin + 30 * day),
      );
      expect(await marked(session)).toEqual([{ payment: 'in_second_1' }]);
      await later(session);
      await payBackDouble(context, 5);
      expect(changes.map(({ path }) => path)).toEqual(['DELETE /v1/subscriptions/sub_second', 'POST /v1/refunds']);
      await deliver(second.ended(begin + 120), second.refunded(begin + 121, '1', 1_200));
      expect(
        await rows(
          session,
          `select provider_subscription_id as id, status from user_subscriptions where provider_subscription_id is not null
          order by 1`,
        ),
      ).toEqual([
        { id: 'sub_a', status: 'active' },
        { id: 'sub_second', status: 'cancelled' },
      ]);
      await deliver(a.cancelled(begin + 130));
      expect(
        await rows(session, `select id from user_subscriptions where cancelled_at is not null and status = 'active'`),
      ).toHaveLength(1);
    });
  });

  test('has two single payments: the second is paid back, and the plan of the first stays', async () => {
    await database.rolledBack(async (session) => {
      const { deliver, context, changes } = await withTwo(session);
      await session.query(
        `insert into plans (id, period_months, photos_per_batch, offered) values ('once', null, 500, true)`,
      );
      await session.query(`insert into plan_prices (plan_id, currency, amount_minor) values ('once', 'CNY', 1200)`);
      const a = eventsOf(await beginAtStripe(context, memberA.userId, 'once', 'a_once'), 'a_once');
      const once = (id: string, at: number) => {
        const completed = a.completed(at);
        const object = {
          ...completed.data.object,
          mode: 'payment',
          subscription: null,
          payment_intent: `pi_${id}`,
        };
        return { ...completed, data: { object } };
      };
      await deliver(once('first', begin), once('second', begin + 60));
      expect(await marked(session)).toEqual([{ payment: 'pi_second' }]);
      await later(session);
      await payBackDouble(context, 5);
      expect(changes.map(({ path, form }) => [path, form['payment_intent']])).toEqual([
        ['POST /v1/refunds', 'pi_second'],
      ]);
      const refund = a.refunded(begin + 120, '1', 1_200);
      const object = { ...refund.data.object, payment_intent: 'pi_second' };
      await deliver({ ...refund, data: { object } });
      expect(await rows(session, `select provider_payment_id as id, status from payments order by 1`)).toMatchObject([
        { status: 'succeeded' },
        { status: 'refunded' },
      ]);
      expect(await rows(session, `select plan_id from user_subscriptions where status = 'active'`)).toEqual([
        { plan_id: 'once' },
      ]);
    });
  });
});

describe('on a hosted project', () => {
  const url = 'https://project.example/functions/v1/payment-webhook/retry';
  /** Fakes of pg_cron and pg_net, which test databases lack. Each records its calls. */
  const extensions = [
    'create schema cron',
    'create schema net',
    'create table public.extension_calls (call text)',
    `create function cron.schedule(name text, schedule text, command text) returns bigint language sql as
      $$ insert into public.extension_calls values (schedule || ' ' || command) returning 1 $$`,
    `create function net.http_post(url text, body jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
      language sql as $$ insert into public.extension_calls values (url) returning 1 $$`,
  ];

  async function install(session: Session) {
    for (const statement of extensions) await session.query(statement);
  }

  test('events are retried each minute with pg_cron and pg_net, and nothing fails without them', async () => {
    await database.rolledBack(async (session) => {
      const schedule = () => rows(session, 'select private.schedule_payment_retries() as done');
      expect(await schedule()).toEqual([{ done: false }]);
      await install(session);
      expect(await schedule()).toEqual([{ done: true }]);
      expect(await rows(session, 'select call from extension_calls')).toEqual([
        { call: '* * * * * select private.ask_for_payment_retries()' },
      ]);
    });
  });

  test('the function is called while an event or a refund is due, and completes it', async () => {
    await database.rolledBack(async (session) => {
      await install(session);
      const { deliver, paid, changes, context } = await withTwo(session);
      const ask = async () => (await rows(session, 'select private.ask_for_payment_retries() as asked'))[0]?.['asked'];
      await deliver(...paid.a, ...paid.b);
      await later(session);
      // No address is set yet.
      expect(await ask()).toBe(false);
      await session.query(`update settings set value = to_jsonb($1::text) where key = 'payments.retry_url'`, [url]);
      expect(await ask()).toBe(true);
      expect(await rows(session, 'select call from extension_calls')).toEqual([{ call: url }]);
      const answer = await handlePaymentWebhook(new Request(url, { method: 'POST', body: '{}' }), context);
      expect({ status: answer.status, body: await answer.json() }).toEqual({ status: 200, body: { tried: 0 } });
      expect(changes.map(({ path }) => path)).toContain('POST /v1/refunds');
      expect(await ask()).toBe(false);

      await session.query(`insert into webhook_events (provider, event_id, signature_valid, type, payload, next_attempt_at)
        values ('stripe', 'evt_left', true, 'customer.created', '{"type": "customer.created"}', now())`);
      expect(await ask()).toBe(true);
      const next = await handlePaymentWebhook(new Request(url, { method: 'POST', body: '{}' }), context);
      expect(await next.json()).toEqual({ tried: 1 });
      expect(await ask()).toBe(false);
    });
  });
});

test.skipIf(!isConcurrent)('two workers do not pay back the same payment', async () => {
  const id = randomUUID();
  await database.query(
    `insert into payments (id, user_id, provider, provider_payment_id, amount_minor, currency, status, paid_at)
    values ($1, $2, 'stripe', 'pi_both', 1200, 'CNY', 'succeeded', now())`,
    [id, memberA.userId],
  );
  await database.query(
    `insert into private.double_payments (payment_id, next_attempt_at) values ($1, now() - interval '1 minute')`,
    [id],
  );
  const claim = `select claim_double_payment(gen_random_uuid(), '{stripe}') ->> 'payment_id' as claimed`;
  await database.withConnections(2, async ([one, other]) => {
    await one?.query('begin');
    expect((await one?.query(claim))?.rows).toEqual([{ claimed: id }]);
    // While the claim is uncommitted, and after its commit.
    expect((await other?.query(claim))?.rows).toEqual([{ claimed: null }]);
    await one?.query('commit');
    expect((await other?.query(claim))?.rows).toEqual([{ claimed: null }]);
  });
});
