import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createLog } from './create-log.ts';
import { kindOf } from './quiet-console.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T07:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a flood of the same leaves one line, and then how many there were', () => {
  const lines: string[] = [];
  const log = createLog((text) => lines.push(text));
  for (let turn = 0; turn < 10_000; turn += 1) log('refused');
  log('other');
  vi.advanceTimersByTime(10_000);
  log('refused');
  expect(lines).toEqual([
    '2026-11-21T07:00:00.000Z refused\n',
    '2026-11-21T07:00:00.000Z other\n',
    '2026-11-21T07:00:10.000Z refused (and 9999 more like it)\n',
  ]);
});

test('of an error its kind is told, never what it says', () => {
  const error = Object.assign(new TypeError('ada@isola.example'), { code: '23505', detail: 'Key (email)=(ada)' });
  expect(kindOf(error)).toBe('TypeError 23505');
  expect(kindOf(new Error('insert into users', { cause: error }))).toBe('Error, because of TypeError 23505');
  expect(kindOf({ code: 'select * from users' })).toBe('error');
  expect(kindOf('ada@isola.example')).toBe('unknown error');
});
