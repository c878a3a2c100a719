/** Tools of the tests of faults, which open no page of the site. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';
import type { FullResult, TestCase, TestResult } from '@playwright/test/reporter';

import { faultAnnotation } from '../support/covers-fault.ts';
import { startServerProcess } from '../soak/backend/server-process.ts';
import { growthOf } from '../soak/growth.ts';
import { residentBytes } from '../soak/load/resident-bytes.ts';
import FaultReporter from '../support/fault-reporter.ts';

const tags = { tag: '@faults' };

let folder = '';
const page = () => join(folder, 'faults.md');
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-faults-'));
  writeFileSync(page(), 'what was proven before');
});
test.afterEach(() => rmSync(folder, { recursive: true }));

/** Reports a run of two tests, of which the second one ended with this status. */
function report(status: TestResult['status']): void {
  const reporter = new FaultReporter({ page: page() });
  const testCase = { location: { file: '/journeys/database-faults.spec.ts', line: 1, column: 1 } } as TestCase;
  for (const [fault, ended] of [
    ['the table is locked', 'passed'],
    ['the database is away', status],
  ] as const) {
    const description = JSON.stringify({ fault, sees: 'messages:server.busy, in the form', kept: 'the form' });
    reporter.onTestEnd(testCase, {
      status: ended,
      annotations: [{ type: faultAnnotation, description }],
    } as TestResult);
  }
  reporter.onEnd({ status: 'passed' } as FullResult);
}

for (const [status, kept] of [
  ['passed', 'the form'],
  ['failed', 'not proven'],
] as const) {
  test(`the page of faults has a row of a test that has ${status}`, tags, () => {
    report(status);
    expect(readFileSync(page(), 'utf8').trimEnd().split('\n').slice(-2)).toEqual([
      '| the table is locked | `messages:server.busy`, in the form | the form | `database-faults.spec.ts` |',
      `| the database is away | \`messages:server.busy\`, in the form | ${kept} | \`database-faults.spec.ts\` |`,
    ]);
  });
}

test('the page of faults keeps what was proven when a test with a row was skipped', tags, () => {
  report('skipped');
  expect(readFileSync(page(), 'utf8')).toBe('what was proven before');
});

test('a server that ends before it prints its address does not hang its caller', tags, async () => {
  const started = startServerProcess(folder, join(folder, 'data'), { PORT: 'none' });
  await expect(started).rejects.toThrow('The server ended before it printed its address');
});

test('a process that is gone, or was never sampled, is not reported as one without memory', tags, () => {
  test.skip(process.platform !== 'linux', 'Memory is measured on Linux only');
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect(residentBytes(process.pid)).toBeGreaterThan(10e6);
  expect(residentBytes(pid)).toBeNull();
  expect(growthOf('Node', [])).toEqual({ what: 'resident memory, Node', value: 'not measured' });
});
