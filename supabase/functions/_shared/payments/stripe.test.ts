/** @module-tag long */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, openTestDatabase, type Session, type TestDatabase } from '../../../tests/open-test-database.ts';
import { addPeople, becomeProven, people, signIn, signUp } from '../../../tests/people.ts';
import { handleBillingPortal } from '../../billing-portal/handle.ts';
import { handleCheckout } from '../../checkout/handle.ts';
import { handleDeleteAccount } from '../../delete-account/handle.ts';
import { handlePaymentWebhook } from '../../payment-webhook/handle.ts';
import { handleSubscription } from '../../subscription/handle.ts';
import { handleWebhookAdmin } from '../../webhook-admin/handle.ts';
import { payBackDouble } from './pay-back.ts';
import { ask, beginAtStripe, callAs, contextOn, stripeForTest } from './payments-for-test.ts';
import { delivered, eventsOf, type StripeEvent } from './stripe-for-test.ts';

const { memberA, superAdmin } = people;
const day = 86_400;
/** A quarter of an hour ago, so that all events are in the past. */
const begin = Math.floor(Date.now() / 1_000) - 900;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.run(`
    insert into plans (id, period_months, photos_per_batch, offered) values
      ('monthly', 1, 500, true), ('studio', 12, 500, true);
    insert into plan_prices (plan_id, currency, amount_minor) values
      ('monthly', 'CNY', 1200), ('studio', 'CNY', 9900);
  `);
});

afterAll(() => database.close());

const rows = async (session: Session, statement: string) => (await session.query(statement)).rows;
const order = (more: object = {}) => ({
  plan: 'monthly',
  currency: 'CNY',
  key: randomUUID(),
  return_path: '/membership',
  ...more,
});

/** Answers with a server error and Stripe's header against retries, so that the SDK does not wait. */
const outOfOrder = () =>
  Promise.resolve(
    Response.json({ error: { type: 'api_error' } }, { status: 500, headers: { 'stripe-should-retry': 'false' } }),
  );

/** Begins a checkout of a member at the Stripe of the test. */
async function withCheckout(session: Session, failures?: Parameters<typeof stripeForTest>[0]) {
  const stripe = await stripeForTest(failures);
  const context = contextOn(session, memberA.userId, stripe.environment);
  const begun = await ask(handleCheckout, context, order());
  const [checkout] = await rows(session, 'select id from checkouts');
  const events = eventsOf(String(checkout?.['id']), 'a', { session: 'cs_0' });
  const deliver = async (event: StripeEvent, how?: Parameters<typeof delivered>[1]) =>
    (await handlePaymentWebhook(await delivered(event, how), context)).status;
  return { ...stripe, context, begun, events, deliver };
}

const current = (session: Session) =>
  rows(session, `select plan_id, status, cancelled_at is not null as cancelled from user_subscriptions`);

