import { readPsd } from 'ag-psd';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { paint } from '../../test/rasters.ts';
import { backgroundSources } from '../background/background-sources.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import { encoders } from '../encode/encoders.ts';
import { scaling } from '../geometry/affine.ts';
import { editKinds } from '../matte/edit-kinds.ts';
import { noEdits } from '../matte/matte-edits.ts';
import { noLight } from '../light/light-params.ts';
import { readPngRows } from '../raster/read-png-rows.ts';
import type { Raster } from '../raster/raster.ts';
import type { OutputTransform } from '../resample/output-transform.ts';
import type { Task } from '../job/task.ts';
import { createJobRunner } from './create-job-runner.ts';
import { createImageSession, type ImageSession } from './image-session.ts';

const manifest = new URL('../../../../apps/site/public/models/enlarge/manifest.json', import.meta.url);
const [widthPx, heightPx] = [150, 140];
const whole = { toPhoto: scaling(0.5), widthPx: 2 * widthPx, heightPx: 2 * heightPx };

/** A disc with thin stripes, painted without smoothing at the size of the enlarged result. */
const truth = paint(2 * widthPx, 2 * heightPx, (x, y) => {
  const isInside = (x - 150) ** 2 + (y - 140) ** 2 < 120 ** 2;
  const isStripe = (x + 2 * y) % 44 < 14;
  return [isStripe ? 230 : 40, isStripe ? 200 : 60, isStripe ? 60 : 120, isInside ? 255 : 0];
});

/** Reduces a raster to half its size: each pixel is the mean of four. */
function halved({ data, ...size }: Raster): Raster {
  return paint(size.widthPx / 2, size.heightPx / 2, (x, y) => {
    const at = (channel: number) => {
      const value = (dx: number, dy: number) => data[((2 * y + dy) * size.widthPx + 2 * x + dx) * 4 + channel] ?? 0;
      return Math.round((value(0, 0) + value(1, 0) + value(0, 1) + value(1, 1)) / 4);
    };
    return [at(0), at(1), at(2), at(3)];
  });
}

const photo = halved(truth);

const sessions: ImageSession[] = [];
let requests: string[] = [];
let isOffline = false;

beforeEach(() => {
  requests = [];
  isOffline = false;
  const { fetch } = globalThis;
  // The network of the site's folder answers at the address at which a site serves it.
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    const isNetwork = url.pathname.startsWith('/models/enlarge/');
    if (isNetwork) requests.push(url.pathname);
    if (isNetwork && isOffline) return Promise.reject(new TypeError('Failed to fetch'));
    return fetch(isNetwork ? new URL(url.pathname.replace('/models/enlarge/', ''), manifest) : input, init);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const session of sessions.splice(0)) session.close();
});

const run = createJobRunner(backgroundSources, encoders);

/** Opens the photograph as the worker does, on the thread of the test. */
async function open(): Promise<ImageSession> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const opaque = photo.data.map((value, at) => (at % 4 === 3 ? 255 : value));
  canvas.getContext('2d')?.putImageData(new ImageData(opaque, widthPx, heightPx), 0, 0);
  const matte = { data: photo.data.filter((_, at) => at % 4 === 3), widthPx, heightPx };
  const session = createImageSession({ image: await canvas.convertToBlob(), matte }, false, editKinds);
  sessions.push(session);
  return session;
}

interface Choice {
  readonly isEnlarged?: boolean;
  readonly transform?: OutputTransform;
  readonly encoding?: EncodingParams;
  readonly task?: Partial<Task>;
}

async function encode(session: ImageSession, choice: Choice = {}): Promise<EncodedFile> {
  const { isEnlarged = true, transform = whole, encoding = { format: 'png' }, task } = choice;
  const params = { edits: noEdits, transform, background: { kind: 'transparent' }, light: noLight, isEnlarged };
  const own: Task = {
    signal: new AbortController().signal,
    yieldToEventLoop: () => new Promise((resolve) => setTimeout(resolve)),
    report: () => undefined,
    ...task,
  };
  return (await run(session, { kind: 'encode', params, encoding }, own)) as EncodedFile;
}

async function pixelsOf({ file, ...size }: EncodedFile): Promise<Uint8ClampedArray> {
  const data = new Uint8ClampedArray(size.widthPx * size.heightPx * 4);
  for await (const strip of readPngRows(file)) data.set(strip.data, strip.firstRow * size.widthPx * 4);
  return data;
}

/** Returns the peak signal-to-noise ratio of the colours inside of the disc, in dB. */
function psnr(pixels: Uint8ClampedArray): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [x, y] = [(at / 4) % (2 * widthPx), Math.floor(at / 4 / (2 * widthPx))];
    if ((x - 150) ** 2 + (y - 140) ** 2 > 110 ** 2) continue;
    for (let channel = 0; channel < 3; channel += 1)
      sum += ((pixels[at + channel] ?? 0) - (truth.data[at + channel] ?? 0)) ** 2;
    count += 3;
  }
  return 10 * Math.log10(255 ** 2 / (sum / count));
}

