import type { FromCompositor, ToCompositor } from './protocol.ts';

export interface WorkerWatch {
  /** Name of the lock that the worker holds as long as it lives. */
  readonly lockName: string;
  readonly stop: () => void;
}

/**
 * Time limit for a worker's first answer. A missing or blocked script is reported immediately; the limit is for
 * browsers that report nothing.
 */
const startLimitMs = 20_000;
const heartbeatMs = 10_000;
/**
 * Number of unanswered heartbeats after which a worker is lost. A worker answers between two parts of its work; the
 * longest part of the largest image takes seconds.
 */
const maxMissedHeartbeats = 6;

/**
 * Detects a compositor's worker that does not start or has died. No event reports a worker that the browser ends
 * because it used too much memory. Therefore the worker holds a Web Lock, and the page requests the same lock: when the
 * page obtains it, the worker is gone. On insecure origins, which have no locks, the worker must answer a heartbeat
 * every ten seconds.
 * @param onLost called once, with a reason for a report.
 */
export function watchWorker(worker: Worker, onLost: (reason: string) => void): WorkerWatch {
  const lockName = `isola-compositor-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const lockRequest = new AbortController();
  const startTimer = setTimeout(() => lose('the worker did not start'), startLimitMs);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  let missedHeartbeats = 0;

  function stop(): void {
    clearTimeout(startTimer);
    clearInterval(heartbeat);
    lockRequest.abort();
    worker.removeEventListener('message', onMessage);
    worker.removeEventListener('error', onError);
    worker.removeEventListener('messageerror', onError);
  }

  function lose(reason: string): void {
    stop();
    onLost(reason);
  }

  function beat(): void {
    // Heartbeats are counted instead of time: when a computer wakes from sleep, this timer may run before the worker's
    // answer is handled.
    if (missedHeartbeats >= maxMissedHeartbeats) return lose('the worker does not answer');
    missedHeartbeats += 1;
    worker.postMessage({ kind: 'ping' } satisfies ToCompositor);
  }

  function onMessage({ data }: MessageEvent<FromCompositor>): void {
    missedHeartbeats = 0;
    if (data.kind !== 'opened') return;
    clearTimeout(startTimer);
    const locks = navigator.locks as LockManager | undefined;
    if (data.isLocked && locks) {
      const lost = () => lose('it died');
      locks.request(lockName, { signal: lockRequest.signal }, lost).catch(() => undefined);
    } else {
      heartbeat = setInterval(beat, heartbeatMs);
    }
  }

  function onError(event: Event | ErrorEvent): void {
    event.preventDefault();
    // A script that cannot be loaded is reported by an event without a message.
    lose('message' in event && event.message ? event.message : event.type);
  }

  worker.addEventListener('message', onMessage);
  worker.addEventListener('error', onError);
  worker.addEventListener('messageerror', onError);
  return { lockName, stop };
}
