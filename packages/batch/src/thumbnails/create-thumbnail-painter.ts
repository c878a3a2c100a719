import type { Raster } from '@isola/imaging';

/** Maximum length of a thumbnail's longer side. */
export const thumbnailSidePx = 160;

/** Paints thumbnails in a worker, which starts with the first one. */
export interface ThumbnailPainter {
  /**
   * @param image a file of any size, or pixels that already have the size of a thumbnail.
   * @returns a WebP or PNG whose sides are at most `thumbnailSidePx` long; undefined when the file cannot be decoded.
   */
  readonly paint: (image: Blob | Raster) => Promise<Blob | undefined>;
  readonly dispose: () => void;
}

/** Request to the worker. */
export interface PaintRequest {
  readonly call: number;
  readonly image: Blob | Raster;
  readonly maxSidePx: number;
}

interface Answer {
  readonly call: number;
  readonly thumbnail: Blob | undefined;
}

export function createThumbnailPainter(): ThumbnailPainter {
  const pending = new Map<number, (thumbnail: Blob | undefined) => void>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function end(): void {
    worker?.terminate();
    worker = undefined;
    for (const resolve of pending.values()) resolve(undefined);
    pending.clear();
  }

  function started(): Worker {
    if (worker) return worker;
    const fresh = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), {
      type: 'module',
      name: 'isola-thumbnails',
    });
    fresh.addEventListener('message', ({ data: { call, thumbnail } }: MessageEvent<Answer>) => {
      pending.get(call)?.(thumbnail);
      pending.delete(call);
    });
    // The next call starts a new worker.
    fresh.addEventListener('error', () => {
      if (worker === fresh) end();
    });
    return (worker = fresh);
  }

  return {
    paint(image) {
      const call = ++lastCall;
      return new Promise((resolve) => {
        pending.set(call, resolve);
        started().postMessage({ call, image, maxSidePx: thumbnailSidePx } satisfies PaintRequest);
      });
    },
    dispose: end,
  };
}
