/** @module-tag long */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { encoded, pixelsOf, redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';
import type { SegmenterOptions } from './api/options.ts';
import type { Segmentation } from './api/segmentation.ts';
import type { StageProgress } from './api/stages.ts';
import type { FromWorker, ToWorker } from './transport/protocol.ts';

const open: Segmenter[] = [];

async function segmenterWith(options: SegmenterOptions = {}): Promise<Segmenter> {
  const segmenter = createSegmenter({ manifestUrl: await tinyModelUrl(), ...options });
  open.push(segmenter);
  return segmenter;
}

let shared: Segmenter | undefined;

/** Returns one segmenter for all tests that check only results, because starting a worker takes longer than its work. */
async function sharedSegmenter(): Promise<Segmenter> {
  return (shared ??= createSegmenter({ manifestUrl: await tinyModelUrl() }));
}

afterAll(() => shared?.dispose());

afterEach(async () => {
  for (const segmenter of open.splice(0)) segmenter.dispose();
  vi.unstubAllGlobals();
  await caches.delete('isola-models');
});

/** Records all workers that are started from now on, in order. */
function recordWorkers(): Worker[] {
  const workers: Worker[] = [];
  const RealWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    },
  );
  return workers;
}

/** Makes all workers that are started from now on run this script instead. */
function stubWorkers(url: string | URL): void {
  const RealWorker = Worker;
  vi.stubGlobal(
    'Worker',
    class extends RealWorker {
      constructor() {
        super(url, { type: 'module' });
      }
    },
  );
}

/**
 * Cuts out an image while the newest worker is terminated from outside. That raises no event: only the release of its lock
 * reveals it.
 */
async function segmentWhileKilled(segmenter: Segmenter, workers: Worker[]): Promise<Segmentation> {
  const killed = workers.length;
  return segmenter.segment(encoded(redAndBlue(500, 500, 250)), {
    onProgress: () => workers[killed - 1]?.terminate(),
  });
}

/** Returns the names of the locks that segmenters' workers hold or wait for. */
async function workerLocks(): Promise<string[]> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return [...held, ...pending].flatMap(({ name }) => (name?.startsWith('isola-segmenter') ? [name] : []));
}

const alphaAt = ({ matte }: { matte: { data: Uint8ClampedArray; widthPx: number } }, x: number, y: number) =>
  matte.data[y * matte.widthPx + x];

