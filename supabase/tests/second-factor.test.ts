import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { become, openTestDatabase, type Session, type TestDatabase } from './open-test-database.ts';
import { addPeople, becomeProven, people, signIn } from './people.ts';

const { memberA, permitted, superAdmin, visitor } = people;

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await addPeople(database);
});

afterAll(() => database.close());

async function answerOf<T = unknown>(session: Session, call: string, ...values: readonly unknown[]): Promise<T> {
  return (await session.query(`select ${call} as answer`, values)).rows[0]?.['answer'] as T;
}

/** Returns the code of an authenticator app, `stepsAhead` steps from now. */
async function codeOf(session: Session, secret: string, stepsAhead = 0): Promise<string> {
  const seconds = await answerOf<number>(session, 'extract(epoch from now())::float8');
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(Array.from(bits.matchAll(/.{8}/g), ([byte]) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(seconds / 30) + stepsAhead));
  const mac = createHmac('sha1', key).update(step).digest();
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

interface Begun {
  readonly outcome: string;
  readonly secret: string;
  readonly uri: string;
}

interface Confirmed {
  readonly outcome: string;
  readonly recovery_codes: readonly string[];
}

/** Sets up a factor for the caller of a proven session. */
async function enroll(session: Session) {
  const { secret } = await answerOf<Begun>(session, 'begin_second_factor()');
  const code = await codeOf(session, secret);
  const { outcome, recovery_codes: recoveryCodes } = await answerOf<Confirmed>(
    session,
    'confirm_second_factor($1)',
    code,
  );
  expect(outcome).toBe('enrolled');
  const [firstRecoveryCode = '', secondRecoveryCode = ''] = recoveryCodes;
  return { secret, code, recoveryCodes, firstRecoveryCode, secondRecoveryCode };
}

/** Begins another session of the same administrator, who has typed their password in it. */
async function enterAgain(session: Session): Promise<void> {
  await becomeProven(session, superAdmin);
}

const give = (session: Session, code: string) => answerOf<string>(session, 'give_second_factor($1)', code);
const isPowerful = (session: Session) =>
  answerOf<boolean>(session, `is_super_admin() and has_permission('users.read')`);
const state = async (session: Session) =>
  (await answerOf<{ second_factor: string }>(session, 'admin_session()')).second_factor;

describe('a code', () => {
  // RFC 6238, appendix B: SHA-1, eight digits, the secret in ASCII.
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s is the one of RFC 6238', async (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const secret = `convert_to('12345678901234567890', 'UTF8')`;
    expect(await answerOf(database, `private.totp_code(${secret}, ${step}, 8)`)).toBe(code);
  });
});

test.each([
  // RFC 4648, section 10, without padding.
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%s is %s in base32', async (text, expected) => {
  expect(await answerOf(database, `private.base32(convert_to($1, 'UTF8'))`, text)).toBe(expected);
});

describe('without the setting', () => {
  test('an administrator without a factor needs none', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      expect(await state(session)).toBe('none');
      expect(await isPowerful(session)).toBe(true);
    });
  });

  test('an administrator with a factor has no permissions in another session until it is given', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret } = await enroll(session);
      expect(await state(session)).toBe('given');
      expect(await isPowerful(session)).toBe(true);
      await enterAgain(session);
      expect(await state(session)).toBe('needed');
      expect(await isPowerful(session)).toBe(false);
      expect(await give(session, await codeOf(session, secret, 1))).toBe('given');
      expect(await state(session)).toBe('given');
      expect(await isPowerful(session)).toBe(true);
    });
  });

  test('a factor that was begun and not confirmed is not required', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret, uri } = await answerOf<Begun>(session, 'begin_second_factor()');
      expect(uri).toBe(`otpauth://totp/Isola:superAdmin@example.com?secret=${secret}&issuer=Isola`);
      expect(await state(session)).toBe('none');
      expect(await give(session, await codeOf(session, secret))).toBe('not-enrolled');
    });
  });
});

