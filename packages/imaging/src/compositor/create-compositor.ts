import type { BackgroundSource } from '../background/background-sources.ts';
import type { BackgroundParams } from '../background/define-background-source.ts';
import type { EncodingParams } from '../encode/define-encoder.ts';
import type { EncodedFile } from '../encode/encode-image.ts';
import type { Encoding } from '../encode/encoders.ts';
import { identity } from '../geometry/affine.ts';
import { noLight } from '../light/light-params.ts';
import type { EditParams } from '../matte/define-edit.ts';
import type { Edit } from '../matte/edit-kinds.ts';
import { type MatteEdits, noEdits } from '../matte/matte-edits.ts';
import type { Matte } from '../raster/raster.ts';
import { CompositorError, type CompositorErrorCode } from '../job/compositor-error.ts';
import { connectWorker, type WorkerConnection } from './connect-worker.ts';
import { createNumbering } from './create-numbering.ts';
import {
  type FromCompositor,
  type Job,
  type Outcomes,
  type Refinement,
  type RenderedView,
  type RenderParams,
  type RenderQuality,
  type SourceImage,
} from './protocol.ts';
import type { Progress } from '../job/task.ts';

/** Options of every job. */
export interface JobOptions {
  /** Aborts the job: it rejects with the signal's reason, and the worker stops at its next yield. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the beginning and the end of each stage, and in between at most every 50 ms. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Computes results from one image at a time, in a worker of its own.
 *
 * Jobs run one after the other, in the order in which they are given. A job that is lost with its worker is run once
 * more in a new one. An aborted job rejects with the signal's reason, and a job that fails with a `CompositorError`.
 * The error's `code` is `compositor-lost` when the second worker was lost, too, and `resource-load-failed` when no
 * worker starts; other codes describe the failure.
 * @typeParam Background params of the backgrounds that the worker serves.
 * @typeParam Encodings params of the encoders that the worker serves.
 * @typeParam Edits params of the edits that the worker serves.
 */
export interface Compositor<
  Background extends BackgroundParams = BackgroundSource,
  Encodings extends EncodingParams = Encoding,
  Edits extends EditParams = Edit,
> {
  /**
   * Composes a result for the screen.
   * @param params by default no edits, the whole image, a transparent background, no light and no outline.
   */
  render(
    params: Partial<RenderParams<Background, Edits>>,
    options?: JobOptions & {
      /** Quality of the view; `full` by default. */
      readonly quality?: RenderQuality;
    },
  ): Promise<RenderedView>;
  /**
   * Renders the background alone, at draft size. An interface that moves the subject paints it over this view.
   * @param params params of the result. Edits, light and outline are ignored.
   */
  renderBackground(params: Partial<RenderParams<Background, Edits>>, options?: JobOptions): Promise<RenderedView>;
  /** Composes a result with all its pixels and encodes it. Another encoding of the same result reuses the pixels. */
  encode(
    params: Partial<RenderParams<Background, Edits>>,
    encoding: Encodings,
    options?: JobOptions & {
      /** Requests an additional small view of the result. The value is the view's longer side, in px. */
      readonly previewSidePx?: number | undefined;
    },
  ): Promise<EncodedFile>;
  /** Encodes the edited matte as a greyscale PNG: white is subject. */
  encodeMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<EncodedFile>;
  /** Returns the edited matte, which has the size of the image. */
  editMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Matte>;
  /** Applies edits and reports the part of the cutout that has changed since the previous call. */
  refine(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Refinement>;
  /**
   * Measures how free the edge is from the old background's colour.
   * @returns 0…100; 100 is clean.
   */
  measureFringe(edits: MatteEdits<Edits>, options?: JobOptions): Promise<number>;
  /**
   * Starts the worker before the first job, so that the first job succeeds even if the network fails in the meantime.
   */
  start(): void;
  /** Replaces the image by another. The worker stays, with everything that it has loaded. Pending jobs are rejected. */
  open(source: SourceImage): void;
  /**
   * Frees the image and everything that was computed from it; the worker waits for `open`. Pending jobs are rejected,
   * and so is every new job until then.
   */
  release(): void;
  /** Ends the worker and frees its memory. The next job starts another worker. Pending jobs are rejected. */
  close(): void;
}

export interface CompositorOptions {
  /**
   * Starts a worker of the caller's own, whose script calls `serveCompositor` with more backgrounds, edits or encoders
   * than this package contains. The worker must be a module worker. The function may be called more than once.
   */
  readonly startWorker?: () => Worker;
}

/** Number of workers that may be lost over one job before the job is rejected. */
const maxWorkersPerJob = 2;

interface PendingJob {
  readonly job: Job;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly resolve: (outcome: Outcomes[Job['kind']]) => void;
  readonly reject: (error: unknown) => void;
  /** Number of workers that were lost while they worked on this job. */
  lostWorkers: number;
}

/**
 * Creates a compositor for an image. Its worker starts with the first job, or by `start()`.
 * @typeParam Background params of the backgrounds that the worker of `startWorker` serves.
 * @typeParam Encodings params of the encoders that this worker serves.
 * @typeParam Edits params of the edits that this worker serves.
 *
 * @example
 * const compositor = createCompositor({ image: file, matte });
 * const { file: jpeg } = await compositor.encode(
 *   { background: { kind: 'color', color: '#ffffff' } },
 *   { format: 'jpeg', quality: 90 },
 *   { signal, onProgress: ({ stage, loaded, total }) => show(stage, loaded / total) },
 * );
 * compositor.close();
 */
export function createCompositor<
  Background extends BackgroundParams = BackgroundSource,
  Encodings extends EncodingParams = Encoding,
  Edits extends EditParams = Edit,
>(
  image: SourceImage,
  { startWorker = startOwnWorker }: CompositorOptions = {},
): Compositor<Background, Encodings, Edits> {
  let source: SourceImage | undefined = image;
  const numberOf = createNumbering();
  /** Pending jobs by call, in the order in which they were given. The worker works on the first. */
  const pending = new Map<number, PendingJob>();
  let connection: WorkerConnection | undefined;
  let lastCall = 0;

  function disconnect(): void {
    connection?.close();
    connection = undefined;
  }

  /**
   * Returns the connection. @throws {CompositorError} when the browser has no workers, or refuses this one immediately.
   */
  function connected(): WorkerConnection {
    if (connection) return connection;
    const opened = connectWorker({
      startWorker,
      numberOf,
      onMessage: receive,
      onLost: (reason) => replace(opened.state(), reason),
    });
    connection = opened;
    opened.sendSource(source);
    return opened;
  }

  /**
   * Replaces the image and rejects all pending jobs.
   * @param next undefined to release the image.
   */
  function exchange(next: SourceImage | undefined, reason: string): void {
    source = next;
    rejectAll(reason);
    connection?.sendSource(source);
  }

  function rejectAll(reason: string): void {
    for (const { reject } of pending.values()) reject(new CompositorError('processing-failed', reason));
  }

  function receive(message: FromCompositor): void {
    switch (message.kind) {
      case 'opened':
      case 'alive':
        break;
      case 'progress':
        pending.get(message.call)?.onProgress?.(message.progress);
        break;
      case 'done':
        pending.get(message.call)?.resolve(message.outcome);
        break;
      case 'failed':
        pending.get(message.call)?.reject(new CompositorError(message.code, message.detail));
        break;
      default:
        message satisfies never;
    }
  }

  /** Replaces a lost worker and gives its successor all unanswered jobs. */
  function replace(state: ReturnType<WorkerConnection['state']>, reason: string): void {
    disconnect();
    const [first] = pending.values();
    if (first && ++first.lostWorkers >= maxWorkersPerJob) {
      first.reject(new CompositorError(codeOfLoss(state), `the compositor stopped: ${reason}`));
    }
    try {
      for (const [call, entry] of pending) send(call, entry);
      // Between jobs, only a worker that has answered a job is replaced: one that always dies must not be restarted
      // forever.
      if (pending.size === 0 && state === 'proven') connected();
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }

  function send(call: number, { job, onProgress }: PendingJob): void {
    connected().sendJob(call, job, onProgress !== undefined);
  }

  function whole(params: Partial<RenderParams<Background, Edits>>): RenderParams {
    const { widthPx, heightPx } = source?.matte ?? { widthPx: 1, heightPx: 1 };
    const nothing = { kind: 'transparent' };
    return {
      edits: noEdits,
      transform: { toPhoto: identity, widthPx, heightPx },
      background: nothing,
      light: noLight,
      ...params,
    };
  }

  async function run<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    { signal, onProgress }: JobOptions = {},
  ): Promise<Outcomes[Kind]> {
    signal?.throwIfAborted();
    if (!source) throw new CompositorError('processing-failed', 'no image is open');
    const call = ++lastCall;
    const { promise, resolve, reject } = Promise.withResolvers<Outcomes[Kind]>();
    const settle =
      <Value>(how: (value: Value) => void) =>
      (value: Value) => {
        pending.delete(call);
        how(value);
      };
    const entry: PendingJob = {
      job,
      onProgress,
      // The outcome of a call belongs to the kind of its job.
      resolve: settle((outcome) => resolve(outcome as Outcomes[Kind])),
      reject: settle(reject),
      lostWorkers: 0,
    };
    const onAbort = () => {
      connection?.abort(call);
      entry.reject(signal?.reason);
    };
    pending.set(call, entry);
    signal?.addEventListener('abort', onAbort);
    try {
      send(call, entry);
      return await promise;
    } finally {
      pending.delete(call);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    render: (params, { quality = 'full', ...options } = {}) =>
      run({ kind: 'render', params: whole(params), quality }, options),
    renderBackground: (params, options) => run({ kind: 'render-background', params: whole(params) }, options),
    encode: (params, encoding, { previewSidePx, ...options } = {}) =>
      run({ kind: 'encode', params: whole(params), encoding, previewSidePx }, options),
    encodeMatte: (edits, options) => run({ kind: 'encode-matte', edits }, options),
    editMatte: (edits, options) => run({ kind: 'edit-matte', edits }, options),
    refine: (edits, options) => run({ kind: 'refine', edits }, options),
    measureFringe: (edits, options) => run({ kind: 'measure-fringe', edits }, options),
    start() {
      try {
        connected();
      } catch {
        // The first job reports the error.
      }
    },
    open: (next) => exchange(next, 'another image was opened'),
    release: () => exchange(undefined, 'the image was released'),
    close() {
      disconnect();
      rejectAll('the compositor was closed');
    },
  };
}

function startOwnWorker(): Worker {
  return new Worker(new URL('./compositor-worker.ts', import.meta.url), { type: 'module', name: 'isola-compositor' });
}

function codeOfLoss(state: ReturnType<WorkerConnection['state']>): CompositorErrorCode {
  return state === 'starting' ? 'resource-load-failed' : 'compositor-lost';
}
