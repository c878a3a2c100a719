import type { SegmenterErrorCode } from '../api/errors.ts';
import type { OnEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import { recordFetches } from '../http/fetches.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { type TransportCall, WorkerLostError } from './transport.ts';

/** A call without its number, which the connection assigns. */
export type CallContent =
  | Omit<Extract<ToWorker, { kind: 'warm-up' }>, 'call'>
  | Omit<Extract<ToWorker, { kind: 'segment' }>, 'call'>;
export type Answer = Extract<FromWorker, { kind: 'warm' | 'segmented' | 'failed' }>;

/** Time limit for a worker's start. A missing or blocked script raises an event; some browsers may raise none. */
const startTimeoutMs = 20_000;

/** Time limit for the answer to an abort. A worker that exceeds it is ended. */
const abortTimeoutMs = 1000;

/** Errors that leave the worker with broken state, or with memory that is freed only when it ends. */
const fatalCodes: ReadonlySet<SegmenterErrorCode> = new Set(['out-of-memory', 'resource-load-failed']);

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

const createModuleWorker: CreateWorker = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'isola-segmenter' });

export interface ConnectionEvents {
  /** Called once, when the worker has ended for any reason. The connection cannot be used any more. */
  readonly onEnd: () => void;
  /** Called when a thread of the worker's engine is lost. The worker is ended; its calls reject with `WorkerEndedError`. */
  readonly onThreadLost: () => void;
  readonly onEvent: OnEvent;
}

interface PendingCall {
  state: 'waiting' | 'sent' | 'aborted';
  readonly send: () => void;
  readonly onProgress: TransportCall['onProgress'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Starts a worker.
 * @throws {WorkerLostError} when the browser refuses at once: it has no workers, or the script is from another origin.
 */
export function connectWorker(
  options: ResolvedOptions,
  { onEnd, onThreadLost, onEvent }: ConnectionEvents,
  createWorker: CreateWorker = createModuleWorker,
): WorkerConnection {
  const worker = startWorker(createWorker);
  const calls = new Map<number, PendingCall>();
  const lockName = `isola-segmenter-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const lockWatch = new AbortController();
  let state: 'starting' | 'running' | 'ended' = 'starting';
  let lastCall = 0;
  let abortTimer: ReturnType<typeof setTimeout> | undefined;
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
    request(content, transfer, { signal, onProgress }, onSent) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        if (state === 'ended') return reject(new WorkerEndedError());
        const number = ++lastCall;
        const onAbort = () => abort(number, signal.reason);
        const settled =
          <T>(settle: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener('abort', onAbort);
            settle(value);
          };
        calls.set(number, {
          state: 'waiting',
          send() {
            post({ ...content, call: number }, transfer);
            onSent?.();
          },
          onProgress,
          resolve: settled(resolve),
          reject: settled(reject),
        });
        signal.addEventListener('abort', onAbort);
        sendWaiting();
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
      case 'progress': {
        const call = calls.get(message.call);
        if (call?.state === 'sent') call.onProgress(message.progress);
        return undefined;
      }
      case 'thread-lost':
        onThreadLost();
        return end(new WorkerEndedError());
      case 'warm':
      case 'segmented':
      case 'failed':
        return answer(message);
      default:
        return message satisfies never;
    }
  }

  function becomeRunning(isLocked: boolean): void {
    clearTimeout(startTimer);
    state = 'running';
    sendWaiting();
    if (!isLocked) return;
    // The worker holds this lock until it ends. When the lock is granted here, the worker has ended. Browsers raise no event
    // when they end a worker that uses too much memory, or when a script calls `terminate`.
    navigator.locks.request(lockName, { signal: lockWatch.signal }, () => lose()).catch(() => undefined);
  }

  function answer(message: Answer): void {
    const call = calls.get(message.call);
    if (!call) return;
    calls.delete(message.call);
    if (call.state === 'sent') call.resolve(message);
    else if (message.kind === 'segmented') message.segmentation.cutout?.close();
    // Other running calls get their answers before the worker is ended.
    if (message.kind === 'failed' && fatalCodes.has(message.code) && !hasCall('sent'))
      return end(new WorkerEndedError());
    if (!hasCall('aborted')) clearTimeout(abortTimer);
    sendWaiting();
  }

  /** Sends the waiting calls once every abort is answered. Until then, the worker may have to be ended. */
  function sendWaiting(): void {
    if (state !== 'running' || hasCall('aborted')) return;
    for (const [number, call] of calls) {
      if (call.state !== 'waiting') continue;
      call.state = 'sent';
      try {
        call.send();
      } catch (error) {
        // Some sources cannot be posted, such as pixels whose memory has been transferred.
        calls.delete(number);
        call.reject(error);
      }
    }
  }

  function abort(number: number, reason: unknown): void {
    const call = calls.get(number);
    if (!call) return;
    call.reject(reason);
    if (call.state === 'waiting') {
      calls.delete(number);
      return;
    }
    call.state = 'aborted';
    post({ kind: 'abort', call: number });
    clearTimeout(abortTimer);
    abortTimer = setTimeout(endUnlessUsed, abortTimeoutMs);
  }

  /** Ends the worker unless another call is running, which its own caller has not aborted. */
  function endUnlessUsed(): void {
    if (hasCall('sent')) abortTimer = setTimeout(endUnlessUsed, abortTimeoutMs);
    else end(new WorkerEndedError());
  }

  function hasCall(wanted: PendingCall['state']): boolean {
    return [...calls.values()].some((call) => call.state === wanted);
  }

  function lose(how: ConstructorParameters<typeof WorkerLostError>[1] = {}): void {
    end(new WorkerLostError(state === 'starting' ? 'worker-not-started' : 'worker-died', how));
  }

  function end(reason: WorkerEndedError | WorkerLostError): void {
    if (state === 'ended') return;
    state = 'ended';
    clearTimeout(startTimer);
    clearTimeout(abortTimer);
    lockWatch.abort();
    worker.terminate();
    onEnd();
    for (const call of calls.values()) call.reject(reason);
    calls.clear();
  }
}

function startWorker(createWorker: CreateWorker): WorkerLike {
  try {
    return createWorker();
  } catch (cause) {
    throw new WorkerLostError('worker-not-started', { cause });
  }
}