describe('with the setting, an administrator without a factor', () => {
  const require = (session: Session) =>
    session.query(`insert into settings (key, value) values ('admin.second_factor', 'true')`);

  test('has no permissions, and sets a factor up in a session that a mailed link or code began', async () => {
    await database.rolledBack(async (session) => {
      await require(session);
      const id = await signIn(session, superAdmin.userId, { byLink: true });
      await become(session, superAdmin, { session_id: id });
      expect(await state(session)).toBe('needed');
      expect(await isPowerful(session)).toBe(false);
      expect(await answerOf(session, 'second_factor_status()')).toMatchObject({ needs_mail: false });
      await enroll(session);
      expect(await isPowerful(session)).toBe(true);
    });
  });

  test('can neither begin nor confirm an enrolment with a password alone', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret } = await answerOf<Begun>(session, 'begin_second_factor()');
      await session.query(`select set_config('request.jwt.claims', '', true)`);
      await session.query('reset role');
      await require(session);
      await enterAgain(session);
      expect(await answerOf(session, 'second_factor_status()')).toMatchObject({ needs_mail: true, enrolled: false });
      const refused = { outcome: 'mail-required' };
      expect(await answerOf(session, 'begin_second_factor()')).toEqual(refused);
      expect(await answerOf(session, 'confirm_second_factor($1)', await codeOf(session, secret))).toEqual(refused);
      expect(await isPowerful(session)).toBe(false);
    });
  });

  test('can set a factor up once within a day after a release by a super admin', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await enroll(session);
      await session.query(`insert into settings (key, value) values ('admin.second_factor', 'true')`);
      await session.query(`select admin_release_second_factor($1, 'Called me')`, [permitted.userId]);
      await session.query('savepoint released');
      await session.query('reset role');
      await session.query(`update private.second_factor_releases set released_at = now() - interval '25 hours'`);
      await becomeProven(session, permitted);
      expect(await answerOf(session, 'begin_second_factor()')).toEqual({ outcome: 'mail-required' });
      await session.query('rollback to released');
      await becomeProven(session, permitted);
      const { firstRecoveryCode } = await enroll(session);
      expect(await answerOf(session, 'remove_second_factor($1)', firstRecoveryCode)).toBe('removed');
      expect(await answerOf(session, 'begin_second_factor()')).toEqual({ outcome: 'mail-required' });
    });
  });

  test('is released by a super admin only, and never by themselves', async () => {
    for (const [actor, person] of [
      [permitted, superAdmin],
      [superAdmin, superAdmin],
      [superAdmin, memberA],
    ] as const) {
      await database.rolledBack(async (session) => {
        await session.query(`update admins set permissions = '{all}' where user_id = $1`, [permitted.userId]);
        await becomeProven(session, actor);
        await expect(session.query(`select admin_release_second_factor($1, '')`, [person.userId])).rejects.toThrow();
      });
    }
  });
});

test('each change of a factor is logged with its actor, and stored to be mailed', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    const { firstRecoveryCode, secondRecoveryCode } = await enroll(session);
    await enterAgain(session);
    expect(await give(session, firstRecoveryCode)).toBe('given');
    expect(await answerOf(session, 'remove_second_factor($1)', secondRecoveryCode)).toBe('removed');
    await session.query('reset role');
    const { rows: logged } = await session.query(
      'select action, actor_id, row_id from admin_audit_log where actor_id is not null order by id',
    );
    const changes = ['second-factor-enrolled', 'recovery-code-used', 'recovery-code-used', 'second-factor-removed'];
    expect(logged).toEqual(
      changes.map((action) => ({ action, actor_id: superAdmin.userId, row_id: superAdmin.userId })),
    );
    const { rows: kept } = await session.query(
      'select change from private.second_factor_changes where mailed_at is null order by change',
    );
    expect(kept.map(({ change }) => change)).toEqual([
      'enrolled',
      'recovery-code-used',
      'recovery-code-used',
      'removed',
    ]);
  });
});

