import type { FunctionsClient } from '@supabase/functions-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';

import type { AdminApi, ListRequest, Page } from './admin-api.ts';
import { AdminError } from './admin-error.ts';
import {
  adminsSchema,
  auditSchema,
  dashboardSchema,
  healthSchema,
  paymentsSchema,
  plansSchema,
  revenueSchema,
  secondFactorConfirmedSchema,
  secondFactorSchema,
  secondFactorSecretSchema,
  settingsSchema,
  todaySchema,
  userDetailSchema,
  usersSchema,
  webhookDetailSchema,
  webhooksSchema,
} from './schemas.ts';

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string; readonly code?: string; readonly hint?: string | null } | null;
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
}

/** Part of a backend client that this package uses. Clients of `@isola/auth` and of supabase-js have it. */
export interface AdminBackend extends Pick<PostgrestClient, 'from' | 'rpc'> {
  readonly functions: Pick<FunctionsClient, 'invoke'>;
  readonly auth: {
    resend(o: { type: 'signup'; email: string }): Promise<{
      readonly error: { readonly message: string; readonly status?: number | undefined } | null;
    }>;
  };
}

/**
 * Creates the port over a Supabase client, which calls with the session of its user.
 * @param userId id of that user.
 */
export function createAdminApi(supabase: AdminBackend, userId: string): AdminApi {
  const query = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    name: string,
    args: object,
    signal: AbortSignal,
  ): Promise<z.infer<Schema>> => {
    const answer = await supabase.rpc(name, args).abortSignal(signal);
    signal.throwIfAborted();
    return parse(schema, dataOf(answer));
  };
  const execute = async (name: string, args: object) => {
    dataOf(await supabase.rpc(name, args));
  };
  /**
   * The functions of the second factor raise no errors. They return an outcome, either as text or as the field
   * `outcome`.
   */
  const succeed = async (name: string, args: object, wanted: string) => {
    const data = dataOf(await supabase.rpc(name, args));
    const { outcome } = parse(outcomeSchema, typeof data === 'string' ? { outcome: data } : data);
    if (outcome === wanted) return data;
    // Like every other refusal until the password was typed again, `identity-required` is reported as `forbidden`.
    throw new AdminError(outcome === 'identity-required' ? 'forbidden' : outcome, '');
  };
  const call = async (body: object) => {
    const { error } = await supabase.functions.invoke('webhook-admin', { body });
    if (error) throw await functionError(error);
  };
  return {
    userId,
    dashboard: (days, signal) => query(dashboardSchema, 'admin_dashboard', { days }, signal),
    today: (signal) => query(todaySchema, 'admin_today', {}, signal),
    async users({ search, sort, descending, filter, ...page }, signal) {
      const args = { search: search || null, sort, descending, filter: present(filter), ...pageOf(page) };
      const { users, ...ends } = await query(usersSchema, 'admin_users', args, signal);
      return listed(users, ends);
    },
    user: (id, signal) => query(userDetailSchema, 'admin_user', { person: id }, signal),
    revenue: (from, to, signal) => query(revenueSchema, 'admin_revenue', { first_day: from, last_day: to }, signal),
    async payments(request, signal) {
      const { payments, ...ends } = await query(paymentsSchema, 'admin_payments', argsOf(request), signal);
      return listed(payments, ends);
    },
    async webhooks(request, signal) {
      const { events, ...ends } = await query(webhooksSchema, 'admin_webhooks', argsOf(request), signal);
      return listed(events, ends);
    },
    webhook: (id, signal) => query(webhookDetailSchema, 'admin_webhook', { event: id }, signal),
    async audit(request, signal) {
      const { entries, ...ends } = await query(auditSchema, 'admin_audit', argsOf(request), signal);
      return listed(entries, ends);
    },
    admins: async (signal) => (await query(adminsSchema, 'admin_list_admins', {}, signal)).admins,
    health: async (signal) => (await query(healthSchema, 'admin_health', {}, signal)).providers,
    async plans(signal) {
      const columns =
        'id,period_months,ai_images_per_day,ai_images_per_month,api_images_per_month,photos_per_batch,offered,' +
        'plan_prices(currency,amount_minor)';
      const answer = await supabase.from('plans').select(columns).order('position').abortSignal(signal);
      signal.throwIfAborted();
      return parse(plansSchema, dataOf(answer));
    },
    secondFactor: (signal) => query(secondFactorSchema, 'second_factor_status', {}, signal),
    async settings(signal) {
      const answer = await supabase.from('settings').select('key,value').order('key').abortSignal(signal);
      signal.throwIfAborted();
      return parse(settingsSchema, dataOf(answer));
    },

    grantPlan: (user, plan, lastDay, reason) =>
      execute('admin_grant_plan', { person: user, plan, until: `${lastDay}T23:59:59Z`, reason }),
    endPlan: (user, reason) => execute('admin_end_plan', { person: user, reason }),
    disableUser: (user, reason) => execute('admin_disable_user', { person: user, reason }),
    enableUser: (user, reason) => execute('admin_enable_user', { person: user, reason }),
    async resendConfirmation(user, reason) {
      const answer = await supabase.rpc('admin_resend_confirmation', { person: user, reason });
      const email = parse(z.string(), dataOf(answer));
      const { error } = await supabase.auth.resend({ type: 'signup', email });
      if (error)
        throw new AdminError(error.status === 429 ? 'too-many-requests' : 'refused', error.message, { cause: error });
    },
    setAdmin: (user, role, permissions, reason) =>
      execute('admin_set_admin', { person: user, role, permissions, reason }),
    removeAdmin: (user, reason) => execute('admin_remove_admin', { person: user, reason }),
    resetSecondFactor: (user, reason) => execute('admin_reset_second_factor', { person: user, reason }),
    releaseSecondFactor: (user, reason) => execute('admin_release_second_factor', { person: user, reason }),
    async beginSecondFactor() {
      return parse(secondFactorSecretSchema, await succeed('begin_second_factor', {}, 'begun'));
    },
    async confirmSecondFactor(code) {
      const answer = await succeed('confirm_second_factor', { code }, 'enrolled');
      return parse(secondFactorConfirmedSchema, answer).recovery_codes;
    },
    async giveSecondFactor(code) {
      await succeed('give_second_factor', { code }, 'given');
    },
    async removeSecondFactor(code) {
      await succeed('remove_second_factor', { code }, 'removed');
    },
    async savePlan({ id, plan_prices: prices, ...limits }) {
      changed(await supabase.from('plans').update(limits).eq('id', id).select('id'));
      const rows = supabase.from('plan_prices');
      for (const price of prices) {
        const { amount_minor } = price;
        const updated = await rows
          .update({ amount_minor })
          .eq('plan_id', id)
          .eq('currency', price.currency)
          .select('plan_id');
        dataOf(updated);
        if (!updated.data?.length) dataOf(await rows.insert({ plan_id: id, ...price }));
      }
      const kept = prices.map(({ currency }) => currency);
      dataOf(
        await rows
          .delete()
          .eq('plan_id', id)
          .not('currency', 'in', `(${kept.join(',')})`),
      );
    },
    async saveSetting(key, value) {
      const updated = await supabase.from('settings').update({ value }).eq('key', key).select('key');
      dataOf(updated);
      // Either the row does not exist, or it may not be changed. In the second case the database refuses the insert.
      if (!updated.data?.length) dataOf(await supabase.from('settings').insert({ key, value }));
    },
    replayWebhook: (id) => call({ action: 'replay', id }),
    sendTestWebhook: (type) => call({ action: 'test', type }),
  };
}

