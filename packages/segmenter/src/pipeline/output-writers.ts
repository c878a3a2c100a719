import type { Output } from '../api/segmentation.ts';
import { createPngEncoder } from '../png/create-png-encoder.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import type { OpenWriter, OutputWriter, Platform, PlatformOutput, WriterOptions } from './platform.ts';

const ownWriters: Readonly<Record<Exclude<Output, PlatformOutput>, OpenWriter>> = {
  async png({ isOpaque, ...size }) {
    const encoder = await createPngEncoder(await loadPngKernels(), { ...size, channels: isOpaque ? 'rgb' : 'rgba' });
    return { add: ({ pixels }) => encoder.add(pixels), finish: () => ({ png: encoder.finish() }) };
  },
  async mask({ widthPx, heightPx }) {
    const encoder = await createPngEncoder(await loadPngKernels(), { widthPx, heightPx, channels: 'grey' });
    return { add: ({ alpha }) => encoder.add(alpha), finish: () => ({ mask: encoder.finish() }) };
  },
  pixels({ widthPx, heightPx }) {
    const all = new Uint8ClampedArray(widthPx * heightPx * 4);
    return {
      add: ({ pixels, firstRow }) => all.set(pixels, firstRow * widthPx * 4),
      finish: () => ({ pixels: all }),
    };
  },
  sharedPixels({ widthPx, heightPx }) {
    const bytes = widthPx * heightPx * 4;
    // WebKitGTK isolates pages and offers them no shared memory.
    const isShared = crossOriginIsolated && typeof SharedArrayBuffer === 'function';
    const sharedPixels = new Uint8ClampedArray(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    return {
      add: ({ pixels, firstRow }) => sharedPixels.set(pixels, firstRow * widthPx * 4),
      finish: () => ({ sharedPixels }),
    };
  },
};

/**
 * Opens one writer for each output. The bitmap's writer comes last: nothing can fail after the bitmap is made, so the bitmap
 * always reaches the caller, who closes it.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be loaded.
 */
export async function openWriters(
  wanted: readonly Output[],
  platform: Pick<Platform, 'writers'>,
  options: WriterOptions,
): Promise<OutputWriter[]> {
  const writers = { ...ownWriters, ...platform.writers };
  const opened: OutputWriter[] = [];
  const outputs = new Set(wanted);
  const hasBitmap = outputs.delete('cutout');
  for (const output of outputs) opened.push(await writers[output](options));
  if (hasBitmap) opened.push(await writers.cutout(options));
  return opened;
}
