/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Accounts, createAccounts } from './accounts.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { prepareBackend } from '../testing/test-server.ts';

// Signing in hundreds of times through HTTP would take minutes.
const folder = mkdtempSync(join(tmpdir(), 'isola-accounts-'));
let database: Database;
let accounts: Accounts;
beforeAll(async () => {
  database = await openDatabase(await prepareBackend(folder));
  accounts = createAccounts(database.connection.kysely);
}, 180_000);
afterAll(async () => {
  await database.connection.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Inserts an account with sessions, the first of them the oldest. */
async function accountWith(sessionCount: number): Promise<{ userId: string; sessions: readonly string[] }> {
  const [userId, sessions] = [randomUUID(), Array.from({ length: sessionCount }, () => randomUUID())];
  await database.rows('insert into auth.users (id, email) values ($1, $2)', [userId, `${userId}@isola.example`]);
  for (const [age, id] of sessions.toReversed().entries()) {
    await database.rows(
      "insert into auth.sessions (id, user_id, created_at) values ($1, $2, now() - $3::integer * interval '1 hour')",
      [id, userId, age],
    );
  }
  return { userId, sessions };
}

test('an account keeps its newest 100 sessions', async () => {
  const { userId, sessions } = await accountWith(103);
  const other = await accountWith(2);
  await accounts.endOldSessions(userId);
  const kept = await database.rows('select id from auth.sessions where user_id = $1 order by created_at', [userId]);
  expect(kept.map(({ id }) => id)).toEqual(sessions.slice(3));
  const others = await database.rows('select id from auth.sessions where user_id = $1', [other.userId]);
  expect(others).toHaveLength(2);
});

test('a session that is renewed keeps its newest 200 used tokens and the one in use', async () => {
  const { userId, sessions } = await accountWith(2);
  const [session = '', other = ''] = sessions;
  for (const [id, count] of [
    [session, 205],
    [other, 3],
  ] as const) {
    await database.rows(
      `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
       select gen_random_uuid(), $2::uuid || '-' || age, $1, $2::uuid, age > 0, now() - age * interval '1 hour', now()
       from generate_series(0, $3::integer) as age`,
      [userId, id, count],
    );
  }
  await accounts.forgetOldTokens(`${session}-0`);
  const countOf = async (id: string) =>
    (await database.rows('select token from auth.refresh_tokens where session_id = $1', [id])).length;
  expect([await countOf(session), await countOf(other)]).toEqual([201, 4]);
  const oldest = await database.rows('select token from auth.refresh_tokens where session_id = $1 and token = $2', [
    session,
    `${session}-201`,
  ]);
  expect(oldest).toEqual([]);
});
