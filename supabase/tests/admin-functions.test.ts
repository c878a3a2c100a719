/** @module-tag long */
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, signIn, signUp } from './people.ts';

const { memberA, memberB, admin, permitted, superAdmin } = people;
/** Id of a second super admin. */
const another = 'f0000000-0000-4000-8000-000000000006';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

async function answerOf<T = unknown>(session: Session, call: string, ...values: readonly unknown[]): Promise<T> {
  return (await session.query(`select ${call} as answer`, values)).rows[0]?.['answer'] as T;
}

/** Runs as `permitted` with these permissions and a proven identity. */
function as(permissions: string, work: (session: Session) => Promise<void>): Promise<void> {
  return database.rolledBack(async (session) => {
    await session.query('update admins set permissions = $1::text[] where user_id = $2', [
      `{${permissions}}`,
      permitted.userId,
    ]);
    await becomeProven(session, permitted);
    await work(session);
  });
}

interface Page {
  readonly next: unknown;
  readonly previous: unknown;
}
interface Users extends Page {
  readonly users: readonly { readonly id: string; readonly email: string; readonly [name: string]: unknown }[];
}

describe('users', () => {
  const named = ['aa@example.com', 'ab@example.com', 'B@example.com', 'ba_c@example.com', 'ba1c@example.com'];

  /** Adds five users with dates in 2001, the last one the newest. No other user has such a date. */
  async function addFive(session: Session): Promise<void> {
    for (const [index, email] of named.entries()) {
      const id = randomUUID();
      await signUp(session, id, email, { username: index === 4 ? 'Abel' : `user ${index}` });
      await session.query(`update private.people set created_at = '2001-01-0${index + 1}' where user_id = $1`, [id]);
    }
  }
  const emails = (page: Users) => page.users.map(({ email }) => email);

  test('are found by the beginning of their email or name, sorted by it, with any characters in it', async () => {
    await database.rolledBack(async (session) => {
      await addFive(session);
      await becomeProven(session, superAdmin);
      const found = async (search: string) => emails(await answerOf<Users>(session, 'admin_users($1)', search));
      // The name Abel is between the emails ab@… and later ones.
      expect(await found('A')).toEqual(['aa@example.com', 'ab@example.com', 'ba1c@example.com', 'admin@example.com']);
      expect(await found('ba_')).toEqual(['ba_c@example.com']);
      expect(await found('b@EXAMPLE')).toEqual(['b@example.com']);
      expect(await found(`%' or true --`)).toEqual([]);
    });
  });

  test('are paged forwards and backwards, each once', async () => {
    await database.rolledBack(async (session) => {
      await addFive(session);
      await becomeProven(session, superAdmin);
      for (const [search, sort, descending] of [
        ['', 'created', true],
        ['', 'created', false],
        ['', 'email', false],
        ['', 'last_sign_in', true],
        ['m', 'created', true],
      ] as const) {
        const read = (size: number, after: unknown, before: unknown) =>
          answerOf<Users>(
            session,
            'admin_users($1, $2, $3, $4::text::jsonb, $5::text::jsonb, $6)',
            search,
            sort,
            descending,
            after && JSON.stringify(after),
            before && JSON.stringify(before),
            size,
          );
        const whole = await read(200, null, null);
        expect([whole.next, whole.previous]).toEqual([null, null]);
        const pages: Users[] = [await read(2, null, null)];
        for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(2, next, null));
        expect(pages.flatMap(emails)).toEqual(emails(whole));
        const back: Users[] = [];
        for (let previous = pages.at(-1)?.previous; previous; previous = back[0]?.previous)
          back.unshift(await read(2, null, previous));
        expect(back.map(emails)).toEqual(pages.slice(0, -1).map(emails));
        expect(back[0]?.previous ?? null).toBeNull();
      }
    });
  });

  test('are filtered by state and plan, and listed with plan and rights', async () => {
    await database.rolledBack(async (session) => {
      await session.query(
        `insert into user_subscriptions (user_id, plan_id, status, end_date) values ($1, 'member', 'active', now() + '1 day')`,
        [memberB.userId],
      );
      await becomeProven(session, superAdmin);
      const of = async (filter: object) =>
        emails(await answerOf<Users>(session, `admin_users('', filter => $1::text::jsonb)`, JSON.stringify(filter)));
      expect(await of({ plan: 'member' })).toEqual(['memberb@example.com']);
      expect(await of({ state: 'disabled' })).toEqual([]);
      await session.query(`select admin_disable_user($1, 'sends spam')`, [memberA.userId]);
      expect(await of({ state: 'disabled' })).toEqual(['membera@example.com']);
      expect(await of({ state: 'active' })).not.toContain('membera@example.com');
      const { users } = await answerOf<Users>(session, `admin_users('superadmin')`);
      expect(users).toMatchObject([{ admin_role: 'super_admin', username: 'superAdmin', confirmed: true }]);
    });
  });
});

