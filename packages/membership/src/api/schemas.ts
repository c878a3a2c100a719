import * as z from 'zod/mini';

/**
 * Schemas of the backend's answers. Times are in ISO 8601. Amounts are in the currency's smallest unit. A limit of null
 * means unlimited.
 */

const text = z.nullable(z.string());
const limit = z.nullable(z.number());

const planSchema = z.object({
  id: z.string(),
  /** Length of a period, in months; null for a plan without end. */
  period_months: limit,
  ai_images_per_day: limit,
  ai_images_per_month: limit,
  api_images_per_month: limit,
  photos_per_batch: z.number(),
  offered: z.boolean(),
  plan_prices: z.array(z.object({ currency: z.string(), amount_minor: z.number() })),
});
export const plansSchema = z.array(planSchema);
export type Plan = z.infer<typeof planSchema>;

const subscriptionSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.enum(['pending', 'active', 'past_due', 'cancelled', 'expired']),
  start_date: z.string(),
  end_date: z.string(),
  /** Time at which the member cancelled; the subscription then ends with its period. */
  cancelled_at: text,
  /** False for a plan that was paid once, and ends with its period. */
  is_renewed: z.boolean(),
  amount_minor: z.number(),
  currency: z.string(),
  period_months: limit,
  /** Payment provider; `offer` for a plan that costs nothing, `admin` for a plan that an administrator granted. */
  provider: text,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const used = z.object({ today: z.number(), month: z.number() });

export const membershipSchema = z.object({
  plan: z.object({
    id: z.string(),
    ai_images_per_day: limit,
    ai_images_per_month: limit,
    api_images_per_month: limit,
    photos_per_batch: z.number(),
  }),
  subscription: z.nullable(subscriptionSchema),
  usage: z.object({ device: used, ai: used, api: used }),
});
export type Membership = z.infer<typeof membershipSchema>;

export const usageSchema = z.array(
  z.object({ day: z.string(), kind: z.enum(['device', 'ai', 'api']), images: z.number() }),
);
export type UsageDay = z.infer<typeof usageSchema>[number];

const party = z.record(z.string(), z.unknown());
const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** Id of the invoice that a credit note corrects. */
  corrects: text,
  status: z.enum(['issued', 'void']),
  amount_minor: z.number(),
  /** Tax, which is included in the amount. */
  tax_minor: z.number(),
  /** Tax rate in hundredths of a percent. */
  tax_rate: z.number(),
  tax_name: text,
  currency: z.string(),
  seller: party,
  buyer: party,
  lines: z.array(party),
  language: text,
  issued_at: z.string(),
  period_start: text,
  period_end: text,
});
export const invoicesSchema = z.array(invoiceSchema);
export type Invoice = z.infer<typeof invoiceSchema>;

export const paymentStatuses = [
  'pending',
  'succeeded',
  'failed',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

export const paymentsSchema = z.array(
  z.object({
    id: z.string(),
    plan_id: text,
    provider: z.string(),
    amount_minor: z.number(),
    refunded_minor: z.number(),
    currency: z.string(),
    status: z.enum(paymentStatuses),
    paid_at: text,
    created_at: z.string(),
  }),
);
export type Payment = z.infer<typeof paymentsSchema>[number];

/** Result of beginning a checkout: the plan is active at once, or the member must pay at a provider first. */
export const joiningSchema = z.union([
  z.object({ outcome: z.literal('active') }),
  z.object({ outcome: z.literal('redirect'), url: z.string() }),
  z.object({
    outcome: z.literal('form'),
    url: z.string(),
    method: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  z.object({
    outcome: z.literal('qr'),
    content: z.string(),
    /** Id of the checkout, which may have been begun with an earlier key. */
    checkout: z.string(),
  }),
]);
export type Joining = z.infer<typeof joiningSchema>;

/** A checkout that is `open` can still be paid. */
export const checkoutsSchema = z.array(z.object({ status: z.enum(['open', 'completed', 'expired', 'failed']) }));
export type CheckoutStatus = z.infer<typeof checkoutsSchema>[number]['status'];

export const changedSchema = z.object({ subscription: subscriptionSchema });
export const portalSchema = z.object({ url: z.string() });
