import { SegmenterError } from '../api/errors.ts';
import type { Output, Outputs } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';
import { createPngEncoder } from '../png/create-png-encoder.ts';
import { loadPngKernels } from '../png/png-kernels.ts';
import { context2d } from './context-2d.ts';

/** Rows of a cut-out, and those of its matte. */
export interface CutoutRows {
  readonly pixels: ImageData;
  readonly alpha: Uint8ClampedArray;
  readonly firstRow: number;
}

/** Takes the rows of a cut-out, from the first to the last. */
export interface OutputWriter {
  add(rows: CutoutRows): void;
  finish(): Partial<Outputs> | Promise<Partial<Outputs>>;
}

interface WriterOptions extends Size {
  /** Whether a colour lies behind the subject. */
  readonly isOpaque: boolean;
}

/** Of a canvas's WebP. Its alpha is without loss at any. */
const webpQuality = 0.9;

const writers: Readonly<Record<Output, (options: WriterOptions) => OutputWriter | Promise<OutputWriter>>> = {
  async png({ isOpaque, ...size }) {
    const encoder = await createPngEncoder(await loadPngKernels(), { ...size, channels: isOpaque ? 'rgb' : 'rgba' });
    return { add: ({ pixels }) => encoder.add(pixels.data), finish: () => ({ png: encoder.finish() }) };
  },
  async mask({ widthPx, heightPx }) {
    const encoder = await createPngEncoder(await loadPngKernels(), { widthPx, heightPx, channels: 'grey' });
    return { add: ({ alpha }) => encoder.add(alpha), finish: () => ({ mask: encoder.finish() }) };
  },
  webp({ widthPx, heightPx }) {
    const whole = context2d(widthPx, heightPx);
    return {
      add: ({ pixels, firstRow }) => whole.putImageData(pixels, 0, firstRow),
      finish: async () => ({ webp: await webpOf(whole.canvas) }),
    };
  },
  cutout({ widthPx, heightPx }) {
    const whole = context2d(widthPx, heightPx);
    return {
      add: ({ pixels, firstRow }) => whole.putImageData(pixels, 0, firstRow),
      finish: () => ({ cutout: whole.canvas.transferToImageBitmap() }),
    };
  },
  pixels({ widthPx, heightPx }) {
    const all = new Uint8ClampedArray(widthPx * heightPx * 4);
    return {
      add: ({ pixels, firstRow }) => all.set(pixels.data, firstRow * widthPx * 4),
      finish: () => ({ pixels: all }),
    };
  },
  sharedPixels({ widthPx, heightPx }) {
    const bytes = widthPx * heightPx * 4;
    const sharedPixels = new Uint8ClampedArray(
      crossOriginIsolated ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes),
    );
    return {
      add: ({ pixels, firstRow }) => sharedPixels.set(pixels.data, firstRow * widthPx * 4),
      finish: () => ({ sharedPixels }),
    };
  },
};

/**
 * One writer for each output, the bitmap's last: nothing can fail once it is made, so that it always has an owner.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be had.
 */
export async function openWriters(wanted: readonly Output[], options: WriterOptions): Promise<OutputWriter[]> {
  const opened: OutputWriter[] = [];
  const outputs = new Set(wanted);
  const hasBitmap = outputs.delete('cutout');
  for (const output of outputs) opened.push(await writers[output](options));
  if (hasBitmap) opened.push(await writers.cutout(options));
  return opened;
}

/** Safari writes none, and Chromium none of 16 384 px a side. */
async function webpOf(canvas: OffscreenCanvas): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality }).catch((cause: unknown) => {
    throw new SegmenterError('processing-failed', 'the browser wrote no WebP', { cause });
  });
  if (blob.type === 'image/webp') return blob;
  throw new SegmenterError('processing-failed', `this browser writes no WebP, but ${blob.type}`);
}
