/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { answer, elsewhere } from '../test/answers.ts';
import { countResources } from '../test/count-resources.ts';
import { encoded, redAndBlue } from '../test/pictures.ts';
import { tinyModelUrl } from '../test/tiny-model.ts';
import { createSegmenter, type Segmenter } from './create-segmenter.ts';
import type { SegmenterSource } from './input/open-source.ts';

let segmenter: Segmenter;
beforeAll(async () => {
  segmenter = createSegmenter({ manifestUrl: await tinyModelUrl() });
  await segmenter.warmUp();
});
afterAll(() => segmenter.dispose());
afterEach(() => {
  vi.unstubAllGlobals();
});

const [widthPx, heightPx, redPx] = [60, 40, 30];
const picture = redAndBlue(widthPx, heightPx, redPx);
const png = encoded(picture);

/** Checks that the left half of the image is the subject and that the matte has the image's size. */
async function expectCutOut(source: SegmenterSource, by = segmenter): Promise<void> {
  const { matte } = await by.segment(source, { outputs: [] });
  expect([matte.widthPx, matte.heightPx]).toEqual([widthPx, heightPx]);
  const middle = (heightPx / 2) * widthPx;
  expect(matte.data[middle + 4]).toBeGreaterThan(250);
  expect(matte.data[middle + widthPx - 4]).toBeLessThan(5);
}

