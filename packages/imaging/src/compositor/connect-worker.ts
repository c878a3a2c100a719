import { CompositorError } from '../job/compositor-error.ts';
import type { EditParams } from '../matte/define-edit.ts';
import { closeBitmap } from './close-bitmap.ts';
import { type BlobReference, replaceBlobs } from './blob-references.ts';
import type { createNumbering } from './create-numbering.ts';
import type { FromCompositor, Job, RenderParams, SourceImage, ToCompositor } from './protocol.ts';
import { watchWorker } from './watch-worker.ts';

export interface ConnectionOptions {
  readonly startWorker: () => Worker;
  /** Numbers the blobs, so that each is sent to a worker once. */
  readonly numberOf: ReturnType<typeof createNumbering>;
  /** Called with each message of the worker, until the connection is closed. */
  readonly onMessage: (message: FromCompositor) => void;
  /** Called once when the worker is lost, with a reason for a report, unless the connection was closed before. */
  readonly onLost: (reason: string) => void;
}

/** One worker, and what it has been sent. */
export interface WorkerConnection {
  /**
   * State of the worker: `starting` has not answered yet, `idle` has answered but no job, `proven` has answered a job.
   */
  readonly state: () => 'starting' | 'idle' | 'proven';
  /** Sends the image of the jobs to come; the first call also makes the worker hold its lock. */
  readonly sendSource: (source: SourceImage | undefined) => void;
  /** Sends a job, and before it the blobs and edits that the worker has not received yet. */
  readonly sendJob: (call: number, job: Job, wantsProgress: boolean) => void;
  readonly abort: (call: number) => void;
  /** Ends the worker. */
  readonly close: () => void;
}

/**
 * Starts a worker. It can be sent jobs after its first `sendSource`.
 * @throws {CompositorError} when the browser has no workers, or refuses this one immediately.
 */
export function connectWorker({ startWorker, numberOf, onMessage, onLost }: ConnectionOptions): WorkerConnection {
  const worker = started(startWorker);
  const watch = watchWorker(worker, (reason) => {
    if (!isClosed) onLost(reason);
  });
  /** Numbers of the blobs that the worker has received. */
  const sentBlobs = new Set<number>();
  /** Edits of the last job that the worker was sent. */
  let sentEdits: readonly EditParams[] = [];
  let source: SourceImage | undefined;
  let state: 'starting' | 'idle' | 'proven' = 'starting';
  /** Name of the lock, until the worker has been sent it. */
  let unsentLockName: string | undefined = watch.lockName;
  let isClosed = false;

  worker.addEventListener('message', ({ data }: MessageEvent<FromCompositor>) => {
    if (isClosed) return data.kind === 'done' ? closeBitmap(data.outcome) : undefined;
    if (data.kind === 'opened') state = 'idle';
    if (data.kind === 'done' || data.kind === 'failed') state = 'proven';
    onMessage(data);
  });

  function post(message: ToCompositor, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  /**
   * Sends the worker its own copy of a bitmap, if the same image is still open by then. Browsers share the pixels of
   * both.
   */
  async function lend(lent: SourceImage): Promise<void> {
    const copy = lent.bitmap && (await createImageBitmap(lent.bitmap).catch(() => undefined));
    if (isClosed || source !== lent) return copy?.close();
    post({ kind: 'bitmap', bitmap: copy }, copy ? [copy] : []);
  }

  /** Replaces a blob by its number, after the worker has received the blob. */
  function reference(blob: Blob): BlobReference {
    const number = numberOf(blob);
    if (!sentBlobs.has(number)) post({ kind: 'blob', number, blob });
    sentBlobs.add(number);
    return { blobNumber: number };
  }

  return {
    state: () => state,
    sendSource(next) {
      source = next;
      const lendsBitmap = next?.bitmap !== undefined;
      const content = next && { ...next, bitmap: undefined };
      const lockName = unsentLockName;
      unsentLockName = undefined;
      post({ kind: 'open', source: content, lendsBitmap, ...(lockName && { lockName }) });
      sentBlobs.clear();
      sentEdits = [];
      if (lendsBitmap) void lend(next);
    },
    sendJob(call, job, wantsProgress) {
      const { edits } = 'params' in job ? job.params.edits : job.edits;
      const kept = sharedCount(sentEdits, edits);
      if (kept < Math.max(sentEdits.length, edits.length)) {
        post({ kind: 'edits', kept, added: edits.slice(kept) });
        sentEdits = edits;
      }
      const sent = withoutEdits('params' in job ? { ...job, params: withReferences(job.params, reference) } : job);
      post({ kind: 'job', call, job: sent, wantsProgress });
    },
    abort: (call) => post({ kind: 'abort', call }),
    close() {
      isClosed = true;
      watch.stop();
      worker.terminate();
    },
  };
}

function started(startWorker: () => Worker): Worker {
  try {
    return startWorker();
  } catch (cause) {
    throw new CompositorError('resource-load-failed', 'this browser could not start a worker', { cause });
  }
}

function withReferences(params: RenderParams, reference: (blob: Blob) => BlobReference): RenderParams {
  const { background, layers } = params;
  return {
    ...params,
    background: replaceBlobs(background, reference),
    ...(layers && { layers: layers.map((layer) => replaceBlobs(layer, reference)) }),
  };
}

/** Removes the edits from a job, because they are sent separately, each once. */
function withoutEdits(job: Job): Job {
  return 'params' in job
    ? { ...job, params: { ...job.params, edits: { ...job.params.edits, edits: [] } } }
    : { ...job, edits: { ...job.edits, edits: [] } };
}

/** Returns the number of edits that both lists begin with. */
function sharedCount(one: readonly EditParams[], other: readonly EditParams[]): number {
  const first = one.findIndex((edit, index) => edit !== other[index]);
  return first === -1 ? one.length : first;
}
