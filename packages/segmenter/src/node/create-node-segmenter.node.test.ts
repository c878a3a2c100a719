/** @module-tag long */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import { PNG } from 'pngjs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { writeRednessModel } from '../../test/redness-model.ts';
import type { StageProgress } from '../api/stages.ts';
import { createSegmenter, type Segmenter } from './create-node-segmenter.ts';
import { NodeWorker } from './node-worker.ts';
import type { SegmenterSource } from './open-node-source.ts';

const size = { width: 120, height: 80 };
/** Number of columns that are red. The others are blue. */
const redPx = 45;

/** RGBA pixels of an image whose left part is red and whose rest is blue. The left part is the subject. */
const raw = Uint8Array.from({ length: size.width * size.height * 4 }, (_, at) => {
  const isRed = ((at / 4) | 0) % size.width < redPx;
  return [isRed ? 255 : 0, 0, isRed ? 0 : 255, 255][at % 4] ?? 0;
});

let folder = '';
let manifestUrl: URL;
let png: Buffer;
let jpeg: Buffer;
let server: Server;
let origin = '';
/** Addresses that were requested from the server. */
const asked: string[] = [];
let segmenter: Segmenter;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'isola-node-'));
  manifestUrl = writeRednessModel(folder);
  const picture = sharp(raw, { raw: { ...size, channels: 4 } });
  png = await picture.clone().png().toBuffer();
  jpeg = await picture.clone().jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
  writeFileSync(join(folder, 'picture.png'), png);
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const file = url.slice(1);
    if (file === 'none.png') response.writeHead(404).end();
    else response.end(readFileSync(join(folder, file)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  segmenter = createSegmenter({ manifestUrl, threads: 2, deviceMemoryGib: 2 });
});
afterAll(async () => {
  await segmenter.dispose();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

/** Checks that the matte is subject on the left and background on the right, except within 6 px of the edge. */
function expectLeftPart({ data, widthPx, heightPx }: { data: Uint8ClampedArray; widthPx: number; heightPx: number }) {
  expect([widthPx, heightPx]).toEqual([size.width, size.height]);
  const row = Array.from(data.subarray(40 * widthPx, 41 * widthPx));
  expect(new Set(row.slice(0, redPx - 6))).toEqual(new Set([255]));
  expect(new Set(row.slice(redPx + 6))).toEqual(new Set([0]));
}

describe('a lesson', () => {
  const matteOf = (widthPx: number) => ({ widthPx, heightPx: 80, data: new Uint8ClampedArray(widthPx * 80) });
  const learn = (widthPx: number) => ({ kind: 'learn', before: matteOf(120), after: matteOf(widthPx) }) as const;

  test('is refused beside other outputs, and with a matte of another size', async () => {
    await expect(segmenter.segment(png, { lesson: learn(120) })).rejects.toThrow('`outputs` has to be `[]`');
    await expect(segmenter.segment(png, { outputs: [], lesson: learn(121) })).rejects.toThrow('another size');
    await expect(segmenter.segment(png, { outputs: [], lesson: 'learn' as never })).rejects.toThrow(RangeError);
  });

  test('is refused by a network without the features', async () => {
    const refused = segmenter.segment(png, { outputs: [], lesson: learn(120) });
    await expect(refused).rejects.toMatchObject({
      code: 'processing-failed',
      detail: expect.stringContaining('no tensor'),
    });
    expectLeftPart((await segmenter.segment(png, { outputs: [] })).matte);
  });
});

describe('an image', () => {
  test('is cut out in a separate thread with a second thread for the network, with all stages in order', async () => {
    const seen: StageProgress[] = [];
    const { matte, run, subject, ...outputs } = await segmenter.segment(png, {
      onProgress: (progress) => seen.push(progress),
    });
    expectLeftPart(matte);
    expect(subject).toBe('found');
    expect(run).toMatchObject({ model: 'redness', provider: 'engine', thread: 'worker', threads: 2 });
    expect([...new Set(seen.map(({ stage }) => stage))]).toEqual([
      'preprocessing',
      'loading-model',
      'segmenting',
      'postprocessing',
      'complete',
    ]);
    const cutout = PNG.sync.read(Buffer.from(await outputs.png.arrayBuffer()));
    expect(Array.from(cutout.data.subarray(0, 4))).toEqual([255, 0, 0, 255]);
    expect(Array.from(matte.data)).toEqual(Array.from(matte.data, (_, at) => cutout.data[at * 4 + 3]));
  });

  test.each<[string, () => SegmenterSource]>([
    ['a typed array', () => Uint8Array.from(png)],
    ['an ArrayBuffer', () => Uint8Array.from(png).buffer],
    ['a Blob', () => new Blob([Uint8Array.from(png)])],
    ['a JPEG', () => jpeg],
    ['a file: URL', () => pathToFileURL(join(folder, 'picture.png'))],
    ['an http: URL', () => new URL(`${origin}/picture.png`)],
    ['pixels', () => ({ data: raw, ...size })],
  ])('may be %s', async (_, source) => {
    const { matte } = await segmenter.segment(source(), { outputs: [] });
    expectLeftPart(matte);
  });

  test('is restricted to the object that a prompt names, and an earlier matte saves the passes over the whole image', async () => {
    const two = Uint8Array.from({ length: 240 * 160 * 4 }, (_, at) => {
      const x = ((at / 4) | 0) % 240;
      const isRed = (x >= 20 && x < 90) || (x >= 150 && x < 220);
      return [isRed ? 255 : 0, 0, isRed ? 0 : 255, 255][at % 4] ?? 0;
    });
    const source = { data: two, width: 240, height: 160 };
    const prompt = { points: [{ xPx: 185, yPx: 80, keep: true }] };
    const all = await segmenter.segment(source, { outputs: [] });
    const one = await segmenter.segment(source, { outputs: [], prompt });
    const again = await segmenter.segment(source, { outputs: [], prompt: { ...prompt, matte: all.matte } });
    const middle = ({ data }: { data: Uint8ClampedArray }) => [data[80 * 240 + 55], data[80 * 240 + 185]];
    expect(middle(all.matte)).toEqual([255, 255]);
    expect(middle(one.matte)).toEqual([0, 255]);
    expect(middle(again.matte)).toEqual([0, 255]);
    expect(again.run.passes).toBe(one.run.passes - all.run.passes);
    expect(again.run.passes).toBeGreaterThan(0);
  });

  test('is returned in all forms at once, with the same content', async () => {
    const outputs = ['png', 'webp', 'mask', 'pixels', 'sharedPixels'] as const;
    const result = await segmenter.segment(png, { outputs });
    const { pixels, matte } = result;
    expect(result.sharedPixels.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(Array.from(result.sharedPixels)).toEqual(Array.from(pixels));
    const rgbaOf = async (blob: Blob) =>
      Array.from(
        await sharp(await blob.arrayBuffer())
          .ensureAlpha()
          .raw()
          .toBuffer(),
      );
    expect(await rgbaOf(result.png)).toEqual(Array.from(pixels));
    const webp = await rgbaOf(result.webp);
    expect(webp.filter((_, at) => at % 4 === 3)).toEqual(Array.from(matte.data));
    const mask = await sharp(await result.mask.arrayBuffer())
      .extractChannel(0)
      .raw()
      .toBuffer();
    expect(Array.from(mask)).toEqual(Array.from(matte.data));
  });

  test('is blended with a background colour', async () => {
    const { webp, pixels } = await segmenter.segment(png, { outputs: ['webp', 'pixels'], background: '#00ff00' });
    expect(Array.from(pixels.subarray(-4))).toEqual([0, 255, 0, 255]);
    expect((await sharp(await webp.arrayBuffer()).metadata()).hasAlpha).toBe(false);
  });

  test('is made upright by its EXIF orientation', async () => {
    const turned = await sharp(jpeg).withMetadata({ orientation: 6 }).toBuffer();
    const { widthPx, heightPx, matte } = await segmenter.segment(turned, { outputs: [] });
    expect([widthPx, heightPx]).toEqual([size.height, size.width]);
    // The left part is now at the top.
    expect(matte.data[10 * widthPx + 40]).toBe(255);
    expect(matte.data[100 * widthPx + 40]).toBe(0);
  });
});

describe('an image that is already cut out', () => {
  /** RGBA pixels of an opaque disc on a transparent background. Its edge is hard, so that a palette can hold it. */
  const discs = Uint8Array.from(raw, (value, at) => {
    const [x, y] = [Math.floor(at / 4) % size.width, Math.floor(at / 4 / size.width)];
    return at % 4 === 3 ? (Math.hypot(x - 80, y - 40) < 30 ? 255 : 0) : value;
  });
  const alphas = Array.from(discs.filter((_, at) => at % 4 === 3));
  const picture = sharp(discs, { raw: { ...size, channels: 4 } });

  test.each<[string, () => Promise<Buffer>]>([
    ['a PNG', () => picture.clone().png().toBuffer()],
    ['a PNG with a palette', () => picture.clone().png({ palette: true, colours: 8 }).toBuffer()],
    ['a WebP', () => picture.clone().webp({ lossless: true }).toBuffer()],
  ])('keeps its alpha as %s, and is segmented with transparency: cut', async (_, write) => {
    const file = await write();
    const kept = await segmenter.segment(file, { outputs: ['pixels'] });
    expect(kept.run).toMatchObject({ model: 'own-transparency', passes: 0 });
    expect(Array.from(kept.matte.data)).toEqual(alphas);
    expect(Array.from(kept.pixels.filter((_value, at) => at % 4 === 3))).toEqual(alphas);
    const anew = await segmenter.segment(file, { outputs: [], transparency: 'cut' });
    expect(anew.run.model).toBe('redness');
  });
});

describe('an invalid source rejects with the same error code as in browsers', () => {
  const hugePng = [
    0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0x40, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0xc9, 0x5d,
    0xdd, 0x66,
  ];
  test.each<[string, () => unknown, string]>([
    ['text', () => Buffer.from('a text'), 'unsupported-format'],
    ['a path', () => 'picture.png', 'unsupported-format'],
    ['undefined', () => undefined, 'unsupported-format'],
    ['pixels of another size', () => ({ data: raw, width: 7, height: 7 }), 'unsupported-format'],
    ['an empty file', () => Buffer.alloc(0), 'empty-file'],
    ['a truncated file', () => jpeg.subarray(0, jpeg.length / 2), 'damaged-image'],
    ['an image that is too large', () => Uint8Array.from(hugePng), 'image-too-large'],
    [
      'a PNG with a damaged header',
      () => Uint8Array.from(hugePng, (value, at) => (at > 15 ? value ^ 0x5a : value)),
      'damaged-image',
    ],
    ['a missing file', () => pathToFileURL(join(folder, 'none.png')), 'file-unreadable'],
    ['a URL that answers 404', () => new URL(`${origin}/none.png`), 'source-unavailable'],
    ['an ftp: URL', () => new URL('ftp://example.test/a.png'), 'source-unavailable'],
  ])('%s', async (_, source, code) => {
    await expect(segmenter.segment(source() as SegmenterSource)).rejects.toMatchObject({ code });
  });
});

test('a missing model rejects with its own error code, and the next call loads it again', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'isola-node-'));
  await using other = createSegmenter({ manifestUrl: pathToFileURL(join(elsewhere, 'manifest.json')), threads: 1 });
  await expect(other.segment(png)).rejects.toMatchObject({ code: 'model-load-failed' });
  writeRednessModel(elsewhere);
  const { run } = await other.segment(png);
  expect(run).toMatchObject({ threads: 1, threadsReason: 'asked' });
  rmSync(elsewhere, { recursive: true });
});

