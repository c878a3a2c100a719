/** Runs the command with the real segmenter, in several processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { decode, testKey } from '../testing/test-server.ts';

const root = join(import.meta.dirname, '../../../..');
const photo = readFileSync(join(root, 'pictures/mug.jpg'));
const smallPhoto = readFileSync(join(root, 'pictures/small/mug.jpg'));
/** Requests that each of the two processes holds at a time. */
const placesOfProcess = 8;
const slow = { tags: ['long'], timeout: 600_000 };

let server: ChildProcess | undefined;
let origin = '';
let metricsPort = 0;

/** Returns a port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

beforeAll(async () => {
  metricsPort = await freePort();
  const port = await freePort();
  server = spawn(process.execPath, [join(root, 'scripts/tasks.ts'), 'api', '--workers', '2'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      API_KEYS: testKey,
      API_QUEUE: String(placesOfProcess),
      // A loaded machine needs minutes for an image.
      API_TIMEOUT_S: '600',
      METRICS_PORT: String(metricsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const words of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    said += String(words);
    origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
    if (origin !== '') break;
  }
  // The server ends when it cannot print its further lines.
  server.stdout?.resume();
}, 600_000);
afterAll(() => void server?.kill('SIGKILL'));

function remove(fields: Readonly<Record<string, string | Uint8Array>>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : new Blob([value as Uint8Array<ArrayBuffer>]));
  }
  return fetch(`${origin}/v1.0/removebg`, { method: 'POST', headers: { 'x-api-key': testKey }, body: form });
}

test('a photo loses its background, and its matte agrees with the true one', slow, async () => {
  const { data, width, height } = await decode(await remove({ image_file: photo, size: 'auto', format: 'png' }));
  const truth = await sharp(join(root, 'pictures/mug.alpha.png'))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([width, height]).toEqual([truth.info.width, truth.info.height]);
  let difference = 0;
  for (let at = 0; at < truth.data.length; at += 1)
    difference += Math.abs((truth.data[at] ?? 0) - (data[at * 4 + 3] ?? 0));
  expect(difference / truth.data.length).toBeLessThan(3);
});

test('damaged files are refused by the real decoder', slow, async () => {
  const answer = await remove({ image_file: photo.subarray(0, photo.length / 2) });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ code: 'failed_to_read_image' }] });
});

test('processes count the megapixels of a key together, and the metrics add up', slow, async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => remove({ image_file: photo })));
  const remaining = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  // Each image takes its megapixels from one count.
  expect(new Set(remaining).size).toBe(4);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counted = metrics.matchAll(/isola_api_requests_total\{[^}]*status="200"[^}]*\} (\d+)/g);
  expect([...counted].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
  expect(metrics).not.toContain(testKey);
  expect((await fetch(`${origin}/metrics`, { headers: { 'x-api-key': testKey } })).status).toBe(404);
});

test(
  'fifty connections at once are refused beyond the places, and all get their image by asking again',
  slow,
  async () => {
    let refusals = 0;
    const removeAsAsked = async () => {
      for (;;) {
        const answer = await remove({ image_file: smallPhoto });
        // The text of an unexpected answer is part of the failure's message.
        if (answer.status !== 503) return answer.status === 200 ? 200 : await answer.text();
        refusals += 1;
        expect(await answer.json()).toMatchObject({ errors: [{ code: 'busy' }] });
        await setTimeout(1000 * Number(answer.headers.get('retry-after')));
      }
    };
    const fifty = Promise.all(Array.from({ length: 50 }, removeAsAsked));
    await expect.poll(() => refusals).toBeGreaterThanOrEqual(50 - 2 * placesOfProcess);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect(new Set(await fifty)).toEqual(new Set([200]));
  },
);

test(
  'a stop finishes the image in progress, and does not wait until its client closes the connection',
  slow,
  async () => {
    const answer = remove({ image_file: photo });
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      .toMatch(/isola_api_busy_places(\{[^}]*\})? 1/);
    const ended = server && once(server, 'exit');
    server?.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    // The client's connection stays open for more than a minute unless the server closes it.
    const late = setTimeout(30_000, 'the server still runs', { ref: false });
    expect(await Promise.race([ended, late])).toEqual([0, null]);
  },
);
