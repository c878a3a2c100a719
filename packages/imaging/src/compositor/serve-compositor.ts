import { translateError } from '@isola/segmenter';
import { loadKernels } from '@isola/segmenter/imaging';
import * as z from 'zod/mini';

import type { BackgroundDefinition, BackgroundParams } from '../background/define-background-source.ts';
import { backgroundOpener } from '../background/open-background.ts';
import type { EncoderDefinition } from '../encode/define-encoder.ts';
import { encodeImage, prepareEncoding } from '../encode/encode-image.ts';
import { encodeMattePng } from '../encode/png.ts';
import type { EditDefinition, EditParams } from '../matte/define-edit.ts';
import { readCameraMetadata } from '../metadata/read-camera-metadata.ts';
import { context2d } from '../raster/context-2d.ts';
import type { Raster } from '../raster/raster.ts';
import { readMattePng } from '../raster/read-matte-png.ts';
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

/** What a compositor's worker can apply, render and encode. */
export interface CompositorRegistry {
  readonly backgrounds: readonly BackgroundDefinition[];
  readonly edits: readonly EditDefinition[];
  readonly encoders: readonly EncoderDefinition[];
}

/** The largest bitmap for the screen: a window shows no more, but at a zoom at which only a part is visible. */
const maxViewPixels = 16_777_216;
const progressIntervalMs = 50;
/** A change of format or quality follows another within moments; after them, 4 bytes a pixel are freed. */
const keepResultMs = 3_000;

/**
 * Makes the worker that calls it a compositor's worker. To be called once, by the worker's own script:
 *
 * @example
 * import { backgroundSources, editKinds, encoders, serveCompositor } from '@isola/imaging/worker';
 *
 * serveCompositor({ backgrounds: [...backgroundSources, stripes], edits: editKinds, encoders });
 */