test('only an administrator who has given a factor can switch the setting on', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    const switchOn = () => session.query(`insert into settings (key, value) values ('admin.second_factor', 'true')`);
    await session.query('savepoint before');
    await expect(switchOn()).rejects.toMatchObject({ hint: 'second-factor-first' });
    await session.query('rollback to before');
    await enroll(session);
    await switchOn();
    expect(await isPowerful(session)).toBe(true);
  });
});

test('the setting must be true or false', async () => {
  await expect(
    database.query(`insert into settings (key, value) values ('admin.second_factor', '"no"')`),
  ).rejects.toMatchObject({ code: '23514' });
});

describe('is refused', () => {
  test('a code a second time, and a code older than an accepted one', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret, code } = await enroll(session);
      expect(await give(session, code)).toBe('wrong-code');
      const next = await codeOf(session, secret, 1);
      expect(await give(session, next)).toBe('given');
      expect(await give(session, next)).toBe('wrong-code');
      expect(await give(session, await codeOf(session, secret, -1))).toBe('wrong-code');
    });
  });

  test.each([-2, 2])('a code %i steps from now', async (steps) => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret } = await enroll(session);
      await session.query('reset role');
      await session.query('update private.second_factors set last_step = 0');
      await enterAgain(session);
      expect(await give(session, await codeOf(session, secret, steps))).toBe('wrong-code');
    });
  });

  test('even the right code after five wrong ones, for fifteen minutes', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret, firstRecoveryCode } = await enroll(session);
      await enterAgain(session);
      const right = await codeOf(session, secret, 1);
      for (let guess = 1; guess <= 5; guess += 1) expect(await give(session, 'abcd-efgh-ijkl')).toBe('wrong-code');
      expect(await give(session, right)).toBe('too-many-attempts');
      expect(await give(session, firstRecoveryCode)).toBe('too-many-attempts');
      await session.query('reset role');
      await session.query(`update private.second_factors set failing_since = now() - interval '16 minutes'`);
      await enterAgain(session);
      expect(await give(session, right)).toBe('given');
    });
  });

  test('a code in a session that has ended', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      const { secret } = await enroll(session);
      await session.query('reset role');
      await session.query('delete from auth.sessions');
      await become(session, superAdmin, { session_id: '90000000-0000-4000-8000-000000000009' });
      expect(await give(session, await codeOf(session, secret, 1))).toBe('session-missing');
    });
  });

  test('to set up or remove a factor without a recent proof of identity', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin, { minutesAgo: 31 });
      const answers = [
        await answerOf(session, 'begin_second_factor()'),
        await answerOf(session, `confirm_second_factor('123456')`),
        await answerOf(session, `remove_second_factor('123456')`),
      ];
      const refused = { outcome: 'identity-required' };
      expect(answers).toEqual([refused, refused, 'identity-required']);
    });
  });

  test('to replace a factor that is set up', async () => {
    await database.rolledBack(async (session) => {
      await becomeProven(session, superAdmin);
      await enroll(session);
      await enterAgain(session);
      expect(await answerOf(session, 'begin_second_factor()')).toEqual({ outcome: 'already-enrolled' });
    });
  });

  test.each([
    ['a visitor', visitor],
    ['a member', memberA],
  ])('every function to %s', async (_, actor) => {
    for (const call of [
      'second_factor_status()',
      'begin_second_factor()',
      `confirm_second_factor('123456')`,
      `give_second_factor('123456')`,
      `remove_second_factor('123456')`,
      `admin_reset_second_factor('${superAdmin.userId}')`,
      `admin_release_second_factor('${superAdmin.userId}')`,
    ]) {
      await database.rolledBack(async (session) => {
        if (actor.userId) await becomeProven(session, actor);
        else await become(session, actor);
        await expect(answerOf(session, call), call).rejects.toMatchObject({ code: '42501' });
      });
    }
  });
});

test('each of ten recovery codes is accepted once, in any spelling', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    const { recoveryCodes, firstRecoveryCode } = await enroll(session);
    expect(new Set(recoveryCodes).size).toBe(10);
    await enterAgain(session);
    expect(await give(session, firstRecoveryCode.replaceAll('-', ' ').toUpperCase())).toBe('given');
    expect(await isPowerful(session)).toBe(true);
    expect(await give(session, firstRecoveryCode)).toBe('wrong-code');
    expect(await answerOf(session, 'second_factor_status()')).toEqual({
      enrolled: true,
      required: false,
      state: 'given',
      recovery_codes_left: 9,
      needs_mail: false,
    });
  });
});

