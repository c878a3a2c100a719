import { SegmenterError } from '@isola/segmenter/node';
import { afterAll, beforeEach, expect, test } from 'vitest';

import type { RemovalAppOptions } from '../create-removal-app.ts';
import { addKey, readKeys, revokeKey } from '../database/keys.ts';
import { createSharedRates } from '../database/shared-rates.ts';
import { createKeyring, hashOf, rowsOfKeys } from '../limits/keyring.ts';
import type { RequestReport } from '../server-context.ts';
import { openMemoryDatabase } from '../testing/memory-database.ts';
import type { redSegmenter } from '../testing/red-segmenter.ts';
import { boxOf, decode, drawing, limitedKeyring, startTestServer, testKey } from '../testing/test-server.ts';
import type { BatchStatus, ImagePlace } from './batch.ts';
import { createBatches } from './create-batches.ts';
import { openQueue } from './open-queue.ts';

type Handle = (place: ImagePlace, signal: AbortSignal) => Promise<void>;

const otherKey = 'another-key-for-the-tests';
const box = { left: 100, top: 60, width: 120, height: 80 };
const picture = new Uint8Array(await drawing(400, 300, [box]));
const grey = new Uint8Array(await drawing(40, 30, []));

const database = await openMemoryDatabase();
const queueErrors: unknown[] = [];
/**
 * The worker asks for images all the time, so it may meet the absence of the database that a test arranges. pg-boss reports
 * a copy of the error.
 */
const isAbsence = (error: unknown) =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'DatabaseAwayError';
const queue = await openQueue(database, {
  concurrency: 1,
  expiryMs: 60_000,
  onError: (error) => {
    if (!isAbsence(error)) queueErrors.push(error);
  },
});
const batches = createBatches(database, queue, 3_600_000);
/** The queue has one worker, which passes each image to the server of the test. */
let handle: Handle = () => Promise.resolve();
await queue.work((place, signal) => handle(place, signal));

beforeEach(async () => {
  handle = () => Promise.resolve();
  await database.clear();
});
afterAll(async () => {
  await queue.stop(1_000);
  await database.close();
  expect(queueErrors).toEqual([]);
});

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly images: readonly { readonly state: string; readonly errors?: readonly { readonly code: string }[] }[];
}

