import { translateError } from '@isola/segmenter';
import { loadKernels } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import type { BackgroundDefinition, BackgroundParams } from '../background/define-background-source.ts';
import { type BackgroundCache, createBackgroundCache } from '../background/create-background-cache.ts';
import { type BackgroundOpener, checkBackground, type CheckedBackground } from '../background/open-background.ts';
import type { EncoderDefinition } from '../encode/define-encoder.ts';
import { encodeImage, prepareEncoding } from '../encode/encode-image.ts';
import { encodeMattePng } from '../encode/png.ts';
import type { EditDefinition, EditParams } from '../matte/define-edit.ts';
import { readCameraMetadata } from '../metadata/read-camera-metadata.ts';
import { context2d } from '../raster/context-2d.ts';
import type { Raster } from '../raster/raster.ts';
import { readMattePng } from '../raster/read-matte-png.ts';
import { samplePreview } from '../resample/sample-preview.ts';
import { restoreBlobs } from './blob-references.ts';
import { CompositorError, type CompositorErrorCode } from '../job/compositor-error.ts';
import { type OpenImage, openImage } from './open-image.ts';
import {
  type FromCompositor,
  type Job,
  type Outcomes,
  readEdit,
  readJob,
  readSource,
  type RenderedView,
  type RenderParams,
  type RenderQuality,
  type SourceImage,
  toCompositorSchema,
} from './protocol.ts';
import type { Stage, Task } from '../job/task.ts';

/** Backgrounds, edits and encoders that a compositor's worker supports. */
export interface CompositorRegistry {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
  readonly encoders: readonly EncoderDefinition[];
}

/**
 * Largest number of pixels of a view. A window shows no more, except at a zoom at which only a part of the result is
 * visible.
 */
const maxViewPixels = 16_777_216;
const progressIntervalMs = 50;
/**
 * Time for which a result is held. A change of format or quality usually follows within moments; afterwards 4 bytes per
 * pixel are freed.
 */
const keepResultMs = 3_000;

/**
 * Turns the calling worker into a compositor's worker. The worker's script calls it once.
 *
 * @example
 * import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';
 *
 * serveCompositor({ backgrounds: [...backgroundSources, stripes], edits: editKinds, encoders });
 */
