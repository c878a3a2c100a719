import type { AdminApi, Page } from '../../api/admin-api.ts';
import { AdminError } from '../../api/admin-error.ts';
import type { AuditEntry, Dashboard, Payment, User, WebhookEvent } from '../../api/schemas.ts';

export interface FixtureOptions {
  /** Number of rows of each list. */
  readonly rows: number;
  /** True for a backend that never answers. */
  readonly isPending?: boolean;
  /** Error with which every query fails. */
  readonly failure?: Error;
  /** Whether the administrator has a second factor at the start. */
  readonly hasSecondFactor?: boolean;
  /** Number of recovery codes left. Default 9. */
  readonly recoveryCodesLeft?: number;
  /** Called with the name and the arguments of each change. The change fails when it rejects. */
  readonly onAct?: (name: string, ...args: unknown[]) => Promise<void>;
}

const names = ['anna.weber', 'min-jun.kim', 'jeanne.marchand', 'ivan.petrov', 'sofia.garcia', 'kenji.sato', 'li.na'];
const now = Date.UTC(2026, 10, 23, 8);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const iso = (ms: number) => new Date(ms).toISOString();

const userOf = (at: number): User => ({
  id: `user-${at}`,
  email: `${names[at % names.length] ?? ''}.${at}@example.com`,
  username: at % 3 === 0 ? null : (names[at % names.length] ?? null),
  created_at: iso(now - at * 5 * hourMs),
  last_sign_in_at: at % 4 === 0 ? null : iso(now - at * hourMs),
  confirmed: at % 4 !== 0,
  disabled_at: at % 9 === 8 ? iso(now) : null,
  plan_id: at % 5 === 1 ? 'member' : null,
  admin_role: at === 2 ? 'support' : null,
});

const statuses = ['succeeded', 'succeeded', 'partially_refunded', 'failed', 'disputed', 'pending', 'refunded'] as const;

const paymentOf = (at: number): Payment => ({
  id: `payment-${at}`,
  user_id: at % 6 === 5 ? null : `user-${at}`,
  email: at % 6 === 5 ? null : userOf(at).email,
  plan_id: 'member',
  provider: 'stripe',
  provider_payment_id: `pi_3Q${String(at).padStart(6, '0')}`,
  amount_minor: at % 3 === 0 ? 9900 : 29_900,
  refunded_minor: statuses[at % statuses.length] === 'partially_refunded' ? 5000 : 0,
  currency: at % 4 === 3 ? 'EUR' : 'CNY',
  status: statuses[at % statuses.length] ?? 'succeeded',
  refund_due: at === 7 || at === 8,
  refund_reason: at === 7 ? 'paid-twice' : at === 8 ? 'unbound' : null,
  paid_at: iso(now - at * 7 * hourMs),
  created_at: iso(now - at * 7 * hourMs),
});

const verdicts = ['valid', 'valid', 'valid', 'bad-signature', 'test', 'too-old'] as const;

const eventOf = (at: number): WebhookEvent => {
  const verdict = verdicts[at % verdicts.length] ?? 'valid';
  const isTrue = verdict === 'valid' || verdict === 'test';
  return {
    id: at + 1,
    provider: 'stripe',
    event_id: isTrue ? `evt_1Q${String(at).padStart(6, '0')}` : null,
    type: at % 2 === 0 ? 'invoice.paid' : 'customer.subscription.updated',
    verdict,
    status: isTrue ? (at % 7 === 1 ? 'failed' : 'processed') : 'refused',
    attempts: isTrue ? 1 : 0,
    error: at % 7 === 1 ? 'The subscription sub_1Q is not known' : null,
    received_at: iso(now - at * hourMs),
    event_at: iso(now - at * hourMs - 2000),
    processed_at: isTrue ? iso(now - at * hourMs + 400) : null,
  };
};

const entryOf = (at: number): AuditEntry => ({
  id: at + 1,
  actor_id: 'user-2',
  actor_email: 'jeanne.marchand.2@example.com',
  actor_role: 'authenticated',
  action: at % 2 === 0 ? 'update' : 'disable',
  table_name: at % 2 === 0 ? 'plans' : 'users',
  row_id: at % 2 === 0 ? 'member' : `user-${at}`,
  row_email: at % 2 === 0 ? null : userOf(at).email,
  row_before: at % 2 === 0 ? { id: 'member', ai_images_per_day: 50, offered: false } : { disabled_at: null },
  row_after: at % 2 === 0 ? { id: 'member', ai_images_per_day: 80, offered: true } : { disabled_at: iso(now) },
  reason: at % 2 === 0 ? 'Autumn offer' : 'Chargebacks, see ticket 4711',
  address: '203.0.113.7',
  created_at: iso(now - at * 3 * hourMs),
});

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `k7qa-2m${at}x-rt4w`);

