import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { expect, test } from 'vitest';

import { createLogger } from '../../create-logger.ts';
import { startBackend } from '../process/start-backend.ts';

const superuserUrl = process.env['ISOLA_TEST_SUPERUSER_URL'];

test.skipIf(!superuserUrl)(
  'the log names the statements that grant missing rights to the role of DATABASE_URL, and the server then starts',
  async () => {
    const superuser = postgres(superuserUrl ?? '', { max: 1, onnotice: () => {} });
    const name = `isola_ordinary_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const folder = mkdtempSync(join(tmpdir(), 'isola-roles-'));
    const url = Object.assign(new URL(superuserUrl ?? ''), {
      username: name,
      password: 'theirs',
      pathname: `/${name}`,
    });
    await superuser.unsafe(`create role ${name} login password 'theirs'`);
    await superuser.unsafe(`create database ${name}`);
    const logged: string[] = [];
    const writeLog = (line: string) => logged.push(line);
    const backend = startBackend(
      {
        dataFolder: folder,
        databaseUrl: url.href,
        siteOrigin: 'http://localhost',
        redirectOrigins: [],
        smtp: null,
        mailbox: 'local-site',
        host: '127.0.0.1',
        trustedProxies: 0,
        rateLimitScale: 1,
        jwtSecrets: null,
        publishableKey: null,
        secretKey: null,
      },
      createLogger('info', writeLog),
      writeLog,
    );
    try {
      await expect.poll(() => logged.join('')).toContain('lacks rights');
      const lines = logged.map((line) => JSON.parse(line) as { reason?: string; err?: unknown });
      const reason = lines.find((line) => line.reason?.includes('lacks rights'))?.reason ?? '';
      expect(lines.filter((line) => line.err !== undefined)).toEqual([]);
      const statements = /grants them once: (.*)$/.exec(reason)?.[1] ?? '';
      expect(statements).toBe(
        `alter role ${name} bypassrls; grant anon, authenticated, service_role to ${name}; alter database ${name} owner to ${name};`,
      );
      await superuser.unsafe(statements);
      // The backend retries by itself.
      await expect.poll(() => backend.check(), { timeout: 120_000 }).toBe('ready');
    } finally {
      await backend.close();
      await superuser.unsafe(`drop database ${name} with (force)`);
      await superuser.unsafe(`drop role ${name}`);
      await superuser.end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
  240_000,
);
