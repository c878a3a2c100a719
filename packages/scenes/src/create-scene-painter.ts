import type { PaintAnswer, PaintRequest } from './scene-worker.ts';
import type { SceneVariant } from './scene/variants.ts';

/** Paints scenes one after the other in its own worker, for thumbnails and previews. */
export interface ScenePainter {
  /**
   * Paints a scene.
   * @returns the image's pixels, which belong to the caller.
   * @throws {Error} when the scene cannot be painted. After an abort, the signal's reason.
   */
  readonly paint: (
    variant: SceneVariant,
    size: { widthPx: number; heightPx: number },
    signal?: AbortSignal,
  ) => Promise<ImageData>;
  /** Ends the worker. Pending paintings are rejected. */
  readonly close: () => void;
}

interface Pending {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly resolve: (picture: ImageData) => void;
  readonly reject: (reason: unknown) => void;
}

/** Creates a painter. Its worker starts with the first painting. */
export function createScenePainter(): ScenePainter {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function rejectAll(reason: Error): void {
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  }

  function started(): Worker {
    const next = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module', name: 'isola-scenes' });
    next.addEventListener('message', ({ data }: MessageEvent<PaintAnswer>) => {
      const own = pending.get(data.call);
      pending.delete(data.call);
      if (!own) return;
      if ('failure' in data) own.reject(new Error(data.failure));
      else own.resolve(new ImageData(data.pixels, own.widthPx, own.heightPx));
    });
    next.addEventListener('error', () => {
      worker = undefined;
      next.terminate();
      rejectAll(new Error('the painter stopped'));
    });
    return next;
  }

  return {
    paint({ scene, seed }, { widthPx, heightPx }, signal) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<ImageData>();
      const call = ++lastCall;
      pending.set(call, { widthPx, heightPx, resolve, reject });
      const onAbort = () => {
        pending.delete(call);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort);
      worker ??= started();
      worker.postMessage({ call, scene, seed, widthPx, heightPx } satisfies PaintRequest);
      return promise.finally(() => signal?.removeEventListener('abort', onAbort));
    },
    close() {
      worker?.terminate();
      worker = undefined;
      rejectAll(new Error('the painter was closed'));
    },
  };
}
