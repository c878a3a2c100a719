import { type APIRequestContext, expect } from '@playwright/test';

import { secretKey } from './new-administrator.ts';

/** Element that markup would create if a page did not show it as text. */
export const injected = '[data-injected], img[src=x], svg[onload], a[href^="javascript:"], iframe[srcdoc]';

/** Markup that runs a script in several ways, for fields that hold a long text. */
export const longMarkup =
  '<img src=x onerror="ran=1" data-injected><script data-injected>ran=1</script><svg onload="ran=1"></svg>' +
  '<a href="javascript:ran=1" data-injected>a</a>\'">${7*7}{{7*7}}';
/** Markup for fields of at most forty characters. */
export const shortMarkup = '<img src=x onerror=ran=1 data-injected>';
/** Markup that the database accepts as an email address, which is one word. */
const addressMarkup = '<img/src=x/onerror=ran=1>@isola.example';

const json = { [longMarkup]: longMarkup, name: longMarkup, note: longMarkup };
const party = { ...json, address: longMarkup, tax_id: longMarkup, email: longMarkup, username: longMarkup };

type Row = Readonly<Record<string, unknown>>;

/** Columns that can hold no markup: the database refuses it, or writes the value itself. */
const without: Readonly<Record<string, readonly string[]>> = {
  profiles: ['language'],
  user_subscriptions: ['plan_id', 'status', 'currency'],
  payments: ['plan_id', 'currency', 'status'],
  payment_refunds: ['status'],
  payment_disputes: ['status'],
  checkouts: ['plan_id', 'currency', 'status'],
  invoices: ['currency', 'kind', 'status', 'language'],
  payment_logs: [],
  webhook_events: ['status', 'verdict', 'body'],
  feedback: ['language'],
  api_preregistrations: ['language'],
  admin_audit_log: [],
  settings: ['key'],
  admins: ['role'],
};

export interface StoredMarkup {
  /** Id of the webhook's event. */
  readonly event: string;
  /** Removes what other journeys would see. */
  readonly remove: () => Promise<void>;
}

/**
 * Stores markup in every text and JSON of the rows of a member, with the key of the operator.
 * @param person id of the member's account.
 * @param administrator id of the account of another administrator.
 * @throws when a text or JSON of a table has no markup, so that a new column cannot be forgotten.
 */
export async function storeMarkup(
  request: APIRequestContext,
  person: string,
  administrator: string,
): Promise<StoredMarkup> {
  const headers = { apikey: secretKey(), prefer: 'return=representation' };
  const unique = crypto.randomUUID().slice(0, 6);
  const stored = async (table: string, answer: Awaited<ReturnType<APIRequestContext['post']>>): Promise<Row> => {
    expect(answer.ok(), `${table}: ${await answer.text()}`).toBe(true);
    const [row] = (await answer.json()) as Row[];
    const plain = Object.entries(row ?? {}).filter(
      ([name, value]) => !isFilled(value) && !isOther(name, value) && !without[table]?.includes(name),
    );
    expect(Object.fromEntries(plain), `${table} has columns without markup`).toEqual({});
    return row ?? {};
  };
  const insert = async (table: string, data: Row) =>
    stored(table, await request.post(`/rest/v1/${table}`, { headers, data }));
  const change = async (table: string, condition: string, data: Row) =>
    stored(table, await request.patch(`/rest/v1/${table}?${condition}`, { headers, data }));

  await change('profiles', `id=eq.${person}`, { username: shortMarkup });
  const { id: subscription } = await insert('user_subscriptions', {
    user_id: person,
    plan_id: 'member',
    status: 'active',
    end_date: '2099-01-01T00:00:00Z',
    provider: shortMarkup,
    provider_subscription_id: longMarkup + unique,
  });
  const money = { currency: 'CNY', amount_minor: 4_990 };
  const { id: payment } = await insert('payments', {
    ...money,
    user_id: person,
    plan_id: 'member',
    subscription_id: subscription,
    provider: shortMarkup,
    provider_payment_id: longMarkup + unique,
    status: 'succeeded',
    paid_at: new Date().toISOString(),
  });
  await insert('payment_refunds', {
    payment_id: payment,
    provider_refund_id: longMarkup,
    amount_minor: 90,
    status: 'succeeded',
    reason: longMarkup,
  });
  await insert('payment_disputes', {
    payment_id: payment,
    provider_dispute_id: longMarkup,
    amount_minor: 90,
    status: 'open',
  });
  await insert('checkouts', {
    ...money,
    user_id: person,
    request_key: crypto.randomUUID(),
    plan_id: 'member',
    provider: shortMarkup,
    provider_checkout_id: longMarkup + unique,
    status: 'completed',
  });
  await insert('invoices', {
    ...money,
    number: `<img src=x onerror=ran=1>${unique}`,
    user_id: person,
    payment_id: payment,
    subscription_id: subscription,
    buyer: party,
    seller: party,
    lines: [{ ...json, plan_id: longMarkup, quantity: 1, amount_minor: 4_990 }],
    tax_name: shortMarkup,
    status: 'void',
    voided_at: new Date().toISOString(),
    void_reason: longMarkup,
  });
  await insert('payment_logs', { payment_id: payment, user_id: person, event: shortMarkup, detail: json });
  const { id: event } = await insert('webhook_events', {
    provider: shortMarkup,
    event_id: longMarkup + unique,
    signature_valid: true,
    type: shortMarkup,
    payload: json,
    headers: json,
    status: 'processed',
    error: longMarkup,
    waits_for: longMarkup,
  });
  const { id: feedback } = await insert('feedback', {
    key: crypto.randomUUID(),
    text: longMarkup,
    email: addressMarkup,
    language: 'en',
    page: longMarkup,
    user_id: person,
  });
  const { id: preregistration } = await insert('api_preregistrations', {
    email: addressMarkup.replace('@', `${unique}@`),
    language: 'en',
    confirmed_at: new Date().toISOString(),
  });
  await insert('admin_audit_log', {
    actor_id: person,
    actor_role: shortMarkup,
    action: shortMarkup,
    table_name: shortMarkup,
    row_id: longMarkup,
    row_before: json,
    row_after: json,
    reason: longMarkup,
    address: shortMarkup,
  });
  await insert('settings', { key: `markup.${unique}`, value: json });
  await change('admins', `user_id=eq.${administrator}`, { permissions: [longMarkup, 'users.read'] });
  return {
    event: String(event),
    remove: async () => {
      for (const path of [
        `settings?key=eq.markup.${unique}`,
        `feedback?id=eq.${String(feedback)}`,
        `api_preregistrations?id=eq.${String(preregistration)}`,
        `webhook_events?id=eq.${String(event)}`,
      ]) {
        expect((await request.delete(`/rest/v1/${path}`, { headers })).ok(), path).toBe(true);
      }
    },
  };
}

function isFilled(value: unknown): boolean {
  return /onerror=/.test(JSON.stringify(value));
}

/** Checks whether a column is no text: a number, an id, a time or a duration. */
function isOther(name: string, value: unknown): boolean {
  if (value === null) return /(_at|_id|_until|_start|_end|^corrects|^period_months|^claimed_by)$/.test(name);
  return (
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d{4}-\d\d-\d\dT/.test(value))
  );
}