test('without the key of the secret, recovery codes still work and the factor can be removed', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    const { secret, firstRecoveryCode, secondRecoveryCode } = await enroll(session);
    await session.query('reset role');
    await session.query('delete from private.encryption_keys');
    await enterAgain(session);
    expect(await give(session, await codeOf(session, secret, 1))).toBe('secret-lost');
    expect(await give(session, firstRecoveryCode)).toBe('given');
    expect(await answerOf(session, 'remove_second_factor($1)', secondRecoveryCode)).toBe('removed');
    expect(await state(session)).toBe('none');
    await enroll(session);
  });
});

test('the tables contain neither the secret nor a recovery code', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    const { secret, recoveryCodes } = await enroll(session);
    await session.query('reset role');
    const bits = await answerOf<string>(
      session,
      `(select encode(private.decrypted_secret(secret), 'hex') from private.second_factors)`,
    );
    expect(bits).toMatch(/^[0-9a-f]{40}$/);
    for (const table of ['second_factors', 'recovery_codes', 'second_factor_proofs']) {
      const { rows } = await session.query(`select kept::text from private.${table} as kept`);
      const kept = JSON.stringify(rows);
      for (const text of [secret, bits, ...recoveryCodes, ...recoveryCodes.map((each) => each.replaceAll('-', ''))]) {
        expect(kept, table).not.toContain(text);
      }
    }
  });
});

describe('an administrator who has lost app and codes', () => {
  test('is reset by a super admin, and the log contains by whom and why', async () => {
    await database.rolledBack(async (session) => {
      await session.query(`update admins set permissions = '{users.read}' where user_id = '${permitted.userId}'`);
      await becomeProven(session, permitted);
      await enroll(session);
      await becomeProven(session, superAdmin);
      await session.query(`select admin_reset_second_factor('${permitted.userId}', 'Lost the telephone')`);
      await session.query('reset role');
      const { rows } = await session.query(
        `select actor_id, action, row_id, reason from admin_audit_log order by id desc limit 1`,
      );
      expect(rows).toEqual([
        {
          actor_id: superAdmin.userId,
          action: 'second-factor-reset',
          row_id: permitted.userId,
          reason: 'Lost the telephone',
        },
      ]);
      await becomeProven(session, permitted);
      expect(await state(session)).toBe('none');
    });
  });

  test.each([
    ['another administrator', permitted, superAdmin.userId],
    ['a super admin for themselves', superAdmin, superAdmin.userId],
  ])('cannot be reset by %s', async (_, actor, user) => {
    await database.rolledBack(async (session) => {
      await session.query(`update admins set permissions = '{all}' where user_id = '${permitted.userId}'`);
      await becomeProven(session, actor);
      await expect(session.query(`select admin_reset_second_factor('${user}', '')`)).rejects.toMatchObject({
        code: '42501',
      });
    });
  });
});

test('a factor ends with the hours of the session', async () => {
  await database.rolledBack(async (session) => {
    await becomeProven(session, superAdmin);
    await enroll(session);
    await session.query('reset role');
    const id = await signIn(session, superAdmin.userId);
    await session.query(
      `insert into private.identity_proofs (session_id, user_id) values ('${id}', '${superAdmin.userId}')`,
    );
    for (const [hours, expected] of [
      [7, 'given'],
      [9, 'needed'],
    ] as const) {
      await session.query('reset role');
      await session.query(
        `insert into private.second_factor_proofs values ('${id}', '${superAdmin.userId}', now() - interval '${hours} hours')
         on conflict (session_id) do update set given_at = excluded.given_at`,
      );
      await become(session, superAdmin, { session_id: id });
      expect(await state(session), `${hours} hours`).toBe(expected);
    }
  });
});
