import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '../database/open-database.ts';
import { knowsTables } from './known-tables.ts';

test(
  'a failed query for the tables is noticed, and they are known as soon as it succeeds',
  { tags: ['long'] },
  async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'isola-tables-'));
    const { connection, run } = await openDatabase({ dataFolder, databaseUrl: null });
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(async () => {
      printed.mockRestore();
      await connection.close();
      rmSync(dataFolder, { recursive: true, maxRetries: 5 });
    });
    await run('create table public.stored ()');
    const { kysely } = connection;
    const executor = vi.spyOn(kysely, 'getExecutor').mockImplementation(() => {
      throw new Error('The statement took too long');
    });
    expect(await knowsTables(connection)).toBe(false);
    executor.mockRestore();
    expect(await knowsTables(connection)).toBe(true);
  },
);