export function serveCompositor({ backgrounds, edits, encoders }: CompositorRegistry): void {
  /** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
  const page = self as unknown as Worker;
  const yields = new MessageChannel();
  yields.port1.start();
  const controllers = new Map<number, AbortController>();
  /** Jobs run one after the other, because each may change the state that the next one starts from. */
  let queue: Promise<unknown> = Promise.resolve();
  let session: Session | undefined;

  page.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = toCompositorSchema.parse(data);
    switch (message.kind) {
      case 'open': {
        for (const controller of controllers.values()) controller.abort();
        session?.close();
        const { source, lendsBitmap, lockName } = message;
        session = source === undefined ? undefined : createSession(source, lendsBitmap, edits);
        // The kernels are loaded now rather than with the job that needs them, because the network may be gone by then.
        // A job repeats a load that failed.
        loadKernels().catch(() => undefined);
        if (lockName) void holdLock(lockName).then((isLocked) => post({ kind: 'opened', isLocked }));
        break;
      }
      case 'bitmap':
        session?.lend(message.bitmap);
        break;
      case 'ping':
        post({ kind: 'alive' });
        break;
      case 'blob':
        session?.blobs.set(message.number, message.blob);
        break;
      case 'edits':
        if (session) session.edits = [...session.edits.slice(0, message.kept), ...message.added.map(checkedOnce)];
        break;
      case 'abort':
        controllers.get(message.call)?.abort();
        break;
      case 'job': {
        const controller = new AbortController();
        controllers.set(message.call, controller);
        const own = session;
        const sentEdits = own?.edits ?? [];
        const read = () =>
          readJob(
            message.job,
            sentEdits.map((edit) => edit()),
          );
        queue = queue.then(() => serve(message.call, own, read, message.wantsProgress, controller.signal));
        break;
      }
      default:
        message satisfies never;
    }
  });

  function post(message: FromCompositor, transfer: Transferable[] = []): void {
    page.postMessage(message, transfer);
  }

  async function serve(
    call: number,
    own: Session | undefined,
    read: () => Job,
    wantsProgress: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      signal.throwIfAborted();
      const job = read();
      const task: Task = {
        signal,
        async yieldToEventLoop() {
          await nextMessages();
          signal.throwIfAborted();
        },
        report: wantsProgress ? reporter(call) : () => undefined,
      };
      if (!own) throw new CompositorError('processing-failed', 'no image is open');
      const outcome = await work(own, job, task);
      post({ kind: 'done', call, outcome }, transferablesOf(outcome));
    } catch (error) {
      if (signal.aborted) return;
      post({ kind: 'failed', call, code: codeOf(error), detail: detailOf(error) });
    } finally {
      controllers.delete(call);
    }
  }

  /** Creates a function that posts new and completed stages immediately, and other progress at most every 50 ms. */
  function reporter(call: number): Task['report'] {
    let lastStage: Stage | undefined;
    let lastAtMs = 0;
    return (stage, loaded, total) => {
      const nowMs = performance.now();
      if (stage === lastStage && loaded < total && nowMs - lastAtMs < progressIntervalMs) return;
      lastStage = stage;
      lastAtMs = nowMs;
      post({ kind: 'progress', call, progress: { stage, loaded, total } });
    };
  }

  async function work(own: Session, job: Job, task: Task): Promise<Outcomes[Job['kind']]> {
    const { image, source } = await own.opened();
    switch (job.kind) {
      case 'refine':
        return image.refine(job.edits, task);
      case 'render':
        return viewOf(await rendered(own, image, job.params, job.quality, task), job.quality);
      case 'render-background':
        return viewOf(await image.composeBackground(job.params, draftBackground(own, job.params), task), 'draft');
      case 'encode': {
        const encoding = prepareEncoding(encoders, job.encoding);
        const raster = await rendered(own, image, job.params, 'full', task);
        const metadata = job.encoding.includesMetadata ? await readCameraMetadata(source.image) : undefined;
        const encoded = await encodeImage(raster, encoding, task, metadata);
        const { previewSidePx } = job;
        return { ...encoded, ...(previewSidePx && { preview: samplePreview(raster, previewSidePx) }) };
      }
      case 'encode-matte': {
        const matte = await image.editMatte(job.edits, task);
        const { widthPx, heightPx } = matte;
        const reportRows = (count: number) => task.report('encode', count, heightPx);
        return { file: await encodeMattePng(matte, task.yieldToEventLoop, reportRows), widthPx, heightPx };
      }
      case 'edit-matte':
        return image.editMatte(job.edits, task);
      case 'measure-fringe':
        return image.measureFringe(job.edits, task);
      default:
        return job satisfies never;
    }
  }

  async function rendered(
    own: Session,
    image: OpenImage,
    params: RenderParams,
    quality: RenderQuality,
    task: Task,
  ): Promise<Raster> {
    if (quality === 'draft') return image.compose(params, draftBackground(own, params), 'draft', task);
    const key = JSON.stringify(params);
    const raster = own.takeResult(key) ?? (await image.compose(params, backgroundOf(own, params).open, 'full', task));
    own.keepResult(key, raster);
    return raster;
  }

  function backgroundOf(own: Session, { background }: RenderParams): CheckedBackground {
    return checkBackground(backgrounds, restoreBlobs<BackgroundParams>(background, blobsOf(own)));
  }

  /** Returns a cached background for drafts: it stays the same while the subject is moved or its light is chosen. */
  function draftBackground(own: Session, params: RenderParams): BackgroundOpener {
    const { open, followsImage } = backgroundOf(own, params);
    return followsImage ? open : own.backgroundCache.cached(JSON.stringify(params.background), open);
  }

  /** Lets messages be handled that have arrived in the meantime. */
  function nextMessages(): Promise<void> {
    return new Promise((resolve) => {
      yields.port1.addEventListener('message', () => resolve(), { once: true });
      yields.port2.postMessage(undefined);
    });
  }
}

interface Opened {
  readonly image: OpenImage;
  readonly source: Omit<SourceImage, 'bitmap'>;
}

/** State of one image, from its `open` to the next. */
interface Session {
  readonly blobs: Map<number, Blob>;
  /** Cache of backgrounds that were rendered for drafts. */
  readonly backgroundCache: BackgroundCache;
  /** Edits of the jobs to come. An invalid edit fails every job that contains it. */
  edits: readonly (() => EditParams)[];
  /** Opens the image with the first job. An invalid source fails every job, but not the worker. */
  readonly opened: () => Promise<Opened>;
  readonly lend: (bitmap: ImageBitmap | undefined) => void;
  /**
   * Returns the previous full-size result when it has this key. Any other result is released, so that only one is in
   * memory.
   */
  readonly takeResult: (key: string) => Raster | undefined;
  /** Holds a result for a while, so that another format or quality can reuse it. */
  readonly keepResult: (key: string, raster: Raster) => void;
  /** Frees the memory of the image. */
  readonly close: () => void;
}

