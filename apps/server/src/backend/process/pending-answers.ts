import type { Logger } from '../../create-logger.ts';
import { unavailable } from './unavailable.ts';
import { type PackedResponse, unpackResponse } from './worker-messages.ts';

/** Interval at which the thread and its pending requests are checked. */
export const tickMs = 1_000;

interface PendingRequest {
  readonly answer: (response: Response) => void;
  ticks: number;
}

interface Pending<T> {
  readonly id: number;
  /** Resolves with the answer of the thread. */
  readonly answer: Promise<T>;
}

/** Requests and snapshots that the thread has not answered yet. */
export interface PendingAnswers {
  readonly requestCount: () => number;
  readonly addRequest: () => Pending<Response>;
  readonly answerRequest: (id: number, response: PackedResponse) => void;
  /** Answers with 503 each request that has waited for longer than its time limit. Called once per tick. */
  readonly refuseOverdue: () => void;
  readonly snapshotCount: () => number;
  /** Adds a snapshot. Its answer is null when the database could not be copied. */
  readonly addSnapshot: () => Pending<ArrayBuffer | null>;
  readonly answerSnapshot: (id: number, archive: ArrayBuffer | null) => void;
  /** Answers all requests with 503 and all snapshots with null, because the thread has ended. */
  readonly refuseAll: () => void;
}

/** @param requestMs time that the thread may take for a request. */
export function createPendingAnswers(requestMs: number, logger: Logger): PendingAnswers {
  const requests = new Map<number, PendingRequest>();
  const snapshots = new Map<number, (archive: ArrayBuffer | null) => void>();
  let lastId = 0;

  return {
    requestCount: () => requests.size,
    addRequest: () => {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<Response>();
      requests.set(lastId, { answer: resolve, ticks: 0 });
      return { id: lastId, answer: promise };
    },
    answerRequest: (id, response) => {
      requests.get(id)?.answer(unpackResponse(response));
      requests.delete(id);
    },
    refuseOverdue: () => {
      for (const [id, each] of requests) {
        each.ticks += 1;
        if (each.ticks * tickMs <= requestMs) continue;
        requests.delete(id);
        each.answer(unavailable());
        logger.warn({ limitMs: requestMs }, 'backend: a request was not answered in time');
      }
    },
    snapshotCount: () => snapshots.size,
    addSnapshot: () => {
      lastId += 1;
      const { promise, resolve } = Promise.withResolvers<ArrayBuffer | null>();
      snapshots.set(lastId, resolve);
      return { id: lastId, answer: promise };
    },
    answerSnapshot: (id, archive) => {
      snapshots.get(id)?.(archive);
      snapshots.delete(id);
    },
    refuseAll: () => {
      for (const { answer } of requests.values()) answer(unavailable());
      requests.clear();
      for (const done of snapshots.values()) done(null);
      snapshots.clear();
    },
  };
}