function argsOf({ filter, ...page }: ListRequest) {
  return { filter: present(filter), ...pageOf(page) };
}

function pageOf({ after, before, pageSize }: Omit<ListRequest, 'filter'>) {
  return { after: after ?? null, before: before ?? null, page_size: pageSize };
}

function present(filter: ListRequest['filter']) {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

function listed<Row>(rows: readonly Row[], ends: Omit<Page<Row>, 'rows'>): Page<Row> {
  return { rows, ...ends };
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  throw new AdminError('invalid', read.error.issues.map(({ path }) => path.join('.')).join(', '), {
    cause: read.error,
  });
}

/** Throws when an update changed no row, which is how a policy of the database refuses it. */
function changed(answer: Answer): void {
  const rows = dataOf(answer);
  if (Array.isArray(rows) && rows.length === 0) throw new AdminError('forbidden', '');
}

function dataOf({ data, error, status }: Answer): unknown {
  if (!error) return data;
  throw new AdminError(codeOf(error, status), error.message, { cause: error });
}

function codeOf({ code, hint }: NonNullable<Answer['error']>, status: number): string {
  if (status === 0) return 'network';
  // A database function names a refusal by its hint, for which the pages have a translation.
  if (hint && /^[a-z][a-z-]*$/.test(hint)) return hint;
  // 42501 is PostgreSQL's insufficient_privilege. 401 and 403 mean a session that the database does not accept.
  if (code === '42501' || status === 401 || status === 403) return 'forbidden';
  // PostgREST and PostgreSQL report a missing function by these codes.
  if (code === 'PGRST202' || code === '42883') return 'missing';
  // PostgreSQL's classes 22 and 23: invalid values and violated constraints.
  if (code && /^2[23]/.test(code)) return 'unfit-value';
  return status >= 502 ? 'network' : 'refused';
}

const outcomeSchema = z.object({ outcome: z.string() });

/** Error of functions-js for a function that refused. When no answer came, its `context` is not a response. */
const functionErrorSchema = z.object({ context: z.instanceof(Response) });

/** Answer of a function that refused: `{ "error": { "code", "message" } }`, or both fields without `error`. */
const wordsOf = { code: z.optional(z.string()), message: z.optional(z.string()) };
const refusalSchema = z.object({ ...wordsOf, error: z.optional(z.object(wordsOf)) });

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

async function functionError(error: unknown): Promise<AdminError> {
  const refused = functionErrorSchema.safeParse(error);
  if (!refused.success) return new AdminError('network', '', { cause: error });
  const { context: response } = refused.data;
  const read = refusalSchema.safeParse(parsedJson(await response.text()));
  const { code = 'refused', message = '' } = read.data?.error ?? read.data ?? {};
  const known = { 401: 'forbidden', 403: 'forbidden', 404: 'missing' }[response.status];
  return new AdminError(known ?? code, message, { cause: error });
}