function createSession(unread: unknown, lendsBitmap: boolean, editKinds: readonly EditDefinition[]): Session {
  /** Pixels of the source when the page lends them. */
  const lent = Promise.withResolvers<ImageBitmap | undefined>();
  if (!lendsBitmap) lent.resolve(undefined);
  let opening: Promise<Opened> | undefined;
  let last: { readonly key: string; readonly raster: Raster } | undefined;
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<Opened> {
    const source = readSource(unread);
    const { matte: given } = source;
    const matte = 'file' in given ? await readMattePng(given.file, given) : given;
    return { image: openImage({ ...source, matte }, lent.promise, editKinds), source };
  }

  return {
    blobs: new Map(),
    backgroundCache: createBackgroundCache(),
    edits: [],
    opened: () => (opening ??= open()),
    lend: lent.resolve,
    takeResult(key) {
      clearTimeout(releaseTimer);
      if (last?.key !== key) last = undefined;
      return last?.raster;
    },
    keepResult(key, raster) {
      last = { key, raster };
      releaseTimer = setTimeout(() => {
        last = undefined;
      }, keepResultMs);
    },
    close() {
      clearTimeout(releaseTimer);
      last = undefined;
      // Jobs that still wait for the bitmap have been aborted.
      lent.resolve(undefined);
      void opening?.then(
        ({ image }) => image.close(),
        () => undefined,
      );
    },
  };
}

function blobsOf({ blobs }: Session): (number: number) => Blob {
  return (number) => {
    const blob = blobs.get(number);
    if (!blob) throw new CompositorError('processing-failed', `there is no blob ${number}`);
    return blob;
  };
}

/** Returns a function that checks an edit when it is first called. */
function checkedOnce(unread: unknown): () => EditParams {
  let edit: EditParams | undefined;
  return () => (edit ??= readEdit(unread));
}

/**
 * Takes a lock that only the end of this worker releases.
 * @returns whether the lock is held. It is not on insecure origins, which have no locks.
 */
function holdLock(name: string): Promise<boolean> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return Promise.resolve(false);
  return new Promise((resolve) => {
    const held = () => {
      resolve(true);
      return new Promise(() => undefined);
    };
    locks.request(name, held).catch(() => resolve(false));
  });
}

async function viewOf({ widthPx, heightPx, data }: Raster, quality: RenderQuality): Promise<RenderedView> {
  const image = new ImageData(data, widthPx, heightPx);
  const scale = Math.min(1, Math.sqrt(maxViewPixels / (widthPx * heightPx)));
  if (scale === 1) return { bitmap: await createImageBitmap(image), quality };
  const canvas = context2d(widthPx, heightPx, true);
  canvas.putImageData(image, 0, 0);
  const resizeWidth = Math.floor(widthPx * scale);
  return { bitmap: await createImageBitmap(canvas.canvas, { resizeWidth, resizeQuality: 'high' }), quality };
}

/** Lists the buffers and bitmaps that are transferred to the page rather than copied. */
function transferablesOf(outcome: Outcomes[Job['kind']]): Transferable[] {
  if (typeof outcome !== 'object') return [];
  if ('part' in outcome) return outcome.part ? [outcome.part.bitmap] : [];
  if ('bitmap' in outcome) return [outcome.bitmap];
  if ('file' in outcome) return outcome.preview ? [outcome.preview.data.buffer] : [];
  return 'data' in outcome ? [outcome.data.buffer] : [];
}

function codeOf(error: unknown): CompositorErrorCode {
  if (error instanceof CompositorError) return error.code;
  if (error instanceof z.core.$ZodError) return 'processing-failed';
  const { code } = translateError(error);
  switch (code) {
    // An abort by the caller is not reported, so any other abort is a failure.
    case 'aborted':
    // These codes are used only by functions of the segmenter that the compositor does not call.
    case 'no-browser':
    case 'source-unavailable':
    case 'source-tainted':
      return 'processing-failed';
    default:
      return code;
  }
}

function detailOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
