import { CompositorError, type CompositorErrorCode } from '../job/compositor-error.ts';
import type { Progress } from '../job/task.ts';
import { closeBitmap } from './close-bitmap.ts';
import { connectWorker, type WorkerConnection } from './connect-worker.ts';
import { createNumbering } from './create-numbering.ts';
import type { FromCompositor, Job, Outcomes, SourceImage } from './protocol.ts';

/** Options of every job. */
export interface JobOptions {
  /** Aborts the job: it rejects with the signal's reason, and the worker stops at its next yield. */
  readonly signal?: AbortSignal | undefined;
  /** Called at the beginning and the end of each stage, and in between at most every 50 ms. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Number of workers that may be lost over one job before the job is rejected. */
const maxWorkersPerJob = 2;

/** Runs jobs one after the other in a worker, and repeats a job whose worker is lost in another one. */
export interface JobQueue {
  /** Returns the image of the jobs to come; undefined while there is none. */
  readonly source: () => SourceImage | undefined;
  readonly run: <Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    options?: JobOptions,
  ) => Promise<Outcomes[Kind]>;
  /** Starts the worker before the first job. */
  readonly start: () => void;
  /**
   * Replaces the image and rejects all pending jobs.
   * @param next undefined to release the image.
   */
  readonly exchange: (next: SourceImage | undefined, reason: string) => void;
  /** Ends the worker and rejects all pending jobs. The next job starts another worker. */
  readonly close: () => void;
}

interface PendingJob {
  readonly job: Job;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly resolve: (outcome: Outcomes[Job['kind']]) => void;
  readonly reject: (error: unknown) => void;
  /** Number of workers that were lost while they worked on this job. */
  lostWorkers: number;
}

export function createJobQueue(image: SourceImage, startWorker: () => Worker): JobQueue {
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
        if (pending.has(message.call)) pending.get(message.call)?.resolve(message.outcome);
        else closeBitmap(message.outcome);
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
    source: () => source,
    run,
    start() {
      try {
        connected();
      } catch {
        // The first job reports the error.
      }
    },
    exchange,
    close() {
      disconnect();
      rejectAll('the compositor was closed');
    },
  };
}

function codeOfLoss(state: ReturnType<WorkerConnection['state']>): CompositorErrorCode {
  return state === 'starting' ? 'resource-load-failed' : 'compositor-lost';
}
