import { type Segmentation, SegmenterError, type SegmenterSource, type SegmentOptions } from '@isola/segmenter/node';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';

import { createRemovalApp, type RemovalAppOptions } from '../create-removal-app.ts';
import { createKeyring, type KeyRow, rowsOfKeys } from '../limits/keyring.ts';
import { listen } from '../process/listen.ts';
import type { RemovalSegmenter } from '../remove-background.ts';

export const testKey = 'a-key-for-the-tests';

/**
 * A segmenter whose subject is what is red: its matte is known exactly. Where green is 128, half of a pixel is subject.
 * Everything else in the server is real.
 */
export const redSegmenter = { segment: segmentRed } as unknown as RemovalSegmenter;

async function segmentRed(source: SegmenterSource, { signal }: SegmentOptions = {}): Promise<Segmentation<'pixels'>> {
  signal?.throwIfAborted();
  const { data, info } = await open(source)
    .then((image) => image.ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
    .catch((cause: unknown) => {
      throw new SegmenterError('damaged-image', String(cause));
    });
  const pixels = new Uint8ClampedArray(data);
  let isFound = false;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0] = pixels.subarray(at, at + 2);
    const alpha = red < 150 ? 0 : green < 100 ? 255 : green < 160 ? 128 : 0;
    isFound ||= alpha > 0;
    if (alpha === 0) pixels.fill(0, at, at + 4);
    else pixels[at + 3] = alpha;
  }
  const { width: widthPx, height: heightPx } = info;
  return { pixels, widthPx, heightPx, subject: isFound ? 'found' : 'none' } as unknown as Segmentation<'pixels'>;
}

async function open(source: SegmenterSource) {
  if (source instanceof Blob) return sharp(Buffer.from(await source.arrayBuffer()), { failOn: 'error' }).autoOrient();
  if ('width' in source)
    return sharp(source.data, { raw: { width: source.width, height: source.height, channels: 4 } });
  throw new Error('The server passes files and pixels only');
}

/** Starts a server for one test, with one key unless the options name others. */
export async function startTestServer(options: Partial<RemovalAppOptions> = {}) {
  const errors: unknown[] = [];
  const app = createRemovalApp({
    segmenter: redSegmenter,
    keyring: createKeyring(rowsOfKeys([testKey])),
    onError: (error) => errors.push(error),
    ...options,
  });
  const { server, port } = await listen(app.fetch, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${port}`;
  /** Sends fields as a form, as remove.bg's documentation shows it. */
  const remove = (fields: Readonly<Record<string, string | Uint8Array>>, headers: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') form.set(name, value);
      else form.set(name, new Blob([value as Uint8Array<ArrayBuffer>]), 'file');
    }
    return fetch(`${origin}/v1.0/removebg`, {
      method: 'POST',
      headers: { 'x-api-key': testKey, ...headers },
      body: form,
    });
  };
  return { origin, port, remove, errors };
}

/** Returns a keyring with one key of a limit. */
export function limitedKeyring(megapixelsPerMinute: number) {
  const rows: readonly KeyRow[] = rowsOfKeys([testKey]).map((row) => ({ ...row, megapixelsPerMinute }));
  return createKeyring(rows);
}

export interface RedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly color?: string;
}

/** Draws a PNG with red boxes on grey. */
export async function drawing(width: number, height: number, boxes: readonly RedBox[]): Promise<Buffer> {
  const parts = boxes.map(({ left, top, color = '#ff0000', ...size }) => ({
    input: { create: { ...size, channels: 3 as const, background: color } },
    left,
    top,
  }));
  return await sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite(parts)
    .png()
    .toBuffer();
}

/** Decodes an answer to RGBA. */
export async function decode(answer: Response | Uint8Array) {
  const bytes = answer instanceof Uint8Array ? answer : Buffer.from(await answer.arrayBuffer());
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { width: info.width, height: info.height, data, pixel, format: (await sharp(bytes).metadata()).format };
}

/** Decodes an image that is expected to be grey. `channels` is the number in the file. */
export async function decodeGrey(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { channels } = await sharp(bytes).metadata();
  return { data, width: info.width, height: info.height, channels };
}

/** Returns the box of all pixels that are not transparent, as sharp finds it. */
export async function boxOf(bytes: Uint8Array) {
  // In one pipeline, sharp would trim before it extracts the channel.
  const alpha = await sharp(bytes).ensureAlpha().extractChannel(3).png().toBuffer();
  const { info } = await sharp(alpha)
    .trim({ background: '#000000', threshold: 20 })
    .toBuffer({ resolveWithObject: true });
  return {
    left: Math.abs(info.trimOffsetLeft ?? 0),
    top: Math.abs(info.trimOffsetTop ?? 0),
    width: info.width,
    height: info.height,
  };
}
