import { PNG } from 'pngjs';

import type { Rgba } from '../../../scripts/quality/pixels.ts';

/** @returns the pixels with straight alpha, as they are stored: no canvas has multiplied them. */
export function readPng(bytes: Uint8Array): Rgba {
  const { data, width, height } = PNG.sync.read(Buffer.from(bytes));
  return { data: new Uint8Array(data), widthPx: width, heightPx: height };
}