function canvasOf(image: ImageData): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function offscreenOf(image: ImageData): OffscreenCanvas {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

/** Returns a video whose current frame is the image. */
async function videoOf(image: ImageData): Promise<HTMLVideoElement> {
  const video = Object.assign(document.createElement('video'), { muted: true });
  video.srcObject = canvasOf(image).captureStream();
  await video.play();
  return video;
}

function imageElement(src: string, attributes: Partial<HTMLImageElement> = {}): HTMLImageElement {
  return Object.assign(new Image(), attributes, { src });
}

/**
 * Makes another origin answer with the image. No page may read the answer unless its origin is allowed.
 * @returns the image's address.
 */
async function answerElsewhere(allowedOrigin = 'https://another.test'): Promise<string> {
  const headers = { 'content-type': 'image/png', 'access-control-allow-origin': allowedOrigin };
  return `${elsewhere}${await answer('sources/photo.png', { body: png, headers })}`;
}

interface Row {
  readonly status: number;
  readonly type: string;
  readonly text?: string;
}

const bytesOf = async () => new Uint8Array(await png.arrayBuffer());

describe('a source', () => {
  test.each<[string, () => SegmenterSource | Promise<SegmenterSource>]>([
    ['an ArrayBuffer', async () => (await bytesOf()).buffer],
    ['a typed array', bytesOf],
    [
      'a view of a larger buffer',
      async () => {
        const bytes = await bytesOf();
        const memory = new Uint8Array(bytes.length + 100);
        memory.set(bytes, 50);
        return new DataView(memory.buffer, 50, bytes.length);
      },
    ],
    ['a canvas', () => canvasOf(picture)],
    ['an off-screen canvas', () => offscreenOf(picture)],
    ['a video’s current frame', () => videoOf(picture)],
    ['a VideoFrame', () => new VideoFrame(offscreenOf(picture), { timestamp: 0 })],
    [
      'a loaded image element',
      async () => {
        const image = imageElement(URL.createObjectURL(png));
        await image.decode();
        return image;
      },
    ],
    ['an image element that is still loading', () => imageElement(URL.createObjectURL(png))],
    ['a blob: address', () => URL.createObjectURL(png)],
    ['a data: address', () => canvasOf(picture).toDataURL()],
    ['a URL', () => new URL(URL.createObjectURL(png))],
    ['an address of another origin that allows it', () => answerElsewhere('*')],
    [
      'an image of another origin that allows it',
      async () => imageElement(await answerElsewhere('*'), { crossOrigin: 'anonymous' }),
    ],
  ])('may be %s', async (_, make) => {
    const source = await make();
    await expectCutOut(source);
    if (source instanceof VideoFrame) source.close();
  });

  test('that is an image element is processed upright, as the page shows it', async () => {
    const jpeg = encoded(picture, 'image/jpeg');
    // EXIF metadata following TIFF 6.0: one directory with the orientation 6, “rotate by 90° clockwise”.
    const exif = 'Exif\0\0MM\0\u{2a}\0\0\0\u{8}\0\u{1}\u{1}\u{12}\0\u{3}\0\0\0\u{1}\0\u{6}\0\0\0\0\0\0';
    const head = Uint8Array.from([0xff, 0xe1, 0, exif.length + 2, ...new TextEncoder().encode(exif)]);
    const image = imageElement(URL.createObjectURL(new Blob([jpeg.slice(0, 2), head, jpeg.slice(2)])));
    const { matte } = await segmenter.segment(image, { outputs: [] });
    expect([matte.widthPx, matte.heightPx]).toEqual([heightPx, widthPx]);
    // The red left part is now at the top.
    expect(matte.data[4 * heightPx + 4]).toBeGreaterThan(250);
    expect(matte.data[5 * heightPx - 4]).toBeGreaterThan(250);
    expect(matte.data.at(-4)).toBeLessThan(5);
  });

  test('may be an address relative to the page, which the option `fetch` fetches', async () => {
    const asked: string[] = [];
    const fetching = createSegmenter({
      manifestUrl: await tinyModelUrl(),
      fetch(url, init) {
        asked.push(url);
        expect(init.signal).toBeInstanceOf(AbortSignal);
        return Promise.resolve(new Response(png));
      },
    });
    await expectCutOut('photos/mug.png?size=large', fetching);
    expect(asked).toEqual([new URL('photos/mug.png?size=large', document.baseURI).href]);
    fetching.dispose();
  });

  test('is copied at the call, so that canvases, frames and buffers may change or be closed before their turn', async () => {
    const [canvas, bytes] = [canvasOf(picture), await bytesOf()];
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    const running = [
      segmenter.segment(redAndBlue(900, 900, 10)),
      expectCutOut(canvas),
      expectCutOut(frame),
      expectCutOut(bytes),
    ];
    canvas.getContext('2d')?.clearRect(0, 0, widthPx, heightPx);
    frame.close();
    bytes.fill(0);
    await Promise.all(running);
  });

  test.each(['auto', 'main'] as const)(
    'that is copied leaves no bitmap open, whether the call succeeds or fails (%s)',
    async (execution) => {
      const counting = createSegmenter({ manifestUrl: await tinyModelUrl(), execution });
      await counting.warmUp();
      const resources = countResources();
      try {
        const canvas = canvasOf(picture);
        const tainted = canvasOf(picture);
        const foreign = imageElement(await answerElsewhere());
        await foreign.decode();
        tainted.getContext('2d')?.drawImage(foreign, 0, 0);
        const stop = new AbortController();
        const outcomes = await Promise.allSettled([
          counting.segment(canvas, { outputs: [] }),
          counting.segment(tainted, { outputs: [] }),
          counting.segment(canvas, { outputs: [], signal: AbortSignal.abort(new Error('never mind')) }),
          counting.segment(canvas, {
            outputs: [],
            signal: stop.signal,
            onProgress: () => stop.abort(new Error('enough')),
          }),
          // This call is aborted while it waits for its turn.
          counting.segment(canvas, { outputs: [], signal: stop.signal }),
        ]);
        expect(outcomes.map(({ status }) => status)).toEqual([
          'fulfilled',
          ...Array.from({ length: 4 }, () => 'rejected'),
        ]);
        await vi.waitFor(() => expect(resources.count().openBitmaps).toBe(0));
        expect(resources.count().bitmaps).toBeGreaterThan(3);
      } finally {
        resources.restore();
        counting.dispose();
      }
    },
  );
});

describe('an address', () => {
  test.each([
    ['javascript:alert(1)', /javascript: is not fetched/],
    ['file:///etc/passwd', /file: is not fetched/],
    ['ftp://elsewhere.test/photo.png', /ftp: is not fetched/],
    ['https://me:secret@elsewhere.test/photo.png', /^an address with a user name or password is not fetched$/],
    ['https://', /‘https:\/\/’ is not a valid address/],
    ['blob:https://elsewhere.test/0d1f8c4e-gone', /the blob: address cannot be read/],
  ])('%s is rejected without a request to a server', async (address, detail) => {
    const fetchAsEver = fetch;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      asked.push(url);
      return fetchAsEver(url, init);
    });
    const failure = await segmenter.segment(address).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'SegmenterError', detail: expect.stringMatching(detail) });
    expect(asked.filter((url) => !url.startsWith('blob:'))).toEqual([]);
  });

  test.each([
    ['404', { status: 404, type: 'text/plain' }, 'source-unavailable', /photo\.png answered 404/],
    ['403', { status: 403, type: 'text/plain' }, 'source-unavailable', /answered 403/],
    ['503, twice', { status: 503, type: 'text/plain' }, 'network', /answered 503/],
    [
      'an HTML page',
      { status: 200, type: 'text/html', text: '<!doctype html><p>Sign in' },
      'source-unavailable',
      /HTML page/,
    ],
    ['text', { status: 200, type: 'image/png', text: 'no picture' }, 'unsupported-format', /not a JPEG, PNG or WebP/],
    ['an empty body', { status: 200, type: 'image/png' }, 'empty-file', /no bytes/],
  ])('that answers with %s has its own error code', async (_, { status, type, text = '' }: Row, code, detail) => {
    const headers = { 'content-type': type, 'access-control-allow-origin': '*' };
    const path = await answer('sources/failing/photo.png', { body: text, status, headers });
    const failure = await segmenter.segment(`${elsewhere}${path}`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, detail: expect.stringMatching(detail) });
  });

  test('of another origin that forbids the request or is unreachable fails with both possible causes', async () => {
    // No server listens at the second address: browsers do not connect to port 1.
    for (const address of [await answerElsewhere(), 'http://localhost:1/photo.png']) {
      const failure = await segmenter.segment(address).catch((error: unknown) => error);
      const { origin } = new URL(address);
      expect(failure).toMatchObject({ code: 'network', detail: expect.stringContaining('Failed to fetch') });
      expect(failure).toMatchObject({ detail: expect.stringContaining(`${origin} does not allow `) });
      expect(failure).toMatchObject({ detail: expect.stringContaining('(CORS)') });
    }
  });

  test('is no longer fetched when its call is aborted, and does not delay other calls', async () => {
    const stop = new AbortController();
    const signals: (AbortSignal | null | undefined)[] = [];
    const begun = Promise.withResolvers<void>();
    const waiting = createSegmenter({
      manifestUrl: await tinyModelUrl(),
      fetch(_, { signal }) {
        signals.push(signal);
        begun.resolve();
        // This fetch ignores the abort signal.
        return new Promise(() => undefined);
      },
    });
    const running = waiting.segment('slow.png', { signal: stop.signal });
    const next = expectCutOut(png, waiting);
    await begun.promise;
    stop.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    await next;
    waiting.dispose();
  });

  test('is fetched while the previous image is processed, and no earlier', async () => {
    const events: string[] = [];
    const fetching = createSegmenter({
      manifestUrl: await tinyModelUrl(),
      fetch(url) {
        events.push(`fetch ${new URL(url).pathname.slice(1)}`);
        return Promise.resolve(new Response(png));
      },
    });
    const onProgress = ({ stage }: { stage: string }) => void (stage === 'complete' && events.push('complete'));
    const calls = ['1', '2', '3'].map((name) => fetching.segment(`/${name}`, { outputs: [], onProgress }));
    await Promise.all(calls);
    expect(events).toEqual(['fetch 1', 'fetch 2', 'complete', 'fetch 3', 'complete', 'complete']);
    fetching.dispose();
  });
});