describe('a checkout', () => {
  test('sends Stripe the price of our table, and the member to its page; a second click goes to the same page', async () => {
    await database.rolledBack(async (session) => {
      const { begun, changes, context, environment } = await withCheckout(session);
      const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
      expect(begun).toEqual({
        status: 200,
        outcome: 'redirect',
        url: 'https://checkout.stripe.test/cs_0',
        checkout: id,
      });
      expect(changes).toEqual([
        {
          path: 'POST /v1/checkout/sessions',
          key: `checkout-${id}`,
          form: {
            mode: 'subscription',
            client_reference_id: id,
            'metadata[checkout_id]': id,
            'metadata[plan_id]': 'monthly',
            'subscription_data[metadata][checkout_id]': id,
            'subscription_data[metadata][plan_id]': 'monthly',
            customer_email: 'memberA@example.com',
            'line_items[0][quantity]': '1',
            'line_items[0][price_data][currency]': 'cny',
            'line_items[0][price_data][unit_amount]': '1200',
            'line_items[0][price_data][product_data][name]': 'Isola monthly',
            'line_items[0][price_data][product_data][metadata][plan_id]': 'monthly',
            'line_items[0][price_data][recurring][interval]': 'month',
            'line_items[0][price_data][recurring][interval_count]': '1',
            success_url: 'https://isola.example/membership?checkout=done',
            cancel_url: 'https://isola.example/membership?checkout=cancelled',
          },
        },
      ]);
      expect(await ask(handleCheckout, context, order())).toEqual(begun);
      expect(changes).toHaveLength(1);
      expect(await current(session)).toEqual([{ plan_id: 'monthly', status: 'pending', cancelled: false }]);
      expect(environment).toBeDefined();
    });
  });

  test('is retried with the same idempotency key after an error of Stripe', async () => {
    await database.rolledBack(async (session) => {
      const { begun, asked } = await withCheckout(session, [{ status: 500 }]);
      expect(begun).toMatchObject({ outcome: 'redirect' });
      const keys = asked.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
    });
  });

  test('stays open for another attempt when Stripe cannot be reached', { tags: ['long'] }, async () => {
    await database.rolledBack(async (session) => {
      const context = contextOn(session, memberA.userId, (await stripeForTest()).environment);
      let attempts = 0;
      const away = () => {
        attempts += 1;
        return Promise.reject(new TypeError('fetch failed'));
      };
      expect(await ask(handleCheckout, { ...context, fetch: away }, order())).toMatchObject({
        status: 503,
        code: 'provider-unavailable',
      });
      expect(attempts).toBe(3);
      expect(await rows(session, 'select status from checkouts')).toEqual([{ status: 'open' }]);
    });
  });

  test.each([
    [
      'too many requests',
      { status: 429, error: { type: 'rate_limit_error', message: 'slow' } },
      503,
      'provider-unavailable',
    ],
    ['a wrong key', { status: 401, error: { type: 'authentication_error', message: 'no' } }, 502, 'provider-refused'],
    [
      'a wrong request',
      { status: 400, error: { type: 'invalid_request_error', message: 'no' } },
      502,
      'provider-refused',
    ],
  ])('fails with a typed error after %s of Stripe: %o', async (_, failure, status, code) => {
    await database.rolledBack(async (session) => {
      const { begun } = await withCheckout(session, [failure, failure, failure]);
      expect(begun).toMatchObject({ status, code });
      expect(JSON.stringify(begun)).not.toContain('sk_test_1');
      // A refused checkout has failed. After a failed connection it stays open.
      expect(await rows(session, 'select status from checkouts')).toEqual([
        { status: status === 503 ? 'open' : 'failed' },
      ]);
    });
  });

  test('of another plan closes the one that was open at Stripe', async () => {
    await database.rolledBack(async (session) => {
      const { context, changes } = await withCheckout(session);
      expect(await ask(handleCheckout, context, order({ plan: 'studio' }))).toMatchObject({ outcome: 'redirect' });
      expect(changes.map(({ path }) => path)).toEqual([
        'POST /v1/checkout/sessions',
        'POST /v1/checkout/sessions/cs_0/expire',
        'POST /v1/checkout/sessions',
      ]);
      expect(await rows(session, 'select plan_id, status from checkouts order by plan_id')).toEqual([
        { plan_id: 'monthly', status: 'failed' },
        { plan_id: 'studio', status: 'open' },
      ]);
    });
  });

  test('continues with the open session, from another page too, and with a new one after it has expired', async () => {
    await database.rolledBack(async (session) => {
      const { context, begun, changes, sessions } = await withCheckout(session);
      expect(await ask(handleCheckout, context, order({ return_path: '/zh/membership' }))).toEqual(begun);
      expect(changes).toHaveLength(1);
      sessions['cs_0'] = 'expired';
      expect(await ask(handleCheckout, context, order({ return_path: '/zh/membership' }))).toEqual({
        ...begun,
        url: 'https://checkout.stripe.test/cs_1',
      });
      expect(await rows(session, 'select provider_checkout_id, status from checkouts')).toEqual([
        { provider_checkout_id: 'cs_1', status: 'open' },
      ]);
    });
  });

  test('that two tabs begin at the same moment stays open for both', async () => {
    await database.rolledBack(async (session) => {
      const { context } = await withCheckout(session);
      // The second tab asks before the first has stored Stripe's answer.
      await session.query('update checkouts set provider_checkout_id = null');
      expect(await ask(handleCheckout, context, order({ return_path: '/zh/membership' }))).toMatchObject({
        status: 503,
        code: 'provider-unavailable',
      });
      expect(await rows(session, 'select status from checkouts')).toEqual([{ status: 'open' }]);
    });
  });

  test.each(['the same', 'another'])('that has just been paid is not followed by one of %s plan', async (which) => {
    await database.rolledBack(async (session) => {
      const { context, changes, sessions, events, deliver } = await withCheckout(session);
      sessions['cs_0'] = 'complete';
      const plan = which === 'the same' ? 'monthly' : 'studio';
      expect(await ask(handleCheckout, context, order({ plan }))).toMatchObject({
        status: 409,
        code: 'already-subscribed',
      });
      expect(changes).toHaveLength(1);
      await deliver(events.completed(begin));
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
      expect(await rows(session, `select plan_id, status from user_subscriptions where status <> 'pending'`)).toEqual([
        { plan_id: 'monthly', status: 'active' },
      ]);
    });
  });

  test('that is paid after it was given up makes the plan active, and the charge is recorded', async () => {
    await database.rolledBack(async (session) => {
      const { context, events, deliver } = await withCheckout(session);
      const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
      await context.call('note_checkout', { checkout: id, failure: 'replaced' });
      expect(await current(session)).toMatchObject([{ status: 'cancelled' }]);
      const later = Math.floor(Date.now() / 1_000) + 60;
      await deliver(events.completed(later));
      await deliver(events.paid(later, '1', later, later + 31 * day));
      expect(await current(session)).toEqual([{ plan_id: 'monthly', status: 'active', cancelled: false }]);
      expect(await rows(session, `select extract(epoch from end_date)::int as ends from user_subscriptions`)).toEqual([
        { ends: later + 31 * day },
      ]);
      expect(await context.call('billing_of', { member: memberA.userId })).toMatchObject({
        charged: [{ provider_subscription_id: 'sub_a' }],
      });
    });
  });

  test('from another site, or with a return path to one, is refused', async () => {
    await database.rolledBack(async (session) => {
      const { context } = await withCheckout(session);
      for (const path of ['//elsewhere.example', 'https://elsewhere.example/', '/\\elsewhere.example', 5]) {
        expect(await ask(handleCheckout, context, order({ return_path: path })), String(path)).toMatchObject({
          status: 400,
        });
      }
      expect(await ask(handleCheckout, { ...context, origins: [] }, order())).toMatchObject({ code: 'origin-refused' });
      expect(await ask(handleCheckout, { ...context, member: () => Promise.resolve(null) }, order())).toMatchObject({
        status: 401,
        code: 'session-required',
      });
    });
  });
});

