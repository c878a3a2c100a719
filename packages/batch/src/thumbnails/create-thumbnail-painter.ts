import { type Fingerprint, isFingerprint, type Matte, type Raster } from '@isola/imaging';

/** Maximum length of a thumbnail's longer side. A tile is 220 px wide, and many screens have two px for each CSS px. */
export const thumbnailSidePx = 440;

/** Number of images that are decoded at the same time. Each one needs the memory of a whole image for a moment. */
const decodedAtOnce = 2;

/** Paints thumbnails in a worker, which starts with the first one. */
export interface ThumbnailPainter {
  /**
   * @param image a file of any size, or pixels that already have the size of a thumbnail.
   * @param signal drops the request while it waits for others.
   * @returns a WebP or PNG whose sides are at most `thumbnailSidePx` long; undefined when the file cannot be decoded or
   *   the request was aborted.
   */
  readonly paint: (image: Blob | Raster, signal?: AbortSignal) => Promise<Blob | undefined>;
  /**
   * Reduces a matte to the size of a thumbnail.
   * @param png greyscale PNG of the matte.
   * @returns undefined when a file cannot be decoded or the request was aborted.
   */
  readonly reduceMatte: (png: Blob, thumbnail: Blob, signal?: AbortSignal) => Promise<Matte | undefined>;
  /**
   * Computes the fingerprint of a subject.
   * @param png greyscale PNG of the matte.
   * @returns undefined when there is no subject, a file cannot be decoded, or the request was aborted.
   */
  readonly fingerprint: (png: Blob, thumbnail: Blob, signal?: AbortSignal) => Promise<Fingerprint | undefined>;
  readonly dispose: () => void;
}

/** Request to the worker. */
export type PaintRequest = { readonly call: number } & PaintJob;

type PaintJob =
  | { readonly kind: 'paint'; readonly image: Blob | Raster; readonly maxSidePx: number }
  | { readonly kind: 'reduce-matte' | 'fingerprint'; readonly png: Blob; readonly thumbnail: Blob };

type PaintResult = Blob | Matte | Fingerprint;

/** Answer of the worker. `result` is undefined when the request failed. */
export interface PaintAnswer {
  readonly call: number;
  readonly result: PaintResult | undefined;
}

interface Pending {
  readonly call: number;
  readonly job: PaintJob;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (result: PaintResult | undefined) => void;
}

export function createThumbnailPainter(): ThumbnailPainter {
  const waiting: Pending[] = [];
  const running = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function end(): void {
    worker?.terminate();
    worker = undefined;
    for (const { resolve } of [...running.values(), ...waiting.splice(0)]) resolve(undefined);
    running.clear();
  }

  function started(): Worker {
    if (worker) return worker;
    const fresh = new Worker(new URL('./thumbnail-worker.ts', import.meta.url), {
      type: 'module',
      name: 'isola-thumbnails',
    });
    fresh.addEventListener('message', ({ data: { call, result } }: MessageEvent<PaintAnswer>) => {
      running.get(call)?.resolve(result);
      running.delete(call);
      startNext();
    });
    // The next call starts a new worker.
    fresh.addEventListener('error', () => {
      if (worker === fresh) end();
    });
    return (worker = fresh);
  }

  function startNext(): void {
    while (running.size < decodedAtOnce) {
      const next = waiting.shift();
      if (!next) return;
      if (next.signal?.aborted) {
        next.resolve(undefined);
        continue;
      }
      const { call, job } = next;
      running.set(call, next);
      started().postMessage({ call, ...job } satisfies PaintRequest);
    }
  }

  function request(job: PaintJob, signal?: AbortSignal): Promise<PaintResult | undefined> {
    const { promise, resolve } = Promise.withResolvers<PaintResult | undefined>();
    const pending = { call: ++lastCall, job, signal, resolve };
    // Pixels that are already small take no time, and the pipeline waits for them.
    if (job.kind === 'paint' && !(job.image instanceof Blob)) waiting.unshift(pending);
    else waiting.push(pending);
    startNext();
    return promise;
  }

  return {
    async paint(image, signal) {
      const result = await request({ kind: 'paint', image, maxSidePx: thumbnailSidePx }, signal);
      return result instanceof Blob ? result : undefined;
    },
    async reduceMatte(png, thumbnail, signal) {
      const result = await request({ kind: 'reduce-matte', png, thumbnail }, signal);
      return result instanceof Blob || isFingerprint(result) ? undefined : result;
    },
    async fingerprint(png, thumbnail, signal) {
      const result = await request({ kind: 'fingerprint', png, thumbnail }, signal);
      return isFingerprint(result) ? result : undefined;
    },
    dispose: end,
  };
}
