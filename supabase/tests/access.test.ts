import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Actor, become, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, type Person, signIn, signUp } from './people.ts';

const { memberA, memberB, admin, permitted, superAdmin, visitor } = people;
const newcomer = 'f0000000-0000-4000-8000-000000000006';
const subscription = '10000000-0000-4000-8000-000000000001';
const payment = '20000000-0000-4000-8000-000000000001';
const unrefunded = '20000000-0000-4000-8000-000000000002';

interface TableAccess {
  /** Permissions of the administrator `permitted`. */
  readonly permissions: readonly string[];
  /** Condition for the accessed row, which is one of member A if the table has an owner. */
  readonly row: string;
  readonly insert: string;
  readonly update: string;
  /** Expected answers, one word for each of `columns`. */
  readonly may: Readonly<Record<'select' | 'insert' | 'update' | 'delete', string>>;
}

const columns: readonly Person[] = ['visitor', 'memberA', 'memberB', 'admin', 'permitted', 'superAdmin', 'service'];

const access: Readonly<Record<string, TableAccess>> = {
  profiles: {
    permissions: ['users.read', 'users.write'],
    row: `id = '${memberA.userId}'`,
    insert: `(id) values ('${newcomer}')`,
    update: `username = 'Another'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    yes    no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  plans: {
    permissions: ['settings.read', 'settings.write'],
    row: `id = 'unoffered'`,
    insert: `(id, photos_per_batch) values ('another', 100)`,
    update: `position = 100`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       yes      yes     yes',
      update: '   no    no     no    no       yes      yes     yes',
      delete: '   no    no     no    no       yes      yes     yes',
    },
  },
  plan_prices: {
    permissions: ['settings.read', 'settings.write'],
    row: `plan_id = 'unoffered'`,
    insert: `(plan_id, currency, amount_minor) values ('unpriced', 'CNY', 900)`,
    update: `amount_minor = 100`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       yes      yes     yes',
      update: '   no    no     no    no       yes      yes     yes',
      delete: '   no    no     no    no       yes      yes     yes',
    },
  },
  user_subscriptions: {
    permissions: ['users.read', 'users.write'],
    row: `id = '${subscription}'`,
    insert: `(user_id, plan_id, status, end_date) values ('${memberA.userId}', 'member', 'pending', now() + '1 year')`,
    update: `end_date = end_date + '1 year'::interval`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  usage_days: {
    permissions: ['users.read', 'users.write'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(user_id, kind, day) values ('${memberA.userId}', 'api', '2026-01-31')`,
    update: `images = 0`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  usage_months: {
    permissions: ['users.read', 'users.write'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(user_id, kind, month) values ('${memberA.userId}', 'api', '2026-01-01')`,
    update: `images = 0`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  payments: {
    permissions: ['payments.read'],
    row: `id = '${unrefunded}'`,
    insert: `(user_id, provider, amount_minor, currency) values ('${memberA.userId}', 'stripe', 0, 'CNY')`,
    update: `status = 'refunded'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  checkouts: {
    permissions: ['payments.read'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(user_id, request_key, plan_id, amount_minor, currency, provider) values ('${memberA.userId}', gen_random_uuid(), 'kept', 900, 'CNY', 'stripe')`,
    update: `status = 'expired'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  payment_refunds: {
    permissions: ['payments.read'],
    row: `payment_id = '${payment}'`,
    insert: `(payment_id, amount_minor, status) values ('${payment}', 1, 'pending')`,
    update: `status = 'failed'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  payment_disputes: {
    permissions: ['payments.read'],
    row: `payment_id = '${payment}'`,
    insert: `(payment_id, provider_dispute_id, amount_minor, status) values ('${payment}', 'dispute-2', 1, 'open')`,
    update: `status = 'won'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  invoices: {
    permissions: ['revenue.read'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(number, user_id, amount_minor, currency) values ('2026-2', '${memberA.userId}', 0, 'CNY')`,
    update: `amount_minor = 1`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      // No role may change an issued invoice.
      update: '   no    no     no    no       no       no      no',
      delete: '   no    no     no    no       no       no      no',
    },
  },
  payment_logs: {
    permissions: ['revenue.read'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(user_id, event) values ('${memberA.userId}', 'paid')`,
    update: `event = 'refunded'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    yes    no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  webhook_events: {
    permissions: ['webhooks.read'],
    row: `event_id = 'event-1'`,
    insert: `(provider, signature_valid, type, payload) values ('stripe', false, 'paid', '{}')`,
    update: `status = 'processed'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  feedback: {
    permissions: ['feedback.read'],
    row: `user_id = '${memberA.userId}'`,
    insert: `(text, language) values ('The edge of the hair came out well.', 'en')`,
    update: `text = 'Something else'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  api_preregistrations: {
    permissions: ['feedback.read'],
    row: `email = 'someone@example.com'`,
    insert: `(email, language) values ('new@example.com', 'en')`,
    update: `email = 'mine@example.com'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      yes',
      delete: '   no    no     no    no       no       no      yes',
    },
  },
  admins: {
    // Even the permission `all` does not make an administrator a super admin.
    permissions: ['all'],
    row: `user_id = '${admin.userId}'`,
    insert: `(user_id, role) values ('${memberA.userId}', 'support')`,
    update: `permissions = '{users.read}'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    yes      no       yes     yes',
      insert: '   no    no     no    no       no       yes     yes',
      update: '   no    no     no    no       no       yes     yes',
      delete: '   no    no     no    no       no       yes     yes',
    },
  },
  admin_audit_log: {
    permissions: ['audit.read'],
    row: `action = 'looked'`,
    insert: `(action, table_name, row_id) values ('looked', 'users', '2')`,
    update: `actor_id = null`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       no       no      yes',
      update: '   no    no     no    no       no       no      no',
      delete: '   no    no     no    no       no       no      no',
    },
  },
  settings: {
    permissions: ['settings.read', 'settings.write'],
    row: `key = 'private'`,
    insert: `(key, value) values ('another', 'true')`,
    update: `value = 'false'`,
    may: {
      //       visitor   A     B    admin  permitted  super  service
      select: '   no    no     no    no       yes      yes     yes',
      insert: '   no    no     no    no       yes      yes     yes',
      update: '   no    no     no    no       yes      yes     yes',
      delete: '   no    no     no    no       yes      yes     yes',
    },
  },
};

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await signUp(database, newcomer, 'newcomer@example.com', {});
  await database.run(`
    delete from profiles where id = '${newcomer}';
    insert into plans (id, photos_per_batch) values ('unoffered', 100), ('kept', 100), ('unpriced', 100);
    insert into plan_prices (plan_id, currency, amount_minor) values ('unoffered', 'CNY', 900), ('kept', 'CNY', 900);
    insert into user_subscriptions (id, user_id, plan_id, status, end_date)
      values ('${subscription}', '${memberA.userId}', 'kept', 'active', now() + '1 year');
    insert into usage_days values ('${memberA.userId}', 'ai', '2026-11-21', 3);
    insert into usage_months values ('${memberA.userId}', 'ai', '2026-11-01', 3);
    insert into payments (id, user_id, provider, amount_minor, currency)
      values ('${payment}', '${memberA.userId}', 'stripe', 900, 'CNY'),
        ('${unrefunded}', '${memberA.userId}', 'stripe', 900, 'CNY');
    insert into checkouts (user_id, request_key, plan_id, amount_minor, currency, provider)
      values ('${memberA.userId}', gen_random_uuid(), 'kept', 900, 'CNY', 'stripe');
    insert into payment_refunds (payment_id, amount_minor, status) values ('${payment}', 100, 'succeeded');
    insert into payment_disputes (payment_id, provider_dispute_id, amount_minor, status)
      values ('${payment}', 'dispute-1', 900, 'open');
    insert into invoices (number, user_id, amount_minor, currency) values ('2026-1', '${memberA.userId}', 0, 'CNY');
    insert into payment_logs (user_id, event) values ('${memberA.userId}', 'paid');
    insert into webhook_events (provider, event_id, signature_valid, type, payload)
      values ('stripe', 'event-1', true, 'paid', '{}');
    insert into feedback (text, language, user_id) values ('It works.', 'en', '${memberA.userId}');
    insert into api_preregistrations (email, language, confirmed_at) values ('someone@example.com', 'en', now());
    insert into api_preregistrations (email, language) values ('unconfirmed@example.com', 'en');
    insert into admin_audit_log (action, table_name, row_id) values ('looked', 'users', '1');
    insert into settings (key, value, is_public) values ('private', 'true', false), ('public', 'true', true);
  `);
});

afterAll(() => database.close());

const accessDenied = '42501';

/** Enters a session in which an administrator's permissions hold, so that the tables above decide alone. */
async function enterProven(session: Session, { role, userId }: Actor): Promise<void> {
  if (userId) await becomeProven(session, { role, userId });
  else await become(session, { role, userId });
}

type Answer = 'yes' | 'no';

/** @returns yes when the statement found or changed a row; no when it was refused or matched none. */
async function attempt(
  actor: Actor,
  statement: string,
  prepare?: (session: Session) => Promise<unknown>,
): Promise<Answer> {
  return (await attemptAll(actor, { statement }, prepare)).statement;
}

/** Enters once, and attempts each statement independently of the others. */
async function attemptAll<Name extends string>(
  actor: Actor,
  statements: Readonly<Record<Name, string>>,
  prepare?: (session: Session) => Promise<unknown>,
  enter: (session: Session, actor: Actor) => Promise<void> = enterProven,
): Promise<Record<Name, Answer>> {
  return database.rolledBack(async (session) => {
    await prepare?.(session);
    await enter(session, actor);
    await session.query('savepoint entered');
    const answers: Record<string, Answer> = {};
    for (const [name, statement] of Object.entries<string>(statements)) {
      answers[name] = await answerTo(session, statement);
      await session.query('rollback to entered');
    }
    return answers;
  });
}

async function answerTo(session: Session, statement: string): Promise<Answer> {
  try {
    const { count } = await session.query(statement);
    return count > 0 ? 'yes' : 'no';
  } catch (error) {
    if ((error as { code?: string }).code === accessDenied) return 'no';
    throw error;
  }
}

function permit(permissions: readonly string[]) {
  return (session: Session) =>
    session.query(`update admins set permissions = '{${permissions.join()}}' where user_id = '${permitted.userId}'`);
}

/** Returns the expected answers for the person of one column of the tables above. */
function answersOf({ select, insert, update, delete: remove }: TableAccess['may'], column: number) {
  const answerIn = (words: string) => words.trim().split(/\s+/)[column];
  return { select: answerIn(select), insert: answerIn(insert), update: answerIn(update), delete: answerIn(remove) };
}

function statementsOf(table: string, { row, insert, update }: Pick<TableAccess, 'row' | 'insert' | 'update'>) {
  return {
    select: `select 1 from ${table} where ${row}`,
    insert: `insert into ${table} ${insert}`,
    update: `update ${table} set ${update} where ${row}`,
    delete: `delete from ${table} where ${row}`,
  };
}

const unprovenSessions: Readonly<Record<string, (session: Session, actor: Actor) => Promise<void>>> = {
  'a token without a session': become,
  'a session that has proven nothing': async (session, actor) => {
    const sessionId = await signIn(session, String(actor.userId));
    await become(session, actor, { session_id: sessionId });
  },
  'a proof of 481 minutes ago': async (session, { role, userId }) => {
    await becomeProven(session, { role, userId: String(userId) }, { minutesAgo: 481 });
  },
  'a proof of a session that was signed out': async (session, { role, userId }) => {
    const sessionId = await becomeProven(session, { role, userId: String(userId) });
    await session.query('reset role');
    await session.query('delete from auth.sessions where id = $1', [sessionId]);
    await become(session, { role, userId }, { session_id: sessionId });
  },
  'the proof of another’s session': async (session, actor) => {
    const sessionId = await becomeProven(session, memberB);
    await session.query('reset role');
    await become(session, actor, { session_id: sessionId });
  },
  'a link of eleven minutes ago': async (session, actor) => {
    const sessionId = await signIn(session, String(actor.userId), { byLink: true });
    await session.query(`update private.link_sessions set started_at = now() - interval '11 minutes'`);
    await become(session, actor, { session_id: sessionId });
  },
};

const everythingGranted = `
  grant all on all tables in schema public to anon, authenticated, service_role;
  grant all on all sequences in schema public to anon, authenticated, service_role;
`;

describe.each([
  ['our grants', 'select public.apply_grants();'],
  ['everything granted', everythingGranted],
])('with %s', (_, grants) => {
  beforeAll(() => database.run(grants));
  afterAll(() => database.run('select public.apply_grants();'));

  test.each(Object.entries(access))(
    'only the roles in its table may access %s',
    async (table, { permissions, row, insert, update, may }) => {
      const statements = statementsOf(table, { row, insert, update });
      for (const [index, person] of columns.entries()) {
        const prepare = person === 'permitted' ? permit(permissions) : undefined;
        const expected = answersOf(may, index);
        expect(await attemptAll(people[person], statements, prepare), person).toEqual(expected);
      }
    },
  );

  test.each(Object.entries(access))(
    'an administrator whose identity is not proven may do nothing with %s that a member may not',
    { tags: ['long'] },
    async (table, { permissions, may, ...parts }) => {
      const statements = statementsOf(table, parts);
      // The expected answers are those of the column `memberB`, who owns none of the rows either.
      const expected = answersOf(may, columns.indexOf('memberB'));
      for (const [how, enter] of Object.entries(unprovenSessions)) {
        const found = {
          permitted: await attemptAll(permitted, statements, permit(permissions), enter),
          superAdmin: await attemptAll(superAdmin, statements, undefined, enter),
        };
        expect(found, how).toEqual({ permitted: expected, superAdmin: expected });
      }
    },
  );

  test.each(Object.entries(access))(
    'an administrator whose proof is 31 minutes old changes nothing in %s that a member may not',
    { tags: ['long'] },
    async (table, { permissions, may, ...parts }) => {
      const enter = async (session: Session, { role, userId }: Actor) => {
        await becomeProven(session, { role, userId: String(userId) }, { minutesAgo: 31 });
      };
      const { select: _read, ...statements } = statementsOf(table, parts);
      const { select: _readable, ...expected } = answersOf(may, columns.indexOf('memberB'));
      const found = {
        permitted: await attemptAll(permitted, statements, permit(permissions), enter),
        superAdmin: await attemptAll(superAdmin, statements, undefined, enter),
      };
      expect(found).toEqual({ permitted: expected, superAdmin: expected });
    },
  );

  test.each([
    ['a visitor reads what is offered', visitor, `select 1 from plans where id = 'member'`, 'yes'],
    ['a member reads what is offered', memberB, `select 1 from plans where id = 'free'`, 'yes'],
    ['a member reads the plan they have, offered or not', memberA, `select 1 from plans where id = 'kept'`, 'yes'],
    ['another does not', memberB, `select 1 from plans where id = 'kept'`, 'no'],
    ['a visitor reads a public setting', visitor, `select 1 from settings where key = 'public'`, 'yes'],
    ['a member changes no public setting', memberA, `update settings set value = '0' where key = 'public'`, 'no'],
    [
      'an administrator does not read an unconfirmed pre-registration',
      superAdmin,
      `select 1 from api_preregistrations where email = 'unconfirmed@example.com'`,
      'no',
    ],
    ['the free plan is not removed', superAdmin, `delete from plans where id = 'free'`, 'no'],
    [
      'a member does not make a user an administrator',
      memberA,
      `insert into admins values ('${memberA.userId}', 'super_admin')`,
      'no',
    ],
    [
      'nor moves another’s subscription to themselves',
      memberB,
      `update user_subscriptions set user_id = '${memberB.userId}'`,
      'no',
    ],
    ['nor lengthens their own', memberA, `update user_subscriptions set end_date = '2999-01-01'`, 'no'],
    [
      'nor takes on another’s profile',
      memberA,
      `update profiles set id = '${newcomer}' where id = '${memberA.userId}'`,
      'no',
    ],
    ['nor changes another’s', memberA, `update profiles set username = 'x' where id = '${memberB.userId}'`, 'no'],
    ['nor empties the log', memberA, `delete from admin_audit_log`, 'no'],
    ['an administrator adds nothing to their own rights', admin, `update admins set permissions = '{all}'`, 'no'],
    ['nor promotes themselves', admin, `update admins set role = 'super_admin'`, 'no'],
    ['nor appoints another', admin, `insert into admins values ('${memberA.userId}', 'super_admin')`, 'no'],
    [
      'a super admin cannot step down',
      superAdmin,
      `update admins set role = 'support' where user_id = '${superAdmin.userId}'`,
      'no',
    ],
    ['nor leave', superAdmin, `delete from admins where user_id = '${superAdmin.userId}'`, 'no'],
  ])('%s', async (_, actor, statement, expected) => {
    expect(await attempt(actor, statement)).toBe(expected);
  });

  test.each([
    ['users.read', `update user_subscriptions set status = 'expired' where id = '${subscription}'`],
    ['settings.read', `update settings set value = 'false' where key = 'private'`],
    ['settings.read', `update plans set position = 1 where id = 'unoffered'`],
    ['users.write', `select 1 from payments`],
    ['admins.write', `insert into admins values ('${memberA.userId}', 'support')`],
  ])('%s alone does not allow: %s', async (permission, statement) => {
    expect(await attempt(permitted, statement, permit([permission]))).toBe('no');
  });

  const money = ['payments', 'checkouts', 'payment_refunds', 'payment_disputes', 'invoices', 'payment_logs'];
  test.each<[string, readonly string[]]>([
    ['users.read', ['profiles', 'user_subscriptions', 'usage_days', 'usage_months']],
    ['users.write', []],
    ['payments.read', money],
    ['revenue.read', money],
    ['settings.read', ['plans', 'plan_prices', 'settings']],
    ['settings.write', []],
    ['webhooks.read', ['webhook_events']],
    ['webhooks.write', []],
    ['audit.read', ['admin_audit_log']],
    ['feedback.read', ['feedback', 'api_preregistrations']],
  ])('%s alone allows reading other members’ rows of %j', async (permission, expected) => {
    const statements = Object.fromEntries(
      Object.entries(access).map(([table, { row }]) => [table, `select 1 from ${table} where ${row}`]),
    );
    const found = await attemptAll(permitted, statements, permit([permission]));
    const read = Object.keys(found).filter((table) => found[table] === 'yes');
    expect(read.toSorted()).toEqual([...expected].toSorted());
  });

  test('a profile’s created_at does not change', async () => {
    await database.rolledBack(async (session) => {
      const read = `select created_at::text from profiles where id = '${memberA.userId}'`;
      const before = await session.query(read);
      await session.query('savepoint before');
      await become(session, memberA);
      const change = session.query(`update profiles set username = 'Lin', created_at = '2001-01-01'`);
      await change.catch(() => session.query('rollback to before'));
      expect((await session.query(read)).rows).toEqual(before.rows);
    });
  });

  test('claims of a token about roles and rights have no effect', async () => {
    await database.rolledBack(async (session) => {
      await become(session, memberA, { app_metadata: { role: 'super_admin' }, user_role: 'service_role', admin: true });
      const { rows } = await session.query(`select has_permission('users.read') as has, is_super_admin() as is`);
      expect(rows).toEqual([{ has: false, is: false }]);
    });
  });
});

test.each([
  { role: 'editor', permissions: ['users.read'], asked: 'users.read', granted: true },
  { role: 'editor', permissions: ['users.read'], asked: 'users.write', granted: false },
  { role: 'editor', permissions: [], asked: 'users.read', granted: false },
  { role: 'editor', permissions: ['all'], asked: 'revenue.read', granted: true },
  { role: 'super_admin', permissions: [], asked: 'settings.write', granted: true },
  { role: 'super_administrator', permissions: [], asked: 'settings.write', granted: false },
])('$role with $permissions asks for $asked: $granted', async ({ role, permissions, asked, granted }) => {
  await database.rolledBack(async (session) => {
    await session.query(
      `update admins set role = $1, permissions = string_to_array($2, ',') where user_id = '${permitted.userId}'`,
      [role, permissions.join()],
    );
    await becomeProven(session, permitted);
    expect((await session.query('select has_permission($1)', [asked])).rows).toEqual([{ has_permission: granted }]);
  });
});

describe('the catalogue', () => {
  const listed = async (statement: string) => (await database.query(statement)).rows.map(({ name }) => String(name));

  test('the access tables of this test describe every table', async () => {
    const tables = `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f') order by 1`;
    expect(await listed(tables)).toEqual(Object.keys(access).toSorted());
  });

  test('every table has row-level security, and every view applies its reader’s', async () => {
    const open = `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and case relkind
      when 'r' then not relrowsecurity when 'p' then not relrowsecurity
      when 'v' then not coalesce(reloptions @> '{security_invoker=true}', false) when 'm' then true else false end`;
    expect(await listed(open)).toEqual([]);
  });

  test('no role of a request, including the service, reaches the tables of the schema `private`', async () => {
    const own = await listed(`select relname::text as name from pg_class
      where relnamespace = 'private'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`);
    expect(own).toEqual(
      expect.arrayContaining(['ai_reservations', 'email_changes', 'link_sessions', 'password_attempts']),
    );
    expect(own).toEqual(
      await listed(`select relname::text as name from pg_class
        where relnamespace = 'private'::regnamespace and relkind not in ('i', 'I') order by 1`),
    );
    for (const table of own) {
      for (const person of columns) {
        for (const statement of [`select 1 from private.${table}`, `delete from private.${table}`]) {
          expect(await attempt(people[person], statement), `${person}: ${statement}`).toBe('no');
        }
      }
    }
  });

  test('members and visitors see no row of private tables even if privileges are granted by mistake', async () => {
    await database.rolledBack(async (session) => {
      const { userId } = memberA;
      await session.query(`insert into private.password_attempts (user_id, failures) values ('${userId}', 5)`);
      await session.query(`insert into private.link_sessions (session_id, user_id) values ('${userId}', '${userId}')`);
      await session.query(
        `insert into private.email_changes (user_id, old_email, new_email) values ('${userId}', 'a', 'b')`,
      );
      await session.query('grant usage on schema private to anon, authenticated');
      await session.query('grant all on all tables in schema private to anon, authenticated');
      for (const actor of [visitor, memberA, superAdmin]) {
        await become(session, actor);
        for (const table of ['password_attempts', 'link_sessions', 'email_changes']) {
          expect((await session.query(`select 1 from private.${table}`)).count, table).toBe(0);
        }
        await session.query('reset role');
      }
    });
  });

  test('row-level security binds the owner of money tables as well', async () => {
    const forced = `select relname::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relforcerowsecurity order by 1`;
    expect(await listed(forced)).toEqual(['invoices', 'payment_logs', 'payments', 'webhook_events']);
  });

  test('every function has an empty search_path', async () => {
    const loose = `select proname::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and not coalesce(proconfig @> array['search_path=""'], false)`;
    expect(await listed(loose)).toEqual([]);
  });

  test('no reference prevents the deletion of a user', async () => {
    const holding = `select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'auth.users'::regclass and confdeltype not in ('c', 'n')
        and connamespace = 'public'::regnamespace`;
    expect(await listed(holding)).toEqual([]);
  });

  test.each([
    ['anon', ['check_request']],
    [
      'authenticated',
      [
        'admin_audit',
        'admin_dashboard',
        'admin_disable_user',
        'admin_enable_user',
        'admin_end_plan',
        'admin_grant_plan',
        'admin_health',
        'admin_list_admins',
        'admin_payments',
        'admin_release_second_factor',
        'admin_remove_admin',
        'admin_replay_webhook',
        'admin_resend_confirmation',
        'admin_reset_second_factor',
        'admin_revenue',
        'admin_session',
        'admin_set_admin',
        'admin_today',
        'admin_user',
        'admin_users',
        'admin_webhook',
        'admin_webhooks',
        'begin_second_factor',
        'check_request',
        'clean_username',
        'confirm_second_factor',
        'count_device_images',
        'delete_my_account',
        'export_my_data',
        'give_second_factor',
        'has_permission',
        'is_super_admin',
        'my_hidden_data',
        'my_membership',
        'my_usage',
        'password_free_until',
        'prove_identity',
        'remove_second_factor',
        'second_factor_status',
      ],
    ],
    [
      'service_role',
      [
        'apply_webhook',
        'begin_checkout',
        'billing_of',
        'change_subscription',
        'check_request',
        'claim_double_payment',
        'claim_webhook',
        'clean_username',
        'confirm_preregistration',
        'count_server_errors',
        'count_usage',
        'fail_webhook',
        'give_back_ai_images_of_day',
        'has_paid_plan',
        'note_checkout',
        'note_double_payment',
        'note_provider_end',
        'offer_without_seller',
        'price_of',
        'receive_webhook',
        'replay_webhook',
        'request_preregistration',
        'reserve_ai_images',
        'settle_ai_images',
        'take_ai_images_of_day',
        'void_invoice',
        'webhook_state',
      ],
    ],
    ['public', []],
  ])('%s may call exactly these functions', async (role, expected) => {
    const callable = `select proname::text as name
      from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as entry
      where pronamespace = 'public'::regnamespace and entry.privilege_type = 'EXECUTE'
        and entry.grantee = ${role === 'public' ? '0' : `'${role}'::regrole`} order by 1`;
    expect(await listed(callable)).toEqual(expected);
  });

  test('members may update exactly these columns', async () => {
    const { rows } = await database.query(`
      select table_name::text as name, string_agg(column_name, ' ' order by column_name) as columns
      from information_schema.column_privileges
      where grantee = 'authenticated' and privilege_type = 'UPDATE' and table_schema = 'public' group by 1 order by 1`);
    expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual({
      admins: 'permissions role',
      plans:
        'ai_images_per_day ai_images_per_month api_images_per_day api_images_per_month offered period_months ' +
        'photos_per_batch position',
      plan_prices: 'amount_minor',
      profiles: 'language username',
      settings: 'is_public value',
    });
  });

  test('no role of a request may truncate a table, add triggers to it or refer to it', async () => {
    const heavy = `select table_name || ' ' || grantee || ' ' || privilege_type as name
      from information_schema.role_table_grants where table_schema = 'public'
        and grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')
        and privilege_type in ('TRUNCATE', 'TRIGGER', 'REFERENCES')`;
    expect(await listed(heavy)).toEqual([]);
  });

  // A function that runs as its caller must not use these schemas: it would fail on the site's own server only.
  test('no function that runs as its caller names a schema that requests may not use', async () => {
    const { rows } = await database.query(`
      select pg_proc.oid::regprocedure::text as name from pg_proc
      where not prosecdef and prosrc ~ '\\m(auth|private|extensions)\\.' and (
        pronamespace = 'public'::regnamespace and (
          has_function_privilege('anon', pg_proc.oid, 'execute') or has_function_privilege('authenticated', pg_proc.oid, 'execute')
        )
        or exists (
          select from pg_trigger join pg_class on pg_class.oid = tgrelid
          where tgfoid = pg_proc.oid and relnamespace = 'public'::regnamespace
        )
      )`);
    expect(rows).toEqual([]);
  });

  test('a table added without grants is closed', async () => {
    await database.rolledBack(async (session) => {
      await session.query('set local role isola_test_owner');
      await session.query('create table public.later ()');
      const { rows } = await session.query(`select role from unnest('{anon,authenticated,service_role}'::text[]) as role
        where has_table_privilege(role, 'public.later', 'select, insert, update, delete, truncate')`);
      expect(rows).toEqual([]);
    });
  });
});