describe('an event of Stripe', () => {
  test('makes the plan active, issues an invoice for each payment, and is applied once', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver } = await withCheckout(session);
      const completed = events.completed(begin);
      // The end of the month from the checkout is kept when it is later, and no month is longer than 31 days.
      const paid = events.paid(begin, '1', begin, begin + 31 * day);
      expect(await deliver(completed)).toBe(200);
      expect(await deliver(paid)).toBe(200);
      expect(await deliver(paid)).toBe(200);
      expect(await current(session)).toEqual([{ plan_id: 'monthly', status: 'active', cancelled: false }]);
      expect(await rows(session, `select extract(epoch from end_date)::int as ends from user_subscriptions`)).toEqual([
        { ends: begin + 31 * day },
      ]);
      expect(
        await rows(session, `select provider_payment_id, amount_minor::int, currency, status from payments`),
      ).toEqual([{ provider_payment_id: 'in_a_1', amount_minor: 1200, currency: 'CNY', status: 'succeeded' }]);
      expect(await rows(session, `select buyer, amount_minor::int from invoices`)).toEqual([
        { buyer: { name: 'Lin Wei', email: 'memberA@example.com', username: 'memberA' }, amount_minor: 1200 },
      ]);
      expect(await rows(session, `select status, verdict, headers from webhook_events order by id`)).toEqual(
        ['processed', 'processed'].map((status) => ({
          status,
          verdict: 'valid',
          headers: { 'content-type': 'application/json' },
        })),
      );
      const [kept] = await rows(
        session,
        `select convert_from(body, 'utf8') as body from webhook_events where event_id = '${paid.id}'`,
      );
      expect(kept?.['body']).toBe(JSON.stringify({ object: 'event', livemode: false, ...paid }));
    });
  });

  test('of a full refund ends the plan with a credit note, even when it arrives before its payment', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver } = await withCheckout(session);
      await deliver(events.completed(begin));
      expect(await deliver(events.refunded(begin + 60, '1', 1_200))).toBe(200);
      expect(await rows(session, `select status, waits_for from webhook_events where type = 'refund.created'`)).toEqual(
        [{ status: 'received', waits_for: 'payment in_a_1' }],
      );
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
      expect(await rows(session, `select status, refunded_minor::int from payments`)).toEqual([
        { status: 'refunded', refunded_minor: 1200 },
      ]);
      expect(await rows(session, `select number, kind, amount_minor::int from invoices order by number`)).toEqual([
        { number: `${new Date().getUTCFullYear()}-000001`, kind: 'invoice', amount_minor: 1200 },
        { number: `${new Date().getUTCFullYear()}-000002`, kind: 'credit-note', amount_minor: 1200 },
      ]);
      expect(await current(session)).toMatchObject([{ status: 'cancelled' }]);
    });
  });

  test.each([
    ['live mode, where the key is of test mode', { livemode: true }, {}],
    ['test mode, where the key is live', { livemode: false }, { STRIPE_SECRET_KEY: 'sk_live_1' }],
    ['an account that is connected to ours', { account: 'acct_another' }, {}],
  ])('of %s changes nothing, even when an administrator replays it', async (_, which, keys) => {
    await database.rolledBack(async (session) => {
      const { events, environment } = await withCheckout(session);
      const context = contextOn(session, memberA.userId, { ...environment, ...keys });
      for (const event of [events.completed(begin), events.paid(begin, '1', begin, begin + 30 * day)]) {
        expect((await handlePaymentWebhook(await delivered({ ...event, ...which }), context)).status).toBe(200);
      }
      await session.query('select replay_webhook(id) from webhook_events');
      await handlePaymentWebhook(await delivered({ ...events.other(begin), ...which }), context);
      expect(await rows(session, 'select distinct status from webhook_events')).toEqual([{ status: 'ignored' }]);
      expect(await current(session)).toMatchObject([{ status: 'pending' }]);
      expect(await rows(session, 'select 1 from payments')).toEqual([]);
    });
  });

  test.each([
    ['JPY', 1_200, 1_200],
    ['ISK', 1_200, 120_000],
    ['UGX', 1_200, 120_000],
    ['KRW', 1_200, 1_200],
    ['EUR', 1_200, 1_200],
  ])(
    'in %s: an amount of %i in the smallest unit is %i at Stripe, in both directions',
    async (currency, ours, theirs) => {
      await database.rolledBack(async (session) => {
        const { environment, changes } = await stripeForTest();
        const context = contextOn(session, memberA.userId, environment);
        await session.query(`insert into plan_prices (plan_id, currency, amount_minor) values ('monthly', $1, $2)`, [
          currency,
          ours,
        ]);
        await ask(handleCheckout, context, order({ currency }));
        expect(changes[0]?.form['line_items[0][price_data][unit_amount]']).toBe(String(theirs));
        const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
        const events = eventsOf(id, 'a', { currency: currency.toLowerCase(), priceMinor: theirs, session: 'cs_0' });
        const paid = events.paid(begin, '1', begin, begin + 30 * day);
        for (const event of [events.completed(begin), paid, events.refunded(begin + 60, '1', theirs)]) {
          await handlePaymentWebhook(await delivered(event), context);
        }
        expect(await rows(session, 'select amount_minor::int, refunded_minor::int, status from payments')).toEqual([
          { amount_minor: ours, refunded_minor: ours, status: 'refunded' },
        ]);
      });
    },
  );

  describe('a payment that does not match its checkout', () => {
    const kept = (session: Session) =>
      rows(
        session,
        `select provider_payment_id as payment, amount_minor::int as amount, currency, status, reason, plan_id
        from payments left join private.double_payments on payment_id = payments.id`,
      );
    const dueNow = (session: Session) =>
      session.query(`update private.double_payments set next_attempt_at = now() - interval '1 minute'`);

    /** Session of a payment link. Anyone who opens such a link chooses the checkout id that is returned with it. */
    const once = {
      id: 'cs_0',
      mode: 'payment',
      payment_status: 'paid',
      amount_total: 1_200,
      currency: 'cny',
      payment_intent: 'pi_y',
    };
    test.each([
      ['another session', { id: 'cs_payment_link' }],
      ['another amount', { amount_total: 1 }],
      ['another currency', { currency: 'jpy' }],
      ['one charge for a plan that is charged again', {}],
      ['all of these', { id: 'cs_payment_link', amount_total: 1, currency: 'jpy' }],
    ])('(%s) gives no plan, is shown to administrators, and is paid back', async (what, differing) => {
      await database.rolledBack(async (session) => {
        const { context, changes, environment } = await withCheckout(session);
        if (what !== 'one charge for a plan that is charged again') {
          await session.query('update checkouts set period_months = null');
        }
        const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
        const object = { ...once, client_reference_id: id, ...differing };
        const event = { id: 'evt_link', type: 'checkout.session.completed', created: begin, data: { object } };
        expect((await handlePaymentWebhook(await delivered(event), context)).status).toBe(200);
        await become(session, memberA);
        expect((await rows(session, 'select my_membership() as mine'))[0]).toMatchObject({
          mine: { plan: { id: 'free' }, subscription: null },
        });
        await session.query('reset role');
        const { amount_total: amount, currency } = object;
        const payment = { payment: 'pi_y', amount, currency: currency.toUpperCase(), plan_id: null, reason: 'unbound' };
        expect(await kept(session)).toEqual([{ ...payment, status: 'succeeded' }]);
        expect(await rows(session, 'select 1 from invoices')).toEqual([]);
        await becomeProven(session, people.superAdmin);
        expect(
          (await rows(session, `select admin_payments('{"status": "refund_due"}') -> 'payments' as payments`))[0],
        ).toMatchObject({ payments: [{ email: 'membera@example.com', refund_due: true, refund_reason: 'unbound' }] });
        await session.query('reset role');

        await dueNow(session);
        await payBackDouble(contextOn(session, null, environment), 5);
        expect(changes.at(-1)).toMatchObject({
          path: 'POST /v1/refunds',
          form: { payment_intent: 'pi_y', amount: String(amount) },
        });
        expect(changes.at(-1)?.form).not.toHaveProperty('reason');
      });
    });

    test('with a subscription of another session: the subscription is ended there, and its invoice paid back', async () => {
      await database.rolledBack(async (session) => {
        const { context, changes, events, deliver } = await withCheckout(session);
        const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
        const link = eventsOf(id, 'link', { priceMinor: 1 });
        const invoice = link.paid(begin, '1', begin, begin + 30 * day);
        const strangers = { subscription_details: { subscription: 'sub_link', metadata: {} } };
        // The invoice of the subscription may be reported first.
        await deliver({ ...invoice, data: { object: { ...invoice.data.object, parent: strangers } } });
        await deliver(link.completed(begin));
        await deliver(link.other(begin));
        expect(await kept(session)).toMatchObject([{ payment: 'in_link_1', amount: 1, reason: 'unbound' }]);
        await dueNow(session);
        await payBackDouble(context, 5);
        expect(changes.slice(-2).map(({ path }) => path)).toEqual([
          'DELETE /v1/subscriptions/sub_link',
          'POST /v1/refunds',
        ]);
        expect(
          await rows(session, `select status from user_subscriptions where status in ('active', 'past_due')`),
        ).toEqual([]);
        // The checkout itself can still be paid.
        await deliver(events.completed(begin + 60));
        await deliver(events.paid(begin + 60, '1', begin + 60, begin + 31 * day));
        expect(
          await rows(session, `select provider_subscription_id as id from user_subscriptions where status = 'active'`),
        ).toEqual([{ id: 'sub_a' }]);
      });
    });

    test.each([
      ['another amount', { priceMinor: 1 }],
      ['another currency', { currency: 'jpy' }],
    ])('an invoice of %s extends no plan', async (_, differing) => {
      await database.rolledBack(async (session) => {
        const { context, events, deliver } = await withCheckout(session);
        const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
        await deliver(events.completed(begin));
        await deliver(events.paid(begin, '1', begin, begin + 30 * day));
        const end = () =>
          rows(session, `select extract(epoch from end_date)::int as ends, status from user_subscriptions`);
        const before = await end();
        const foreign = eventsOf(id, 'a', differing);
        await deliver({ ...foreign.paid(begin + day, '2', begin + day, begin + 300 * day), id: 'evt_foreign' });
        // The event of a change of plan may still be on its way.
        expect(await rows(session, `select waits_for from webhook_events where event_id = 'evt_foreign'`)).toEqual([
          { waits_for: 'price of subscription sub_a' },
        ]);
        for (let attempt = 2; attempt <= 6; attempt += 1) {
          await session.query('update webhook_events set next_attempt_at = now()');
          await handlePaymentWebhook(await delivered({ ...events.other(begin), id: `evt_other_${attempt}` }), context);
        }
        expect(await end()).toEqual(before);
        expect(await kept(session)).toContainEqual(expect.objectContaining({ payment: 'in_a_2', reason: 'unbound' }));
        expect(
          await rows(session, `select 1 from webhook_events where status not in ('processed', 'ignored')`),
        ).toEqual([]);
      });
    });

    test('the expiry of another session does not end the checkout', async () => {
      await database.rolledBack(async (session) => {
        const { deliver } = await withCheckout(session);
        const [{ id }] = (await rows(session, 'select id from checkouts')) as [{ id: string }];
        const object = { id: 'cs_payment_link', client_reference_id: id };
        await deliver({ id: 'evt_expired', type: 'checkout.session.expired', created: begin, data: { object } });
        expect(await rows(session, 'select status from checkouts')).toEqual([{ status: 'open' }]);
      });
    });
  });

  describe('a payment for a change of plan', () => {
    const month = { start: begin - 20 * day, end: begin + 10 * day };
    const year = { start: begin + 60, end: begin + 365 * day };
    const plans = (session: Session) =>
      rows(
        session,
        `select provider_payment_id as payment, payments.plan_id, lines -> 0 ->> 'plan_id' as invoiced
        from payments join invoices on payment_id = payments.id order by 1`,
      );

    test.each(['before', 'after'])(
      'names the plan that was paid, even when it is reported %s the change',
      async (when) => {
        await database.rolledBack(async (session) => {
          const { events, deliver } = await withCheckout(session);
          await deliver(events.completed(month.start));
          const changed = events.changed(begin + 60, 'studio', 9_900, year.end);
          const paid = [
            events.paidFor(month.start, '1', [{ product: 'prod_monthly', amount: 1_200, period: month }]),
            // The rest of the month is credited in the same invoice.
            events.paidFor(begin + 60, '2', [
              { product: 'prod_monthly', amount: -400, period: { start: begin + 60, end: month.end } },
              { product: 'prod_studio', amount: 9_900, period: year },
            ]),
          ];
          for (const event of when === 'before' ? [...paid, changed] : [changed, ...paid]) {
            expect(await deliver(event)).toBe(200);
          }
          expect(await plans(session)).toEqual([
            { payment: 'in_a_1', plan_id: 'monthly', invoiced: 'monthly' },
            { payment: 'in_a_2', plan_id: 'studio', invoiced: 'studio' },
          ]);
          expect(await current(session)).toMatchObject([{ plan_id: 'studio', status: 'active' }]);
        });
      },
    );

    test('names the shorter plan, which ends with its period, and not the longer plan that is credited', async () => {
      await database.rolledBack(async (session) => {
        const { events, deliver } = await withCheckout(session);
        const shorter = { start: begin + 60, end: begin + 30 * day };
        await deliver(events.completed(begin));
        await deliver(events.changed(begin, 'studio', 9_900, year.end));
        await deliver(events.paidFor(begin, '1', [{ product: 'prod_studio', amount: 9_900, period: year }]));
        const ends = () => rows(session, `select extract(epoch from end_date)::int as ends from user_subscriptions`);
        expect(await ends()).toEqual([{ ends: year.end }]);
        await deliver(events.changed(begin + 60, 'monthly', 1_200, shorter.end));
        await deliver(
          events.paidFor(begin + 60, '2', [
            { product: 'prod_studio', amount: -9_800, period: { start: begin + 60, end: year.end } },
            { product: 'prod_monthly', amount: 1_200, period: shorter },
          ]),
        );
        expect(await ends()).toEqual([{ ends: shorter.end }]);
        expect(await plans(session)).toMatchObject([
          { plan_id: 'studio' },
          { plan_id: 'monthly', invoiced: 'monthly' },
        ]);
      });
    });

    test('names the plan at its time if the price is not one of ours', async () => {
      await database.rolledBack(async (session) => {
        const { events, deliver } = await withCheckout(session);
        await deliver(events.completed(month.start));
        await deliver(events.changed(begin + 60, 'studio', 9_900, year.end));
        await deliver(events.paid(month.start, '1', month.start, month.end));
        await deliver(events.paid(begin + 60, '2', year.start, year.end));
        expect(await plans(session)).toMatchObject([{ plan_id: 'monthly' }, { plan_id: 'studio' }]);
      });
    });
  });

  test.each([
    ['a wrong signature', { secret: 'whsec_another' }, 'bad-signature'],
    ['an old one', { atMs: Date.now() - 301_000 }, 'too-old'],
    ['none that is one', { signature: 'nothing' }, 'bad-signature'],
  ])('with a signature problem (%s) changes nothing and is logged', async (_, how, verdict) => {
    await database.rolledBack(async (session) => {
      const { events, deliver } = await withCheckout(session);
      expect(await deliver(events.completed(begin), how)).toBe(400);
      expect(await current(session)).toMatchObject([{ status: 'pending' }]);
      expect(
        await rows(session, `select verdict, status, signature_valid, event_id, payload from webhook_events`),
      ).toEqual([{ verdict, status: 'refused', signature_valid: false, event_id: null, payload: null }]);
    });
  });

  test('with a NUL in its id is malformed, while a NUL elsewhere is left out', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver } = await withCheckout(session);
      const completed = events.completed(begin);
      expect(await deliver({ ...completed, id: 'evt_\0' })).toBe(400);
      expect(await rows(session, `select verdict, event_id from webhook_events`)).toEqual([
        { verdict: 'malformed', event_id: null },
      ]);
      const object = { ...completed.data.object, note: 'a\0b \ud83c' };
      expect(await deliver({ ...completed, data: { object } })).toBe(200);
      expect(await current(session)).toMatchObject([{ status: 'active' }]);
    });
  });

  test('without verification is stored up to a limit, and the true event is still accepted', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver } = await withCheckout(session);
      const completed = events.completed(begin);
      await session.query(`insert into webhook_events (provider, signature_valid, type, status, verdict, received_at)
        select 'stripe', false, 'unknown', 'refused', 'bad-signature', now() - make_interval(mins => n) from generate_series(1, 600) n`);
      await deliver(completed, { secret: 'whsec_another' });
      expect(await rows(session, `select count(*)::int as n from webhook_events`)).toEqual([{ n: 500 }]);
      for (let more = 0; more < 20; more += 1) await deliver(completed, { secret: 'whsec_another' });
      const newest = `select count(*)::int as n from webhook_events where received_at > now() - interval '1 minute'`;
      expect(await rows(session, newest)).toEqual([{ n: 10 }]);
      expect(await deliver(completed)).toBe(200);
      expect(await current(session)).toMatchObject([{ status: 'active' }]);
    });
  });

  test('that cannot be applied is retried later and given up after twelve attempts', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver, context } = await withCheckout(session);
      const stranger = {
        ...events.ended(begin),
        data: { object: { id: 'sub_unknown', customer: 'cus_x', metadata: {} } },
      };
      await deliver(stranger);
      const state = `select status, attempts, extract(epoch from next_attempt_at - now())::int as wait from webhook_events`;
      expect(await rows(session, state)).toEqual([{ status: 'received', attempts: 1, wait: 30 }]);
      for (let attempt = 2; attempt <= 12; attempt += 1) {
        await session.query('update webhook_events set next_attempt_at = now()');
        await handlePaymentWebhook(await delivered(events.other(begin)), context);
      }
      expect(await rows(session, `${state} where type <> 'customer.created'`)).toMatchObject([
        { status: 'failed', attempts: 12 },
      ]);
    });
  });
});

