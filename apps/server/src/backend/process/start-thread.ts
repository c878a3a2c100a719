import { Worker } from 'node:worker_threads';

import type { Logger } from '../../create-logger.ts';
import type { BackendTimeouts } from '../backend-settings.ts';
import { hashHere } from './hashing.ts';
import { type PendingAnswers, tickMs } from './pending-answers.ts';
import { reasonOf } from './reason-of.ts';
import type { FromWorker, ToWorker, WorkerStart } from './worker-messages.ts';

export interface ThreadParts {
  readonly workerData: WorkerStart;
  readonly timeouts: BackendTimeouts;
  /** Receives the answers of the thread. */
  readonly pending: PendingAnswers;
  readonly logger: Logger;
  /** Receives the lines of the thread's logger. */
  readonly writeLog: (line: string) => void;
  /** Called when the database has been opened and migrated. */
  readonly onReady: () => void;
  /** Called once, with the reason why the thread has ended. */
  readonly onEnd: (reason: string) => void;
}

/** Starts the backend's thread, handles its messages, and ends it when it fails or does not respond. */
export function startThread(parts: ThreadParts): Worker {
  const { workerData, timeouts, pending, logger, writeLog, onReady, onEnd } = parts;
  const thread = new Worker(new URL('./backend-worker.ts', import.meta.url), { workerData });
  const tell = (message: ToWorker) => thread.postMessage(message);
  let reason = 'the thread ended';
  let isReady = false;
  // Silence is counted in ticks rather than in time: if this thread was blocked, the answer may already be in its
  // queue.
  let silentTicks = 0;
  const watch = setInterval(() => {
    silentTicks += 1;
    tell({ type: 'ping' });
    // A snapshot of the database blocks the thread for as long as a start may take.
    const isShort = isReady && pending.snapshotCount() === 0;
    const limitMs = isShort ? timeouts.unresponsiveMs : timeouts.startMs;
    if (silentTicks * tickMs > limitMs) {
      reason = `the thread did not answer for ${limitMs / 1_000} s`;
      void thread.terminate();
    }
    if (isReady) pending.refuseOverdue();
  }, tickMs);
  watch.unref();
  thread.on('message', (message: FromWorker) => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        silentTicks = 0;
        onReady();
        return;
      case 'pong':
        silentTicks = 0;
        return;
      case 'failed':
        reason = message.reason;
        void thread.terminate();
        return;
      case 'answer':
        pending.answerRequest(message.id, message.response);
        return;
      case 'snapshot':
        silentTicks = 0;
        pending.answerSnapshot(message.id, message.archive);
        return;
      case 'hash':
        void hashHere(message.task)
          .catch(() => null)
          // The result is posted to the thread that asked, because a later thread uses the same ids for other tasks.
          .then((result) => tell({ type: 'hashed', id: message.id, result }));
        return;
      case 'log':
        writeLog(message.line);
        return;
      default:
        message satisfies never;
    }
  });
  thread.once('error', (error) => {
    logger.error({ err: error }, 'backend: the thread failed');
    // Before the thread is ready, its errors cannot contain data of visitors.
    if (!isReady) reason = reasonOf(error);
  });
  thread.once('exit', () => {
    clearInterval(watch);
    onEnd(reason);
  });
  return thread;
}
