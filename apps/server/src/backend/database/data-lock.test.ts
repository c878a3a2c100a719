import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { lockData } from './data-lock.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-lock-'));
  file = join(folder, 'server.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts a process that holds the lock until it is killed. */
async function holder() {
  const script = `const { lockData } = await import(${JSON.stringify(import.meta.resolve('./data-lock.ts'))});
    lockData(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('a second process is refused with the id of the first, and gets the lock after the first was killed', async () => {
  const child = await holder();
  expect(() => lockData(folder)).toThrow(`process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = lockData(folder);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
}, 20_000);

test('the same process cannot take the lock twice before it releases it', () => {
  const release = lockData(folder);
  expect(() => lockData(folder)).toThrow('in use');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  release();
  lockData(folder)();
});

test('a lock is taken over when its process id belongs to a later process', () => {
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), startedAt: '1' }));
  lockData(folder)();
});

test('the lock of another machine is valid until its heartbeat stops', () => {
  writeFileSync(file, JSON.stringify({ pid: 1, host: 'another.example', startedAt: null }));
  expect(() => lockData(folder)).toThrow('process 1 on another.example');
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, longAgo, longAgo);
  lockData(folder)();
});

test('an incomplete lock file is taken over', () => {
  writeFileSync(file, '{"pid":');
  lockData(folder)();
});
