import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { BackendSettings } from '../backend-settings.ts';
import { withDatabase } from '../database/with-database.ts';

const statementsFile = join(import.meta.dirname, '../../../../../supabase/sample-data/sample-data.sql');

export interface SampleDataOptions {
  /** How many are made up; there are three times as many payments where it is a multiple of ten. */
  readonly members: number;
  /** The same seed makes the same rows. */
  readonly seed: number;
  /** The newest day, such as `2026-11-23`. */
  readonly until: string;
}

/**
 * Fills the database with made-up members, subscriptions, payments and usage, while no server runs on it.
 * @throws where there are payments already, or another process has the embedded database.
 */
export async function addSampleData(settings: BackendSettings, options: SampleDataOptions): Promise<void> {
  await withDatabase(settings, ({ run }) => run(sampleDataStatements(options)));
}

/** @returns one transaction of statements. */
export function sampleDataStatements({ members, seed, until }: SampleDataOptions): string {
  const statements = readFileSync(statementsFile, 'utf8');
  return `
    select set_config('isola.sample_members', '${members}', true), set_config('isola.sample_seed', '${seed}', true),
      set_config('isola.sample_until', '${until} 00:00Z', true);
    ${statements}`;
}