describe('a plan that Stripe charges', () => {
  test('is changed up and down: only the member sees the plan, the next amount and each payment', async () => {
    await database.rolledBack(async (session) => {
      const { context, deliver, events } = await withCheckout(session);
      await deliver(events.completed(begin));
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
      const seen = async () => {
        await become(session, memberA);
        const [{ mine }] = (await rows(session, 'select my_membership() as mine')) as [
          { mine: { plan: object; subscription: object } },
        ];
        const payments = await rows(
          session,
          'select amount_minor::int, plan_id, status from payments order by created_at',
        );
        await become(session, people.memberB);
        expect(await rows(session, 'select 1 from payments union all select 1 from invoices')).toEqual([]);
        await session.query('reset role');
        return { ...mine, payments };
      };
      const changeTo = (plan: string) =>
        ask(handleSubscription, context, { action: 'change', plan, key: randomUUID() });

      expect(await changeTo('studio')).toMatchObject({ status: 200 });
      await deliver(events.changed(begin + 60, 'studio', 9_900, begin + 365 * day));
      const period = { start: begin + 60, end: begin + 365 * day };
      await deliver(
        events.paidFor(begin + 61, '2', [
          { product: 'prod_monthly', amount: -1_100, period: { start: begin, end: begin + 30 * day } },
          { product: 'prod_studio', amount: 9_900, period },
        ]),
      );
      const up = await seen();
      expect(up).toMatchObject({
        plan: { id: 'studio', photos_per_batch: 500 },
        subscription: { plan_id: 'studio', amount_minor: 9_900, status: 'active' },
      });
      expect(up.payments).toHaveLength(2);
      expect(up.payments).toContainEqual({ amount_minor: 1_200, plan_id: 'monthly', status: 'succeeded' });

      expect(await changeTo('monthly')).toMatchObject({ status: 200 });
      // Stripe credits the member's balance, so nothing is paid now.
      expect(await seen()).toMatchObject({
        subscription: { plan_id: 'monthly', amount_minor: 1_200, status: 'active' },
        payments: up.payments,
      });
    });
  });

  test('is cancelled, resumed and changed at Stripe first', async () => {
    await database.rolledBack(async (session) => {
      const { context, deliver, events, changes } = await withCheckout(session);
      await deliver(events.completed(begin));
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
      const change = (action: string, more: object = {}) =>
        ask(handleSubscription, context, { action, key: randomUUID(), ...more });
      // The plan began after the function had looked for a subscription to cancel at Stripe.
      const early = { member: memberA.userId, action: 'cancel', request_key: randomUUID(), asked_for: null };
      expect(await context.call('change_subscription', early)).toEqual({ outcome: 'not-changeable' });
      expect(await change('cancel')).toMatchObject({ status: 200, subscription: { status: 'active' } });
      expect(await change('resume')).toMatchObject({ status: 200, subscription: { cancelled_at: null } });
      expect(await change('change', { plan: 'studio' })).toMatchObject({
        subscription: { plan_id: 'studio', amount_minor: 9900 },
      });
      expect(changes.slice(1).map(({ path, form }) => [path, form])).toEqual([
        ['POST /v1/subscriptions/sub_a', { cancel_at_period_end: 'true' }],
        ['POST /v1/subscriptions/sub_a', { cancel_at_period_end: 'false' }],
        ['POST /v1/products', { name: 'Isola studio', 'metadata[plan_id]': 'studio' }],
        [
          'POST /v1/subscriptions/sub_a',
          {
            'metadata[plan_id]': 'studio',
            proration_behavior: 'always_invoice',
            payment_behavior: 'error_if_incomplete',
            'items[0][id]': 'si_1',
            'items[0][price_data][currency]': 'cny',
            'items[0][price_data][product]': 'prod_1',
            'items[0][price_data][unit_amount]': '9900',
            'items[0][price_data][recurring][interval]': 'year',
            'items[0][price_data][recurring][interval_count]': '1',
          },
        ],
      ]);
      expect(await ask(handleBillingPortal, context, { return_path: '/membership/manage' })).toEqual({
        status: 200,
        url: 'https://billing.stripe.test/1',
      });
    });
  });

  test('is unchanged when Stripe does not answer', async () => {
    await database.rolledBack(async (session) => {
      const { context, deliver, events } = await withCheckout(session);
      await deliver(events.completed(begin));
      expect(
        await ask(handleSubscription, { ...context, fetch: outOfOrder }, { action: 'cancel', key: randomUUID() }),
      ).toMatchObject({
        status: 503,
        code: 'provider-unavailable',
      });
      expect(await current(session)).toEqual([{ plan_id: 'monthly', status: 'active', cancelled: false }]);
    });
  });
});