test(
  'without the network the result fails and nothing is resampled instead; the next try loads it',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const session = await open();
    isOffline = true;
    await expect(encode(session)).rejects.toMatchObject({ code: 'enlarger-load-failed' });
    isOffline = false;
    expect((await encode(session)).enlargedFrom).toEqual({ widthPx, heightPx });
  },
);

test(
  'an enlarged subject is nearer to the picture at that size than a resampled one, with the same alpha',
  { tags: ['long'] },
  async () => {
    const session = await open();
    const reports: (readonly [string, number])[] = [];
    const report: Task['report'] = (stage, loaded, total) => reports.push([stage, loaded / total]);
    const enlarged = await encode(session, { task: { report } });
    expect(enlarged).toMatchObject({ widthPx: 300, heightPx: 280, enlargedFrom: { widthPx, heightPx } });
    const resampled = await encode(session, { isEnlarged: false });
    expect(resampled.enlargedFrom).toBeUndefined();
    const [pixels, plain] = [await pixelsOf(enlarged), await pixelsOf(resampled)];
    expect(psnr(pixels)).toBeGreaterThan(psnr(plain) + 1);
    expect(pixels.filter((_, at) => at % 4 === 3)).toEqual(plain.filter((_, at) => at % 4 === 3));
    const shares = reports.flatMap(([stage, share]) => (stage === 'enlarge' ? [share] : []));
    // 150 × 140 px are four tiles of at most 128 px.
    expect(shares).toEqual([0, 0.25, 0.5, 0.75, 1]);
  },
);

test(
  'a part of the image has the pixels that it has in the whole, also when it is mirrored',
  { tags: ['long'] },
  async () => {
    const session = await open();
    const all = await pixelsOf(await encode(session));
    // The part has transparent pixels, because an opaque one would be a PNG without alpha.
    const [left, top] = [12, 9];
    const part = { toPhoto: { ...scaling(0.5), e: left, f: top }, widthPx: 120, heightPx: 90 };
    const cut = await encode(session, { transform: part });
    expect(cut.enlargedFrom).toEqual({ widthPx: 60, heightPx: 45 });
    const rows = (data: Uint8ClampedArray, y: number, x: number, count: number, stride: number) =>
      data.subarray((y * stride + x) * 4, (y * stride + x + count) * 4);
    const own = await pixelsOf(cut);
    for (let y = 0; y < 90; y += 1)
      expect(rows(own, y, 0, 120, 120)).toEqual(rows(all, y + 2 * top, 2 * left, 120, 2 * widthPx));
    const turned = { toPhoto: { ...scaling(0.5), a: -0.5, e: left + 60, f: top }, widthPx: 120, heightPx: 90 };
    const mirrored = await pixelsOf(await encode(session, { transform: turned }));
    for (let x = 0; x < 120; x += 1) expect(rows(mirrored, 45, 119 - x, 1, 120)).toEqual(rows(own, 45, x, 1, 120));
  },
);

test('a result with no more pixels than the image needs no network', async () => {
  const session = await open();
  const { enlargedFrom } = await encode(session, { transform: { toPhoto: scaling(1), widthPx, heightPx } });
  expect([enlargedFrom, requests]).toEqual([undefined, []]);
});

test('the layers of a PSD are enlarged alike', { tags: ['long'] }, async () => {
  const session = await open();
  const { file } = await encode(session, { encoding: { format: 'psd' } });
  const layer = readPsd(await file.arrayBuffer(), { useImageData: true }).children?.find(
    ({ name }) => name === 'Subject',
  );
  const { data } = layer?.imageData ?? {};
  expect([layer?.imageData?.width, layer?.imageData?.height]).toEqual([300, 280]);
  expect(psnr(Uint8ClampedArray.from(data ?? []))).toBeGreaterThan(
    psnr(await pixelsOf(await encode(session, { isEnlarged: false }))) + 1,
  );
});

test('an aborted enlargement ends with the signal’s reason after the current tile', async () => {
  const session = await open();
  const abort = new AbortController();
  const reason = new Error('another setting was chosen');
  let tiles = 0;
  const task: Partial<Task> = {
    signal: abort.signal,
    async yieldToEventLoop() {
      abort.signal.throwIfAborted();
    },
    report(stage, loaded) {
      if (stage !== 'enlarge' || loaded === 0) return;
      tiles += 1;
      abort.abort(reason);
    },
  };
  await expect(encode(session, { task })).rejects.toBe(reason);
  expect(tiles).toBe(1);
});
