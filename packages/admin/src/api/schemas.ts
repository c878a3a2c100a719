import * as z from 'zod/mini';

/** Schemas of the database's answers. Times are in ISO 8601. Amounts are in the currency's smallest unit. */

export const cursorSchema = z.nullable(z.union([z.string(), z.number(), z.looseObject({})]));

/** Position at which a page of a list begins or ends. Only the database interprets it. */
export type Cursor = NonNullable<z.infer<typeof cursorSchema>>;

/** Cursors of the next and the previous page; null when there is none. */
const ends = { next: cursorSchema, previous: cursorSchema };
const text = z.nullable(z.string());
const record = z.nullable(z.record(z.string(), z.unknown()));

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  username: text,
  created_at: z.string(),
  last_sign_in_at: text,
  confirmed: z.boolean(),
  disabled_at: text,
  plan_id: text,
  admin_role: text,
});
export type User = z.infer<typeof userSchema>;

export const usersSchema = z.object({ users: z.array(userSchema), ...ends });

export const paymentStatuses = [
  'pending',
  'succeeded',
  'failed',
  'partially_refunded',
  'refunded',
  'disputed',
] as const;

const paymentSchema = z.object({
  id: z.string(),
  user_id: text,
  email: text,
  plan_id: text,
  provider: z.string(),
  provider_payment_id: text,
  amount_minor: z.number(),
  refunded_minor: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  /** True while the payment must still be paid back. */
  refund_due: z.boolean(),
  /**
   * Reason why the payment must be paid back, or null. `unbound`: it belongs to no checkout and no price of this site.
   */
  refund_reason: z.nullable(z.enum(['paid-twice', 'unbound'])),
  paid_at: text,
  created_at: z.string(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const paymentsSchema = z.object({ payments: z.array(paymentSchema), ...ends });

const auditEntrySchema = z.object({
  id: z.union([z.string(), z.number()]),
  actor_id: text,
  actor_email: text,
  actor_role: text,
  action: z.string(),
  table_name: z.string(),
  row_id: z.string(),
  /** Email of the account that the change concerns. */
  row_email: text,
  row_before: record,
  row_after: record,
  reason: text,
  address: text,
  created_at: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSchema = z.object({ entries: z.array(auditEntrySchema), ...ends });

const subscriptionStatuses = ['pending', 'active', 'past_due', 'cancelled', 'expired'] as const;

const subscriptionSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  status: z.enum(subscriptionStatuses),
  start_date: z.string(),
  end_date: z.string(),
  cancelled_at: text,
  amount_minor: z.number(),
  currency: z.string(),
  provider: text,
});

/** Null when there is no such user. */
export const userDetailSchema = z.nullable(
  z.object({
    user: userSchema,
    subscriptions: z.array(subscriptionSchema),
    usage: z.object({ today: z.number(), month: z.number(), total: z.number() }),
    /** Null when the administrator lacks the permission. */
    payments: z.nullable(z.array(paymentSchema)),
    sessions: z.number(),
    /** Null when the administrator lacks the permission. */
    audit: z.nullable(z.array(auditEntrySchema)),
  }),
);
export type UserDetail = NonNullable<z.infer<typeof userDetailSchema>>;

const figure = z.nullable(z.object({ count: z.number(), before: z.number() }));
const seriesFigure = z.nullable(z.number());

/** Figures that the administrator may not see are null. */
export const dashboardSchema = z.object({
  users: z.nullable(z.object({ total: z.number(), new: z.number(), new_before: z.number() })),
  subscriptions: z.nullable(z.object({ active: z.number(), active_before: z.number() })),
  images: figure,
  revenue: z.nullable(z.array(z.object({ currency: z.string(), amount_minor: z.number(), before: z.number() }))),
  errors: figure,
  /** One entry per day; one per hour when the period is the last 24 hours. */
  series: z.array(
    z.object({
      at: z.string(),
      users: seriesFigure,
      images: seriesFigure,
      subscriptions: seriesFigure,
      errors: seriesFigure,
      revenue: z.nullable(z.record(z.string(), z.number())),
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** Figures that the administrator may not see are null. */
export const todaySchema = z.object({
  /** Number of AI images requested from the provider today, except those that the provider did not deliver. */
  ai_images: z.nullable(z.number()),
  ai_images_per_day: z.nullable(z.number()),
  /** True when a plan is offered although no seller is set, whom invoices must name. */
  offer_without_seller: z.boolean(),
});
export type Today = z.infer<typeof todaySchema>;

export const revenueSchema = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      /** Monthly recurring revenue of the running subscriptions. */
      mrr_minor: z.number(),
      gross_minor: z.number(),
      refunded_minor: z.number(),
      disputed_minor: z.number(),
      payments: z.number(),
      by_plan: z.array(
        z.object({
          plan_id: z.string(),
          subscriptions: z.number(),
          gross_minor: z.number(),
          refunded_minor: z.number(),
        }),
      ),
      by_month: z.array(z.object({ month: z.string(), gross_minor: z.number(), refunded_minor: z.number() })),
    }),
  ),
  /** Subscriptions that ran at some time in the period, how many of them ended, and their share, 0…1. */
  churn: z.object({ active: z.number(), ended: z.number(), rate: z.number() }),
});
export type Revenue = z.infer<typeof revenueSchema>;
export type CurrencyRevenue = Revenue['currencies'][number];

export const webhookVerdicts = [
  'valid',
  'bad-signature',
  'no-signature',
  'too-old',
  'malformed',
  'not-configured',
  'test',
] as const;
export const webhookStatuses = ['received', 'processing', 'processed', 'ignored', 'failed', 'refused'] as const;

const webhookSchema = z.object({
  id: z.union([z.string(), z.number()]),
  provider: z.string(),
  event_id: text,
  type: z.string(),
  verdict: z.enum(webhookVerdicts),
  status: z.enum(webhookStatuses),
  attempts: z.number(),
  error: text,
  received_at: z.string(),
  event_at: text,
  processed_at: text,
});
export type WebhookEvent = z.infer<typeof webhookSchema>;

export const webhooksSchema = z.object({ events: z.array(webhookSchema), ...ends });

export const webhookDetailSchema = z.nullable(
  z.extend(webhookSchema, {
    headers: z.record(z.string(), z.unknown()),
    payload: z.unknown(),
    body_base64: text,
    next_attempt_at: text,
  }),
);
export type WebhookDetail = NonNullable<z.infer<typeof webhookDetailSchema>>;

export const adminsSchema = z.object({
  admins: z.array(
    z.object({
      user_id: z.string(),
      email: z.string(),
      role: z.string(),
      permissions: z.array(z.string()),
      created_at: z.string(),
      /** Whether the administrator has set up a second factor. */
      second_factor: z.boolean(),
    }),
  ),
});
export type Administrator = z.infer<typeof adminsSchema>['admins'][number];

export const secondFactorSchema = z.object({
  /** Whether a second factor is set up. */
  enrolled: z.boolean(),
  /** Whether every administrator must have a second factor. */
  required: z.boolean(),
  /** State of this session: it needs no code, still needs a code, or was given one. */
  state: z.enum(['none', 'needed', 'given']),
  recovery_codes_left: z.number(),
  /** True when the setup requires a session that a mailed code began, or a super admin's release. */
  needs_mail: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const secondFactorSecretSchema = z.object({
  /** Secret in Base32 (RFC 4648), for typing into an authenticator app. */
  secret: z.string(),
  /** Secret as a URI for the QR code: `otpauth://totp/…`. */
  uri: z.string(),
});
export type SecondFactorSecret = z.infer<typeof secondFactorSecretSchema>;

export const secondFactorConfirmedSchema = z.object({ recovery_codes: z.array(z.string()) });

const sellerFields = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  tax_id: z.string(),
  tax_name: z.string(),
  /** Tax rate in hundredths of a percent: 1900 stands for 19 %. */
  tax_rate: z.number(),
});
export type Seller = z.infer<typeof sellerFields>;

/** Setting `billing.seller`, which invoices print. Fields that were never entered are missing. */
export const sellerSchema = z.partial(sellerFields);

export const providerStates = ['ok', 'failing', 'idle', 'not-configured'] as const;

export const healthSchema = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['payment', 'ai', 'mail', 'database']),
      state: z.enum(providerStates),
      last_success_at: text,
      last_failure_at: text,
      failures_24h: z.number(),
      message: text,
    }),
  ),
});
export type ProviderHealth = z.infer<typeof healthSchema>['providers'][number];

const limit = z.nullable(z.number());

export const plansSchema = z.array(
  z.object({
    id: z.string(),
    period_months: limit,
    ai_images_per_day: limit,
    ai_images_per_month: limit,
    api_images_per_month: limit,
    photos_per_batch: z.number(),
    offered: z.boolean(),
    plan_prices: z.array(z.object({ currency: z.string(), amount_minor: z.number() })),
  }),
);
export type Plan = z.infer<typeof plansSchema>[number];

export const settingsSchema = z.array(z.object({ key: z.string(), value: z.unknown() }));
export type Setting = z.infer<typeof settingsSchema>[number];