describe('an image', () => {
  test('is cut out at its own size in a worker, with all stages in order', async () => {
    const segmenter = await segmenterWith();
    const seen: StageProgress[] = [];
    const picture = encoded(redAndBlue(300, 200, 120));
    const result = await segmenter.segment(picture, { onProgress: (progress) => seen.push(progress) });

    expect([result.widthPx, result.heightPx]).toEqual([300, 200]);
    expect(result.matte.data.length).toBe(300 * 200);
    expect(alphaAt(result, 20, 100)).toBeGreaterThan(250);
    expect(alphaAt(result, 280, 100)).toBeLessThan(5);
    expect(result.subject).toBe('found');
    expect([result.cutout.width, result.cutout.height]).toEqual([300, 200]);

    const png = await pixelsOf(result.png);
    expect([png.width, png.height]).toEqual([300, 200]);
    expect(Array.from(png.data.subarray(4 * (100 * 300 + 20), 4 * (100 * 300 + 20) + 3))).toEqual([255, 0, 0]);
    expect(png.data[4 * (100 * 300 + 280) + 3]).toBeLessThan(5);

    expect(result.run).toMatchObject({ thread: 'worker', provider: 'wasm', model: 'redness', threads: 1 });
    const order = [...new Set(seen.map((progress) => progress.stage))];
    expect(order).toEqual(['preprocessing', 'loading-model', 'segmenting', 'postprocessing', 'complete']);
    const lastOfLoading = seen.findLast((progress) => progress.stage === 'loading-model');
    expect(lastOfLoading?.unit).toBe('bytes');
    expect(lastOfLoading?.loaded).toBe(lastOfLoading?.total);
    expect(result.run.timingsMs.complete).toBeGreaterThanOrEqual(result.run.timingsMs.segmenting);
  });

  test('may be a bitmap or pixels, which stay usable', async () => {
    const segmenter = await sharedSegmenter();
    const pixels = redAndBlue(64, 64, 32);
    const bitmap = await createImageBitmap(pixels);
    expect(alphaAt(await segmenter.segment(pixels), 4, 32)).toBeGreaterThan(250);
    expect(alphaAt(await segmenter.segment(bitmap), 4, 32)).toBeGreaterThan(250);
    expect([bitmap.width, pixels.data.length]).toEqual([64, 64 * 64 * 4]);
  });

  test('of 4 : 1 is squashed by two and scaled to the device’s working size, and the result has its own size', async () => {
    const segmenter = await segmenterWith({ deviceMemoryGib: 2 });
    const result = await segmenter.segment(encoded(redAndBlue(1600, 400, 800), 'image/jpeg'));
    expect([result.run.workingWidthPx, result.run.workingHeightPx]).toEqual([640, 320]);
    expect([result.widthPx, result.heightPx]).toEqual([1600, 400]);
  });

  test.each(['auto', 'main'] as const)(
    'is returned as pixels with straight alpha alone when only those are requested (%s)',
    async (execution) => {
      const segmenter = execution === 'auto' ? await sharedSegmenter() : await segmenterWith({ execution });
      const source = redAndBlue(300, 200, 120);
      const result = await segmenter.segment(source, { outputs: ['pixels'] });
      expect(Object.keys(result)).not.toEqual(expect.arrayContaining(['png']));
      expect(Object.keys(result)).not.toEqual(expect.arrayContaining(['cutout']));
      expect(result.pixels.length).toBe(300 * 200 * 4);
      const pixelAt = (x: number, y: number) => Array.from(result.pixels.subarray((y * 300 + x) * 4).subarray(0, 4));
      expect(pixelAt(20, 100)).toEqual([255, 0, 0, 255]);
      expect(pixelAt(280, 100)).toEqual([0, 0, 0, 0]);
      // The last rows are checked, too, because large images are processed in strips.
      expect(pixelAt(20, 199)).toEqual([255, 0, 0, 255]);
      const alpha = result.matte.data.map((_, at) => result.pixels[at * 4 + 3] ?? NaN);
      expect(alpha).toEqual(result.matte.data);
    },
  );

  test('is returned in all forms at once, with the same content', async () => {
    const segmenter = await sharedSegmenter();
    const result = await segmenter.segment(redAndBlue(90, 60, 40), {
      outputs: ['png', 'cutout', 'pixels', 'sharedPixels'],
    });
    const [fromPng, fromBitmap] = [await pixelsOf(result.png), await pixelsOf(result.cutout)];
    for (const { data } of [fromPng, fromBitmap]) {
      for (let at = 3; at < data.length; at += 4) expect(data[at]).toBe(result.pixels[at]);
    }
    expect(Array.from(result.sharedPixels)).toEqual(Array.from(result.pixels));
    result.cutout.close();
  });

  test.each(['auto', 'main'] as const)(
    'is returned as a mask or a WebP without any other output (%s)',
    async (execution) => {
      const segmenter = execution === 'auto' ? await sharedSegmenter() : await segmenterWith({ execution });
      const source = redAndBlue(90, 60, 40);
      const facts = ['confidence', 'heightPx', 'matte', 'run', 'subject', 'widthPx'];
      const { mask, ...others } = await segmenter.segment(source, { outputs: ['mask'] });
      expect(Object.keys(others).toSorted()).toEqual(facts);
      expect(mask.type).toBe('image/png');
      // These bytes of the header mean 8 bits, greyscale.
      expect(Array.from(new Uint8Array(await mask.slice(24, 26).arrayBuffer()))).toEqual([8, 0]);
      const grey = await pixelsOf(mask);
      expect([grey.width, grey.height]).toEqual([90, 60]);
      expect(others.matte.data.map((_, at) => grey.data[at * 4] ?? NaN)).toEqual(others.matte.data);

      const { webp, ...rest } = await segmenter.segment(source, { outputs: ['webp'] });
      expect(Object.keys(rest).toSorted()).toEqual(facts);
      expect(webp.type).toBe('image/webp');
      const { data } = await pixelsOf(webp);
      expect(rest.matte.data.map((_, at) => data[at * 4 + 3] ?? NaN)).toEqual(rest.matte.data);
      const [red = 0, green, blue = 255] = data.subarray((30 * 90 + 10) * 4);
      expect([red > 240, green, blue < 15]).toEqual([true, expect.any(Number), true]);
    },
  );

  test('is blended with a background colour in all forms, and its matte and mask do not change', async () => {
    const segmenter = await sharedSegmenter();
    const source = redAndBlue(90, 60, 40);
    const plain = await segmenter.segment(source, { outputs: ['pixels'] });
    const laid = await segmenter.segment(source, {
      outputs: ['png', 'webp', 'mask', 'cutout', 'pixels', 'sharedPixels'],
      background: '#00ff80',
    });
    expect(laid.matte).toEqual(plain.matte);
    const soft = plain.matte.data.filter((alpha) => alpha > 10 && alpha < 245).length;
    expect(soft).toBeGreaterThan(50);
    // The curve of the sRGB standard.
    const light = (value: number) => (value <= 10.31 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const encode = (linear: number) =>
      255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055);
    for (let at = 0; at < plain.pixels.length; at += 4) {
      const share = (plain.pixels[at + 3] ?? 0) / 255;
      for (const [channel, behind] of [0x00, 0xff, 0x80].entries()) {
        const own = light(plain.pixels[at + channel] ?? 0);
        const wanted = encode(own * share + light(behind) * (1 - share));
        expect(Math.abs((laid.pixels[at + channel] ?? NaN) - wanted)).toBeLessThan(0.6);
      }
      expect(laid.pixels[at + 3]).toBe(255);
    }
    expect(laid.sharedPixels).toEqual(laid.pixels);
    expect((await pixelsOf(laid.png)).data).toEqual(laid.pixels);
    expect((await pixelsOf(laid.cutout)).data).toEqual(laid.pixels);
    // These bytes of the header mean 8 bits, RGB: the file has no alpha channel.
    expect(Array.from(new Uint8Array(await laid.png.slice(24, 26).arrayBuffer()))).toEqual([8, 2]);
    const grey = await pixelsOf(laid.mask);
    expect(plain.matte.data.map((_, at) => grey.data[at * 4] ?? NaN)).toEqual(plain.matte.data);
    expect((await pixelsOf(laid.webp)).data.filter((value, at) => at % 4 === 3 && value !== 255)).toEqual(
      new Uint8ClampedArray(),
    );
    laid.cutout.close();
  });

  test('rejects when the browser cannot encode WebP, and leaves no bitmap open', async () => {
    const write = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob');
    const transferred = vi.spyOn(OffscreenCanvas.prototype, 'transferToImageBitmap');
    const segmenter = await segmenterWith({ execution: 'main' });
    const running = segmenter.segment(redAndBlue(40, 40, 20), {
      outputs: ['cutout', 'webp'],
      onProgress({ stage }) {
        // Safari answers like this. The working image's JPEG has already been encoded by then.
        if (stage === 'postprocessing') write.mockResolvedValue(new Blob([], { type: 'image/png' }));
      },
    });
    await expect(running).rejects.toMatchObject({
      code: 'processing-failed',
      detail: 'the browser encoded image/png instead of WebP',
    });
    for (const { value } of transferred.mock.results) expect((value as ImageBitmap).width).toBe(0);
    write.mockRestore();
    transferred.mockRestore();
  });

  test('returns the matte alone when no output is requested', async () => {
    const segmenter = await sharedSegmenter();
    const result = await segmenter.segment(redAndBlue(60, 60, 30), { outputs: [] });
    expect(Object.keys(result).toSorted()).toEqual(['confidence', 'heightPx', 'matte', 'run', 'subject', 'widthPx']);
    expect(alphaAt(result, 5, 30)).toBeGreaterThan(250);
  });

  test('keeps its transparent pixels transparent', async () => {
    const segmenter = await sharedSegmenter();
    const picture = redAndBlue(60, 60, 30);
    for (let pixel = 0; pixel < 60 * 30; pixel += 1) picture.data[pixel * 4 + 3] = 0;
    const result = await segmenter.segment(picture);
    expect(alphaAt(result, 5, 10)).toBe(0);
    expect(alphaAt(result, 5, 50)).toBeGreaterThan(250);
  });

  test('without a subject returns an empty matte and subject none', async () => {
    const segmenter = await sharedSegmenter();
    const result = await segmenter.segment(redAndBlue(40, 40, 0));
    expect(result.subject).toBe('none');
    expect(result.matte.data.every((alpha) => alpha === 0)).toBe(true);
  });
});

