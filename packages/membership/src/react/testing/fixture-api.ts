import type { MembershipApi } from '../../api/membership-api.ts';
import { MembershipError } from '../../api/membership-error.ts';
import type { CheckoutStatus, Invoice, Joining, Membership, Payment, Plan, Subscription } from '../../api/schemas.ts';

export interface FixtureOptions {
  /** False for a visitor. */
  readonly isSignedIn: boolean;
  /** Fields of the running subscription that differ from the usual one. Null for the free plan. */
  readonly subscription?: Partial<Subscription> | null;
  /** Called before each answer of `membership`. It may report a payment, which starts the subscription. */
  readonly onMembership?: (report: (subscription: Partial<Subscription>) => void) => void;
  /** True when the limits of today and of this month are used up. */
  readonly isUsedUp?: boolean;
  /** Number of days with usage. Default 40. */
  readonly days?: number;
  readonly invoices?: number;
  readonly payments?: number;
  /** True when the operator has added a third plan. */
  readonly hasStudio?: boolean;
  /** Answer of `join`. */
  readonly joining?: Joining;
  /** Called for each `join`. An error that it returns is the answer. */
  readonly joinFailure?: () => Error | undefined;
  /** Called for each answer of `checkoutStatus` about the checkout that `join` began. */
  readonly checkoutStatus?: () => CheckoutStatus;
  /** True for a backend that never answers. */
  readonly isPending?: boolean;
  /** Error with which every query fails. */
  readonly failure?: Error;
  /** Called for each query. The server is busy while it returns true. */
  readonly isBusy?: () => boolean;
  /** Called with the name and the arguments of each change. */
  readonly onAct?: (name: string, ...args: unknown[]) => void;
}

const dayMs = 86_400_000;
/** Noon of today, because the chart shows the last days of the clock. */
const now = Math.floor(Date.now() / dayMs) * dayMs + dayMs / 2;
const iso = (ms: number) => new Date(ms).toISOString();

const limits = {
  free: { ai_images_per_day: 10, ai_images_per_month: 100, api_images_per_month: 100, photos_per_batch: 50 },
  member: { ai_images_per_day: 50, ai_images_per_month: 500, api_images_per_month: 100, photos_per_batch: 200 },
} as const;

const plans: readonly Plan[] = [
  {
    id: 'free',
    ...limits.free,
    period_months: null,
    offered: true,
    plan_prices: [{ currency: 'CNY', amount_minor: 0 }],
  },
  {
    id: 'member',
    ...limits.member,
    period_months: 12,
    offered: true,
    plan_prices: [
      { currency: 'CNY', amount_minor: 19_900 },
      { currency: 'EUR', amount_minor: 2900 },
    ],
  },
];
/** Plan that the operator added. */
const studio: Plan = {
  id: 'studio',
  ai_images_per_day: 200,
  ai_images_per_month: null,
  api_images_per_month: 1000,
  photos_per_batch: 500,
  period_months: 12,
  offered: true,
  plan_prices: [{ currency: 'CNY', amount_minor: 49_900 }],
};

const subscriptionOf = (changes: Partial<Subscription>): Subscription => ({
  id: 'subscription-1',
  plan_id: 'member',
  status: 'active',
  start_date: '2026-03-02T10:00:00Z',
  end_date: '2027-03-02T10:00:00Z',
  cancelled_at: null,
  is_renewed: true,
  amount_minor: 19_900,
  currency: 'CNY',
  period_months: 12,
  provider: 'stripe',
  ...changes,
});

export const invoiceOf = (at: number): Invoice => ({
  id: `invoice-${at}`,
  number: `2026-${String(1000 - at).padStart(6, '0')}`,
  kind: at % 7 === 3 ? 'credit-note' : 'invoice',
  corrects: at % 7 === 3 ? `invoice-${at + 1}` : null,
  status: at % 11 === 5 ? 'void' : 'issued',
  amount_minor: 19_900,
  tax_minor: 1126,
  tax_rate: 600,
  tax_name: null,
  currency: 'CNY',
  seller: { name: 'Isola', address: 'Musterstraße 1\n10115 Berlin' },
  buyer: { name: 'Lin Wei', email: 'lin.wei@example.com' },
  lines: [
    {
      plan_id: 'member',
      amount_minor: 19_900,
      period_start: '2026-03-02T10:00:00Z',
      period_end: '2027-03-02T10:00:00Z',
    },
  ],
  language: 'en',
  issued_at: iso(Date.UTC(2026, 10, 20) - at * 30 * dayMs),
  period_start: '2026-03-02T10:00:00Z',
  period_end: '2027-03-02T10:00:00Z',
});

