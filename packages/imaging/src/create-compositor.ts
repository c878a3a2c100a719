import { CompositorError } from './compositor-error.ts';
import {
  type CompositorErrorCode,
  type FromCompositor,
  type Job,
  type Outcomes,
  type Sources,
  type ToCompositor,
  withPictures,
} from './compositor-protocol.ts';
import { createNumbering } from './create-numbering.ts';
import { watchWorker } from './watch-worker.ts';

/** Computes everything that is made of one photo, in a worker of its own. */
export interface Compositor {
  /**
   * One job after the other, in the order in which they are given. A job that is lost with its worker is run once more in a
   * new one: a job says everything that it needs.
   * @throws {CompositorError} with a `code`, or the signal's reason. `compositor-lost` when the second worker was lost, too;
   * `resource-load-failed` where no worker starts.
   */
  run<Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, signal: AbortSignal): Promise<Outcomes[Kind]>;
  /** Starts the worker before there is a job, so that the first one finds it even where the network has gone meanwhile. */
  start(): void;
  /** Ends the worker and frees what it holds; the next job starts another. Jobs under way are rejected. */
  close(): void;
}

/** With so many workers a job is tried before it is given up. */
const maxWorkersPerJob = 2;

interface PendingJob {
  readonly job: Job;
  readonly resolve: (outcome: Outcomes[Job['kind']]) => void;
  readonly reject: (error: unknown) => void;
  /** How many workers were lost while they worked on it. */
  lostWorkers: number;
}

interface Connection {
  readonly worker: Worker;
  /** The numbers of the pictures that this worker has. */
  readonly sentPictures: Set<number>;
  readonly stopWatching: () => void;
  /** `starting`: it has not answered yet. `idle`: it has answered, but no job. `proven`: it has answered a job. */
  state: 'starting' | 'idle' | 'proven';
}

/** Makes a compositor. */
export function createCompositor(sources: Sources): Compositor {
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
    const worker = startWorker();
    const watch = watchWorker(worker, (reason) => {
      if (connection === started) replace(started, reason);
    });
    const started: Connection = { worker, sentPictures: new Set(), stopWatching: watch.stop, state: 'starting' };
    worker.addEventListener('message', ({ data }: MessageEvent<FromCompositor>) => {
      if (connection === started) receive(started, data);
    });
    worker.postMessage({ kind: 'open', sources, lockName: watch.lockName } satisfies ToCompositor);
    return (connection = started);
  }

  function receive(from: Connection, message: FromCompositor): void {
    switch (message.kind) {
      case 'opened':
        from.state = 'idle';
        break;
      case 'alive':
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
      for (const [call, { job }] of pending) send(call, job);
      // Between jobs another one is started only if this one was of use: one that always dies is not started for ever.
      if (pending.size === 0 && state === 'proven') connected();
    } catch (error) {
      for (const { reject } of pending.values()) reject(error);
    }
  }

  function send(call: number, job: Job): void {
    const { worker, sentPictures } = connected();
    const numbered = withPictures<Blob, number>(job, (picture) => {
      const number = numberOf(picture);
      if (!sentPictures.has(number)) worker.postMessage({ kind: 'picture', number, picture } satisfies ToCompositor);
      sentPictures.add(number);
      return number;
    });
    worker.postMessage({ kind: 'job', call, job: numbered } satisfies ToCompositor);
  }

  async function run<Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, signal: AbortSignal) {
    signal.throwIfAborted();
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
      // A call's outcome is of its job's kind.
      resolve: settle((outcome) => resolve(outcome as Outcomes[Kind])),
      reject: settle(reject),
      lostWorkers: 0,
    };
    const onAbort = () => {
      connection?.worker.postMessage({ kind: 'abort', call } satisfies ToCompositor);
      entry.reject(signal.reason);
    };
    pending.set(call, entry);
    signal.addEventListener('abort', onAbort);
    try {
      send(call, job);
      return await promise;
    } finally {
      pending.delete(call);
      signal.removeEventListener('abort', onAbort);
    }
  }

  return {
    run,
    start() {
      try {
        connected();
      } catch {
        // The first job says so.
      }
    },
    close() {
      disconnect();
      for (const { reject } of pending.values()) {
        reject(new CompositorError('processing-failed', 'the compositor was closed'));
      }
    },
  };
}

function startWorker(): Worker {
  try {
    return new Worker(new URL('./compositor-worker.ts', import.meta.url), {
      type: 'module',
      name: 'isola-compositor',
    });
  } catch (cause) {
    throw new CompositorError('resource-load-failed', 'this browser starts no worker', { cause });
  }
}

function codeOfLoss(state: Connection['state']): CompositorErrorCode {
  return state === 'starting' ? 'resource-load-failed' : 'compositor-lost';
}