test('a segmenter requests nothing before its first call, then loads its model over HTTP', async () => {
  asked.length = 0;
  await using other = createSegmenter({ manifestUrl: `${origin}/manifest.json` });
  await segmenter.segment(png);
  expect(asked).toEqual([]);
  await other.warmUp();
  expect(asked.toSorted()).toEqual(['/manifest.json', '/network.json', '/weights.bin']);
});

test('options that do not exist, or that Node does not support, are rejected', async () => {
  const make = (options: unknown) => () => createSegmenter(options as never);
  for (const none of [{}, undefined, null]) expect(make(none)).toThrow(/manifestUrl is missing/);
  expect(make('models/manifest.json')).toThrow('models/manifest.json is no object of options');
  expect(make({ manifestUrl, treads: 2 })).toThrow(/did you mean threads/);
  expect(make({ manifestUrl, execution: 'main' })).toThrow(TypeError);
  expect(make({ manifestUrl, threads: 0 })).toThrow(RangeError);
  await expect(segmenter.segment(png, { outputs: ['cutout' as never] })).rejects.toThrow(RangeError);
});

test('an aborted call rejects with the reason, and the next one is processed', async () => {
  const stop = new AbortController();
  const aborted = segmenter.segment(png, {
    signal: stop.signal,
    onProgress: ({ stage }) => stage === 'segmenting' && stop.abort(new Error('enough')),
  });
  const next = segmenter.segment(png, { outputs: [] });
  await expect(aborted).rejects.toThrow('enough');
  expectLeftPart((await next).matte);
});