describe('a disabled user', () => {
  test('loses all sessions and can begin none until enabled again', async () => {
    await database.rolledBack(async (session) => {
      await signIn(session, memberA.userId);
      await session.query('savepoint signed_in');
      await becomeProven(session, superAdmin);
      await session.query(`select admin_disable_user($1, '')`, [memberA.userId]);
      await session.query('reset role');
      const sessions = () => session.query('select 1 from auth.sessions where user_id = $1', [memberA.userId]);
      expect((await sessions()).count).toBe(0);
      await session.query('savepoint disabled');
      await expect(signIn(session, memberA.userId)).rejects.toMatchObject({ hint: 'account-disabled' });
      await session.query('rollback to disabled');
      await becomeProven(session, superAdmin);
      await session.query(`select admin_enable_user($1, '')`, [memberA.userId]);
      await session.query('reset role');
      await signIn(session, memberA.userId);
      expect((await sessions()).count).toBe(1);
    });
  });
});

describe('a plan', () => {
  test('is granted in place of the current one, and ended', async () => {
    await as('users.read,users.write', async (session) => {
      const plans = async () => {
        const { subscriptions } = await answerOf<{ subscriptions: Record<string, unknown>[] }>(
          session,
          'admin_user($1)',
          memberA.userId,
        );
        return subscriptions
          .map(({ plan_id: plan, status, provider }) => [plan, status, provider].join(' '))
          .toSorted();
      };
      await session.query(`select admin_grant_plan($1, 'member', now() + '1 month', 'won a prize')`, [memberA.userId]);
      expect(await plans()).toEqual(['member active admin']);
      await session.query(`select admin_grant_plan($1, 'free', now() + '1 month', '')`, [memberA.userId]);
      expect(await plans()).toEqual(['free active admin', 'member cancelled admin']);
      await session.query(`select admin_end_plan($1, 'over')`, [memberA.userId]);
      expect(await plans()).toEqual(['free cancelled admin', 'member cancelled admin']);
      await expect(session.query(`select admin_end_plan($1)`, [memberA.userId])).rejects.toMatchObject({
        hint: 'no-plan',
      });
    });
  });

  test('that a provider charges for cannot be ended here', async () => {
    await database.rolledBack(async (session) => {
      await session.query(
        `insert into user_subscriptions (user_id, plan_id, status, end_date, provider, provider_subscription_id)
         values ($1, 'member', 'active', now() + '1 day', 'stripe', 'sub_1')`,
        [memberA.userId],
      );
      await becomeProven(session, superAdmin);
      await expect(session.query('select admin_end_plan($1)', [memberA.userId])).rejects.toMatchObject({
        hint: 'charged-elsewhere',
      });
    });
  });
});