describe('bad input', () => {
  test.each([
    ['a text called .png', new File(['not a picture'], 'photo.png', { type: 'image/png' }), 'unsupported-format'],
    ['an empty file', new Blob([]), 'empty-file'],
  ])('%s has its own error code, and the next image is processed', async (_, source, code) => {
    const segmenter = await sharedSegmenter();
    await expect(segmenter.segment(source)).rejects.toMatchObject({ name: 'SegmenterError', code });
    await expect(segmenter.segment(redAndBlue(20, 20, 10))).resolves.toMatchObject({ subject: 'found' });
  });

  test('an image without pixel data has its own error code', async () => {
    const segmenter = await sharedSegmenter();
    const whole = encoded(redAndBlue(200, 200, 100));
    const cut = whole.slice(0, 40);
    await expect(segmenter.segment(cut)).rejects.toMatchObject({ code: 'damaged-image' });
  });

  test('an image with a side that is too long is rejected by its header', async () => {
    const segmenter = await sharedSegmenter();
    const header = [
      0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x40, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0xc9,
      0x5d, 0xdd, 0x66,
    ];
    await expect(segmenter.segment(new Blob([Uint8Array.from(header)]))).rejects.toMatchObject({
      code: 'image-too-large',
      detail: '16385 × 1 px',
    });
  });
});

