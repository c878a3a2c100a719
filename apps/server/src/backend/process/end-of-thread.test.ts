import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { prepareBackend } from '../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'isola-end-'));
// Create the cached database of the tests here if it is missing, so that this does not count against the time limit of
// the test.
beforeAll(async () => void (await prepareBackend(folder)));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Script that sends concurrent sign-ins, blocks the thread while passwords are hashed, and prints the statuses of the
 * answers.
 */
const script = `
  const { startTestServer } = await import(${JSON.stringify(import.meta.resolve('../testing/test-server.ts'))});
  const server = await startTestServer({ timeouts: { unresponsiveMs: 2_000 } });
  const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };
  const post = (path, body) => fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const ready = async () => (await fetch(server.url + '/readyz')).status;
  while ((await ready()) !== 200) await new Promise((later) => setTimeout(later, 50));
  const signIn = (index) => post('/auth/v1/token?grant_type=password', { email: index + '@isola.example', password: 'not it 1A' });
  const signIns = Array.from({ length: 30 }, (_, index) => signIn(index));
  await signIns[0];
  const held = await post('/rest/v1/rpc/spin', { seconds: 600 });
  await Promise.all(signIns);
  while ((await ready()) !== 200) await new Promise((later) => setTimeout(later, 50));
  const again = await signIn(0);
  console.log(JSON.stringify({ held: held.status, again: again.status }));
  await server.close();
  process.exit(0);
`;

test(
  'ending the thread while passwords are hashed does not end the process, and the thread is restarted',
  { tags: ['long'] },
  async () => {
    const file = join(folder, 'hold-up.mjs');
    writeFileSync(file, script);
    const { ISOLA_TEST_DATABASE_URL: _embedded, ...environment } = process.env;
    const child = spawn(process.execPath, [file], { env: environment });
    const [printed, errors, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect([code, signal], errors).toEqual([0, null]);
    expect(JSON.parse(printed)).toEqual({ held: 503, again: 400 });
  },
);
