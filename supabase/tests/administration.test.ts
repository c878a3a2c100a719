import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, signIn } from './people.ts';

const { memberA, memberB, permitted, superAdmin } = people;
const password = 'a quiet Harbour 7';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
  await database.query(
    `update auth.users set encrypted_password = extensions.crypt($1, extensions.gen_salt('bf', 4))`,
    [password],
  );
});

afterAll(() => database.close());

async function answerOf(session: Session, call: string, ...values: readonly unknown[]): Promise<unknown> {
  return (await session.query(`select ${call} as answer`, values)).rows[0]?.['answer'];
}

const prove = (session: Session, given: string | null) => answerOf(session, 'prove_identity($1)', given);
const isPowerful = (session: Session) => answerOf(session, 'is_super_admin()');

describe('an administrator', () => {
  test('has no permissions until the password is typed again, and then for thirty minutes', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await signIn(session, superAdmin.userId);
      await become(session, superAdmin, { session_id: sessionId });
      expect(await isPowerful(session)).toBe(false);
      expect(await prove(session, null)).toBe('password-required');
      expect(await prove(session, 'a loud Harbour 7')).toBe('password-wrong');
      expect(await isPowerful(session)).toBe(false);
      expect(await prove(session, password)).toBe('confirmed');
      expect(await isPowerful(session)).toBe(true);
      for (const [minutes, expected] of [
        [29, true],
        [31, false],
      ] as const) {
        await session.query('reset role');
        await session.query(`update private.identity_proofs set proven_at = now() - interval '${minutes} minutes'`);
        await become(session, superAdmin, { session_id: sessionId });
        expect(await isPowerful(session), `${minutes} minutes`).toBe(expected);
      }
      expect(await prove(session, password)).toBe('confirmed');
      expect(await isPowerful(session)).toBe(true);
    });
  });

  test('has permissions for the minutes of the setting', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`insert into settings (key, value) values ('admin.identity_minutes', '5')`);
      await becomeProven(session, superAdmin, { minutesAgo: 4 });
      expect(await isPowerful(session)).toBe(true);
      await becomeProven(session, superAdmin, { minutesAgo: 6 });
      expect(await isPowerful(session)).toBe(false);
    });
  });

  test('who signed in with a mailed link has permissions for ten minutes, and not longer without a password', async () => {
    await database.rolledBack(async (session) => {
      const sessionId = await signIn(session, superAdmin.userId, { byLink: true });
      await become(session, superAdmin, { session_id: sessionId });
      expect(await isPowerful(session)).toBe(true);
      expect(await prove(session, null)).toBe('confirmed');
      await session.query('reset role');
      await session.query(`update private.link_sessions set started_at = now() - interval '11 minutes'`);
      await become(session, superAdmin, { session_id: sessionId });
      expect(await isPowerful(session)).toBe(false);
      expect(await prove(session, null)).toBe('password-required');
    });
  });

  test('can guess five passwords in administration and deletion together; then even the right one is refused', async () => {
    await database.rolledBack(async (session) => {
      await become(session, superAdmin, { session_id: await signIn(session, superAdmin.userId) });
      for (let guess = 1; guess <= 3; guess += 1) expect(await prove(session, 'wrong')).toBe('password-wrong');
      for (let guess = 4; guess <= 5; guess += 1) {
        expect(await answerOf(session, 'delete_my_account($1)', 'wrong')).toBe('password-wrong');
      }
      expect(await prove(session, password)).toBe('too-many-attempts');
      expect(await isPowerful(session)).toBe(false);
    });
  });

  test('cannot prove their identity with a session that has ended or belongs to another user', async () => {
    await database.rolledBack(async (session) => {
      const ofAnother = await signIn(session, memberB.userId);
      for (const sessionId of [randomUUID(), ofAnother]) {
        await become(session, superAdmin, { session_id: sessionId });
        expect(await prove(session, password)).toBe('session-missing');
      }
      await become(session, superAdmin);
      expect(await prove(session, password)).toBe('session-missing');
    });
  });

  test('proves their identity for each session separately', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await session.query('reset role');
      await become(session, superAdmin, { session_id: await signIn(session, superAdmin.userId) });
      expect(await isPowerful(session)).toBe(false);
    });
  });
});

test('a visitor cannot prove an identity', async () => {
  await database.rolledBack(async (session) => {
    await become(session, people.visitor);
    await expect(session.query('select prove_identity()')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the answer of admin_session', () => {
  test('contains role, permissions, and the seconds left for reading and for changes', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update admins set permissions = '{users.read}' where user_id = '${permitted.userId}'`);
      const admin = { role: 'support', permissions: ['users.read'] };
      for (const [minutesAgo, seconds_left, writes_seconds_left] of [
        [10, 470 * 60, 20 * 60],
        [31, 449 * 60, 0],
        [481, 0, 0],
      ] as const) {
        await becomeProven(session, permitted, { minutesAgo });
        expect(await answerOf(session, 'admin_session()')).toEqual({
          admin,
          seconds_left,
          writes_seconds_left,
          second_factor: 'none',
        });
      }
      await session.query('reset role');
      await session.query(`insert into settings (key, value) values ('admin.session_hours', '1')`);
      await becomeProven(session, permitted, { minutesAgo: 31 });
      expect(await answerOf(session, 'admin_session()')).toMatchObject({ seconds_left: 29 * 60 });
    });
  });

  test('is null for a member, proven or not', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, memberA);
      expect(await answerOf(session, 'admin_session()')).toBeNull();
    });
  });
});