describe('a model', () => {
  test('of any input size works by its manifest row alone', async () => {
    const segmenter = await segmenterWith({ manifestUrl: await tinyModelUrl({ widthPx: 7, heightPx: 50 }) });
    const result = await segmenter.segment(redAndBlue(100, 100, 50));
    expect(alphaAt(result, 2, 50)).toBeGreaterThan(250);
    expect(alphaAt(result, 97, 50)).toBeLessThan(5);
  });

  test.each([
    ['without a manifest', () => Promise.resolve('/no-such/manifest.json'), 'model-load-failed'],
    [
      'without one of its parts',
      () => tinyModelUrl({ secondPartUrl: `${location.origin}/no-such.bin` }),
      'model-load-failed',
    ],
    ['that is not an ONNX file', () => tinyModelUrl({ bytes: new Uint8Array(1000).fill(7) }), 'model-load-failed'],
  ])('%s rejects with a model error, in the worker and on the main thread', async (_, manifestUrl, code) => {
    for (const execution of ['auto', 'main'] as const) {
      const segmenter = await segmenterWith({ manifestUrl: await manifestUrl(), execution });
      await expect(segmenter.segment(redAndBlue(20, 20, 10))).rejects.toMatchObject({ code });
    }
  });

  test('that could not be loaded is loaded again by the next call', async () => {
    const good = await tinyModelUrl();
    const fetchAsEver = fetch;
    let missing = true;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      if (input !== good || !missing) return fetchAsEver(input, init);
      missing = false;
      return Promise.resolve(new Response('', { status: 404 }));
    });
    const segmenter = await segmenterWith({ manifestUrl: good, execution: 'main' });
    await expect(segmenter.segment(redAndBlue(20, 20, 10))).rejects.toMatchObject({ code: 'model-load-failed' });
    await expect(segmenter.segment(redAndBlue(20, 20, 10))).resolves.toMatchObject({ subject: 'found' });
  });

  test('is requested with the headers and cookies of modelRequest on the manifest’s origin alone', async () => {
    const elsewhere = 'https://elsewhere.test/part.bin';
    const manifestUrl = await tinyModelUrl({ secondPartUrl: elsewhere });
    const fetchAsEver = fetch;
    const asked = new Map<string, RequestInit | undefined>();
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      asked.set(input, init);
      return input === elsewhere ? Promise.resolve(new Response('', { status: 404 })) : fetchAsEver(input, init);
    });
    const modelRequest = { headers: { authorization: 'Bearer 1' }, credentials: 'include' } as const;
    const segmenter = await segmenterWith({ manifestUrl, execution: 'main', modelRequest });
    await expect(segmenter.warmUp()).rejects.toMatchObject({ code: 'model-load-failed' });
    const tokens = [...asked].map(([url, init]) => [
      new URL(url).protocol,
      new Headers(init?.headers).get('authorization'),
      init?.credentials,
    ]);
    // The requests are the manifest and the first part, the second part on another origin, and the page's own runtime.
    expect(tokens.filter(([protocol]) => protocol === 'blob:')).toEqual([
      ['blob:', 'Bearer 1', 'include'],
      ['blob:', 'Bearer 1', 'include'],
    ]);
    expect(tokens.filter(([protocol]) => protocol !== 'blob:').map(([, token]) => token)).toEqual(
      Array.from({ length: asked.size - 2 }, () => null),
    );
    expect(asked.has(elsewhere)).toBe(true);
  });

  test('stops loading when the runtime fails to load', async () => {
    const partUrl = `${location.origin}/never-ending.bin`;
    const fetchAsEver = fetch;
    const partBegun = Promise.withResolvers<void>();
    let stopped = false;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      if (input.includes('.wasm')) return partBegun.promise.then(() => new Response('', { status: 404 }));
      if (input !== partUrl) return fetchAsEver(input, init);
      partBegun.resolve();
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => {
          stopped = true;
          reject(init.signal?.reason);
        });
      });
    });
    const manifestUrl = await tinyModelUrl({ secondPartUrl: partUrl });
    const segmenter = await segmenterWith({ manifestUrl, execution: 'main' });
    await expect(segmenter.segment(redAndBlue(20, 20, 10))).rejects.toMatchObject({ code: 'resource-load-failed' });
    await vi.waitUntil(() => stopped);
  });

  test('too large for the memory rejects every call that waits for it, without repeating them', async () => {
    const segmenter = await segmenterWith({ manifestUrl: await tinyModelUrl({ claimedBytes: 2 ** 50 }) });
    const begun: StageProgress[] = [];
    const onProgress = (progress: StageProgress) => begun.push(progress);
    const results = await Promise.allSettled([
      segmenter.warmUp(),
      segmenter.segment(redAndBlue(20, 20, 10), { onProgress }),
    ]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'out-of-memory' } });
    // The call is not treated as lost with its worker, which would repeat it in the page.
    expect(begun.filter(({ stage, loaded }) => stage === 'preprocessing' && loaded === 0).length).toBe(1);
  });

  test('removes the cached files of earlier builds in its folder, and none of another manifest', async () => {
    const manifest = await fetch(await tinyModelUrl());
    const manifestUrl = `${location.origin}/models/manifest.json`;
    const fetchAsEver = fetch;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
      input === manifestUrl ? Promise.resolve(manifest.clone()) : fetchAsEver(input, init),
    );
    const kept = await caches.open('isola-models');
    const others = ['/manifest.json', '/other/manifest.json', '/other/manifest.json?distrusted-gpus', '/other/a.bin'];
    for (const url of [...others, '/models/old.bin']) await kept.put(url, new Response(''));

    const segmenter = await segmenterWith({ manifestUrl, execution: 'main' });
    await segmenter.warmUp();
    const addresses = (await kept.keys()).map(({ url }) => url.slice(location.origin.length));
    expect(addresses.toSorted()).toEqual([...others, '/models/manifest.json'].toSorted());
  });

  test('can be loaded before the first image, which then requests no bytes', async () => {
    const manifestUrl = await tinyModelUrl();
    const { models } = (await (await fetch(manifestUrl)).json()) as { models: { parts: { file: string }[] }[] };
    const segmenter = await segmenterWith({ manifestUrl });
    const loaded: StageProgress[] = [];
    await segmenter.warmUp({ onProgress: (progress) => loaded.push(progress) });
    expect(loaded.at(-1)).toMatchObject({ stage: 'loading-model', unit: 'bytes' });

    // Now no file of the model can be fetched any more.
    const files = models.flatMap(({ parts }) => parts.map(({ file }) => file));
    for (const url of [manifestUrl, ...files]) URL.revokeObjectURL(url);
    await caches.delete('isola-models');
    for (const url of [manifestUrl, ...files]) await expect(fetch(url)).rejects.toThrow();
    await expect(segmenter.segment(redAndBlue(20, 20, 10))).resolves.toMatchObject({ run: { thread: 'worker' } });
  });
});

