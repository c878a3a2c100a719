/** @module-tag long */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inRequest } from '../../request-scope.ts';
import { type Database, openDatabase } from '../database/open-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'isola-session-'));
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ dataFolder: folder, databaseUrl: null });
  await database.run('create table notes (text text)');
}, 180_000);
afterAll(async () => {
  await database.connection.close();
  rmSync(folder, { recursive: true });
});

const kysely = () => database.connection.kysely;
const claim = () => sql<{ claim: string }>`select current_setting('request.claim', true) as claim`;
const later = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent transactions read their own claims', async () => {
  const read = await Promise.all(
    Array.from({ length: 50 }, (_, user) =>
      inRequest({ id: `${user}` }, () =>
        kysely()
          .transaction()
          .execute(async (transaction) => {
            await sql`select set_config('request.claim', ${`user ${user}`}, true)`.execute(transaction);
            await later();
            return (await claim().execute(transaction)).rows[0]?.claim;
          }),
      ),
    ),
  );
  expect(read).toEqual(Array.from({ length: 50 }, (_, user) => `user ${user}`));
});

test('the space of deleted rows is used again once it was freed', async () => {
  const sizeAfterChurn = async () => {
    for (let round = 0; round < 20; round += 1) {
      await database.rows('insert into notes select repeat(md5(random()::text), 100) from generate_series(1, 100)');
      await database.rows('delete from notes');
    }
    const [row] = await database.rows("select pg_total_relation_size('notes')::integer as bytes");
    return Number(row?.['bytes']);
  };
  const first = await sizeAfterChurn();
  await database.freeSpace();
  expect(await sizeAfterChurn()).toBeLessThan(first * 1.2);
});

test('a number that is no date is refused, and the next transaction begins', async () => {
  const read = (day: number) =>
    kysely()
      .transaction()
      .execute((transaction) => sql`select ${day}::timestamptz`.execute(transaction));
  await expect(read(-641219572051587800000)).rejects.toThrow('Invalid input for parameter type');
  await expect(read(0)).resolves.toMatchObject({ rows: [{}] });
});

test('a rollback does not undo writes of other callers', async () => {
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const broken = inRequest({ id: 'broken' }, () =>
    kysely()
      .transaction()
      .execute(async (transaction) => {
        await sql`insert into notes values ('of the transaction')`.execute(transaction);
        begun.resolve();
        await Promise.race([written.promise, later().then(later).then(later)]);
        throw new Error('roll back');
      }),
  );
  await begun.promise;
  const others = [
    inRequest({ id: 'other' }, () => sql`insert into notes values ('of another request')`.execute(kysely())),
    database.rows("insert into notes values ('of the server')"),
    database.run("insert into notes values ('of a migration')"),
  ];
  void Promise.all(others).then(() => written.resolve());
  await expect(broken).rejects.toThrow('roll back');
  await Promise.all(others);
  const rows = await database.rows('select text from notes order by text');
  expect(rows.map(({ text }) => text)).toEqual(['of a migration', 'of another request', 'of the server']);
});

test('a request that queries outside its transaction does not wait for itself', async () => {
  const answer = await inRequest({ id: 'nested' }, () =>
    kysely()
      .transaction()
      .execute(async () => (await sql<{ one: number }>`select 1 as one`.execute(kysely())).rows[0]?.one),
  );
  expect(answer).toBe(1);
});