describe('an account with a plan that Stripe charges', () => {
  /** Prepares the deletion of an account. @param proof answer of the database to the member's `prove_identity`. */
  async function deleting(session: Session, proof: string, { isPaid = true } = {}) {
    const started = await withCheckout(session);
    const { events, deliver, context } = started;
    if (isPaid) {
      await deliver(events.completed(begin));
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
    }
    const asked: string[] = [];
    const callAsMember = async (name: string) => {
      asked.push(name);
      if (name === 'prove_identity') return proof;
      const sessionId = await signIn(session, memberA.userId, { byLink: true });
      await become(session, memberA, { session_id: sessionId });
      const [row] = await rows(session, 'select delete_my_account() as answer');
      await session.query('reset role');
      return row?.['answer'];
    };
    return { ...started, asked, context: { ...context, callAsMember } };
  }

  test('is deleted after Stripe has ended the charge', async () => {
    await database.rolledBack(async (session) => {
      const { context, changes, asked } = await deleting(session, 'confirmed');
      expect(await context.callAsMember('delete_my_account')).toBe('charged-elsewhere');
      expect(await ask(handleDeleteAccount, context, { password: 'right' })).toEqual({
        status: 200,
        outcome: 'deleted',
      });
      expect(changes.at(-1)?.path).toBe('DELETE /v1/subscriptions/sub_a');
      expect(asked.slice(1)).toEqual(['prove_identity', 'delete_my_account', 'delete_my_account']);
      expect(await rows(session, `select id from auth.users where id = '${memberA.userId}'`)).toEqual([]);
      expect(await rows(session, `select user_id, amount_minor::int, buyer from invoices`)).toEqual([
        { user_id: null, amount_minor: 1200, buyer: { name: 'Lin Wei' } },
      ]);
    });
  });

  test('is kept, with a message, when Stripe does not answer', async () => {
    await database.rolledBack(async (session) => {
      const { context, asked } = await deleting(session, 'confirmed');
      const answer = await ask(handleDeleteAccount, { ...context, fetch: outOfOrder }, { password: 'right' });
      expect(answer).toMatchObject({
        status: 503,
        code: 'provider-unavailable',
        message: expect.stringContaining('The account was kept') as string,
      });
      expect(asked).toEqual(['prove_identity', 'delete_my_account']);
      expect(await current(session)).toMatchObject([{ status: 'active' }]);
    });
  });

  test('leaves its payments in the accounts after deletion, also those that are reported or refunded later', async () => {
    await database.rolledBack(async (session) => {
      const { context, deliver, events } = await deleting(session, 'confirmed');
      await ask(handleDeleteAccount, context, { password: 'right' });
      await deliver(events.paid(begin + 30 * day, '2', begin + 30 * day, begin + 60 * day));
      await deliver(events.refunded(begin + 31 * day, '2', 1_200));
      expect(
        await rows(
          session,
          `select provider_payment_id, user_id, plan_id, status from payments order by provider_payment_id`,
        ),
      ).toEqual([
        { provider_payment_id: 'in_a_1', user_id: null, plan_id: 'monthly', status: 'succeeded' },
        { provider_payment_id: 'in_a_2', user_id: null, plan_id: 'monthly', status: 'refunded' },
      ]);
      expect(await rows(session, `select kind, amount_minor::int, buyer from invoices order by number`)).toEqual(
        ['invoice', 'invoice', 'credit-note'].map((kind) => ({
          kind,
          amount_minor: 1_200,
          buyer: { name: 'Lin Wei' },
        })),
      );
      expect(await rows(session, `select 1 from webhook_events where status not in ('processed', 'ignored')`)).toEqual(
        [],
      );
    });
  });

  test('is kept with its charge if it is the last super admin', async () => {
    await database.rolledBack(async (session) => {
      const { context, changes } = await deleting(session, 'confirmed');
      await session.query(`delete from admins where user_id <> $1 and role <> 'super_admin'`, [memberA.userId]);
      await session.query(`insert into admins (user_id, role) values ($1, 'super_admin')`, [memberA.userId]);
      await session.query(`delete from admins where user_id <> $1`, [memberA.userId]);
      expect(await ask(handleDeleteAccount, context, { password: 'right' })).toEqual({
        status: 200,
        outcome: 'last-super-admin',
      });
      expect(changes.map(({ path }) => path)).toEqual(['POST /v1/checkout/sessions']);
      expect(await current(session)).toMatchObject([{ status: 'active' }]);
    });
  });

  test('is deleted after a checkout that could still be paid is closed at Stripe', async () => {
    await database.rolledBack(async (session) => {
      const { context, changes } = await deleting(session, 'confirmed', { isPaid: false });
      // Pages call the database first.
      expect(await context.callAsMember('delete_my_account')).toBe('charged-elsewhere');
      expect(await ask(handleDeleteAccount, context, { password: 'right' })).toEqual({
        status: 200,
        outcome: 'deleted',
      });
      expect(changes.at(-1)?.path).toBe('POST /v1/checkout/sessions/cs_0/expire');
      expect(await rows(session, `select user_id, status from checkouts`)).toEqual([
        { user_id: null, status: 'failed' },
      ]);
    });
  });

  test('is kept while the event of a payment is on its way', async () => {
    await database.rolledBack(async (session) => {
      const { context, sessions } = await withCheckout(session);
      sessions['cs_0'] = 'complete';
      const asked: string[] = [];
      const callAsMember = (name: string) => {
        asked.push(name);
        return Promise.resolve('confirmed');
      };
      expect(await ask(handleDeleteAccount, { ...context, callAsMember }, { password: 'right' })).toMatchObject({
        status: 409,
        code: 'already-subscribed',
        message: expect.stringContaining('The account was kept') as string,
      });
      expect(asked).toEqual(['prove_identity']);
    });
  });

  test('is kept with its charge when the password is wrong', async () => {
    await database.rolledBack(async (session) => {
      const { context, changes } = await deleting(session, 'password-wrong');
      expect(await ask(handleDeleteAccount, context, { password: 'wrong' })).toEqual({
        status: 200,
        outcome: 'password-wrong',
      });
      expect(changes.map(({ path }) => path)).toEqual(['POST /v1/checkout/sessions']);
    });
  });
});

