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
import { type BlobReference, replaceBlobs } from './blob-references.ts';
import { CompositorError, type CompositorErrorCode } from '../job/compositor-error.ts';
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
  type ToCompositor,
} from './protocol.ts';
import type { Progress } from '../job/task.ts';
import { watchWorker } from './watch-worker.ts';

/** Given to every job. */
export interface JobOptions {
  /** Once aborted, the job rejects with its reason, and the worker stops at its next yield. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most every 50 ms, and for the beginning and the end of each stage. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Computes everything that is made of one image at a time, in a worker of its own.
 *
 * Jobs run one after the other, in the order in which they are given. A job that is lost with its worker is run once more
 * in a new one. Every job rejects with a `CompositorError`, whose `code` is `compositor-lost` when the second worker was
 * lost, too, `resource-load-failed` where no worker starts, and otherwise says what went wrong; or with the signal's reason.
 * @typeParam Background the params of the backgrounds that the worker serves.
 * @typeParam Encodings the params of the encoders that it serves.
 * @typeParam Edits the params of the edits that it serves.
 */
export interface Compositor<
  Background extends BackgroundParams = BackgroundSource,
  Encodings extends EncodingParams = Encoding,
  Edits extends EditParams = Edit,
> {
  /**
   * Composes a result for the screen.
   * @param params what is left out changes nothing: no edits, the whole image, transparent, no light, no outline.
   */
  render(
    params: Partial<RenderParams<Background, Edits>>,
    options?: JobOptions & {
      /** `full` unless given. */
      readonly quality?: RenderQuality;
    },
  ): Promise<RenderedView>;
  /**
   * Renders what lies behind the subject alone, as small as a draft: an interface that moves the subject paints it over this.
   * @param params of which the edits, the light and the outline are left out.
   */
  renderBackground(params: Partial<RenderParams<Background, Edits>>, options?: JobOptions): Promise<RenderedView>;
  /** Composes a result with all its pixels and encodes it. Another encoding of the same result reuses the pixels. */
  encode(
    params: Partial<RenderParams<Background, Edits>>,
    encoding: Encodings,
    options?: JobOptions & {
      /** Asks for a small view of the result besides, whose longer side has so many px. */
      readonly previewSidePx?: number | undefined;
    },
  ): Promise<EncodedFile>;
  /** Encodes the edited matte as a greyscale PNG: white is subject. */
  encodeMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<EncodedFile>;
  /** @returns the edited matte, of the image's size. */
  editMatte(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Matte>;
  /** Applies edits, and reports which part of the cutout has changed since the previous call. */
  refine(edits: MatteEdits<Edits>, options?: JobOptions): Promise<Refinement>;
  /** @returns how clean the edge is of the old background's colour, 0…100. */
  measureFringe(edits: MatteEdits<Edits>, options?: JobOptions): Promise<number>;
  /** Starts the worker before there is a job, so that the first one finds it even if the network fails meanwhile. */
  start(): void;
  /** Takes another image in the place of the one before: the worker stays, and what it has loaded. Pending jobs are rejected. */
  open(source: SourceImage): void;
  /** Frees the image, and what was computed of it; the worker waits for `open`. Pending jobs are rejected, and so is every job until then. */
  release(): void;
  /** Ends the worker and frees its memory; the next job starts another. Pending jobs are rejected. */
  close(): void;
}

export interface CompositorOptions {
  /**
   * Starts a worker of the caller's own, whose script calls `serveCompositor` with more backgrounds, edits or encoders than
   * this package has. The worker must be a module and may be started more than once.
   */
  readonly startWorker?: () => Worker;
}

/** How many workers may be lost over one job before it is rejected. */
const maxWorkersPerJob = 2;

interface PendingJob {
  readonly job: Job;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly resolve: (outcome: Outcomes[Job['kind']]) => void;
  readonly reject: (error: unknown) => void;
  /** How many workers were lost while they worked on it. */
  lostWorkers: number;
}

interface Connection {
  readonly worker: Worker;
  /** The numbers of the blobs that this worker has. */
  readonly sentBlobs: Set<number>;
  /** The edits of the last job that this worker was sent. */
  sentEdits: readonly EditParams[];
  readonly stopWatching: () => void;
  /** `starting`: it has not answered yet. `idle`: it has answered, but no job. `proven`: it has answered a job. */
  state: 'starting' | 'idle' | 'proven';
}

/**
 * Creates a compositor for an image. Its worker starts with the first job, or by `start()`.
 * @typeParam Background the params of the backgrounds that `startWorker`'s worker serves.
 * @typeParam Encodings the params of the encoders that it serves.
 * @typeParam Edits the params of the edits that it serves.
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
  /** In the order in which they were given; the worker works on the first. */
  const pending = new Map<number, PendingJob>();
  let connection: Connection | undefined;
  let lastCall = 0;

  function disconnect(): void {
    connection?.stopWatching();
    connection?.worker.terminate();
    connection = undefined;
  }

  /** @throws {CompositorError} where the browser has no workers, or refuses this one at once. */
  function connected(): Connection {
    if (connection) return connection;
    const worker = started(startWorker);
    const watch = watchWorker(worker, (reason) => {
      if (connection === opened) replace(opened, reason);
    });
    const opened: Connection = {
      worker,
      sentBlobs: new Set(),
      sentEdits: [],
      stopWatching: watch.stop,
      state: 'starting',
    };
    worker.addEventListener('message', ({ data }: MessageEvent<FromCompositor>) => {
      if (connection === opened) receive(opened, data);
    });
    connection = opened;
    sendSource(opened, watch.lockName);
    return opened;
  }

  function sendSource(to: Connection, lockName?: string): void {
    const lendsBitmap = source?.bitmap !== undefined;
    const content = source && { ...source, bitmap: undefined };
    const message = { kind: 'open', source: content, lendsBitmap, ...(lockName && { lockName }) } as const;
    to.worker.postMessage(message satisfies ToCompositor);
    to.sentBlobs.clear();
    to.sentEdits = [];
    if (lendsBitmap) void lend(to, source);
  }

  /** Gives the worker a bitmap of its own, if it still has that image by then: browsers share the pixels of the two. */
  async function lend(to: Connection, lent: SourceImage | undefined): Promise<void> {
    const copy = lent?.bitmap && (await createImageBitmap(lent.bitmap).catch(() => undefined));
    if (connection !== to || source !== lent) return copy?.close();
    to.worker.postMessage({ kind: 'bitmap', bitmap: copy } satisfies ToCompositor, copy ? [copy] : []);
  }

  /** @param next undefined: none. */
  function exchange(next: SourceImage | undefined, reason: string): void {
    source = next;
    rejectAll(reason);
    if (connection) sendSource(connection);
  }

  function rejectAll(reason: string): void {
    for (const { reject } of pending.values()) reject(new CompositorError('processing-failed', reason));
  }

  function receive(from: Connection, message: FromCompositor): void {
    switch (message.kind) {
      case 'opened':
        from.state = 'idle';
        break;
      case 'alive':
        break;
      case 'progress':
        pending.get(message.call)?.onProgress?.(message.progress);
        break;
      case 'done':
        from.state = 'proven';
        pending.get(message.call)?.resolve(message.outcome);
        break;
      case 'failed':
        from.state = 'proven';
        pending.get(message.call)?.reject(new CompositorError(message.code, message.detail));
        break;
      default:
        message satisfies never;
    }
  }

  /** Puts another worker in the place of one that was lost, and gives it what was not answered yet. */
  function replace({ state }: Connection, reason: string): void {
    disconnect();
    const [first] = pending.values();
    if (first && ++first.lostWorkers >= maxWorkersPerJob) {
      first.reject(new CompositorError(codeOfLoss(state), `the compositor stopped: ${reason}`));
    }
    try {
      for (const [call, entry] of pending) send(call, entry);
      // Between jobs another one is started only if this one was of use: one that always dies is not started for ever.
      if (pending.size === 0 && state === 'proven') connected();
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }

  function send(call: number, { job, onProgress }: PendingJob): void {
    const to = connected();
    const { worker, sentBlobs } = to;
    const reference = (blob: Blob): BlobReference => {
      const number = numberOf(blob);
      if (!sentBlobs.has(number)) worker.postMessage({ kind: 'blob', number, blob } satisfies ToCompositor);
      sentBlobs.add(number);
      return { blobNumber: number };
    };
    const { edits } = 'params' in job ? job.params.edits : job.edits;
    const kept = sharedCount(to.sentEdits, edits);
    if (kept < Math.max(to.sentEdits.length, edits.length)) {
      worker.postMessage({ kind: 'edits', kept, added: edits.slice(kept) } satisfies ToCompositor);
      to.sentEdits = edits;
    }
    const wantsProgress = onProgress !== undefined;
    worker.postMessage({
      kind: 'job',
      call,
      job: withoutEdits('params' in job ? { ...job, params: withReferences(job.params, reference) } : job),
      wantsProgress,
    } satisfies ToCompositor);
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
      // A call's outcome is of its job's kind.
      resolve: settle((outcome) => resolve(outcome as Outcomes[Kind])),
      reject: settle(reject),
      lostWorkers: 0,
    };
    const onAbort = () => {
      connection?.worker.postMessage({ kind: 'abort', call } satisfies ToCompositor);
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
        // The first job says so.
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

function withReferences(params: RenderParams, reference: (blob: Blob) => BlobReference): RenderParams {
  return { ...params, background: replaceBlobs(params.background, reference) };
}

/** Edits are sent apart, each once. */
function withoutEdits(job: Job): Job {
  return 'params' in job
    ? { ...job, params: { ...job.params, edits: { ...job.params.edits, edits: [] } } }
    : { ...job, edits: { ...job.edits, edits: [] } };
}

/** How many edits both begin with. */
function sharedCount(one: readonly EditParams[], other: readonly EditParams[]): number {
  const first = one.findIndex((edit, index) => edit !== other[index]);
  return first === -1 ? one.length : first;
}

function started(startWorker: () => Worker): Worker {
  try {
    return startWorker();
  } catch (cause) {
    throw new CompositorError('resource-load-failed', 'this browser starts no worker', { cause });
  }
}

function codeOfLoss(state: Connection['state']): CompositorErrorCode {
  return state === 'starting' ? 'resource-load-failed' : 'compositor-lost';
}
