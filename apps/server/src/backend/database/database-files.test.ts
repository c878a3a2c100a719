import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { beginDatabase, databaseFolder, explainFailure, hasDatabase, recordDatabase } from './database-files.ts';

let data = '';
let postgres = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'isola-files-'));
  postgres = databaseFolder(data);
});
afterEach(() => rmSync(data, { recursive: true }));

/** Writes files like those of PostgreSQL, without their contents. */
function writeFiles(): void {
  for (const name of ['base', 'global', 'pg_multixact', 'pg_wal', 'pg_xact'])
    mkdirSync(join(postgres, name), { recursive: true });
  writeFileSync(join(postgres, 'PG_VERSION'), '17\n');
  writeFileSync(join(postgres, 'postgresql.conf'), '');
  writeFileSync(join(postgres, 'global/pg_control'), new Uint8Array(8_192));
  writeFileSync(join(postgres, 'global/pg_filenode.map'), new Uint8Array(524));
}

test('a new data folder has no database, and one that was created and recorded is there', () => {
  expect(hasDatabase(data)).toBe(false);
  beginDatabase(data);
  writeFiles();
  recordDatabase(data);
  expect(hasDatabase(data)).toBe(true);
  expect(existsSync(join(data, 'database.json'))).toBe(true);
});

test('the database of an earlier version, which kept no record, is there', () => {
  writeFiles();
  expect(hasDatabase(data)).toBe(true);
});

test('the files of an interrupted creation are no database, and are removed before the next one', () => {
  beginDatabase(data);
  mkdirSync(postgres);
  writeFileSync(join(postgres, 'PG_VERSION'), '17\n');
  expect(hasDatabase(data)).toBe(false);
  beginDatabase(data);
  expect(existsSync(postgres)).toBe(false);
});

test.each<[string, string, () => void]>([
  ['its folder is gone', 'the folder is missing', () => rmSync(postgres, { recursive: true })],
  ['its folder is empty', 'base is missing', () => emptyFolder()],
  ['a file lies in its place', 'it is not a folder', () => replaceByFile()],
  ['its version is gone', 'PG_VERSION is missing', () => rmSync(join(postgres, 'PG_VERSION'))],
  ['its log is gone', 'pg_wal is missing', () => rmSync(join(postgres, 'pg_wal'), { recursive: true })],
  [
    'it is of another PostgreSQL',
    'it is of PostgreSQL 16, and this version of Isola contains 17',
    () => writeFileSync(join(postgres, 'PG_VERSION'), '16\n'),
  ],
  [
    'its control file is cut off',
    'global/pg_control has 100 bytes instead of 8192',
    () => truncateSync(join(postgres, 'global/pg_control'), 100),
  ],
])('a database is refused with one sentence and left as it is when %s', (_, damage, harm) => {
  writeFiles();
  recordDatabase(data);
  harm();
  const before = readdirSync(data, { recursive: true, encoding: 'utf8' }).toSorted();
  expect(() => hasDatabase(data)).toThrow(
    `The database in ${postgres} cannot be opened: ${damage}. Its files were kept as they are, and no empty database was created. Go back to a backup with \`npm run restore -- <file>\`.`,
  );
  expect(readdirSync(data, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual(before);
});

test('an interrupted restore is no reason for an empty database: the sentence names the folder that was kept', () => {
  writeFiles();
  renameSync(postgres, `${postgres}.old`);
  expect(() => hasDatabase(data)).toThrow(`${postgres}.old contains the database before the last restore.`);
});

// Only root can run a process as another user.
test.runIf(process.getuid?.() === 0).each([
  ['a folder', 'base'],
  ['a file deep inside', 'base/5/1259'],
])('a database of which %s belongs to another user is refused with the way to change that', (_, closed) => {
  writeFiles();
  mkdirSync(join(postgres, 'base/5'));
  writeFileSync(join(postgres, 'base/5/1259'), '');
  const nobody = 65_534;
  chmodSync(data, 0o755);
  for (const name of ['', ...readdirSync(postgres, { recursive: true, encoding: 'utf8' })])
    chownSync(join(postgres, name), nobody, nobody);
  chownSync(join(postgres, closed), 0, 0);
  chmodSync(join(postgres, closed), closed === 'base' ? 0o700 : 0o600);
  const script = `const { hasDatabase } = await import(${JSON.stringify(import.meta.resolve('./database-files.ts'))});
    try { hasDatabase(${JSON.stringify(data)}); } catch (error) { console.log(error.message); }`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    uid: nobody,
    gid: nobody,
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe(
    `The database in ${postgres} cannot be opened: this user may not read and write ${join(postgres, closed)}. Nothing stored was lost: let the owner of the files run the server, or give all of them to this user with chown.`,
  );
});

const fromFiles = 'cannot be opened: its contents cannot be read.';
test.each<[string, Error, string]>([
  ['PostgreSQL finds damaged data', Object.assign(new Error('invalid page'), { code: 'XX001' }), fromFiles],
  ['PostgreSQL misses a file', Object.assign(new Error('no such file'), { code: '58P01' }), fromFiles],
  ['PostgreSQL does not start', new Error('PGlite failed to initialize properly'), fromFiles],
  [
    'memory is missing',
    new RangeError('WebAssembly.Memory(): could not allocate memory'),
    'There is too little memory to open the database',
  ],
  ['a table is missing', Object.assign(new Error('there is no table'), { code: '42P01' }), 'there is no table'],
  ['anything else happens', new Error('something else'), 'something else'],
])('the operator is sent to a backup only for damage: when %s', (_, cause, sentence) => {
  writeFiles();
  recordDatabase(data);
  const { message } = explainFailure(data, cause);
  expect(message).toContain(sentence);
  expect(message.includes('npm run restore')).toBe(sentence === fromFiles);
});

test('a database whose creation fails has nothing that a backup could bring back', () => {
  beginDatabase(data);
  const cause = new Error('PGlite failed to initialize properly');
  expect(explainFailure(data, cause)).toBe(cause);
});

function emptyFolder(): void {
  rmSync(postgres, { recursive: true });
  mkdirSync(postgres);
}

function replaceByFile(): void {
  rmSync(postgres, { recursive: true });
  writeFileSync(postgres, '');
}
