import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { silentLogger } from '../../create-logger.ts';
import { createBackend } from '../create-backend.ts';
import type { CaughtMail } from '../mail/mailbox.ts';
import { type Database, openDatabase } from '../database/open-database.ts';
import { readSecrets } from '../process/secrets.ts';
import { prepareBackend } from '../testing/test-server.ts';

/**
 * `supabase/tests/erasure.test.ts` checks the same with every table filled. This test covers the rows that the embedded
 * library itself writes.
 */
test(
  'no row of the embedded database contains an account after its deletion',
  { timeout: 180_000, tags: ['long'] },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isola-erasure-'));
    const settings = { ...(await prepareBackend(folder)), siteOrigin: 'http://127.0.0.1:3000' };
    const secrets = readSecrets(settings);
    const backend = await createBackend(settings, secrets, silentLogger);
    const call = async (method: string, path: string, body?: object, token?: string) => {
      const headers = {
        apikey: secrets.publishableKey,
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const request = new Request(`http://127.0.0.1:3000${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const response = await backend.fetch(request, '192.0.2.7');
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> };
    };
    const codeTo = async (email: string) => {
      const mails = (await call('GET', '/_local/mailbox.json')).body as unknown as CaughtMail[];
      return /^\d{6}$/m.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0];
    };
    const verify = async (type: string, email: string, password?: string) => {
      const answer = await call('POST', '/auth/v1/verify', { type, email, token: await codeTo(email), password });
      expect(answer.status).toBe(200);
      return answer.body;
    };

    const password = 'a quiet Harbour 7';
    const [first, second] = ['vanishing@isola.example', 'vanished@isola.example'];
    await call('POST', '/auth/v1/signup', { email: first, password, data: { username: 'Vanishing Ada' } });
    await verify('signup', first, password);
    const signIn = (email: string, given: string) =>
      call('POST', '/auth/v1/token?grant_type=password', { email, password: given });
    await signIn(first, 'not it at all 9');
    const session = (await signIn(first, password)).body;
    const token = String(session['access_token']);
    const userId = (await call('GET', '/auth/v1/user', undefined, token)).body['id'];
    await call('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: session['refresh_token'] });
    await call('PUT', '/auth/v1/user', { password: 'x', current_password: 'wrong' }, token);
    await call('PUT', '/auth/v1/user', { email: second, current_password: password }, token);
    await verify('email_change', second);
    await call('POST', '/auth/v1/recover', { email: second });
    await call('POST', '/rest/v1/rpc/count_device_images', { keys: [crypto.randomUUID()] }, token);
    const deletion = await call('POST', '/rest/v1/rpc/delete_my_account', { current_password: password }, token);
    expect(deletion.body).toBe('deleted');
    await backend.close();

    const database = await openDatabase(settings);
    // Entries of the log stay without the person. They also show that the search works.
    expect(await rowsWith(database, '"action"')).toContain('auth.audit_log_entries');
    expect(await rowsWith(database, String(userId), first, second, 'Vanishing Ada', '192.0.2.7')).toEqual([]);
    await database.connection.close();
    rmSync(folder, { recursive: true });
  },
);

/** Returns the tables of all schemas with a row that contains one of these texts. */
async function rowsWith({ rows }: Database, ...texts: readonly string[]): Promise<string[]> {
  const tables = await rows(`select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_%'`);
  const found: string[] = [];
  for (const { name } of tables) {
    const conditions = texts.map((text) => `each::text ilike '%${text}%'`).join(' or ');
    const [counted] = await rows(`select count(*)::int as count from ${String(name)} as each where ${conditions}`);
    if (Number(counted?.['count']) > 0) found.push(String(name));
  }
  return found;
}
