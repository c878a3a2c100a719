import type { FaceAnswer, FaceRequest } from './face-worker.ts';
import { type MeasuredFace, scaledFace } from './measured-face.ts';

export interface FaceSearchOptions {
  /** Address of the manifest that names the networks for faces. */
  readonly manifestUrl: string;
}

export interface FindOptions {
  /** `whole` is faster, and `thorough` also finds smaller faces. Default: `thorough`. */
  readonly search?: 'whole' | 'thorough';
  /** Longer side to which the image is scaled for the search. Default: 1280 px. */
  readonly maxSidePx?: number;
  readonly signal?: AbortSignal;
}

/** Finds faces in a worker of its own, which starts with the first call. */
export interface FaceSearch {
  /** Starts to load the networks, so that a later search need not wait for them. A failure is left to that search. */
  readonly prepare: () => void;
  /**
   * Finds and measures the faces in an image, the largest first.
   * @returns the faces, in px of the image.
   * @throws {Error} when the networks cannot be loaded, or the worker stops. After an abort, the signal's reason.
   */
  readonly find: (image: ImageBitmap | HTMLVideoElement, options?: FindOptions) => Promise<readonly MeasuredFace[]>;
  /** Ends the worker. Pending searches are rejected. */
  readonly close: () => void;
}

const usualSidePx = 1280;

interface Pending {
  readonly resolve: (faces: readonly MeasuredFace[]) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Creates a search for faces.
 * @example
 * const search = createFaceSearch({ manifestUrl: '/models/manifest.json' });
 * const [face] = await search.find(bitmap);
 */
export function createFaceSearch({ manifestUrl }: FaceSearchOptions): FaceSearch {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastCall = 0;

  function rejectAll(reason: Error): void {
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  }

  function started(): Worker {
    const next = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module', name: 'isola-faces' });
    next.addEventListener('message', ({ data }: MessageEvent<FaceAnswer>) => {
      const own = pending.get(data.call);
      pending.delete(data.call);
      if ('failure' in data) own?.reject(new Error(data.failure));
      else own?.resolve(data.faces);
    });
    next.addEventListener('error', () => {
      worker = undefined;
      next.terminate();
      rejectAll(new Error('the search for faces stopped'));
    });
    return next;
  }

  function ask(request: Omit<FaceRequest, 'call' | 'manifestUrl'>, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<readonly MeasuredFace[]>();
    const call = ++lastCall;
    pending.set(call, { resolve, reject });
    const onAbort = () => {
      pending.delete(call);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', onAbort);
    worker ??= started();
    // The worker's own address differs from the page's.
    const message: FaceRequest = { call, manifestUrl: new URL(manifestUrl, location.href).href, ...request };
    worker.postMessage(message, request.bitmap ? [request.bitmap] : []);
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  return {
    prepare: () => void ask({ search: 'whole' }).catch(() => undefined),
    async find(image, { search = 'thorough', maxSidePx = usualSidePx, signal } = {}) {
      const [widthPx, heightPx] = sizeOf(image);
      const scale = Math.max(1, Math.max(widthPx, heightPx) / maxSidePx);
      const bitmap = await createImageBitmap(image, {
        resizeWidth: Math.max(1, Math.round(widthPx / scale)),
        resizeHeight: Math.max(1, Math.round(heightPx / scale)),
        resizeQuality: 'medium',
      });
      const faces = await ask({ bitmap, search }, signal);
      return faces.map((face) => scaledFace(face, scale));
    },
    close() {
      worker?.terminate();
      worker = undefined;
      rejectAll(new Error('the search for faces was closed'));
    },
  };
}

function sizeOf(image: ImageBitmap | HTMLVideoElement): readonly [widthPx: number, heightPx: number] {
  return image instanceof ImageBitmap ? [image.width, image.height] : [image.videoWidth, image.videoHeight];
}
