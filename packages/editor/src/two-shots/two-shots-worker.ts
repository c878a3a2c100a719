import { decodeImage, SegmenterError, type TranslatedError, translateError } from '@isola/segmenter';
import { createPngEncoder } from '@isola/segmenter/imaging';
import {
  type CombinedShots,
  combineShots,
  type Shot,
  TwoShotsError,
  type TwoShotsErrorCode,
} from '@isola/segmenter/two-shots';

/** Message to the worker: both photographs. */
export interface TwoShotsRequest {
  readonly dark: Blob;
  readonly light: Blob;
}

export type TwoShotsAnswer =
  | {
      /** Share that is done, 0…1. */
      readonly done: number;
    }
  | { readonly png: Blob }
  | {
      /** Reason why the photographs do not make a pair. */
      readonly refusal: TwoShotsErrorCode;
    }
  | { readonly error: TranslatedError };

/** Share of the work that is done when the photographs are decoded, and when they are combined. */
const [decodedShare, combinedShare] = [0.1, 0.8];
/** Number of bytes of pixels that are encoded between two reports. */
const bytesPerReport = 4_000_000;

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;
const answer = (message: TwoShotsAnswer) => page.postMessage(message);

page.addEventListener('message', ({ data }: MessageEvent<TwoShotsRequest>) => {
  void combine(data).then(
    (png) => answer({ png }),
    (error: unknown) =>
      answer(error instanceof TwoShotsError ? { refusal: error.code } : { error: translateError(error) }),
  );
});

async function combine({ dark, light }: TwoShotsRequest): Promise<Blob> {
  const shots = [await readShot(dark), await readShot(light)] as const;
  answer({ done: decodedShare });
  const onProgress = (done: number) => answer({ done: decodedShare + (combinedShare - decodedShare) * done });
  return await encode(combineShots(...shots, { onProgress }));
}

async function readShot(photograph: Blob): Promise<Shot> {
  const bitmap = await decodeImage(photograph);
  try {
    const { width: widthPx, height: heightPx } = bitmap;
    const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new SegmenterError('out-of-memory', `no canvas of ${widthPx} × ${heightPx} px`);
    context.drawImage(bitmap, 0, 0);
    return { pixels: context.getImageData(0, 0, widthPx, heightPx).data, widthPx, heightPx };
  } finally {
    bitmap.close();
  }
}

/** Encodes straight alpha. A canvas would lose the colours of nearly transparent pixels. */
async function encode({ pixels, widthPx, heightPx }: CombinedShots): Promise<Blob> {
  const encoder = await createPngEncoder({ widthPx, heightPx });
  const rowsAtOnce = Math.max(1, Math.floor(bytesPerReport / (widthPx * 4)));
  for (let row = 0; row < heightPx; row += rowsAtOnce) {
    encoder.add(pixels.subarray(row * widthPx * 4, (row + rowsAtOnce) * widthPx * 4));
    answer({ done: combinedShare + (1 - combinedShare) * (row / heightPx) });
  }
  return encoder.finish();
}