const statuses = ['succeeded', 'succeeded', 'partially_refunded', 'failed', 'disputed', 'pending', 'refunded'] as const;

const paymentOf = (at: number): Payment => {
  const status = statuses[at % statuses.length] ?? 'succeeded';
  return {
    id: `payment-${at}`,
    plan_id: at % 9 === 8 ? null : 'member',
    provider: 'stripe',
    amount_minor: 19_900,
    refunded_minor: status === 'refunded' ? 19_900 : status === 'partially_refunded' ? 5000 : 0,
    currency: at % 4 === 3 ? 'EUR' : 'CNY',
    status,
    paid_at: iso(Date.UTC(2026, 10, 20) - at * 7 * dayMs),
    created_at: iso(Date.UTC(2026, 10, 20) - at * 7 * dayMs),
  };
};

const times = <Row>(count: number, rowOf: (at: number) => Row) =>
  Array.from({ length: count }, (_, index) => rowOf(index));

/** Creates a backend in memory. The next query returns the changed subscription. */
export function createFixtureApi(options: FixtureOptions): MembershipApi {
  const { isUsedUp = false, days = 40, invoices = 1, payments = 10, onAct } = options;
  let subscription = options.subscription ? subscriptionOf(options.subscription) : null;
  let checkout: string | undefined;
  const answer = <Answer>(value: () => Answer): Promise<Answer> => {
    if (options.isPending) return new Promise(() => undefined);
    if (options.isBusy?.()) return Promise.reject(new MembershipError('busy', 'Service Unavailable'));
    return options.failure ? Promise.reject(options.failure) : Promise.resolve(value());
  };
  const membership = (): Membership => {
    const limit = limits[subscription ? 'member' : 'free'];
    const ai = isUsedUp
      ? { today: limit.ai_images_per_day, month: limit.ai_images_per_month }
      : { today: days > 0 ? 3 : 0, month: days > 0 ? 41 : 0 };
    const device = days > 0 ? { today: 12, month: 1284 } : { today: 0, month: 0 };
    return {
      plan: { id: subscription?.plan_id ?? 'free', ...limit },
      subscription,
      usage: { device, ai, api: { today: 0, month: 0 } },
    };
  };
  return {
    userId: options.isSignedIn ? 'lin' : null,
    plans: () => answer(() => (options.hasStudio ? [...plans, studio] : plans)),
    membership: () => {
      options.onMembership?.((reported) => {
        subscription = subscriptionOf(reported);
      });
      return answer(membership);
    },
    usage: () =>
      answer(() =>
        times(days, (at) => ({
          day: iso(now - at * dayMs).slice(0, 10),
          kind: at % 5 === 2 ? ('ai' as const) : ('device' as const),
          images: at % 5 === 2 ? 4 : ((at * 37) % 90) + 1,
        })),
      ),
    invoices: ({ offset, limit }) => answer(() => times(invoices, invoiceOf).slice(offset, offset + limit)),
    payments: ({ offset, limit, statuses: wanted }) =>
      answer(() =>
        times(payments, paymentOf)
          .filter(({ status }) => wanted?.includes(status) ?? true)
          .slice(offset, offset + limit),
      ),
    join: async (request) => {
      onAct?.('join', request);
      const failure = options.joinFailure?.();
      if (failure) throw failure;
      return answer(() => {
        const joining = options.joining ?? { outcome: 'active' };
        if (joining.outcome === 'qr') checkout = joining.checkout;
        return joining;
      });
    },
    checkoutStatus: (id) => {
      if (id !== checkout) return Promise.reject(new MembershipError('missing', 'There is no checkout with this id'));
      const status = options.checkoutStatus?.() ?? 'open';
      if (status === 'completed') subscription = subscriptionOf({});
      return answer(() => status);
    },
    change: async (request) => {
      onAct?.('change', request);
      subscription = subscriptionOf({
        ...subscription,
        cancelled_at: request.action === 'cancel' ? iso(now) : null,
        ...(request.plan && { plan_id: request.plan, amount_minor: studio.plan_prices[0]?.amount_minor ?? 0 }),
      });
      return subscription;
    },
    openPortal: async (path) => {
      onAct?.('openPortal', path);
      return 'https://billing.example.com/session';
    },
    exportData: async () => ({ profile: { username: 'lin' } }),
  };
}
