import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

import { faultAnnotation, type FaultRow } from './covers-fault.ts';

interface TestedRow extends FaultRow {
  readonly test: string;
  readonly isProven: boolean;
}

const faultsPage = join(import.meta.dirname, '../../docs/faults.md');

const introduction = `# Faults

What a person sees and keeps when something fails. Each row is printed by the test that causes the fault in the built site, in a real
browser; a row whose test fails is printed as “not proven”.

\`npm run faults\` runs these tests and writes this page.

| fault | the person sees | kept | test |
| --- | --- | --- | --- |
`;

/**
 * Writes `docs/faults.md` from the rows that the tests of a run have added by `coversFault`. It leaves the page as it is
 * when a test with a row was skipped, because the page would lose what another machine has proven.
 */
export default class FaultReporter implements Reporter {
  readonly #rows: TestedRow[] = [];
  /** Faults whose tests were skipped, such as those of a PostgreSQL that is not installed. */
  readonly #skipped: string[] = [];
  readonly #page: string;

  /** @param options path of the page to write. Defaults to that of the documents. */
  constructor({ page = faultsPage }: { readonly page?: string } = {}) {
    this.#page = page;
  }

  onTestEnd(test: TestCase, { status, annotations }: TestResult): void {
    for (const { type, description } of annotations) {
      if (type !== faultAnnotation || description === undefined) continue;
      const row = JSON.parse(description) as FaultRow;
      if (status === 'skipped') this.#skipped.push(row.fault);
      this.#rows.push({ ...row, test: basename(test.location.file), isProven: status === 'passed' });
    }
  }

  onEnd({ status }: FullResult): void {
    // A run that was ended early knows only some of the rows.
    if (status === 'interrupted' || status === 'timedout') return;
    if (this.#skipped.length > 0) {
      console.error(
        `docs/faults.md was not written, because tests of its rows were skipped: ${this.#skipped.join('; ')}. Install what they need, such as PostgreSQL, and run them again.`,
      );
      return;
    }
    const rows = this.#rows.toSorted((one, other) => one.test.localeCompare(other.test, 'en'));
    writeFileSync(this.#page, introduction + rows.map((row) => `${rowOf(row)}\n`).join(''));
  }
}

function rowOf({ fault, sees, kept, test, isProven }: TestedRow): string {
  // Keys of messages, such as `errors:network`, are code.
  const shown = sees.replaceAll(/\b[\w-]+:[\w.-]*\w/g, '`$&`');
  return `| ${fault} | ${shown} | ${isProven ? kept : 'not proven'} | \`${test}\` |`;
}
