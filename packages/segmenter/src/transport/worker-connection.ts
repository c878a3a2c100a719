import type { OnEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import { bridgeTo } from '../http/bridge-to.ts';
import { recordFetches } from '../http/fetches.ts';
import { type Answer, type CallContent, createPendingCalls } from './pending-calls.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { type TransportCall, WorkerLostError } from './transport.ts';

/** Time limit for a worker's start. A missing or blocked script raises an event; some browsers may raise none. */
const startTimeoutMs = 20_000;

/** Thrown when this side has ended the worker for a reason other than the call. The call can be repeated in a new worker. */
export class WorkerEndedError extends Error {}

/** One worker and the calls that wait for its answers. */
export interface WorkerConnection {
  /**
   * Sends a call as soon as the worker runs and has answered all aborts.
   * @param onSent called after the message and its transferred objects have been sent.
   * @throws {WorkerLostError} when the worker does not start or dies; {WorkerEndedError}; the signal's reason, at once.
   */
  request(content: CallContent, transfer: Transferable[], call: TransportCall, onSent?: () => void): Promise<Answer>;
  /** Sends a message that has no answer. */
  post(message: ToWorker): void;
  /** Ends the worker. Waiting calls reject with `WorkerEndedError`. */
  close(): void;
}

/** The part of the `Worker` interface that this module uses. */
export interface WorkerLike extends Pick<Worker, 'addEventListener'> {
  postMessage(message: unknown, transfer: Transferable[]): void;
  terminate(): unknown;
}

/** Starts a worker. @throws when the environment has no workers or refuses to start one. */
export type CreateWorker = () => WorkerLike;

const createModuleWorker: CreateWorker = () => {
  const bridge = bridgeTo('worker.js', import.meta.url);
  if (bridge) return new Worker(bridge, { type: 'module' });
  // Bundlers recognise this form.
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'isola-segmenter' });
};

export interface ConnectionEvents {
  /** Called once, when the worker has ended for any reason. The connection cannot be used any more. */
  readonly onEnd: () => void;
  /** Called when a thread of the worker's engine is lost. The worker is ended; its calls reject with `WorkerEndedError`. */
  readonly onThreadLost: () => void;
  readonly onEvent: OnEvent;
}

/**
 * Starts a worker.
 * @throws {WorkerLostError} when the browser refuses at once: it has no workers, or a policy forbids them.
 */
export function connectWorker(
  options: ResolvedOptions,
  { onEnd, onThreadLost, onEvent }: ConnectionEvents,
  createWorker: CreateWorker = createModuleWorker,
): WorkerConnection {
  const worker = startWorker(createWorker);
  const calls = createPendingCalls({
    isRunning: () => state === 'running',
    post,
    endWorker: () => end(new WorkerEndedError()),
  });
  const lockName = `isola-segmenter-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const lockWatch = new AbortController();
  let state: 'starting' | 'running' | 'ended' = 'starting';
  const startTimer = setTimeout(() => lose({ isTimeout: true }), startTimeoutMs);

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => receive(data));
  for (const type of ['error', 'messageerror']) {
    worker.addEventListener(type, (event) => {
      event.preventDefault();
      lose({ cause: 'message' in event ? event.message : type });
    });
  }
  post({ kind: 'start', options, lockName });

  return {
    request(content, transfer, call, onSent) {
      return new Promise((resolve, reject) => {
        if (call.signal.aborted) return reject(call.signal.reason);
        if (state === 'ended') return reject(new WorkerEndedError());
        calls.add(content, transfer, call, { resolve, reject, onSent });
      });
    },
    post,
    close: () => end(new WorkerEndedError()),
  };

  function post(message: ToWorker, transfer: Transferable[] = []): void {
    if (state !== 'ended') worker.postMessage(message, transfer);
  }

  function receive(message: FromWorker): void {
    if (state === 'ended') {
      // The worker sent this message before it was ended.
      if (message.kind === 'segmented') message.segmentation.cutout?.close();
      return;
    }
    switch (message.kind) {
      case 'started':
        return becomeRunning(message.isLocked);
      case 'fetched':
        return recordFetches(message.fetches);
      case 'event':
        return onEvent(message.event);
      case 'progress':
        return calls.reportProgress(message);
      case 'thread-lost':
        onThreadLost();
        return end(new WorkerEndedError());
      case 'warm':
      case 'segmented':
      case 'failed':
        return calls.settle(message);
      default:
        return message satisfies never;
    }
  }

  function becomeRunning(isLocked: boolean): void {
    clearTimeout(startTimer);
    state = 'running';
    calls.sendWaiting();
    if (!isLocked) return;
    // The worker holds this lock until it ends. When the lock is granted here, the worker has ended. Browsers raise no event
    // when they end a worker that uses too much memory, or when a script calls `terminate`.
    navigator.locks.request(lockName, { signal: lockWatch.signal }, () => lose()).catch(() => undefined);
  }

  function lose(how: ConstructorParameters<typeof WorkerLostError>[1] = {}): void {
    end(new WorkerLostError(state === 'starting' ? 'worker-not-started' : 'worker-died', how));
  }

  function end(reason: WorkerEndedError | WorkerLostError): void {
    if (state === 'ended') return;
    state = 'ended';
    clearTimeout(startTimer);
    lockWatch.abort();
    worker.terminate();
    onEnd();
    calls.rejectAll(reason);
  }
}

function startWorker(createWorker: CreateWorker): WorkerLike {
  try {
    return createWorker();
  } catch (cause) {
    throw new WorkerLostError('worker-not-started', { cause });
  }
}