test('a call whose thread dies rejects, and the next call starts another thread', async () => {
  const post = vi.spyOn(NodeWorker.prototype, 'postMessage');
  await using other = createSegmenter({ manifestUrl, threads: 1 });
  const running = other.segment(png, {
    // The thread does not know this message, so it throws and ends.
    onProgress: ({ stage }) => stage === 'segmenting' && (post.mock.contexts[0] as NodeWorker).postMessage(undefined),
  });
  await expect(running).rejects.toMatchObject({ code: 'processing-failed', detail: expect.stringMatching(/died/) });
  post.mockRestore();
  expectLeftPart((await other.segment(png, { outputs: [] })).matte);
});

test('a disposed segmenter rejects running and later calls', async () => {
  const other = createSegmenter({ manifestUrl });
  const running = other.segment(png);
  const outcome = expect(running).rejects.toMatchObject({ code: 'disposed' });
  await other.dispose();
  await outcome;
  await expect(other.segment(png)).rejects.toMatchObject({ code: 'disposed' });
});

describe('a process', () => {
  /** Runs a script that creates a segmenter, and waits until the process ends by itself. @returns its output. */
  async function printed(script: string): Promise<string> {
    const entry = pathToFileURL(join(import.meta.dirname, '../node.ts')).href;
    const begin = `
      import { readFileSync } from 'node:fs';
      import { createSegmenter } from '${entry}';
      const picture = readFileSync('${join(folder, 'picture.png')}');
      const segmenter = createSegmenter({ manifestUrl: '${manifestUrl.href}', threads: 2 });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', begin + script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const [output, exitCode] = await Promise.all([text(child.stdout), ended]);
    expect(exitCode).toBe(0);
    return output;
  }

  test.each([
    ['after it has disposed of its segmenter', 'await segmenter.dispose();'],
    ['while its segmenter is idle', ''],
    [
      'when it disposes of its segmenter during a call',
      'segmenter.segment(picture).catch(({ code }) => code);\n await segmenter.dispose();',
    ],
    ['after a call that it does not await', 'segmenter.segment(picture).then(() => console.log("again"));'],
  ])('ends by itself %s', async (_, end) => {
    const output = await printed(`
      const { run } = await segmenter.segment(picture);
      console.log(run.threads);
      ${end}
    `);
    expect(output).toBe(end.includes('again') ? '2\nagain\n' : '2\n');
  });
});