export function serveCompositor({ backgrounds, edits, encoders }: CompositorRegistry): void {
  /** The page, as its worker sees it; the DOM's types, which this file is checked with, have no worker scope. */
  const page = self as unknown as Worker;
  const yields = new MessageChannel();
  yields.port1.start();
  const blobs = new Map<number, Blob>();
  const controllers = new Map<number, AbortController>();
  /** The edits of the jobs to come. What is wrong with one fails every job that has it. */
  let sentEdits: readonly (() => EditParams)[] = [];
  /** Jobs run one after the other: each may change what the next one starts from. */
  let queue: Promise<unknown> = Promise.resolve();
  let opened: (() => Promise<Opened>) | undefined;
  /** The source's pixels, where the page lends them. */
  const lent = Promise.withResolvers<ImageBitmap | undefined>();
  /** The previous full-size result, for a while: another format or quality reuses it. */
  let last: { readonly key: string; readonly raster: Raster } | undefined;
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;

  page.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = toCompositorSchema.parse(data);
    switch (message.kind) {
      case 'open':
        opened = openSource(message.source, message.lendsBitmap ? lent.promise : Promise.resolve(undefined), edits);
        // Now, and not with the job that needs them: the network may be gone by then. What fails is tried again by that job.
        loadKernels().catch(() => undefined);
        void holdLock(message.lockName).then((isLocked) => post({ kind: 'opened', isLocked }));
        break;
      case 'bitmap':
        lent.resolve(message.bitmap);
        break;
      case 'ping':
        post({ kind: 'alive' });
        break;
      case 'blob':
        blobs.set(message.number, message.blob);
        break;
      case 'edits':
        sentEdits = [...sentEdits.slice(0, message.kept), ...message.added.map(checkedOnce)];
        break;
      case 'abort':
        controllers.get(message.call)?.abort();
        break;
      case 'job': {
        const controller = new AbortController();
        controllers.set(message.call, controller);
        const own = sentEdits;
        const read = () =>
          readJob(
            message.job,
            own.map((edit) => edit()),
          );
        queue = queue.then(() => serve(message.call, read, message.wantsProgress, controller.signal));
        break;
      }
      default:
        message satisfies never;
    }
  });

  function post(message: FromCompositor, transfer: Transferable[] = []): void {
    page.postMessage(message, transfer);
  }

  async function serve(call: number, read: () => Job, wantsProgress: boolean, signal: AbortSignal): Promise<void> {
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
      const outcome = await work(job, task);
      post({ kind: 'done', call, outcome }, transferablesOf(outcome));
    } catch (error) {
      if (signal.aborted) return;
      post({ kind: 'failed', call, code: codeOf(error), detail: detailOf(error) });
    } finally {
      controllers.delete(call);
    }
  }

  /** Posts a new stage and a completed one at once, and others every 50 ms. */
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

  async function work(job: Job, task: Task): Promise<Outcomes[Job['kind']]> {
    if (!opened) throw new CompositorError('processing-failed', 'no image is open');
    const { image, source } = await opened();
    switch (job.kind) {
      case 'refine':
        return image.refine(job.edits, task);
      case 'render':
        return viewOf(await rendered(image, job.params, job.quality, task), job.quality);
      case 'encode': {
        const encoding = prepareEncoding(encoders, job.encoding);
        const raster = await rendered(image, job.params, 'full', task);
        const metadata = job.encoding.includesMetadata ? await readCameraMetadata(source.image) : undefined;
        return encodeImage(raster, encoding, task, metadata);
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

  async function rendered(image: OpenImage, params: RenderParams, quality: RenderQuality, task: Task): Promise<Raster> {
    const background = backgroundOpener(backgrounds, restoreBlobs<BackgroundParams>(params.background, blobOf));
    if (quality === 'draft') return image.compose(params, background, 'draft', task);
    const key = JSON.stringify(params);
    clearTimeout(releaseTimer);
    // Released before the next one is made: two would be in memory.
    if (last?.key !== key) last = undefined;
    last ??= { key, raster: await image.compose(params, background, 'full', task) };
    releaseTimer = setTimeout(() => {
      last = undefined;
    }, keepResultMs);
    return last.raster;
  }

  function blobOf(number: number): Blob {
    const blob = blobs.get(number);
    if (!blob) throw new CompositorError('processing-failed', `there is no blob ${number}`);
    return blob;
  }

  /** Lets the messages in that have arrived meanwhile. */
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

/** @returns opens the source with the first job. What is wrong with it fails every job, rather than the worker. */
function openSource(
  unread: unknown,
  lent: Promise<ImageBitmap | undefined>,
  editKinds: readonly EditDefinition[],
): () => Promise<Opened> {
  async function open(): Promise<Opened> {
    const source = readSource(unread);
    const { matte: given } = source;
    const matte = 'file' in given ? await readMattePng(given.file, given) : given;
    return { image: openImage({ ...source, matte }, lent, editKinds), source };
  }
  let opening: Promise<Opened> | undefined;
  return () => (opening ??= open());
}

/** @returns reads an edit when it is first asked for. */
function checkedOnce(unread: unknown): () => EditParams {
  let edit: EditParams | undefined;
  return () => (edit ??= readEdit(unread));
}

/** @returns whether the lock is held; only the end of this worker releases it. Insecure origins have no locks. */
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

/** Pixels are moved to the page rather than copied. */
function transferablesOf(outcome: Outcomes[Job['kind']]): Transferable[] {
  if (typeof outcome !== 'object') return [];
  if ('part' in outcome) return outcome.part ? [outcome.part.bitmap] : [];
  if ('bitmap' in outcome) return [outcome.bitmap];
  return 'data' in outcome ? [outcome.data.buffer] : [];
}

function codeOf(error: unknown): CompositorErrorCode {
  if (error instanceof CompositorError) return error.code;
  if (error instanceof z.core.$ZodError) return 'processing-failed';
  const { code } = translateError(error);
  // The caller's own abort is not reported; any other is a failure.
  return code === 'aborted' ? 'processing-failed' : code;
}

function detailOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