describe('an administrator with webhooks.write', () => {
  test('replays an event without applying it twice, which is logged, and stores test events only in development', async () => {
    await database.rolledBack(async (session) => {
      const { events, deliver, context } = await withCheckout(session);
      const asPerson = (person: typeof memberA | typeof superAdmin) => ({
        ...context,
        callAsMember: callAs(session, () => becomeProven(session, person)),
      });
      await deliver(events.completed(begin));
      await deliver(events.paid(begin, '1', begin, begin + 30 * day));
      const [{ id }] = (await rows(session, `select id::int from webhook_events where type = 'invoice.paid'`)) as [
        { id: number },
      ];
      expect(await ask(handleWebhookAdmin, asPerson(memberA), { action: 'replay', id })).toMatchObject({
        code: 'permission-required',
      });
      expect(await ask(handleWebhookAdmin, asPerson(superAdmin), { action: 'replay', id })).toEqual({
        status: 200,
        event: { id, status: 'processed', verdict: 'valid' },
      });
      expect(await rows(session, `select count(*)::int as n from invoices`)).toEqual([{ n: 1 }]);
      const logged = `select action, actor_id, row_id from admin_audit_log where table_name = 'webhook_events'`;
      const replay = { action: 'replay', actor_id: superAdmin.userId, row_id: String(id) };
      expect(await rows(session, logged)).toEqual([replay]);
      expect(await ask(handleWebhookAdmin, asPerson(superAdmin), { action: 'replay', id: 999 })).toMatchObject({
        code: 'not-found-event',
      });
      const send = { action: 'test', type: 'customer.created' };
      expect(await ask(handleWebhookAdmin, asPerson(superAdmin), send)).toMatchObject({
        status: 403,
        code: 'test-refused',
      });
      const environment = (name: string) => (name === 'PAYMENT_TEST_EVENTS' ? '1' : context.environment(name));
      expect(await ask(handleWebhookAdmin, { ...asPerson(superAdmin), environment }, send)).toMatchObject({
        event: { status: 'ignored', verdict: 'test' },
      });
    });
  });
});