/** Accepts the code 123456 only. */
function takeCode(code: string): void {
  if (code !== '123456') throw new AdminError('wrong-code', '');
}

/** Creates a backend in memory. The data of each row follow from its number. */
export function createFixtureApi(options: FixtureOptions): AdminApi {
  const { rows, isPending = false, failure, hasSecondFactor = false, recoveryCodesLeft = 9, onAct } = options;
  let hasFactor = hasSecondFactor;
  const answer = <Answer>(data: Answer): Promise<Answer> => {
    if (isPending) return new Promise(() => undefined);
    return failure ? Promise.reject(failure) : Promise.resolve(data);
  };
  const paged = <Row>(make: (at: number) => Row, request: Parameters<AdminApi['payments']>[0]): Promise<Page<Row>> => {
    const { after, before, pageSize } = request;
    const from = typeof after === 'number' ? after : typeof before === 'number' ? Math.max(0, before - pageSize) : 0;
    const to = Math.min(rows, from + pageSize);
    return answer({
      rows: Array.from({ length: Math.max(0, to - from) }, (_, at) => make(from + at)),
      next: to < rows ? to : null,
      previous: from > 0 ? from : null,
    });
  };
  const act =
    (name: string) =>
    async (...args: unknown[]) => {
      await onAct?.(name, ...args);
    };
  return {
    userId: 'anna',
    dashboard: (days) => answer(dashboardOf(days, rows)),
    today: () => answer({ ai_images: rows === 0 ? 0 : 118, ai_images_per_day: 1000, offer_without_seller: rows === 0 }),
    users: (request) =>
      request.search ? paged((at) => userOf(at), { ...request, pageSize: 2 }) : paged(userOf, request),
    user: (id) => {
      const at = Number(id.split('-')[1]);
      if (!(at < rows)) return answer(null);
      return answer({
        user: userOf(at),
        subscriptions: [
          {
            id: 's1',
            plan_id: 'member',
            status: 'active',
            start_date: iso(now - 40 * dayMs),
            end_date: iso(now + 325 * dayMs),
            cancelled_at: null,
            amount_minor: 9900,
            currency: 'CNY',
            provider: 'stripe',
          },
        ],
        usage: { today: 12, month: 318, total: 5020 },
        payments: [paymentOf(0), paymentOf(2)],
        sessions: 3,
        audit: [entryOf(1)],
      });
    },
    revenue: () =>
      answer({
        currencies: rows === 0 ? [] : ['CNY', 'EUR'].map((currency, at) => currencyOf(currency, at, rows)),
        churn: { active: rows === 0 ? 0 : 1200, ended: rows === 0 ? 0 : 36, rate: rows === 0 ? 0 : 0.03 },
      }),
    payments: (request) => paged(paymentOf, request),
    webhooks: (request) => paged(eventOf, request),
    webhook: (id) => {
      const payload = {
        id: 'evt_1Q000000',
        type: 'invoice.paid',
        data: { object: { id: 'in_1Q', amount_paid: 9900 } },
      };
      if (!(Number(id) <= rows)) return answer(null);
      return answer({
        ...eventOf(Number(id) - 1),
        headers: { 'content-type': 'application/json', 'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)' },
        payload,
        body_base64: btoa(JSON.stringify(payload)),
        next_attempt_at: null,
      });
    },
    audit: (request) => paged(entryOf, request),
    admins: () =>
      answer([
        {
          user_id: 'user-1',
          email: 'min-jun.kim.1@example.com',
          role: 'super_admin',
          permissions: [],
          created_at: iso(now),
          second_factor: true,
        },
        {
          user_id: 'user-2',
          email: 'jeanne.marchand.2@example.com',
          role: 'admin',
          permissions: ['users.read', 'users.write', 'payments.read'],
          created_at: iso(now),
          second_factor: false,
        },
      ]),
    health: () =>
      answer([
        {
          id: 'stripe',
          kind: 'payment',
          state: 'ok',
          last_success_at: iso(now),
          last_failure_at: null,
          failures_24h: 0,
          message: null,
        },
        {
          id: 'smtp',
          kind: 'mail',
          state: 'failing',
          last_success_at: iso(now - dayMs),
          last_failure_at: iso(now),
          failures_24h: 14,
          message: '421 Too many connections',
        },
        {
          id: 'replicate',
          kind: 'ai',
          state: 'not-configured',
          last_success_at: null,
          last_failure_at: null,
          failures_24h: 0,
          message: null,
        },
      ]),
    plans: () =>
      answer([
        {
          id: 'free',
          period_months: null,
          ai_images_per_day: 10,
          ai_images_per_month: 100,
          api_images_per_month: 100,
          photos_per_batch: 50,
          offered: true,
          plan_prices: [{ currency: 'CNY', amount_minor: 0 }],
        },
        {
          id: 'member',
          period_months: 12,
          ai_images_per_day: 50,
          ai_images_per_month: null,
          api_images_per_month: 100,
          photos_per_batch: 200,
          offered: true,
          plan_prices: [
            { currency: 'CNY', amount_minor: 9900 },
            { currency: 'EUR', amount_minor: 1290 },
          ],
        },
      ]),
    secondFactor: () =>
      answer({
        enrolled: hasFactor,
        required: false,
        state: hasFactor ? 'given' : 'none',
        recovery_codes_left: hasFactor ? recoveryCodesLeft : 0,
        needs_mail: false,
      }),
    settings: () =>
      answer([
        { key: 'admin.session_hours', value: 8 },
        {
          key: 'billing.seller',
          value: {
            name: 'Isola Studio GmbH',
            address: 'Lindenstraße 1\n10969 Berlin',
            email: 'billing@example.com',
            tax_id: 'DE123456789',
            tax_name: 'USt.',
            tax_rate: 1900,
          },
        },
        { key: 'feature.ai_backgrounds', value: true },
        { key: 'search.push', value: false },
      ]),
    grantPlan: act('grantPlan'),
    endPlan: act('endPlan'),
    disableUser: act('disableUser'),
    enableUser: act('enableUser'),
    resendConfirmation: act('resendConfirmation'),
    setAdmin: act('setAdmin'),
    removeAdmin: act('removeAdmin'),
    resetSecondFactor: act('resetSecondFactor'),
    releaseSecondFactor: act('releaseSecondFactor'),
    beginSecondFactor: () =>
      answer({ secret, uri: `otpauth://totp/Isola:anna@example.com?secret=${secret}&issuer=Isola` }),
    async confirmSecondFactor(code) {
      takeCode(code);
      hasFactor = true;
      return answer(recoveryCodes);
    },
    async giveSecondFactor(code) {
      takeCode(code);
    },
    async removeSecondFactor(code) {
      takeCode(code);
      hasFactor = false;
    },
    savePlan: act('savePlan'),
    saveSetting: act('saveSetting'),
    replayWebhook: act('replayWebhook'),
    sendTestWebhook: act('sendTestWebhook'),
  };
}

