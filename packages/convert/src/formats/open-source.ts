import { maxPixels, maxSidePx } from '@isola/segmenter';

import { ConvertError } from '../convert-error.ts';
import type { Pixels } from '../pixels.ts';
import type { OpenedSource, Platform } from './opened-source.ts';
import { openers } from './openers.ts';
import type { SourceKind } from './source-formats.ts';

/** Image of a source file, decoded. */
export interface DecodedSource extends Omit<OpenedSource, 'decode' | 'widthPx' | 'heightPx'> {
  readonly pixels: Pixels;
}

/**
 * Reads a file's header, checks the size that it states, and decodes the file.
 * @throws {ConvertError} for anything that cannot be converted.
 */
export async function decodeSource(
  kind: SourceKind,
  bytes: Uint8Array<ArrayBuffer>,
  platform: Platform,
): Promise<DecodedSource> {
  const open = await openers[kind]().catch((cause: unknown) => {
    throw new ConvertError('resource-load-failed', kind, { cause });
  });
  platform.onOpening?.();
  const { decode, widthPx, heightPx, ...facts } = open(bytes);
  checkSize(widthPx, heightPx);
  const pixels = await decode(platform).catch((cause: unknown) => {
    // A decoder of the browser says only that it failed.
    if (cause instanceof DOMException) throw new ConvertError('damaged-image', cause.message, { cause });
    throw cause;
  });
  checkSize(pixels.widthPx, pixels.heightPx);
  return { ...facts, pixels };
}

function checkSize(widthPx: number, heightPx: number): void {
  if (widthPx < 1 || heightPx < 1) throw new ConvertError('damaged-image', `${widthPx} × ${heightPx} px`);
  if (widthPx > maxSidePx || heightPx > maxSidePx || widthPx * heightPx > maxPixels) {
    throw new ConvertError('image-too-large', `${widthPx} × ${heightPx} px`);
  }
}
