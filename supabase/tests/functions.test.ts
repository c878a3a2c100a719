/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Actor, become, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, type Person, signUp } from './people.ts';

const { admin, memberA, memberB, permitted, superAdmin } = people;
const unconfirmed = 'f0000000-0000-4000-8000-000000000007';
const event = 7001;
const key = '70000000-0000-4000-8000-000000000001';
const checkout = '70000000-0000-4000-8000-000000000002';
const invoice = '70000000-0000-4000-8000-000000000003';

const permissions = [
  'users.read',
  'users.write',
  'revenue.read',
  'settings.read',
  'settings.write',
  'webhooks.read',
  'webhooks.write',
  'payments.read',
  'audit.read',
  'feedback.read',
] as const;

type Audience = 'everybody' | 'service' | 'signed in' | 'signed in and service' | 'administrators' | 'super admin';

/**
 * Callers of each function of the schema `public`, with a call that succeeds for them; `nobody` when no request may
 * call it.
 */
const functions: Readonly<
  Record<string, 'nobody' | readonly [call: string, may: Audience | readonly (typeof permissions)[number][]]>
> = {
  admin_audit: ['admin_audit()', ['audit.read']],
  admin_dashboard: ['admin_dashboard(7)', ['users.read', 'revenue.read']],
  admin_disable_user: [`admin_disable_user('${memberA.userId}', '')`, ['users.write']],
  admin_enable_user: [`admin_enable_user('${memberA.userId}', '')`, ['users.write']],
  admin_end_plan: [`admin_end_plan('${memberA.userId}', '')`, ['users.write']],
  admin_grant_plan: [`admin_grant_plan('${memberB.userId}', 'member', now() + '1 day', '')`, ['users.write']],
  admin_health: ['admin_health()', ['settings.read']],
  admin_list_admins: ['admin_list_admins()', 'super admin'],
  admin_payments: ['admin_payments()', ['payments.read']],
  admin_release_second_factor: [`admin_release_second_factor('${admin.userId}')`, 'super admin'],
  admin_remove_admin: [`admin_remove_admin('${memberA.userId}')`, 'super admin'],
  admin_replay_webhook: [`admin_replay_webhook(${event})`, ['webhooks.write']],
  admin_resend_confirmation: [`admin_resend_confirmation('${unconfirmed}', '')`, ['users.write']],
  admin_reset_second_factor: [`admin_reset_second_factor('${memberA.userId}', '')`, 'super admin'],
  admin_revenue: [`admin_revenue('2026-11-01', '2026-11-30')`, ['revenue.read']],
  // Returns null for other members.
  admin_session: ['admin_session()', 'signed in'],
  admin_set_admin: [`admin_set_admin('${memberA.userId}', 'support', '{}')`, 'super admin'],
  admin_today: ['admin_today()', ['users.read', 'revenue.read']],
  admin_user: [`admin_user('${memberA.userId}')`, ['users.read']],
  admin_users: ['admin_users()', ['users.read']],
  admin_webhook: [`admin_webhook(${event})`, ['webhooks.read']],
  admin_webhooks: ['admin_webhooks()', ['webhooks.read']],
  anonymised_entry: 'nobody',
  apply_grants: 'nobody',
  apply_webhook: [`apply_webhook(${event}, '${key}', '[]')`, 'service'],
  begin_checkout: [`begin_checkout('${memberB.userId}', '${key}', 'member', 'CNY')`, 'service'],
  begin_second_factor: ['begin_second_factor()', 'administrators'],
  billing_of: [`billing_of('${memberA.userId}')`, 'service'],
  change_subscription: [`change_subscription('${memberA.userId}', 'cancel', '${key}')`, 'service'],
  check_identity: 'nobody',
  check_request: ['check_request()', 'everybody'],
  claim_double_payment: [`claim_double_payment('${key}', '{stripe}')`, 'service'],
  claim_webhook: [`claim_webhook('${key}')`, 'service'],
  clean_username: [`clean_username('Lin')`, 'signed in and service'],
  confirm_preregistration: [`confirm_preregistration('none')`, 'service'],
  confirm_second_factor: [`confirm_second_factor('000000')`, 'administrators'],
  count_device_images: [`count_device_images('{${key}}')`, 'signed in'],
  count_server_errors: ['count_server_errors(1)', 'service'],
  count_usage: [`count_usage('${memberA.userId}', 'ai', 1)`, 'service'],
  delete_my_account: ['delete_my_account()', 'signed in'],
  erase_account: 'nobody',
  export_my_data: ['export_my_data()', 'signed in'],
  fail_webhook: [`fail_webhook(${event}, '${key}', 'no')`, 'service'],
  give_back_ai_images_of_day: [`give_back_ai_images_of_day('2026-11-26', 1)`, 'service'],
  give_second_factor: [`give_second_factor('000000')`, 'administrators'],
  has_paid_plan: [`has_paid_plan('${memberA.userId}')`, 'service'],
  // Returns false for other members.
  has_permission: [`has_permission('users.read')`, 'signed in'],
  identity_proven_until: 'nobody',
  is_last_super_admin: 'nobody',
  is_super_admin: ['is_super_admin()', 'signed in'],
  link_session_end: 'nobody',
  my_hidden_data: ['my_hidden_data()', 'signed in'],
  my_membership: ['my_membership()', 'signed in'],
  my_usage: ['my_usage(7)', 'signed in'],
  names_any: 'nobody',
  note_checkout: [`note_checkout('${checkout}', 'cs_1')`, 'service'],
  note_double_payment: [`note_double_payment('${key}', '${key}')`, 'service'],
  note_provider_end: [`note_provider_end('${memberA.userId}', 'stripe', 'sub_1')`, 'service'],
  offer_without_seller: ['offer_without_seller()', 'service'],
  password_free_until: ['password_free_until()', 'signed in'],
  price_of: [`price_of('member', 'CNY')`, 'service'],
  prove_identity: ['prove_identity()', 'signed in'],
  prune_accounts: 'nobody',
  rebuild_figures: 'nobody',
  receive_webhook: [`receive_webhook('stripe', 'bad-signature', '{}', '')`, 'service'],
  remove_second_factor: [`remove_second_factor('000000')`, 'administrators'],
  replay_webhook: [`replay_webhook(${event})`, 'service'],
  request_preregistration: [`request_preregistration('new@example.com', 'en', repeat('0', 43))`, 'service'],
  reserve_ai_images: [`reserve_ai_images('${memberA.userId}', '${key}', 1)`, 'service'],
  restore_email: 'nobody',
  second_factor_status: ['second_factor_status()', 'administrators'],
  settle_ai_images: [`settle_ai_images('${memberA.userId}', '${key}', 1)`, 'service'],
  take_ai_images_of_day: ['take_ai_images_of_day(1)', 'service'],
  void_invoice: [`void_invoice('${invoice}', 'Twice')`, 'service'],
  webhook_state: [`webhook_state(${event})`, 'service'],
};

