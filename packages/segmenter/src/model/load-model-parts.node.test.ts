import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { loadModelParts } from './load-model-parts.ts';
import type { ModelCache } from './model-cache.ts';
import type { Model } from './model-manifest.ts';

/** Handler of a real server on this machine. Each test defines how it fails. */
type Handler = (request: IncomingMessage, response: ServerResponse, part: Buffer, attempt: number) => void;

/** Pauses between two attempts, in ms. */
const pausesMs: ReadonlySet<number> = new Set([250, 500, 1000, 2000]);

// The pauses are shortened to a fortieth; Node's own connection timeouts are not.
const timeoutAsEver = setTimeout;
beforeEach(() => {
  vi.stubGlobal('setTimeout', (run: () => void, delayMs: number, ...more: unknown[]) =>
    timeoutAsEver(run, pausesMs.has(delayMs) ? delayMs / 40 : delayMs, ...(more as [])),
  );
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(open.splice(0).map((close) => close()));
});

const partSizes = [50_000, 50_000, 12_345];

async function setUp(handler: Handler) {
  const parts = partSizes.map((size) => randomBytes(size));
  const requests: { file: string; range: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const file = request.url?.slice(1) ?? '';
    requests.push({ file, range: request.headers.range });
    const attempt = requests.filter((each) => each.file === file).length;
    handler(request, response, parts[Number(file)] ?? Buffer.alloc(0), attempt);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push(
    () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const whole = Buffer.concat(parts);
  const model: Model = {
    id: 'test',
    format: 'onnx',
    name: 'Test',
    sha256: sha256(whole),
    sizeBytes: whole.length,
    parts: parts.map((part, index) => ({
      file: `${index}`,
      sha256: sha256(part),
      sizeBytes: part.length,
      packing: 'none',
      packedBytes: part.length,
    })),
    input: { name: 'input', widthPx: 1, heightPx: 1, mean: [0, 0, 0], std: [1, 1, 1] },
    output: { name: 'output' },
    licence: '',
    source: '',
  };
  const manifestUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/manifest.json`;
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const cache: ModelCache = {
    read: (url) => Promise.resolve(kept.get(url)?.slice()),
    write: (url, bytes) => Promise.resolve(Boolean(kept.set(url, bytes.slice()))),
    remove: (url) => Promise.resolve(void kept.delete(url)),
    keepOnly: () => Promise.resolve(),
  };
  const progress: number[] = [];
  const filled: number[] = [];
  const loadInto = async (target: Uint8Array | Promise<Uint8Array>, signal: AbortSignal) => {
    await loadModelParts(model, target, {
      manifestUrl,
      cache,
      signal,
      onBytes: (bytes) => progress.push(bytes),
      onFilled: (bytes) => filled.push(bytes),
    });
    return target;
  };
  const load = (signal = new AbortController().signal) => loadInto(new Uint8Array(model.sizeBytes), signal);
  const urlOf = (index: number) => new URL(`${index}`, manifestUrl).href;
  return { load, loadInto, whole, parts, requests, kept, progress, filled, urlOf };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const answer: Handler = (request, response, part) => {
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start > 0) {
    response.writeHead(206, { 'content-range': `bytes ${start}-${part.length - 1}/${part.length}` });
  } else {
    response.writeHead(200, { 'content-length': part.length });
  }
  response.end(part.subarray(start));
};

/** Sends fewer bytes than the `content-length`, then closes the connection. */
function cutAfter(response: ServerResponse, part: Buffer, bytes: number, start = 0) {
  if (start > 0) response.writeHead(206, { 'content-range': `bytes ${start}-${part.length - 1}/${part.length}` });
  else response.writeHead(200, { 'content-length': part.length });
  response.write(part.subarray(start, start + bytes), () => setImmediate(() => response.destroy()));
}

test('the parts are joined in order, counted, and saved', async () => {
  const { load, whole, kept, progress, filled } = await setUp(answer);
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
  expect(kept.size).toBe(partSizes.length);
  expect(progress.at(-1)).toBe(whole.length);
  expect(filled).toEqual(filled.toSorted((a, b) => a - b));
  expect(filled.at(-1)).toBe(whole.length);
});

test('the parts are downloaded while their memory is being allocated', async () => {
  const { loadInto, whole, requests } = await setUp(answer);
  const place = Promise.withResolvers<Uint8Array>();
  const loading = loadInto(place.promise, new AbortController().signal);
  await vi.waitUntil(() => requests.length === partSizes.length);
  place.resolve(new Uint8Array(whole.length));
  expect(Buffer.from(await loading).equals(whole)).toBe(true);
});

test('a failed allocation ends the download at once', async () => {
  const { loadInto } = await setUp((_, response) => response.writeHead(200).flushHeaders());
  const place = Promise.reject<Uint8Array>(new Error('no place'));
  await expect(loadInto(place, new AbortController().signal)).rejects.toThrow('no place');
});

test('the second visit makes no requests', async () => {
  const { load, whole, requests } = await setUp(answer);
  await load();
  requests.length = 0;
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
  expect(requests).toEqual([]);
});

test('a damaged saved part is fetched again, and only that one', async () => {
  const { load, whole, kept, requests, urlOf } = await setUp(answer);
  await load();
  requests.length = 0;
  kept.set(urlOf(1), new Uint8Array(partSizes[1] ?? 0));
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
  expect(requests.map((request) => request.file)).toEqual(['1']);
});

test('a download resumes after a broken connection', async () => {
  const { load, whole, requests } = await setUp((request, response, part, attempt) => {
    if (request.url === '/0' && attempt === 1) return cutAfter(response, part, 20_000);
    return answer(request, response, part, attempt);
  });
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
  const second = requests.filter((request) => request.file === '0')[1];
  const resumedAt = Number(/^bytes=(\d+)-$/.exec(second?.range ?? '')?.[1]);
  expect(resumedAt).toBeGreaterThan(0);
  expect(resumedAt).toBeLessThanOrEqual(20_000);
});

test('a server without range support starts again, and the bytes are right', async () => {
  const { load, whole } = await setUp((request, response, part, attempt) => {
    if (request.url === '/0' && attempt === 1) return cutAfter(response, part, 20_000);
    response.writeHead(200, { 'content-length': part.length });
    response.end(part);
  });
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
});

test('a connection that breaks repeatedly succeeds as long as bytes arrive', async () => {
  const { load, whole, requests } = await setUp((request, response, part, attempt) => {
    if (request.url !== '/2') return answer(request, response, part, attempt);
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (part.length - start <= 2_000) return answer(request, response, part, attempt);
    return cutAfter(response, part, 2_000, start);
  });
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
  expect(requests.filter((request) => request.file === '2').length).toBeGreaterThan(4);
});

test('an overloaded server is asked again', async () => {
  const { load, whole } = await setUp((request, response, part, attempt) => {
    if (attempt === 1) return void response.writeHead(503).end();
    return answer(request, response, part, attempt);
  });
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
});

test('a part that was damaged in transit is fetched once more', async () => {
  const { load, whole } = await setUp((request, response, part, attempt) => {
    const sent = request.url === '/1' && attempt === 1 ? Buffer.alloc(part.length) : part;
    return answer(request, response, sent, attempt);
  });
  expect(Buffer.from(await load()).equals(whole)).toBe(true);
});

test('a part that does not match the manifest is rejected and not saved', async () => {
  const { load, kept, urlOf } = await setUp((request, response, part, attempt) =>
    answer(request, response, request.url === '/1' ? Buffer.alloc(part.length) : part, attempt),
  );
  await expect(load()).rejects.toMatchObject({ code: 'model-load-failed', detail: expect.stringContaining('SHA-256') });
  expect(kept.has(urlOf(1))).toBe(false);
});

test('a missing part is reported as model-load-failed at once', async () => {
  const { load, requests } = await setUp((_, response) => void response.writeHead(404).end());
  await expect(load()).rejects.toMatchObject({ code: 'model-load-failed', detail: expect.stringContaining('404') });
  expect(requests.every((request, index) => requests.findIndex((other) => other.file === request.file) === index)).toBe(
    true,
  );
});

test('a truncated part is reported as model-load-failed', async () => {
  const { load } = await setUp((request, response, part, attempt) => {
    const there = request.url === '/2' ? part.subarray(0, 1_000) : part;
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (start >= there.length) return void response.writeHead(416).end();
    return answer(request, response, there, attempt);
  });
  await expect(load()).rejects.toMatchObject({ code: 'model-load-failed' });
});

test('a truncated part on a server with wrong ranges is also reported as model-load-failed', async () => {
  const { load } = await setUp((request, response, part) => {
    if (request.headers.range) return void response.writeHead(206).end(part.subarray(0, 1_000));
    return void response.writeHead(200).end(part.subarray(0, 1_000));
  });
  await expect(load()).rejects.toMatchObject({ code: 'model-load-failed', detail: expect.stringContaining('1000 of') });
});

test('rejects a part that is too long', async () => {
  const { load } = await setUp((_, response, part) => void response.end(Buffer.concat([part, Buffer.from('more')])));
  await expect(load()).rejects.toMatchObject({ code: 'model-load-failed', detail: expect.stringContaining('longer') });
});

test('a lasting network failure is reported as network', async () => {
  const { load } = await setUp((_, response) => void response.destroy());
  await expect(load()).rejects.toMatchObject({ code: 'network' });
});

test('aborting stops the download with the reason, and an incomplete part is not saved', async () => {
  const stop = new AbortController();
  const { load, kept, urlOf } = await setUp((request, response, part, attempt) => {
    if (request.url !== '/0') return answer(request, response, part, attempt);
    response.writeHead(200, { 'content-length': part.length });
    // The rest never arrives.
    response.write(part.subarray(0, 10), () => stop.abort(new Error('the person left')));
    return undefined;
  });
  kept.set(urlOf(2), new Uint8Array(0));
  await expect(load(stop.signal)).rejects.toThrow('the person left');
  expect(kept.has(urlOf(0))).toBe(false);
});
