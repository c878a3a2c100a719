import type { SegmenterErrorCode } from '../api/errors.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { TransportCall } from './transport.ts';

/** A call without its number, which the connection assigns. */
export type CallContent =
  | Omit<Extract<ToWorker, { kind: 'warm-up' }>, 'call'>
  | Omit<Extract<ToWorker, { kind: 'segment' }>, 'call'>;
export type Answer = Extract<FromWorker, { kind: 'warm' | 'segmented' | 'failed' }>;

/** Time limit for the answer to an abort. A worker that exceeds it is ended. */
const abortTimeoutMs = 1000;

/** Errors that leave the worker with broken state, or with memory that is freed only when it ends. */
const fatalCodes: ReadonlySet<SegmenterErrorCode> = new Set(['out-of-memory', 'resource-load-failed']);

export interface PendingCallsOptions {
  /** Returns true while the worker can receive calls. */
  readonly isRunning: () => boolean;
  readonly post: (message: ToWorker, transfer?: Transferable[]) => void;
  /** Ends the worker after a fatal error, or when it does not answer an abort. */
  readonly endWorker: () => void;
}

export interface CallHandlers {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** Called after the message and its transferred objects have been sent. */
  readonly onSent: (() => void) | undefined;
}

/** The calls of one worker that wait for their answers. */
export interface PendingCalls {
  /** Adds a call. It is sent as soon as the worker runs and has answered all aborts. */
  add(content: CallContent, transfer: Transferable[], call: TransportCall, handlers: CallHandlers): void;
  /** Sends the waiting calls once every abort is answered. Until then, the worker may have to be ended. */
  sendWaiting(): void;
  reportProgress(message: Extract<FromWorker, { kind: 'progress' }>): void;
  settle(answer: Answer): void;
  /** Rejects all calls, because the worker has ended. */
  rejectAll(reason: unknown): void;
}

interface PendingCall {
  state: 'waiting' | 'sent' | 'aborted';
  readonly send: () => void;
  readonly onProgress: TransportCall['onProgress'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

export function createPendingCalls({ isRunning, post, endWorker }: PendingCallsOptions): PendingCalls {
  const calls = new Map<number, PendingCall>();
  let lastCall = 0;
  let abortTimer: ReturnType<typeof setTimeout> | undefined;

  function sendWaiting(): void {
    if (!isRunning() || hasCall('aborted')) return;
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
    else endWorker();
  }

  function hasCall(wanted: PendingCall['state']): boolean {
    return [...calls.values()].some((call) => call.state === wanted);
  }

  return {
    add(content, transfer, { signal, onProgress }, { resolve, reject, onSent }) {
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
    },
    sendWaiting,
    reportProgress(message) {
      const call = calls.get(message.call);
      if (call?.state === 'sent') call.onProgress(message.progress);
    },
    settle(answer) {
      const call = calls.get(answer.call);
      if (!call) return;
      calls.delete(answer.call);
      if (call.state === 'sent') call.resolve(answer);
      else if (answer.kind === 'segmented') answer.segmentation.cutout?.close();
      // Other running calls get their answers before the worker is ended.
      if (answer.kind === 'failed' && fatalCodes.has(answer.code) && !hasCall('sent')) return endWorker();
      if (!hasCall('aborted')) clearTimeout(abortTimer);
      sendWaiting();
    },
    rejectAll(reason) {
      clearTimeout(abortTimer);
      for (const call of calls.values()) call.reject(reason);
      calls.clear();
    },
  };
}