const callable = Object.entries(functions).flatMap(([name, access]) =>
  access === 'nobody' ? [] : [{ name, call: access[0], may: access[1] }],
);

const audiences: Readonly<Record<Audience, readonly Person[]>> = {
  everybody: Object.keys(people) as Person[],
  service: ['service'],
  'signed in': ['memberA', 'memberB', 'admin', 'permitted', 'superAdmin'],
  'signed in and service': ['memberA', 'memberB', 'admin', 'permitted', 'superAdmin', 'service'],
  administrators: ['admin', 'permitted', 'superAdmin'],
  'super admin': ['superAdmin'],
};

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await signUp(database, unconfirmed, 'unconfirmed@example.com', {});
  await database.run(`
    update auth.users set email_confirmed_at = null where id = '${unconfirmed}';
    insert into user_subscriptions (user_id, plan_id, status, end_date)
      values ('${memberA.userId}', 'member', 'active', now() + '1 year');
    insert into checkouts (id, user_id, request_key, plan_id, amount_minor, currency, provider)
      values ('${checkout}', '${memberA.userId}', gen_random_uuid(), 'member', 900, 'CNY', 'stripe');
    insert into invoices (id, number, user_id, amount_minor, currency)
      values ('${invoice}', '2026-1', '${memberA.userId}', 900, 'CNY');
    insert into webhook_events (id, provider, event_id, signature_valid, type, payload) overriding system value
      values (${event}, 'stripe', 'event-1', true, 'paid', '{}');
  `);
});

