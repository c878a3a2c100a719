import { PNG } from 'pngjs';

import type { Rgba } from '../../../scripts/quality/pixels.ts';

/** Returns the stored pixels with straight alpha. A canvas would have premultiplied them. */
export function readPng(bytes: Uint8Array): Rgba {
  const { data, width, height } = PNG.sync.read(Buffer.from(bytes));
  return { data: new Uint8Array(data), widthPx: width, heightPx: height };
}