describe('an administrator’s action on a user', () => {
  const actions = {
    admin_grant_plan: `admin_grant_plan($1, 'member', now() + interval '1 year', 'a prize')`,
    admin_end_plan: 'admin_end_plan($1)',
    admin_disable_user: 'admin_disable_user($1)',
    admin_enable_user: 'admin_enable_user($1)',
    admin_resend_confirmation: 'admin_resend_confirmation($1)',
  };

  /** Prepares a person for the action: adds a plan to end, disables the account, or makes the email unconfirmed. */
  async function prepare(session: Session, action: string, person: string) {
    if (action === 'admin_end_plan') {
      await session.query(
        `insert into user_subscriptions (user_id, plan_id, status, end_date, provider)
         values ($1, 'member', 'active', now() + interval '1 day', 'admin')`,
        [person],
      );
    }
    const change = { admin_enable_user: 'disabled_at = now()', admin_resend_confirmation: 'confirmed_at = null' }[
      action
    ];
    if (change) await session.query(`update private.people set ${change} where user_id = $1`, [person]);
  }

  const own = 'own-account';
  const rank = 'not-super-admin';
  const noPermission = 'no permission';
  test.each([
    // The four answers are for a member, an administrator, a super admin, and the actor's own account.
    ['a member', memberA, [noPermission, noPermission, noPermission, noPermission]],
    ['an administrator without users.write', admin, [noPermission, noPermission, noPermission, noPermission]],
    ['an administrator with users.write', permitted, ['yes', rank, rank, own]],
    ['a super admin', superAdmin, ['yes', 'yes', 'yes', own]],
  ] as const)('each of the five by %s', async (_, actor, expected) => {
    const anotherAdmin = actor === admin ? permitted : admin;
    for (const [action, call] of Object.entries(actions)) {
      const answers: string[] = [];
      for (const person of [memberB.userId, anotherAdmin.userId, another, actor.userId]) {
        await database.rolledBack(async (session) => {
          await session.query(`update admins set permissions = '{users.write}' where user_id = $1`, [permitted.userId]);
          await signUp(session, another, 'another-super@example.com', {});
          await session.query(`insert into admins (user_id, role) values ($1, 'super_admin')`, [another]);
          await becomeProven(session, actor);
          await session.query('reset role');
          // A disabled account cannot begin a session, so the caller's session begins before.
          await session.query('savepoint begun');
          await prepare(session, action, person);
          await session.query(`select set_config('role', 'authenticated', true)`);
          answers.push(
            await session.query(`select ${call}`, [person]).then(
              () => 'yes',
              (error: { hint?: string; code?: string }) =>
                error.hint || (error.code === '42501' ? noPermission : String(error.code)),
            ),
          );
        });
      }
      // A super admin must lose the rights before the account can be disabled.
      const isKept = actor === superAdmin && action === 'admin_disable_user';
      expect(answers, action).toEqual(isKept ? ['yes', 'yes', 'super-admin', own] : expected);
    }
  });

  test.each([
    ['for two years and a day', `'2 years 1 day'`, 'yes'],
    ['for longer', `'2 years 2 days'`, 'until-too-far'],
    ['until yesterday', `'-1 day'`, 'until-passed'],
  ])('a plan granted %s', async (_, length, expected) => {
    await as('users.write', async (session) => {
      const granted = session.query(`select admin_grant_plan($1, 'member', now() + interval ${length}, '')`, [
        memberA.userId,
      ]);
      expect(
        await granted.then(
          () => 'yes',
          ({ hint }: { hint: string }) => hint,
        ),
      ).toBe(expected);
    });
  });
});

describe('the last super admin', () => {
  test.each([
    ['removes nobody’s rights of their own', `admin_remove_admin('${superAdmin.userId}')`, 'own-account'],
    ['demotes nobody to nothing', `admin_set_admin('${superAdmin.userId}', 'support', '{}')`, 'own-account'],
  ])('%s', async (_, call, hint) => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await expect(session.query(`select ${call}`)).rejects.toMatchObject({ hint });
    });
  });

  test('remains after dismissing a second one', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await session.query(`select admin_set_admin($1, 'super_admin', '{}', 'holiday')`, [memberA.userId]);
      await session.query('select admin_remove_admin($1)', [memberA.userId]);
      const { admins } = await answerOf<{ admins: { email: string; role: string }[] }>(session, 'admin_list_admins()');
      expect(admins.filter(({ role }) => role === 'super_admin').map(({ email }) => email)).toEqual([
        'superadmin@example.com',
      ]);
    });
  });
});

describe('the services', () => {
  const waiting = `insert into private.mail_queue (recipient, subject, text, html, attempts) values ('', '', '', '', 1)`;

  test.each([
    ['idle before the first email', 'null', 'null', '', 'idle'],
    ['working while an email is being sent', `now()`, 'null', waiting, 'ok'],
    ['working while it postpones the email of one mailbox', `now()`, `now() - interval '1 day'`, waiting, 'ok'],
    ['failing while emails wait for it', `now() - interval '1 day'`, 'now()', waiting, 'failing'],
    ['failing before it has accepted anything', 'null', 'now()', waiting, 'failing'],
    ['working once no email waits', 'null', 'now()', '', 'ok'],
  ])('call the mail server %s', async (_, accepted, failed, queue, state) => {
    await database.rolledBack(async (session) => {
      await session.query(`update private.mail_state set accepted_at = ${accepted}, failed_at = ${failed}`);
      if (queue) await session.query(queue);
      await becomeProven(session, superAdmin);
      const { providers } = await answerOf<{ providers: { id: string }[] }>(session, 'admin_health()');
      expect(providers.find(({ id }) => id === 'mail')).toMatchObject({ state, failures_24h: 0 });
    });
  });
});