afterAll(() => database.close());

/** Returns the statements that are not refused, each run independently of the others. Other errors fail the test. */
async function answered(
  enter: (session: Session) => Promise<unknown>,
  statements: readonly (readonly [name: string, statement: string])[],
): Promise<readonly string[]> {
  return database.rolledBack(async (session) => {
    await enter(session);
    await session.query('savepoint entered');
    const names: string[] = [];
    for (const [name, statement] of statements) {
      try {
        await session.query(statement);
        names.push(name);
      } catch (error) {
        if ((error as { code?: string }).code !== '42501') throw new Error(name, { cause: error });
      }
      await session.query('rollback to entered');
    }
    return names;
  });
}

const calls = callable.map(({ name, call }) => [name, `select ${call}`] as const);

function enter({ role, userId }: Actor, minutesAgo = 0) {
  return (session: Session) =>
    userId ? becomeProven(session, { role, userId }, { minutesAgo }) : become(session, { role, userId });
}

function permit(granted: readonly string[]) {
  return async (session: Session) => {
    await session.query('update admins set permissions = $1::text[] where user_id = $2', [
      `{${granted.join()}}`,
      permitted.userId,
    ]);
    await becomeProven(session, permitted);
  };
}

const namesOf = (isOpen: (may: Audience | readonly string[]) => boolean) =>
  callable.filter(({ may }) => isOpen(may)).map(({ name }) => name);

test('this test lists every function of the schema', async () => {
  const { rows } = await database.query(`select distinct proname::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(functions).toSorted());
});

describe.each(Object.keys(people) as Person[])('%s', (person) => {
  test('may call exactly the functions of its audience', async () => {
    const expected = namesOf((may) =>
      typeof may === 'string' ? audiences[may].includes(person) : person === 'superAdmin',
    );
    expect(await answered(enter(people[person]), calls)).toEqual(expected);
  });
});

test.each([...permissions, 'all'])('%s alone allows exactly its functions', async (permission) => {
  const expected = namesOf((may) =>
    typeof may === 'string' ? audiences[may].includes('permitted') : permission === 'all' || may.includes(permission),
  );
  expect(await answered(permit([permission]), calls)).toEqual(expected);
});

test.each([
  [31, 'change'],
  [481, 'read'],
])('a super admin whose proof is %i minutes old may not %s any more', async (minutesAgo, what) => {
  const expected = namesOf((may) =>
    typeof may === 'string'
      ? may !== 'super admin' && audiences[may].includes('superAdmin')
      : what === 'change' && may.some((each) => each.endsWith('.read')),
  );
  expect(await answered(enter(superAdmin, minutesAgo), calls)).toEqual(expected);
});

test('no role of a request may call the functions of the schema `private`', async () => {
  const { rows } = await database.query(`select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'private'::regnamespace
      and (proacl is null or exists (
        select from aclexplode(proacl) as entry where entry.grantee <> proowner
      ))`);
  expect(rows).toEqual([]);
  for (const [person, actor] of Object.entries(people)) {
    const made = [
      [
        'record_subscription_event',
        `select private.record_subscription_event('${key}', 'mine', 'renewed', now(), '{}')`,
      ],
      ['store_payment', `select private.issue_invoice('${key}')`],
      ['apply_refund', `select private.apply_refund('${key}', 'mine', now(), '{}')`],
      ['begin_billing', `select private.begin_billing(null)`],
    ] as const;
    expect(await answered(enter(actor), made), person).toEqual([]);
  }
});
