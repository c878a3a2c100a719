/** @module-tag long */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { startTestProcess, type TestProcess } from '../apps/server/src/test-process.ts';
import { withTemporaryPostgres } from './temporary-postgres.ts';

/** True when `npm run test:postgres` runs the tests, which installs PostgreSQL. */
const isOn = process.env['ISOLA_TEST_SUPERUSER_URL'] !== undefined;
const key = 'sb_publishable_of_this_test';
const stops = 3;
let folder = '';
let server: TestProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'isola-outage-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/index.html'), 'home');
});
afterEach(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

test.runIf(isOn)(
  'no page is lost and no sign-in fails with 500 while PostgreSQL crashes and returns',
  async () => {
    await withTemporaryPostgres(async (database) => {
      server = await startTestProcess(folder, {
        DATABASE_URL: database.url,
        SUPABASE_PUBLISHABLE_KEY: key,
        RATE_LIMIT_SCALE: '1000',
      });
      const { url, printed, process: child } = server;
      const readiness = async () => (await fetch(`${url}/readyz`)).status;
      await expect.poll(readiness, { timeout: 120_000 }).toBe(200);

      const state = { isOver: false };
      const signIns = new Map<number, number>();
      const lost: string[] = [];
      let pages = 0;
      const pollPages = async () => {
        while (!state.isOver) {
          for (const path of ['/', '/healthz']) {
            const status = await fetch(url + path).then(
              (answer) => answer.status,
              (error: unknown) => String(error),
            );
            if (status !== 200) lost.push(`${status} ${path}`);
            pages += 1;
          }
          await new Promise((later) => setTimeout(later, 5));
        }
      };
      const pollSignIns = async () => {
        while (!state.isOver) {
          const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
            method: 'POST',
            headers: { apikey: key, 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'ada@isola.example', password: 'not hers 1A' }),
          });
          signIns.set(answer.status, (signIns.get(answer.status) ?? 0) + 1);
          if (answer.status === 503 && !answer.headers.has('retry-after')) lost.push('no Retry-After');
        }
      };
      const polls = [pollPages(), pollSignIns(), pollSignIns()];
      for (let stop = 0; stop < stops; stop += 1) {
        await database.stop();
        await expect.poll(readiness).toBe(503);
        const refused = signIns.get(503) ?? 0;
        await expect.poll(() => signIns.get(503) ?? 0).toBeGreaterThan(refused);
        await database.start();
        await expect.poll(readiness).toBe(200);
        const answered = signIns.get(400) ?? 0;
        await expect.poll(() => signIns.get(400) ?? 0).toBeGreaterThan(answered);
      }
      state.isOver = true;
      await Promise.all(polls);
      expect(lost).toEqual([]);
      expect(
        [...signIns.keys()].toSorted((one, other) => one - other),
        printed(),
      ).toEqual([400, 503]);
      expect(pages).toBeGreaterThan(100);
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    });
  },
  600_000,
);
