/** @module-tag long */
import { createVerify, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase, type Session, type TestDatabase } from '../../../tests/open-test-database.ts';
import { addPeople, people } from '../../../tests/people.ts';
import { handleCheckout } from '../../checkout/handle.ts';
import { handlePaymentWebhook } from '../../payment-webhook/handle.ts';
import { handleSubscription } from '../../subscription/handle.ts';
import { serverForTest } from '../server-for-test.ts';
import { ask, contextOn, stripeForTest } from './payments-for-test.ts';
import { currentProvider } from './providers.ts';
import { apiKey, merchant, paidOrder, signedByPlatform, wechatEvent, wechatSettings } from './wechat-for-test.ts';

const { memberA } = people;
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.run(`
    insert into plans (id, period_months, photos_per_batch, offered) values
      ('monthly', 1, 500, true), ('studio', 12, 500, true);
    insert into plan_prices (plan_id, currency, amount_minor) values
      ('monthly', 'CNY', 1200), ('monthly', 'EUR', 190), ('studio', 'CNY', 9900);
  `);
});

afterAll(() => database.close());

type Answer = Parameters<typeof serverForTest>[0];

/** Answers as WeChat Pay does, with JSON that it signed. */
function signed(status: number, body?: object, how?: Parameters<typeof signedByPlatform>[1]): Answer {
  return (_, response) => {
    const text = body ? JSON.stringify(body) : '';
    response.writeHead(status, { 'content-type': 'application/json', ...signedByPlatform(text, how) });
    response.end(text);
  };
}

const refusal = (status: number, code: string) => signed(status, { code, message: 'no' });

const isClosing = (url: string) => url.endsWith('/close');

/** Answers each order with a way to pay it, and closes every order. */
const usual: Answer = (asked, response) => {
  const answer = isClosing(asked.url)
    ? signed(204)
    : signed(200, asked.url.endsWith('h5') ? { h5_url: 'https://wx.test/h5?a=1' } : { code_url: 'weixin://wxpay/1' });
  answer(asked, response);
};

/** Answers orders in one way, and requests to close one in another. */
const answering =
  (ordering: Answer, closing: Answer): Answer =>
  (asked, response) =>
    (isClosing(asked.url) ? closing : ordering)(asked, response);

const unsigned: Answer = (_, response) => void response.end('{"code_url":"weixin://wxpay/1"}');
const page: Answer = (_, response) => void response.writeHead(403).end('<h1>Forbidden</h1>');
const breakOff: Answer = (_, response) => void response.destroy();
const stall: Answer = () => undefined;
const stallInBody: Answer = (_, response) => void response.writeHead(200).write('{"code_url":');
const briefly = { WECHAT_PAY_TIMEOUT_MS: '200' };
const unanswered = { status: 503, code: 'provider-unavailable' };

const order = (more: object = {}) => ({
  plan: 'monthly',
  currency: 'CNY',
  key: randomUUID(),
  return_path: '/membership',
  ...more,
});

/** Begins a checkout of a member at a server that plays WeChat Pay. */
async function start(session: Session, { answer = usual, currency = 'CNY', more = {} } = {}) {
  let current = answer;
  const server = await serverForTest((asked, response) => current(asked, response));
  const environment = { ...wechatSettings(server.origin), ...more };
  const context = contextOn(session, memberA.userId, environment);
  const begun = await ask(handleCheckout, context, order({ currency }));
  const [checkout] = (await session.query('select id from checkouts')).rows;
  const deliver = async (body: string, headers: Readonly<Record<string, string>> = signedByPlatform(body)) => {
    const url = 'https://isola.example/functions/v1/payment-webhook/wechat-pay';
    return await handlePaymentWebhook(new Request(url, { method: 'POST', headers, body }), context);
  };
  /** Presses Join on a page that has been reloaded, while WeChat Pay answers in another way. */
  const joinAgain = async (next: Answer, more: object = {}) => {
    current = next;
    return await ask(handleCheckout, context, order(more));
  };
  return { ...server, environment, begun, checkoutId: String(checkout?.['id']), deliver, joinAgain };
}

const rows = async (session: Session, statement: string) => (await session.query(statement)).rows;
const statuses = (session: Session) => rows(session, 'select status from checkouts order by status');