function dashboardOf(days: number, rows: number): Dashboard {
  const isEmpty = rows === 0;
  const count = days === 1 ? 24 : days;
  const stepMs = days === 1 ? hourMs : dayMs;
  return {
    users: { total: rows, new: isEmpty ? 0 : 318, new_before: isEmpty ? 0 : 287 },
    subscriptions: { active: isEmpty ? 0 : 1214, active_before: isEmpty ? 0 : 1220 },
    images: { count: isEmpty ? 0 : 48_210, before: isEmpty ? 0 : 39_004 },
    revenue: isEmpty ? [] : [{ currency: 'CNY', amount_minor: 1_284_350, before: 1_104_000 }],
    errors: { count: isEmpty ? 0 : 4, before: isEmpty ? 0 : 4 },
    series: Array.from({ length: count }, (_, at) => ({
      at: iso(now - (count - 1 - at) * stepMs),
      users: isEmpty ? 0 : 6 + ((at * 7) % 11),
      images: isEmpty ? 0 : 900 + ((at * 311) % 1400),
      subscriptions: isEmpty ? 0 : 1200 + ((at * 5) % 23),
      errors: isEmpty || at % 8 !== 3 ? 0 : 1,
      revenue: isEmpty ? {} : { CNY: 20_000 + ((at * 7919) % 40_000) },
    })),
  };
}

function currencyOf(currency: string, at: number, rows: number) {
  return {
    currency,
    mrr_minor: 990_000 / (at + 1),
    gross_minor: 12_843_500 / (at + 1),
    refunded_minor: 240_000,
    disputed_minor: 9900,
    payments: rows,
    by_plan: [
      { plan_id: 'member', subscriptions: 812, gross_minor: 8_038_800, refunded_minor: 200_000 },
      { plan_id: 'studio', subscriptions: 94, gross_minor: 4_804_700, refunded_minor: 40_000 },
    ],
    by_month: Array.from({ length: 12 }, (_, month) => ({
      month: new Date(Date.UTC(2025, 11 + month, 1)).toISOString().slice(0, 10),
      gross_minor: 600_000 + ((month * 7919) % 900_000),
      refunded_minor: 20_000,
    })),
  };
}
