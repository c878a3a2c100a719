import sharp from 'sharp';
import { onTestFinished } from 'vitest';

import { createRemovalApp, type RemovalAppOptions } from '../create-removal-app.ts';
import { createKeyring, type KeyRow, rowsOfKeys } from '../limits/keyring.ts';
import { listen } from '../process/listen.ts';
import { redSegmenter } from './red-segmenter.ts';

export const testKey = 'a-key-for-the-tests';

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
  return { origin, port, remove, errors, processImage: app.processImage };
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