test('an order is signed by the merchant, and answered with a code for the phone', async () => {
  await database.rolledBack(async (session) => {
    const { asked, begun, checkoutId } = await start(session);
    expect(begun).toEqual({ status: 200, outcome: 'qr', content: 'weixin://wxpay/1', checkout: checkoutId });
    const [{ url, headers, body }] = asked as [(typeof asked)[number]];
    expect(url).toBe('/v3/pay/transactions/native');
    expect(JSON.parse(body)).toEqual({
      appid: 'wx1',
      mchid: '1900000001',
      description: 'Isola monthly',
      out_trade_no: checkoutId.replaceAll('-', ''),
      notify_url: 'https://isola.example/functions/v1/payment-webhook/wechat-pay',
      amount: { total: 1_200, currency: 'CNY' },
    });
    const given = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(String(headers['authorization']))?.[1] ?? '';
    const parts = Object.fromEntries(
      Array.from(given.matchAll(/(\w+)="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
    );
    expect(parts).toMatchObject({ mchid: '1900000001', serial_no: 'SERIAL1' });
    const signed = `POST\n${url}\n${parts['timestamp']}\n${parts['nonce_str']}\n${body}\n`;
    expect(
      createVerify('RSA-SHA256')
        .update(signed)
        .verify(merchant.publicKey, parts['signature'] ?? '', 'base64'),
    ).toBe(true);
  });
});

test.each([
  [
    'in H5 leads to its page',
    { more: { WECHAT_PAY_PRODUCT: 'h5' } },
    {
      outcome: 'redirect',
      url: 'https://wx.test/h5?a=1&redirect_url=https%3A%2F%2Fisola.example%2Fmembership',
    },
  ],
  [
    'whose answer another signed is refused',
    { answer: signed(200, { code_url: 'weixin://wxpay/1' }, { key: merchant.privateKey }) },
    { status: 502, code: 'provider-refused' },
  ],
  ['whose answer nobody signed is refused', { answer: unsigned }, { status: 502, code: 'provider-refused' }],
  ['that nobody can pay is refused', { answer: signed(200, {}) }, { status: 502, code: 'provider-refused' }],
  ['with an empty answer is refused', { answer: signed(200) }, { status: 502, code: 'provider-refused' }],
  ['that is refused with a web page is refused', { answer: page }, { status: 502, code: 'provider-refused' }],
  [
    'that is refused says why',
    { answer: refusal(403, 'NO_AUTH') },
    { status: 502, code: 'provider-refused', reason: 'NO_AUTH' },
  ],
  ['that fails there may be sent again', { answer: signed(500) }, unanswered],
  ['after too many may be sent again', { answer: refusal(429, 'FREQUENCY_LIMITED') }, unanswered],
  ['whose connection breaks may be sent again', { answer: breakOff }, unanswered],
  ['that is not answered in time may be sent again', { answer: stall, more: briefly }, unanswered],
  ['whose answer is not whole in time may be sent again', { answer: stallInBody, more: briefly }, unanswered],
  [
    'whose answer is too large may be sent again',
    { answer: signed(200, { code_url: 'x'.repeat(65_536) }) },
    unanswered,
  ],
  ['in another currency is not offered', { currency: 'EUR' }, { status: 409, code: 'not-offered' }],
])('an order %s', async (_, how, expected) => {
  await database.rolledBack(async (session) => {
    expect((await start(session, how)).begun).toMatchObject(expected);
    // A member who sends an unanswered order again continues with the same checkout.
    const isOpen = !('status' in expected) || expected.status === 503;
    expect(await statuses(session)).toEqual([{ status: isOpen ? 'open' : 'failed' }]);
  });
});

describe('a checkout that begins again', () => {
  test('gets a code for the same order', async () => {
    await database.rolledBack(async (session) => {
      const { asked, begun, joinAgain } = await start(session);
      expect(await joinAgain(usual)).toEqual(begun);
      const [first, second] = asked;
      expect(second).toMatchObject({ url: first?.url, body: first?.body });
    });
  });

  test.each([
    ['answers that it is paid', refusal(400, 'ORDERPAID')],
    [
      'refuses it for another reason and does not close it, because it is paid',
      answering(refusal(400, 'INVALID_REQUEST'), refusal(400, 'ORDERPAID')),
    ],
  ])('after its payment, whose event is late, becomes the plan when WeChat Pay %s', async (_, answer) => {
    await database.rolledBack(async (session) => {
      const paidAtMs = Date.now() - 60_000;
      const { checkoutId, deliver, joinAgain } = await start(session);
      expect(await joinAgain(answer)).toMatchObject({ status: 409, code: 'already-subscribed' });
      expect(await statuses(session)).toEqual([{ status: 'open' }]);
      expect((await deliver(wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId), paidAtMs))).status).toBe(204);
      expect(await statuses(session)).toEqual([{ status: 'completed' }]);
      expect(await rows(session, 'select status from user_subscriptions')).toEqual([{ status: 'active' }]);
    });
  });

  test.each([
    ['cannot be reached to close it', signed(500), { status: 503, code: 'provider-unavailable' }],
    ['does not close it', refusal(403, 'RULE_LIMIT'), { status: 502, code: 'provider-refused' }],
    ['says that it is being paid', refusal(202, 'USER_PAYING'), { status: 503, code: 'provider-unavailable' }],
  ])('and is refused stays open when WeChat Pay %s', async (_, closing, expected) => {
    await database.rolledBack(async (session) => {
      const { joinAgain } = await start(session);
      const refused = answering(refusal(403, 'OUT_TRADE_NO_USED'), closing);
      expect(await joinAgain(refused)).toMatchObject(expected);
      expect(await statuses(session)).toEqual([{ status: 'open' }]);
    });
  });

  test.each([
    ['is closed', signed(204)],
    ['was closed before', refusal(400, 'ORDER_CLOSED')],
  ])('and is refused has failed once its order %s, and another order follows', async (_, closing) => {
    await database.rolledBack(async (session) => {
      const { asked, checkoutId, joinAgain } = await start(session);
      const refused = answering(refusal(403, 'OUT_TRADE_NO_USED'), closing);
      expect(await joinAgain(refused)).toMatchObject({ code: 'provider-refused', reason: 'OUT_TRADE_NO_USED' });
      expect(asked.at(-1)?.url).toBe(`/v3/pay/transactions/out-trade-no/${checkoutId.replaceAll('-', '')}/close`);
      expect(await statuses(session)).toEqual([{ status: 'failed' }]);
      expect(await joinAgain(usual)).toMatchObject({ outcome: 'qr' });
      expect(await statuses(session)).toEqual([{ status: 'failed' }, { status: 'open' }]);
    });
  });
});