describe('the log', () => {
  interface Entries extends Page {
    readonly entries: readonly Record<string, unknown>[];
  }

  test('contains actor, action, reason, address and both states, and is searched by them', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await session.query(`select set_config('request.headers', '{"x-forwarded-for": "203.0.113.9"}', true)`);
      await session.query(`select admin_disable_user($1, 'sends spam')`, [memberA.userId]);
      await session.query(`select admin_set_admin($1, 'support', '{users.read}', 'new colleague')`, [memberB.userId]);
      const find = async (filter: object) =>
        (await answerOf<Entries>(session, 'admin_audit($1::text::jsonb)', JSON.stringify(filter))).entries;
      expect(await find({ actor: 'superadmin@', action: 'disable' })).toMatchObject([
        {
          actor_email: 'superadmin@example.com',
          table_name: 'users',
          row_id: memberA.userId,
          row_before: { disabled: false },
          row_after: { disabled: true },
          reason: 'sends spam',
          address: '203.0.113.9',
        },
      ]);
      expect(await find({ table: 'admins', row: memberB.userId })).toMatchObject([
        { action: 'insert', reason: 'new colleague', row_after: { permissions: ['users.read'] } },
      ]);
      expect(await find({ to: '2001-01-01' })).toEqual([]);
    });
  });
});

describe('figures', () => {
  test('kept by triggers are the same as figures computed from the tables', async () => {
    await database.rolledBack(async (session) => {
      const buyers = [memberA.userId, memberB.userId];
      for (const [index, user] of buyers.entries()) {
        await session.query(
          `insert into user_subscriptions (id, user_id, plan_id, status, start_date, end_date, amount_minor, currency, period_months)
           values ($1, $2, 'member', 'active', now() - '40 days'::interval, now() + '1 year', 12000, 'CNY', 12)`,
          [`30000000-0000-4000-8000-00000000000${index}`, user],
        );
        await session.query(
          `insert into payments (id, user_id, plan_id, provider, amount_minor, currency, status, paid_at)
           values ($1, $2, 'member', 'stripe', 12000, 'CNY', 'succeeded', now() - '2 days'::interval)`,
          [`40000000-0000-4000-8000-00000000000${index}`, user],
        );
      }
      await session.query(
        `insert into payment_refunds (payment_id, amount_minor, status, refunded_at)
         values ('40000000-0000-4000-8000-000000000000', 2000, 'succeeded', now())`,
      );
      await session.query(
        `update user_subscriptions set status = 'cancelled', end_date = now() - '1 day'::interval where user_id = $1`,
        [memberB.userId],
      );
      await session.query(`insert into usage_days values ($1, 'device', (now() at time zone 'utc')::date, 5)`, [
        memberA.userId,
      ]);
      await session.query(`update usage_days set images = 7 where user_id = $1`, [memberA.userId]);
      await session.query(`insert into payments (user_id, provider, amount_minor, currency, status)
        values ('${memberA.userId}', 'stripe', 12000, 'CNY', 'failed')`);

      const read = async () => {
        await becomeProven(session, superAdmin);
        const dashboard = await answerOf<Record<string, unknown>>(session, 'admin_dashboard(30)');
        const revenue = await answerOf(
          session,
          `admin_revenue((now() at time zone 'utc')::date - 30, (now() at time zone 'utc')::date)`,
        );
        await session.query('reset role');
        return { dashboard, revenue };
      };
      const kept = await read();
      // Computed by hand: 24 000 came in and 2 000 went back; one of two subscriptions runs, at 12 000 a year; seven
      // images were counted.
      expect(kept.dashboard).toMatchObject({
        users: { total: 5, new: 5, new_before: 0 },
        subscriptions: { active: 1, active_before: 2 },
        images: { count: 7, before: 0 },
        errors: { count: 1, before: 0 },
        revenue: [{ currency: 'CNY', amount_minor: 22_000, before: 0 }],
      });
      expect(kept.revenue).toMatchObject({
        currencies: [
          {
            currency: 'CNY',
            mrr_minor: 1_000,
            gross_minor: 24_000,
            refunded_minor: 2_000,
            payments: 2,
            by_plan: [{ plan_id: 'member', subscriptions: 1, gross_minor: 24_000, refunded_minor: 2_000 }],
          },
        ],
        churn: { active: 2, ended: 1, rate: 0.5 },
      });
      const series = kept.dashboard['series'] as { users: number; images: number; subscriptions: number }[];
      expect(series).toHaveLength(30);
      expect(series.map(({ subscriptions }) => subscriptions).slice(-3)).toEqual([2, 1, 1]);
      expect(series.at(-1)).toMatchObject({ users: 5, images: 7 });

      await session.query('select rebuild_figures()');
      expect(await read()).toEqual(kept);
    });
  });

  test('that an administrator has no permission for are null', async () => {
    await as('revenue.read', async (session) => {
      expect(await answerOf(session, 'admin_dashboard(1)')).toMatchObject({ users: null, images: null, revenue: [] });
    });
    await as('users.read', async (session) => {
      expect(await answerOf(session, 'admin_dashboard(1)')).toMatchObject({ users: { total: 5 }, revenue: null });
    });
  });
});