describe('aborting', () => {
  test.each(['preprocessing', 'loading-model', 'segmenting', 'postprocessing'] as const)(
    'while %s rejects with the reason, and the next image is processed',
    async (stage) => {
      const segmenter = await segmenterWith();
      const stop = new AbortController();
      const running = segmenter.segment(encoded(redAndBlue(900, 900, 450)), {
        signal: stop.signal,
        onProgress: (progress) => progress.stage === stage && stop.abort(new Error('enough')),
      });
      await expect(running).rejects.toThrow('enough');
      await expect(segmenter.segment(redAndBlue(20, 20, 10))).resolves.toMatchObject({ subject: 'found' });
    },
  );

  test('while the worker starts rejects without waiting for it', async () => {
    // This worker never answers.
    stubWorkers('data:text/javascript,');
    const segmenter = await segmenterWith();
    const running = segmenter.segment(redAndBlue(20, 20, 10), { signal: AbortSignal.timeout(50) });
    await expect(running).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('while the page decodes rejects at once, and the image is closed when it arrives', async () => {
    const segmenter = await segmenterWith({ execution: 'main' });
    const picture = encoded(redAndBlue(20, 20, 10));
    const decoded = Promise.withResolvers<ImageBitmap>();
    const decodeAsEver = createImageBitmap;
    const bitmap = await decodeAsEver(picture);
    const stop = new AbortController();
    vi.stubGlobal('createImageBitmap', () => {
      stop.abort(new Error('enough'));
      return decoded.promise;
    });
    await expect(segmenter.segment(picture, { signal: stop.signal })).rejects.toThrow('enough');
    decoded.resolve(bitmap);
    await vi.waitUntil(() => bitmap.width === 0);
  });

  test('a warm-up at its end keeps the worker for the next image', async () => {
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    const stop = new AbortController();
    const onProgress = ({ loaded, total }: StageProgress) => loaded === total && stop.abort(new Error('enough'));
    await expect(segmenter.warmUp({ signal: stop.signal, onProgress })).rejects.toThrow('enough');
    const { run } = await segmenter.segment(redAndBlue(20, 20, 10));
    expect([run.thread, workers.length]).toEqual(['worker', 1]);
  });

  test('a second warm-up keeps the loaded model', async () => {
    const manifestUrl = await tinyModelUrl();
    const fetchAsEver = fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      asked.push(input);
      return fetchAsEver(input, init);
    });
    const segmenter = await segmenterWith({ manifestUrl, execution: 'main' });
    await segmenter.warmUp();
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(segmenter.warmUp({ signal: stop.signal, onProgress })).rejects.toThrow('enough');
    await segmenter.segment(redAndBlue(20, 20, 10));
    expect(asked.filter((url) => url === manifestUrl).length).toBe(1);
  });

  test('closes a result that arrives after the abort', async () => {
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    await segmenter.warmUp();
    const late = Promise.withResolvers<ImageBitmap>();
    workers[0]?.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'segmented' && data.segmentation.cutout) late.resolve(data.segmentation.cutout);
    });
    const stop = new AbortController();
    const running = segmenter.segment(redAndBlue(20, 20, 10), {
      signal: stop.signal,
      onProgress: ({ stage }) => stage === 'complete' && stop.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    const cutout = await late.promise;
    await vi.waitUntil(() => cutout.width === 0);
  });

  test('before the call rejects it without starting', async () => {
    const segmenter = await segmenterWith();
    const onProgress = vi.fn();
    const signal = AbortSignal.abort(new Error('never mind'));
    await expect(segmenter.segment(redAndBlue(20, 20, 10), { signal, onProgress })).rejects.toThrow('never mind');
    expect(onProgress).not.toHaveBeenCalled();
  });
});

