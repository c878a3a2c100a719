import type { FunctionsClient } from '@supabase/functions-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import * as z from 'zod/mini';

import type { MembershipApi } from './membership-api.ts';
import { MembershipError } from './membership-error.ts';
import {
  changedSchema,
  checkoutsSchema,
  invoicesSchema,
  joiningSchema,
  membershipSchema,
  paymentsSchema,
  plansSchema,
  portalSchema,
  usageSchema,
} from './schemas.ts';

interface Answer {
  readonly data: unknown;
  readonly error: { readonly message: string; readonly code?: string; readonly hint?: string | null } | null;
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
}

const planColumns =
  'id,period_months,ai_images_per_day,ai_images_per_month,api_images_per_month,photos_per_batch,offered,' +
  'plan_prices(currency,amount_minor)';
const invoiceColumns =
  'id,number,kind,corrects,status,amount_minor,tax_minor,tax_rate,tax_name,currency,seller,buyer,lines,language,' +
  'issued_at,period_start,period_end';
const paymentColumns = 'id,plan_id,provider,amount_minor,refunded_minor,currency,status,paid_at,created_at';

/** HTTP statuses with which a gateway reports that the server behind it does not answer at the moment. */
const busyStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Part of a backend client that this package uses. Clients of `@isola/auth` and of supabase-js have it. */
export interface MembershipBackend extends Pick<PostgrestClient, 'from' | 'rpc'> {
  readonly functions: Pick<FunctionsClient, 'invoke'>;
}

/**
 * Creates the port over a Supabase client, which calls with the session of its user.
 * @param userId id of that user; null for a visitor. Lists are filtered by it, because an administrator may read the
 * rows of all users.
 */
export function createMembershipApi(supabase: MembershipBackend, userId: string | null): MembershipApi {
  const call = async <Schema extends z.ZodMiniType>(
    schema: Schema,
    name: string,
    body: object,
  ): Promise<z.infer<Schema>> => {
    const { data, error } = await supabase.functions.invoke<unknown>(name, { body });
    if (error) throw await functionError(error);
    return parse(schema, data);
  };
  return {
    userId,
    async plans(signal) {
      const answer = await supabase.from('plans').select(planColumns).order('position').abortSignal(signal);
      signal.throwIfAborted();
      return parse(plansSchema, dataOf(answer));
    },
    async membership(signal) {
      const answer = await supabase.rpc('my_membership').abortSignal(signal);
      signal.throwIfAborted();
      return parse(membershipSchema, dataOf(answer));
    },
    async usage(days, signal) {
      const answer = await supabase.rpc('my_usage', { days }).abortSignal(signal);
      signal.throwIfAborted();
      return parse(usageSchema, dataOf(answer));
    },
    async invoices({ offset, limit }, signal) {
      const answer = await supabase
        .from('invoices')
        .select(invoiceColumns)
        .eq('user_id', userId)
        .order('issued_at', { ascending: false })
        .order('id')
        .range(offset, offset + limit - 1)
        .abortSignal(signal);
      signal.throwIfAborted();
      return parse(invoicesSchema, dataOf(answer));
    },
    async payments({ offset, limit, statuses }, signal) {
      const mine = supabase.from('payments').select(paymentColumns).eq('user_id', userId);
      const answer = await (statuses ? mine.in('status', statuses) : mine)
        .order('created_at', { ascending: false })
        .order('id')
        .range(offset, offset + limit - 1)
        .abortSignal(signal);
      signal.throwIfAborted();
      return parse(paymentsSchema, dataOf(answer));
    },
    join: ({ plan, currency, key, returnPath }) =>
      call(joiningSchema, 'checkout', { plan, currency, key, return_path: returnPath }),
    async checkoutStatus(id, signal) {
      const answer = await supabase
        .from('checkouts')
        .select('status')
        .eq('user_id', userId)
        .eq('id', id)
        .abortSignal(signal);
      signal.throwIfAborted();
      const [checkout] = parse(checkoutsSchema, dataOf(answer));
      if (!checkout) throw new MembershipError('missing', 'There is no checkout with this id');
      return checkout.status;
    },
    change: async ({ action, plan, key }) =>
      (await call(changedSchema, 'subscription', { action, ...(plan && { plan }), key })).subscription,
    openPortal: async (returnPath) => (await call(portalSchema, 'billing-portal', { return_path: returnPath })).url,
    exportData: async () => dataOf(await supabase.rpc('export_my_data')),
  };
}

function dataOf({ data, error, status }: Answer): unknown {
  if (!error) return data;
  throw new MembershipError(codeOf(error, status), error.message);
}

function codeOf({ code, hint }: NonNullable<Answer['error']>, status: number): string {
  if (busyStatuses.has(status)) return 'busy';
  if (status === 0 || status >= 502) return 'network';
  // 42501 is PostgreSQL's insufficient_privilege: something is not granted, although the session may well be valid.
  if (code === '42501') return hint ?? 'forbidden';
  return status === 401 ? 'signed-out' : (hint ?? 'refused');
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  throw new MembershipError('invalid', 'The answer has an unexpected form', { cause: result.error });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with an HTML page.
    return undefined;
  }
}

/** Error of functions-js for a function that refused. When no answer arrived, its `context` is not a response. */
const functionErrorSchema = z.object({ context: z.instanceof(Response) });
const refusalSchema = z.object({ code: z.string(), message: z.string() });

async function functionError(error: Error): Promise<MembershipError> {
  const refused = functionErrorSchema.safeParse(error);
  if (!refused.success) return new MembershipError('network', error.message, { cause: error });
  const { context: response } = refused.data;
  if (response.status === 401) return new MembershipError('signed-out', 'HTTP 401', { cause: error });
  const text = await response.text();
  const body = refusalSchema.safeParse(jsonOf(text));
  if (body.success) return new MembershipError(body.data.code, body.data.message);
  const code = response.status === 404 ? 'missing' : busyStatuses.has(response.status) ? 'busy' : 'refused';
  return new MembershipError(code, `HTTP ${response.status}`);
}