describe('an element', () => {
  test('with pixels of another origin is rejected with its own error code', async () => {
    const foreign = imageElement(await answerElsewhere());
    await foreign.decode();
    const canvas = canvasOf(picture);
    canvas.getContext('2d')?.drawImage(foreign, 0, 0);
    const bitmap = await createImageBitmap(foreign);
    for (const source of [foreign, canvas, bitmap]) {
      await expect(segmenter.segment(source)).rejects.toMatchObject({ code: 'source-tainted' });
    }
    // The caller's bitmap stays open.
    expect(bitmap.width).toBe(widthPx);
  });

  test.each<[string, () => SegmenterSource, RegExp]>([
    ['a video without a frame', () => document.createElement('video'), /video has no frame/],
    ['an image element without a source', () => new Image(), /loaded no image/],
    ['an image element that failed to load', () => imageElement('data:image/png,none'), /loaded no image/],
    ['an empty canvas', () => Object.assign(document.createElement('canvas'), { width: 0 }), /no pixels/],
    [
      'a closed VideoFrame',
      () => {
        const frame = new VideoFrame(offscreenOf(picture), { timestamp: 0 });
        frame.close();
        return frame;
      },
      /frame has been closed/,
    ],
  ])('%s is rejected with its own error code', async (_, make, detail) => {
    const failure = await segmenter.segment(make()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'source-unavailable', detail: expect.stringMatching(detail) });
  });

  test('that is too large is rejected before it is copied', async () => {
    const copy = vi.fn<typeof createImageBitmap>();
    vi.stubGlobal('createImageBitmap', copy);
    await expect(segmenter.segment(new OffscreenCanvas(16_385, 1))).rejects.toMatchObject({
      code: 'image-too-large',
      detail: '16385 × 1 px',
    });
    expect(copy).not.toHaveBeenCalled();
  });

  test('that never loads does not delay the next call after its own call is aborted', async () => {
    const image = imageElement(URL.createObjectURL(png), { loading: 'lazy' });
    const signal = AbortSignal.timeout(20);
    await expect(segmenter.segment(image, { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expectCutOut(png);
  });
});

test('pixels whose memory has been transferred are rejected, and the next image is processed', async () => {
  const pixels = redAndBlue(20, 20, 10);
  structuredClone(pixels.data.buffer, { transfer: [pixels.data.buffer] });
  await expect(segmenter.segment(pixels)).rejects.toMatchObject({ name: 'SegmenterError' });
  await expectCutOut(png);
});