/** Starts a server with batches. @param isWorking whether it also processes them. */
async function start(options: Partial<RemovalAppOptions> = {}, isWorking = true) {
  const server = await startTestServer({
    batches,
    keyring: createKeyring(rowsOfKeys([testKey, otherKey])),
    rates: createSharedRates(database),
    ...options,
  });
  if (isWorking) handle = server.processImage;
  const call = (method: string, path: string, body?: BodyInit | object, key = testKey) => {
    const isForm = body instanceof FormData || body === undefined;
    return fetch(`${server.origin}/v1/batches${path}`, {
      method,
      headers: { 'x-api-key': key, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  };
  const post = async (body: BodyInit | object) => (await (await call('POST', '', body)).json()) as Answer;
  const read = async (id: string) => (await (await call('GET', `/${id}`)).json()) as Answer;
  const finish = async (id: string) => {
    await expect.poll(async () => (await read(id)).state).toBe('finished');
    return await read(id);
  };
  return { ...server, call, post, read, finish };
}

function form(files: readonly Uint8Array[], fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append('image', new Blob([file as Uint8Array<ArrayBuffer>]), 'file');
  return form;
}

async function codeOf(answer: Response) {
  const { errors } = (await answer.json()) as { errors: { code: string }[] };
  return [answer.status, errors[0]?.code];
}

test('files become results that only the key can fetch and delete that posted them', async () => {
  const reports: RequestReport[] = [];
  const { call, finish } = await start({ onRequest: (report) => reports.push(report) });
  const posted = await call('POST', '', form([picture, grey], { format: 'webp', crop: 'true' }));
  const { id, counts } = (await posted.json()) as Answer;
  expect([posted.status, posted.headers.get('location')]).toEqual([202, `/v1/batches/${id}`]);
  expect(counts).toEqual({ waiting: 2, active: 0, done: 0, failed: 0 });

  expect(await finish(id)).toMatchObject({
    counts: { waiting: 0, active: 0, done: 1, failed: 1 },
    images: [
      { number: 1, state: 'done', result: `/v1/batches/${id}/results/1` },
      { number: 2, state: 'failed', errors: [{ code: 'unknown_foreground' }] },
    ],
  });
  const result = await call('GET', `/${id}/results/1`);
  expect(result.headers.get('content-type')).toBe('image/webp');
  expect(result.headers.get('x-foreground-left')).toBe('100');
  expect(await decode(result)).toMatchObject({ width: 120, height: 80, format: 'webp' });
  expect(await codeOf(await call('GET', `/${id}/results/2`))).toEqual([400, 'unknown_foreground']);
  expect(await codeOf(await call('GET', `/${id}/results/3`))).toEqual([404, 'not_found']);
  // The files that were posted are gone.
  expect(await database.query('select 1 from removal_api.batch_images where source is not null')).toEqual([]);

  for (const [method, path] of [
    ['GET', `/${id}`],
    ['GET', `/${id}/results/1`],
    ['DELETE', `/${id}`],
  ] as const) {
    expect(await codeOf(await call(method, path, undefined, otherKey))).toEqual([404, 'not_found']);
    expect(await codeOf(await call(method, path, undefined, 'unknown'))).toEqual([403, 'auth_failed']);
  }
  expect((await call('DELETE', `/${id}`)).status).toBe(204);
  expect(await codeOf(await call('GET', `/${id}`))).toEqual([404, 'not_found']);
  expect(await codeOf(await call('GET', `/${id}/results/1`))).toEqual([404, 'not_found']);
  expect(await database.query('select 1 from removal_api.batch_images')).toEqual([]);
  expect(reports.filter(({ route }) => route === 'image of a batch')).toMatchObject([
    { status: 200, client: 'key-1', megapixels: 0.12 },
    { status: 400, client: 'key-1', code: 'unknown_foreground' },
  ]);
  expect(reports.map(({ route }) => route)).toContain('GET /v1/batches/{id}/results/{number}');
});

test('addresses are fetched by the worker with the checks of the server', async () => {
  const { post, finish } = await start();
  const images = ['http://169.254.169.254/latest', 'http://localhost/a.png', 'https://nowhere.invalid/a.png'];
  const { id } = await post({ images });
  const codes = (await finish(id)).images.map(({ errors }) => errors?.[0]?.code);
  expect(codes).toEqual(['invalid_image_url', 'invalid_image_url', 'failed_image_download']);
  expect(await database.query('select 1 from removal_api.batch_images where url is not null')).toEqual([]);
});

test('an address becomes a result', async () => {
  const fetched: string[] = [];
  const { post, finish, call } = await start({
    fetchImage: (url) => {
      fetched.push(url);
      return Promise.resolve(picture);
    },
  });
  const { id } = await post({ images: ['https://pictures.example/mug.png'], max_megapixels: 1, crop: false });
  await finish(id);
  expect(fetched).toEqual(['https://pictures.example/mug.png']);
  const result = await call('GET', `/${id}/results/1`);
  expect(await boxOf(new Uint8Array(await result.arrayBuffer()))).toEqual(box);
});

test.each([
  ['no images', { images: [] }, 'invalid_body'],
  ['a list', [], 'invalid_body'],
  ['a nested option', { images: ['https://a.example/'], format: {} }, 'invalid_body'],
  ['501 images', { images: Array.from({ length: 501 }, (_, at) => `https://a.example/${at}`) }, 'too_many_images'],
  ['a file address', { images: ['https://a.example/', 'file:///etc/passwd'] }, 'invalid_image_url'],
  ['an address with a password', { images: ['https://a:b@a.example/'] }, 'invalid_image_url'],
  ['an unknown format', { images: ['https://a.example/'], format: 'gif' }, 'invalid_format'],
  ['brackets', { images: ['['.repeat(4_000), ...Array.from({ length: 60 }, () => '['.repeat(1_000))] }, 'invalid_body'],
  ['a form without files', form([], { format: 'png' }), 'missing_source'],
  ['a large file', form([grey, new Uint8Array(3_000)]), 'file_too_large'],
  ['too many files', form(Array.from({ length: 70 }, () => grey)), 'invalid_body'],
])('a batch with %s is refused, and nothing is stored', async (_name, body, code) => {
  const { call } = await start({
    limits: { maxFileBytes: 2_000, ...(code === 'invalid_body' && { maxFileBytes: 1e6 }) },
  });
  expect(await codeOf(await call('POST', '', body))).toEqual([400, code]);
  expect(await database.query('select 1 from removal_api.batches')).toEqual([]);
});

test('images wait while the megapixels of their key are used up', async () => {
  const { post, read } = await start({ keyring: limitedKeyring(3) });
  const twoMegapixels = new Uint8Array(await drawing(1300, 1000, [box]));
  const { id } = await post(form([twoMegapixels, twoMegapixels]));
  const measured = () =>
    database.query('select state, attempts, megapixels from removal_api.batch_images order by number');
  await expect.poll(measured).toEqual([
    { state: 'done', attempts: 1, megapixels: null },
    { state: 'waiting', attempts: 0, megapixels: 2 },
  ]);
  expect((await read(id)).state).toBe('active');
  expect(await batches.count()).toMatchObject({ waiting: 1, active: 0 });
});

test('an image whose worker died is finished by another, and exactly one result is stored', async () => {
  const { post, processImage, call } = await start({}, false);
  const { id } = await post(form([picture]));
  const place = { batch: id, number: 1 };
  await batches.begin(place);
  await processImage(place, AbortSignal.timeout(30_000));
  const result = async () => new Uint8Array(await (await call('GET', `/${id}/results/1`)).arrayBuffer());
  const first = await result();
  // The worker was only late.
  expect(await batches.finish(place, { bytes: grey, headers: {} })).toBe(false);
  expect(await batches.fail(place, { status: 500, problems: [{ code: 'internal', title: 'late' }] })).toBe(false);
  expect(await result()).toEqual(first);
});

test('an image whose workers die again and again fails', async () => {
  const { post, processImage, read } = await start({}, false);
  const { id } = await post(form([picture]));
  const place = { batch: id, number: 1 };
  for (let death = 1; death <= 3; death += 1) await batches.begin(place);
  await processImage(place, AbortSignal.timeout(30_000));
  expect((await read(id)).images).toMatchObject([{ state: 'failed', errors: [{ code: 'internal' }] }]);
});

test('an unexpected error is reported to the operator, and the image is tried again', async () => {
  const segment = () => Promise.reject(new Error('secret detail'));
  const segmenter = { segment } as unknown as typeof redSegmenter;
  const { post, processImage, call, read, errors } = await start({ segmenter }, false);
  const { id } = await post(form([picture]));
  const place = { batch: id, number: 1 };
  const states: string[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await processImage(place, AbortSignal.timeout(30_000));
    states.push((await read(id)).images[0]?.state ?? '');
  }
  expect(states).toEqual(['waiting', 'waiting', 'failed']);
  expect(errors).toHaveLength(3);
  const answer = await call('GET', `/${id}/results/1`);
  expect([answer.status, (await answer.text()).includes('secret')]).toEqual([500, false]);
});

test('an image that needs more memory than the machine has fails after three attempts', async () => {
  const segment = () => Promise.reject(new SegmenterError('out-of-memory'));
  const segmenter = { segment } as unknown as typeof redSegmenter;
  const { post, processImage, read } = await start({ segmenter }, false);
  const { id } = await post(form([picture]));
  const place = { batch: id, number: 1 };
  for (let attempt = 1; attempt <= 3; attempt += 1) await processImage(place, AbortSignal.timeout(30_000));
  expect((await read(id)).images).toMatchObject([{ state: 'failed', errors: [{ code: 'busy' }] }]);
});

test('results are not there before an image is finished', async () => {
  const { post, call } = await start({}, false);
  const { id } = await post(form([picture]));
  const answer = await call('GET', `/${id}/results/1`);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await codeOf(answer)).toEqual([409, 'not_finished']);
});

test('a batch ends with its time, and with the key that posted it', async () => {
  const key = await addKey(database, 'shop', 500);
  const { post, call } = await start(
    { keyring: createKeyring([...rowsOfKeys([testKey]), ...(await readKeys(database))]) },
    false,
  );
  const { id } = await post(form([picture]));
  const ofShop = (await (await call('POST', '', form([picture]), key)).json()) as BatchStatus;
  await database.query(`update removal_api.batches set expires_at = now() where id = '${id}'`);
  expect(await codeOf(await call('GET', `/${id}`))).toEqual([404, 'not_found']);
  await batches.removeExpired();
  expect(await database.query('select id from removal_api.batches')).toEqual([{ id: ofShop.id }]);
  await revokeKey(database, 'shop');
  expect(await database.query('select 1 from removal_api.batch_images')).toEqual([]);
});

test('a key that stores 2000 images can post again when it has deleted some', async () => {
  const { post, call } = await start({}, false);
  const { id } = await post({ images: ['https://a.example/'] });
  await database.query(`insert into removal_api.batch_images (batch, number) select '${id}', generate_series(2, 2000)`);
  expect(await codeOf(await call('POST', '', form([picture])))).toEqual([429, 'batch_limit_exceeded']);
  expect((await call('POST', '', form([picture]), otherKey)).status).toBe(202);
  await call('DELETE', `/${id}`);
  expect((await call('POST', '', form([picture]))).status).toBe(202);
  const owners = await database.query<{ owner: string }>('select owner from removal_api.batches');
  expect(owners.map(({ owner }) => owner).toSorted()).toEqual([testKey, otherKey].map(hashOf).toSorted());
});

test('without a database, batches are refused', async () => {
  const { call } = await start({ batches: undefined }, false);
  expect(await codeOf(await call('POST', '', { images: [] }))).toEqual([501, 'batches_unavailable']);
  expect(await codeOf(await call('GET', '/any/results/1'))).toEqual([501, 'batches_unavailable']);
});

test('while the database is away, batches are answered with the time to try again', async () => {
  const { call, errors } = await start({}, false);
  database.setAway(true);
  const answer = await call('POST', '', form([picture]));
  expect(answer.headers.get('retry-after')).toBe('10');
  expect(await codeOf(answer)).toEqual([503, 'database_away']);
  database.setAway(false);
  expect((await call('POST', '', form([picture]))).status).toBe(202);
  expect(errors).toEqual([]);
});