describe('an order that is open when the member joins another plan', () => {
  const plans = (session: Session) => rows(session, 'select plan_id, status from checkouts order by plan_id');
  const another = signed(200, { code_url: 'weixin://wxpay/2' });

  test.each([
    ['is closed', signed(204), 'failed'],
    ['was closed before', refusal(400, 'ORDER_CLOSED'), 'failed'],
    // If it is paid after all, the payment is marked as double.
    ['stays open when WeChat Pay refuses to close it', refusal(403, 'RULE_LIMIT'), 'open'],
    ['stays open when WeChat Pay does not answer', breakOff, 'open'],
    ['stays open when it is being paid', refusal(202, 'USER_PAYING'), 'open'],
  ])('%s, and the other order begins', async (_, closing, status) => {
    await database.rolledBack(async (session) => {
      const { asked, checkoutId, joinAgain } = await start(session);
      const begun = await joinAgain(answering(another, closing), { plan: 'studio' });
      expect(begun).toMatchObject({ outcome: 'qr', content: 'weixin://wxpay/2' });
      expect(asked.map(({ url, body }) => [url, (JSON.parse(body) as { mchid: string }).mchid])).toEqual([
        ['/v3/pay/transactions/native', '1900000001'],
        [`/v3/pay/transactions/out-trade-no/${checkoutId.replaceAll('-', '')}/close`, '1900000001'],
        ['/v3/pay/transactions/native', '1900000001'],
      ]);
      expect(await plans(session)).toEqual([
        { plan_id: 'monthly', status },
        { plan_id: 'studio', status: 'open' },
      ]);
    });
  });

  test('and has just been paid stays, and nothing else is ordered', async () => {
    await database.rolledBack(async (session) => {
      const { asked, joinAgain } = await start(session);
      const answer = answering(another, refusal(400, 'ORDERPAID'));
      expect(await joinAgain(answer, { plan: 'studio' })).toMatchObject({ status: 409, code: 'already-subscribed' });
      expect(asked).toHaveLength(2);
      expect(await plans(session)).toMatchObject([{ plan_id: 'monthly', status: 'open' }, { plan_id: 'studio' }]);
    });
  });
});

