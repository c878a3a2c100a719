import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from '../../scripts/run-program.ts';
import { type Finding, documentOf } from './report.ts';

const resultsFile = join(import.meta.dirname, 'results.json');
const documentFile = join(import.meta.dirname, '../../docs/browsers.md');

/** Newest findings by the ids of the browsers. */
export type Results = Readonly<Record<string, Finding>>;

/** Returns the results of all earlier runs in this repository. */
export function readResults(): Results {
  return existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : {};
}

/** Replaces the results of the jobs that were done in one browser, and writes the tables again. */
export function keepFinding(id: string, { day, abilities, outcomes }: Finding): void {
  const before = readResults();
  const finding: Finding = {
    day,
    abilities: abilities ?? before[id]?.abilities,
    outcomes: { ...before[id]?.outcomes, ...outcomes },
  };
  const results = { ...before, [id]: finding };
  writeFileSync(resultsFile, JSON.stringify(results));
  writeFileSync(documentFile, documentOf(results));
  run('oxfmt', [resultsFile, documentFile]);
}