describe('several calls', () => {
  test('are processed in the order in which they were made', async () => {
    const segmenter = await sharedSegmenter();
    const order: number[] = [];
    const sizes = [400, 20, 200];
    await Promise.all(
      sizes.map(async (size, index) => {
        await segmenter.segment(redAndBlue(size, size, size / 2));
        order.push(index);
      }),
    );
    expect(order).toEqual([0, 1, 2]);
  });

  test('decode the next image ahead, and drop the image of an aborted call', async () => {
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    const kinds = () => posted.mock.calls.map(([message]) => (message as ToWorker).kind);
    const segmenter = await segmenterWith({ deviceMemoryGib: 8 });
    const png = encoded(redAndBlue(300, 200, 100));
    const leaving = new AbortController();
    const results = await Promise.allSettled([
      segmenter.segment(png, {
        onProgress: ({ stage }) => stage === 'postprocessing' && leaving.abort(new Error('no')),
      }),
      segmenter.segment(png, { signal: leaving.signal }),
      segmenter.segment(new Blob(['broken'])),
      segmenter.segment(png),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    const [first, , , last] = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : undefined));
    expect(last?.matte).toEqual(first?.matte);
    expect(kinds().join(' ')).toBe(
      // The second call is decoded ahead and the first one begins. When the second is aborted, the third is decoded ahead and
      // the second is dropped. The third begins, and the fourth is decoded ahead and begins.
      'start decode-ahead segment decode-ahead drop-ahead segment decode-ahead segment',
    );
    posted.mockRestore();
  });

  test('continue after one that fails', async () => {
    const segmenter = await sharedSegmenter();
    const results = await Promise.allSettled([
      segmenter.segment(redAndBlue(20, 20, 10)),
      segmenter.segment(new Blob(['broken'])),
      segmenter.segment(redAndBlue(20, 20, 10)),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('all reject when the segmenter is disposed of', async () => {
    const segmenter = await segmenterWith();
    const running = [segmenter.segment(redAndBlue(20, 20, 10)), segmenter.segment(redAndBlue(20, 20, 10))];
    segmenter.dispose();
    const results = await Promise.allSettled([...running, segmenter.segment(redAndBlue(20, 20, 10))]);
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'disposed' } });
  });
});

describe('without a worker', () => {
  test('the page does the work with execution: main', async () => {
    const segmenter = await segmenterWith({ execution: 'main' });
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(result.run).toMatchObject({ thread: 'main', mainThreadReason: 'asked' });
    expect(alphaAt(result, 4, 20)).toBeGreaterThan(250);
  });

  test('the page does the work when the worker’s script fails to load', async () => {
    stubWorkers('/no-such-worker.js');
    const segmenter = await segmenterWith();
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(result.run).toMatchObject({ thread: 'main', mainThreadReason: 'worker-not-started' });
  });

  test('the page warms up and does the work when the browser refuses a worker, and each call tries to start one', async () => {
    const refuse = vi.fn(function refuse() {
      throw new DOMException('Script cannot be accessed from this origin', 'SecurityError');
    });
    vi.stubGlobal('Worker', refuse);
    const segmenter = await segmenterWith();
    await segmenter.warmUp();
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(result.run).toMatchObject({ thread: 'main', mainThreadReason: 'worker-not-started' });
    expect(refuse).toHaveBeenCalledTimes(2);
  });

  test('the page does the work when the browser has no workers', async () => {
    vi.stubGlobal('Worker', undefined);
    const segmenter = await segmenterWith();
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(result.run).toMatchObject({ thread: 'main', mainThreadReason: 'worker-not-started' });
  });

  test('a warm-up whose worker dies continues in a new one, and the death counts once', async () => {
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    const [, lost] = await Promise.all([segmenter.warmUp(), segmentWhileKilled(segmenter, workers)]);
    expect(lost.run).toMatchObject({ thread: 'main', mainThreadReason: 'worker-died' });
    const next = await segmenter.segment(redAndBlue(20, 20, 10));
    expect([next.run.thread, workers.length]).toEqual(['worker', 2]);
  });

  test('a worker works without its lock, as on plain HTTP', async () => {
    const RealWorker = Worker;
    vi.stubGlobal(
      'Worker',
      class extends RealWorker {
        override postMessage(message: ToWorker) {
          // Browsers refuse lock names that begin with a hyphen.
          super.postMessage(message.kind === 'start' ? { ...message, lockName: '-' } : message);
        }
      },
    );
    const segmenter = await segmenterWith();
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(result.run.thread).toBe('worker');
  });

  test('a worker that dies between images is replaced by a new one', async () => {
    const ofOthers = new Set(await workerLocks());
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    await segmenter.warmUp();
    expect(await workerLocks()).not.toHaveLength(ofOthers.size);
    workers[0]?.terminate();
    await vi.waitUntil(async () => (await workerLocks()).every((name) => ofOthers.has(name)));
    const result = await segmenter.segment(redAndBlue(40, 40, 20));
    expect([result.run.thread, workers.length]).toEqual(['worker', 2]);
  });

  test('an image whose worker dies is processed in the page, and the next image gets a new worker', async () => {
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    await segmenter.warmUp();
    const result = await segmentWhileKilled(segmenter, workers);
    expect(result.run).toMatchObject({ thread: 'main', mainThreadReason: 'worker-died' });
    expect(alphaAt(result, 20, 250)).toBeGreaterThan(250);

    const next = await segmenter.segment(redAndBlue(40, 40, 20));
    expect(next.run.thread).toBe('worker');
    expect(workers.length).toBe(2);
  });

  test('no third worker is started after two worker deaths in a row', async () => {
    const workers = recordWorkers();
    const segmenter = await segmenterWith();
    const threads: string[] = [];
    for (const isKilled of [true, false, true, false, true, true, false]) {
      await segmenter.warmUp();
      const { run } = isKilled
        ? await segmentWhileKilled(segmenter, workers)
        : await segmenter.segment(redAndBlue(20, 20, 10));
      threads.push(run.thread);
    }
    expect(threads).toEqual(['main', 'worker', 'main', 'worker', 'main', 'main', 'main']);
    expect(workers.length).toBe(4);
  });
});
