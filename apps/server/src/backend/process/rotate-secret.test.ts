import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';

import { startTestServer } from '../testing/test-server.ts';

const password = 'a quiet Harbour 7';
const [oldest, middle, newest] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const keys = { publishableKey: 'sb_publishable_of_this_test', secretKey: 'sb_secret_of_this_test' };

test(
  'after a rotation, tokens of the old secret stay valid, and tokens of a removed secret are refused',
  { tags: ['long'] },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'isola-rotation-'));
    // All three starts use the same database.
    const start = (...jwtSecrets: string[]) =>
      startTestServer({ ...keys, jwtSecrets, databaseUrl: null, dataFolder: join(folder, 'data') });
    try {
      let server = await start(oldest);
      const session = await server.join(server.client(), { email: 'ada@isola.example', password });
      await server.close();

      server = await start(middle, oldest);
      const withOld = createClient(server.url, keys.publishableKey, {
        accessToken: () => Promise.resolve(session.access_token),
      });
      const known = await server.client().auth.getUser(session.access_token);
      expect(known.error).toBeNull();
      expect(known.data.user?.email).toBe('ada@isola.example');
      expect((await withOld.from('profiles').select('id')).data).toEqual([{ id: session.user.id }]);
      // The body of a request must survive the new signature.
      expect((await withOld.from('notes').insert({ body: 'written with an old token' })).error).toBeNull();
      const refreshed = await server.client().auth.refreshSession(session);
      expect(refreshed.error).toBeNull();
      const renewed = refreshed.data.session?.access_token ?? '';
      await server.close();

      server = await start(newest, middle);
      expect((await server.client().auth.getUser(renewed)).data.user?.email).toBe('ada@isola.example');
      const dropped = await server.client().auth.getUser(session.access_token);
      expect(dropped.error).toMatchObject({ status: 403, code: 'bad_jwt' });
      const signedIn = await server.client().auth.signInWithPassword({ email: 'ada@isola.example', password });
      const forged = signedIn.data.session?.access_token.replace(/[^.]+$/, session.access_token.split('.')[2] ?? '');
      expect((await server.client().auth.getUser(forged)).error).toMatchObject({ code: 'bad_jwt' });
      await server.close();
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);
