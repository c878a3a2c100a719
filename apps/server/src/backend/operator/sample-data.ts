import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { BackendSettings } from '../backend-settings.ts';
import { withDatabase } from '../database/with-database.ts';

const statementsFile = join(import.meta.dirname, '../../../../../supabase/sample-data/sample-data.sql');

export interface SampleDataOptions {
  /** Number of members. If it is a multiple of ten, there are three times as many payments. */
  readonly members: number;
  /** Seed of the random values. The same seed creates the same rows. */
  readonly seed: number;
  /** Newest day of the data, such as `2026-11-23`. */
  readonly until: string;
}

/**
 * Fills the database with invented members, subscriptions, payments and usage, while no server uses it.
 * @throws when there are payments already, or another process uses the embedded database.
 */
export async function addSampleData(settings: BackendSettings, options: SampleDataOptions): Promise<void> {
  await withDatabase(settings, ({ run }) => run(sampleDataStatements(options)));
}

/** Returns the statements, which must run in one transaction. */
export function sampleDataStatements({ members, seed, until }: SampleDataOptions): string {
  const statements = readFileSync(statementsFile, 'utf8');
  return `
    select set_config('isola.sample_members', '${members}', true), set_config('isola.sample_seed', '${seed}', true),
      set_config('isola.sample_until', '${until} 00:00Z', true);
    ${statements}`;
}