describe('an order that is open when the operator changes to Stripe', () => {
  const providers = (session: Session) => rows(session, 'select provider, status from checkouts order by provider');

  test.each([
    ['is closed while the keys of WeChat Pay are set', true, 'failed'],
    ['stays open when the keys of WeChat Pay are gone', false, 'open'],
  ])('%s, and the member pays at Stripe', async (_, hasKeys, status) => {
    await database.rolledBack(async (session) => {
      const { environment } = await start(session);
      const stripe = await stripeForTest();
      const context = contextOn(session, memberA.userId, {
        ...(hasKeys && environment),
        ...stripe.environment,
        PAYMENT_PROVIDER: 'stripe',
      });
      expect(await ask(handleCheckout, context, order())).toMatchObject({ outcome: 'redirect' });
      expect(await providers(session)).toEqual([
        { provider: 'stripe', status: 'open' },
        { provider: 'wechat-pay', status },
      ]);
    });
  });

  test('stays open for its payment when the same request is sent again without the keys of WeChat Pay', async () => {
    await database.rolledBack(async (session) => {
      await start(session);
      const [{ request_key: key }] = (await rows(session, 'select request_key from checkouts')) as [
        { request_key: string },
      ];
      const context = contextOn(session, memberA.userId, (await stripeForTest()).environment);
      expect(await ask(handleCheckout, context, order({ key }))).toMatchObject({ status: 501, code: 'no-provider' });
      expect(await providers(session)).toEqual([{ provider: 'wechat-pay', status: 'open' }]);
    });
  });
});

describe('an event of WeChat Pay', () => {
  test('is decrypted, makes the plan active for its period, and is acknowledged in the form of WeChat Pay', async () => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver, environment } = await start(session);
      const body = wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId));
      for (let time = 0; time < 2; time += 1) {
        const answer = await deliver(body);
        expect([answer.status, await answer.text()]).toEqual([204, '']);
      }
      expect(
        await rows(
          session,
          `select status, provider, end_date = start_date + interval '1 month' as lasts from user_subscriptions`,
        ),
      ).toEqual([{ status: 'active', provider: 'wechat-pay', lasts: true }]);
      expect(await rows(session, `select provider_payment_id, amount_minor::int, status from payments`)).toEqual([
        { provider_payment_id: paidOrder(checkoutId).transaction_id, amount_minor: 1200, status: 'succeeded' },
      ]);
      // Nobody would charge for a dearer plan.
      const change = { action: 'change', plan: 'studio', key: randomUUID() };
      const refused = await ask(handleSubscription, contextOn(session, memberA.userId, environment), change);
      expect(refused).toMatchObject({ status: 409, code: 'not-changeable' });
      expect(await rows(session, 'select plan_id from user_subscriptions')).toEqual([{ plan_id: 'monthly' }]);
      await deliver(wechatEvent('REFUND.SUCCESS', refund(checkoutId, 1_200)));
      expect(await rows(session, `select status from payments`)).toEqual([{ status: 'refunded' }]);
      expect(await rows(session, `select status from user_subscriptions`)).toEqual([{ status: 'cancelled' }]);
    });
  });

  const refund = (checkoutId: string, minor: number, id = '5030001') => ({
    ...paidOrder(checkoutId),
    refund_id: id,
    amount: { total: 1_200, refund: minor },
  });
  const state = async (session: Session) => ({
    payments: await rows(session, 'select status, refunded_minor::int as refunded from payments'),
    plans: await rows(session, 'select status from user_subscriptions'),
    creditNotes: await rows(
      session,
      `select amount_minor::int as amount from invoices where kind = 'credit-note' order by number`,
    ),
  });

  test('of a part that was paid back keeps the plan, until parts of the whole amount were paid back', async () => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session);
      await deliver(wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId)));
      await deliver(wechatEvent('REFUND.SUCCESS', refund(checkoutId, 500)));
      expect(await state(session)).toEqual({
        payments: [{ status: 'partially_refunded', refunded: 500 }],
        plans: [{ status: 'active' }],
        creditNotes: [{ amount: 500 }],
      });
      await deliver(wechatEvent('REFUND.SUCCESS', refund(checkoutId, 700, '5030002')));
      expect(await state(session)).toEqual({
        payments: [{ status: 'refunded', refunded: 1_200 }],
        plans: [{ status: 'cancelled' }],
        creditNotes: [{ amount: 500 }, { amount: 700 }],
      });
    });
  });

  test.each(['REFUND.ABNORMAL', 'REFUND.CLOSED'])('%s changes nothing and is logged', async (type) => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session);
      await deliver(wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId)));
      expect((await deliver(wechatEvent(type, refund(checkoutId, 1_200)))).status).toBe(204);
      expect(await state(session)).toEqual({
        payments: [{ status: 'succeeded', refunded: 0 }],
        plans: [{ status: 'active' }],
        creditNotes: [],
      });
      expect(await rows(session, `select status from payment_refunds`)).toEqual([{ status: 'failed' }]);
      expect(await rows(session, `select event from payment_logs where event like 'refund%'`)).toEqual([
        { event: 'refund-failed' },
      ]);
    });
  });

  test('of an unknown type is acknowledged and ignored', async () => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session);
      expect((await deliver(wechatEvent('TRANSACTION.SOMETHING_NEW', paidOrder(checkoutId)))).status).toBe(204);
      expect(await rows(session, 'select type, verdict, status from webhook_events')).toEqual([
        { type: 'TRANSACTION.SOMETHING_NEW', verdict: 'valid', status: 'ignored' },
      ]);
      expect(await state(session)).toEqual({ payments: [], plans: [{ status: 'pending' }], creditNotes: [] });
    });
  });

  test('of another amount gives no plan, and its payment is marked to be paid back by hand', async () => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session);
      const less = { ...paidOrder(checkoutId), amount: { total: 1, payer_total: 1, currency: 'CNY' } };
      expect((await deliver(wechatEvent('TRANSACTION.SUCCESS', less))).status).toBe(204);
      expect(await rows(session, `select status from user_subscriptions`)).toEqual([{ status: 'pending' }]);
      expect(
        await rows(
          session,
          `select amount_minor::int as amount, status, reason from payments
          join private.double_payments on payment_id = payments.id`,
        ),
      ).toEqual([{ amount: 1, status: 'succeeded', reason: 'unbound' }]);
    });
  });

  test.each([
    ['signed by another', { key: merchant.privateKey }, 'bad-signature'],
    ['of another key', { serial: 'PUB_KEY_ID_2' }, 'bad-signature'],
    ['of six minutes ago', { atMs: Date.now() - 360_000 }, 'too-old'],
  ])('%s is refused and logged', async (_, how, verdict) => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session);
      const body = wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId));
      const answer = await deliver(body, signedByPlatform(body, how));
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'FAIL', message: 'not accepted' }]);
      expect(await rows(session, `select verdict, status from webhook_events`)).toEqual([
        { verdict, status: 'refused' },
      ]);
      expect(await rows(session, `select status from user_subscriptions`)).toEqual([{ status: 'pending' }]);
    });
  });

  test('with a valid signature that cannot be decrypted is malformed', async () => {
    await database.rolledBack(async (session) => {
      const { checkoutId, deliver } = await start(session, {});
      const body = wechatEvent('TRANSACTION.SUCCESS', paidOrder(checkoutId)).replace(
        '"ciphertext":"',
        '"ciphertext":"AAAA',
      );
      expect((await deliver(body)).status).toBe(400);
      expect(await rows(session, `select verdict from webhook_events`)).toEqual([{ verdict: 'malformed' }]);
    });
  });
});