/** Returns a generator of pseudo-random numbers from 0 to below 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('a storm of events', () => {
  /** @returns the contents of the tables after these deliveries. */
  async function storm(count: number, isShuffled: boolean) {
    return await database.rolledBack(async (session) => {
      const { environment } = await stripeForTest();
      const random = numbers(7);
      const context = contextOn(session, null, environment);
      const events: StripeEvent[] = [];
      for (let index = 0; events.length < count; index += 1) {
        const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
        await signUp(session, id, `m${index}@example.com`, {});
        const checkout = await beginAtStripe(contextOn(session, id, {}), id, 'monthly', `m${index}`);
        events.push(...lifeOf(checkout, `m${index}`, index));
      }
      const valid = events.slice(0, count).toSorted((a, b) => a.created - b.created);
      const forged = valid
        .filter((_, index) => index % 10 === 0)
        .map((event) => ({ ...event, id: `${event.id}_forged` }));
      const deliveries = [
        ...valid.map((event) => ({ event, secret: undefined })),
        ...valid.filter((_, index) => index % 3 === 0).map((event) => ({ event, secret: undefined })),
        ...forged.map((event) => ({ event, secret: 'whsec_another' })),
      ];
      const places = deliveries.map((delivery) => ({ delivery, place: random() }));
      const inOrder = isShuffled ? places.toSorted((a, b) => a.place - b.place) : places;
      const statuses = { 200: 0, 400: 0 };
      for (const { delivery } of inOrder) {
        const { secret } = delivery;
        const request = await delivered(delivery.event, secret === undefined ? {} : { secret });
        statuses[(await handlePaymentWebhook(request, context)).status as 200 | 400] += 1;
      }
      return {
        statuses,
        forged: forged.length,
        deliveries: deliveries.length,
        events: await rows(
          session,
          `select status, verdict, count(*)::int as n from webhook_events group by 1, 2 order by 1, 2`,
        ),
        subscriptions: await rows(
          session,
          `select provider_subscription_id, status, start_date, end_date, cancelled_at, plan_id
          from user_subscriptions order by 1`,
        ),
        payments: await rows(
          session,
          `select provider_payment_id, amount_minor::int, refunded_minor::int, status, paid_at,
          period_start, period_end from payments order by 1`,
        ),
        refunds: await rows(
          session,
          `select provider_refund_id, status, amount_minor::int from payment_refunds order by 1`,
        ),
        disputes: await rows(
          session,
          `select provider_dispute_id, status, opened_at, closed_at from payment_disputes order by 1`,
        ),
        invoices: await rows(
          session,
          `select provider_payment_id, kind, invoices.amount_minor::int, invoices.status from invoices
          join payments on payments.id = payment_id order by 1, 2, 3`,
        ),
        numbers: await rows(session, `select count(*)::int = max(right(number, 6)::int) as without_gaps from invoices`),
        logs: await rows(
          session,
          `select user_id, event, count(*)::int as n from payment_logs group by 1, 2 order by 1, 2`,
        ),
      };
    });
  }

  /**
   * Returns the events of one of ten lives of a subscription: paid, renewed, not paid, cancelled, resumed, ended,
   * refunded in part and in full, disputed.
   */
  function lifeOf(checkoutId: string, name: string, index: number): readonly StripeEvent[] {
    const events = eventsOf(checkoutId, name);
    const at = begin - 100 * day + index;
    const month = 30 * day;
    const first = [events.completed(at), events.paid(at, '1', at, at + month)];
    const second = events.paid(at + month, '2', at + month, at + 2 * month);
    const kinds: readonly (readonly StripeEvent[])[] = [
      [second, events.other(at + 5)],
      [events.failed(at + month, '2', at + month, at + 2 * month), { ...second, created: at + month + day }],
      [events.cancelled(at + 100), events.resumed(at + 200), second],
      [events.cancelled(at + 100), events.ended(at + month)],
      [second, events.refunded(at + month + 10, '2', 500), events.refunded(at + month + 20, '2', 700)],
      [events.refunded(at + 50, '1', 300), second],
      [events.dispute(at + 60, '1', 'needs_response'), events.dispute(at + 6_000, '1', 'won'), second],
      [events.dispute(at + 60, '1', 'needs_response'), events.dispute(at + 6_000, '1', 'lost')],
      [events.failed(at + month, '2', at + month, at + 2 * month), events.ended(at + month + 7 * day)],
      [events.cancelled(at + 100), events.resumed(at + 100), events.cancelled(at + 300), second],
    ];
    return [...first, ...(kinds[index % kinds.length] ?? [])];
  }

  async function expectSameAsInOrder(count: number) {
    const calm = await storm(count, false);
    const stormy = await storm(count, true);
    expect(stormy).toEqual(calm);
    const refused = Math.ceil(count / 10);
    expect(stormy.statuses).toEqual({ 200: stormy.deliveries - refused, 400: refused });
    expect(stormy.events.filter(({ verdict }) => verdict !== 'valid')).toEqual([
      { status: 'refused', verdict: 'bad-signature', n: Math.min(10, refused) },
    ]);
    const handled = stormy.events.filter(({ status }) => status === 'processed' || status === 'ignored');
    expect(handled.reduce((sum, { n }) => sum + Number(n), 0)).toBe(count);
    expect(stormy.numbers).toEqual([{ without_gaps: true }]);
  }

  test('42 events, shuffled, a third of them sent twice and with a tenth forged, have the same result as in order', async () => {
    await expectSameAsInOrder(42);
  });

  test('500 events have the same result as in order', { tags: ['long'], timeout: 300_000 }, async () => {
    await expectSameAsInOrder(500);
  });
});
