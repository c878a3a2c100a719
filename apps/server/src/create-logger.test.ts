import { expect, test } from 'vitest';

import { createLogger, readableLine } from './create-logger.ts';
import { inRequest } from './request-scope.ts';

function collect(level: 'debug' | 'info' = 'info') {
  const lines: string[] = [];
  const logger = createLogger(level, (line) => lines.push(line));
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test('a log line is one JSON object with its time, the name of its level and the id of the current request', () => {
  const { logger, lines, entries } = collect();
  logger.info({ status: 204 }, 'one');
  inRequest({ id: 'abc' }, () => logger.warn('two'));
  logger.debug('below the level');
  expect(lines.every((line) => line.endsWith('}\n'))).toBe(true);
  expect(entries()).toMatchObject([
    { level: 'info', status: 204, msg: 'one', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    { level: 'warn', requestId: 'abc', msg: 'two' },
  ]);
  expect(entries()[0]).not.toHaveProperty('requestId');
});

test('an error is logged with its type, code and stack, and without values that a visitor sent', () => {
  const { logger, lines, entries } = collect();
  const failed = Object.assign(new Error('duplicate key (email)=(ada@isola.example)\n    at Marker:1:1'), {
    code: '23505',
    detail: 'Key (email)=(ada@isola.example)',
    query: 'insert into auth.users values ($1)',
    parameters: ['ada@isola.example', '$2b$10$abcdefghijklmnopqrstuv'],
    table_name: 'users',
    constraint_name: 'users_email_key',
  });
  logger.error({ err: new TypeError('no Marker', { cause: failed }) }, 'a request failed');
  logger.error(failed);
  expect(entries()[0]).toMatchObject({
    level: 'error',
    msg: 'a request failed',
    err: {
      type: 'TypeError',
      stack: expect.stringMatching(/^at .*create-logger\.test\.ts:\d+:\d+/),
      cause: { type: 'Error', code: '23505', table_name: 'users', constraint_name: 'users_email_key' },
    },
  });
  expect(entries()[1]).toMatchObject({ msg: 'error', err: { code: '23505' } });
  expect(lines.join('')).not.toMatch(/ada@|Marker|insert into|\$2b\$|duplicate key/);
});

test.each([
  [Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED', syscall: 'connect' }), true],
  [Object.assign(new Error('sorry, too many clients already'), { code: '53300' }), true],
  [Object.assign(new Error('getaddrinfo ENOTFOUND x.example'), { code: 'ENOTFOUND', syscall: 'getaddrinfo' }), false],
  [Object.assign(new Error("open '/srv/x'"), { code: 'ENOENT', syscall: 'open', path: '/srv/x' }), false],
  [Object.assign(new Error('invalid input syntax for type uuid: "x"'), { code: '22P02' }), false],
  [Object.assign(new Error('550 <x@isola.example> unknown'), { code: 'EENVELOPE', responseCode: 550 }), false],
  [new Error('x'), false],
  ['x', false],
])('%s is logged with its message: %s', (err, isKept) => {
  const { logger, entries } = collect();
  logger.error({ err }, 'failed');
  expect(entries()[0]?.['err']).toEqual(
    isKept
      ? expect.objectContaining({ message: (err as Error).message })
      : expect.not.objectContaining({ message: expect.anything() }),
  );
});

test('a request is one readable line in a terminal', () => {
  const { logger, lines } = collect();
  logger.info({ method: 'GET', path: '/auth', status: 200, durationMs: 7, client: '127.0.0.0/24' }, 'request');
  // Without a terminal there are no colours.
  expect(readableLine(lines[0] ?? '')).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: request GET \/auth 200 in 7 ms\n$/);
});