test('a missing or invalid setting throws an error that names it', () => {
  const read = (environment: Readonly<Record<string, string>>) => () => currentProvider((name) => environment[name]);
  expect(read({})()).toBeNull();
  expect(read({ WECHAT_PAY_MERCHANT_ID: '1' })).toThrow('WECHAT_PAY_APP_ID is not set');
  expect(read({ PAYMENT_PROVIDER: 'stripe' })).toThrow('PAYMENT_PROVIDER is stripe, and its keys are not set');
  expect(read({ PAYMENT_PROVIDER: 'another' })).toThrow('PAYMENT_PROVIDER is none of stripe, wechat-pay');
  expect(read({ STRIPE_SECRET_KEY: 'sk', STRIPE_API_URL: 'ftp://a' })).toThrow(
    'STRIPE_API_URL is no http or https address',
  );
});

test.each([
  ['WECHAT_PAY_API_KEY', apiKey.slice(1), 'WECHAT_PAY_API_KEY has not 32 bytes'],
  // 32 characters, each of three bytes.
  ['WECHAT_PAY_API_KEY', '密'.repeat(32), 'WECHAT_PAY_API_KEY has not 32 bytes'],
  ['WECHAT_PAY_PRODUCT', 'jsapi', 'WECHAT_PAY_PRODUCT is neither native nor h5'],
  ['WECHAT_PAY_API_URL', 'nowhere', 'WECHAT_PAY_API_URL is no http or https address'],
  ['WECHAT_PAY_API_URL', 'ftp://a', 'WECHAT_PAY_API_URL is no http or https address'],
  ['WECHAT_PAY_TIMEOUT_MS', 'soon', 'WECHAT_PAY_TIMEOUT_MS is no number of milliseconds'],
  ['WECHAT_PAY_TIMEOUT_MS', '0', 'WECHAT_PAY_TIMEOUT_MS is no number of milliseconds'],
  ['WECHAT_PAY_NOTIFY_URL', '', 'WECHAT_PAY_NOTIFY_URL is not set'],
])('the setting %s with the value %j is refused', (name, value, message) => {
  const environment = { ...wechatSettings('https://wechat.test'), [name]: value } as Readonly<Record<string, string>>;
  expect(() => currentProvider((each) => environment[each])).toThrow(message);
});
