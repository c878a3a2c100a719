import { randomUUID } from 'node:crypto';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { Logger, LogLevel } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';
import type { BackendTimeouts, StartSettings } from '../backend-settings.ts';
import { openControlChannel } from './control-channel.ts';
import { lockData } from '../database/data-lock.ts';
import { hashHere } from './hashing.ts';
import { reasonOf } from './reason-of.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { unavailable } from './unavailable.ts';
import {
  type FromWorker,
  packRequest,
  readinessPath,
  type ToWorker,
  unpackResponse,
  type WorkerStart,
} from './worker-messages.ts';

/** First pause before the backend is started again. It doubles with each failure, up to the longest pause. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Time that a stop waits for the database to close. Acknowledged writes are safe even when it takes longer. */
const closeLimitMs = 10_000;
/** Time that the database may take to answer the query of the readiness check. */
const checkLimitMs = 3_000;
/** Validity of the result of a readiness check, because probes and pages ask often. */
const checkValidMs = 1_000;
/** Maximum number of concurrent requests to the backend. */
const maxUnderWay = 512;
/** Interval at which the thread and its pending requests are checked. */
const tickMs = 1_000;
const productTimeouts: BackendTimeouts = { requestMs: 30_000, unresponsiveMs: 15_000, startMs: 600_000 };

interface UnderWay {
  readonly answer: (response: Response) => void;
  ticks: number;
}

/**
 * State of the backend:
 *
 * - `ready`: the database has answered a query.
 * - `starting`: the database is being opened and migrated.
 * - `unavailable`: the backend could not start or has ended. It is started again.
 * - `database-timeout`, `database-error`: the backend runs, but the query was not answered in time or failed.
 */
export type Readiness = 'ready' | 'starting' | 'unavailable' | 'database-timeout' | 'database-error';

export interface Backend {
  /** Returns the secrets, or null while they cannot be read. */
  readonly keys: () => Secrets | null;
  /**
   * Answers a request. Waits while the backend starts, and answers with 503 while it is unavailable.
   * @param address IP address of the visitor.
   */
  readonly fetch: (request: Request, address: string | null) => Promise<Response>;
  /**
   * Checks whether the database answers a query. The result is up to one second old.
   * @param startLimitMs maximum time to wait while the backend starts.
   */
  readonly check: (startLimitMs?: number) => Promise<Readiness>;
  /** Stops the backend and waits until the database is closed, for at most `closeLimitMs`. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the backend in a separate thread, and starts it again when it fails. The reason why it does not start is
 * logged. A thread that does not respond is ended and started again: the embedded database runs in it, and one endless
 * statement would block all requests. Acknowledged writes survive this, as they survive the end of the process. The
 * thread can be ended at any time because it does no native work: passwords are hashed in this thread (`hashing.ts`).
 * @param writeLog receives the lines of the thread's logger, which has the same level as `logger`.
 */
export function startBackend(settings: StartSettings, logger: Logger, writeLog: (line: string) => void): Backend {
  const timeouts = { ...productTimeouts, ...settings.timeouts };
  const waiting = new Map<number, UnderWay>();
  const snapshots = new Map<number, (archive: ArrayBuffer | null) => void>();
  let secrets: Secrets | null = null;
  let worker: Worker | null = null;
  let release = () => {};
  let retry: NodeJS.Timeout | null = null;
  let pauseMs = firstPauseMs;
  let lastId = 0;
  let isClosing = false;
  let state: Extract<Readiness, 'ready' | 'starting' | 'unavailable'> = 'starting';
  let decided = Promise.withResolvers<void>();
  const setState = (next: typeof state) => {
    state = next;
    if (next === 'starting') decided = Promise.withResolvers();
    else decided.resolve();
  };

  const tell = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer);
  const takeSnapshot = async () => {
    if (state !== 'ready') throw new Error('The backend is not ready');
    lastId += 1;
    const copied = Promise.withResolvers<ArrayBuffer | null>();
    snapshots.set(lastId, copied.resolve);
    tell({ type: 'snapshot', id: lastId });
    const archive = await copied.promise;
    if (!archive) throw new Error('The database could not be copied');
    return archive;
  };
  const begin = () => {
    retry = null;
    setState('starting');
    try {
      secrets = readSecrets(settings);
      // An external PostgreSQL can serve several processes and needs no lock.
      if (!settings.databaseUrl) {
        const unlock = lockData(settings.dataFolder);
        const closeChannel = openControlChannel(settings.dataFolder, takeSnapshot, logger);
        release = () => {
          closeChannel();
          unlock();
        };
      }
    } catch (error) {
      return fallen(reasonOf(error));
    }
    const workerData: WorkerStart = { settings, secrets, logLevel: logger.level as LogLevel };
    const thread = new Worker(new URL('./backend-worker.ts', import.meta.url), { workerData });
    worker = thread;
    let reason = 'the thread ended';
    let isReady = false;
    // Silence is counted in ticks rather than in time: if this thread was blocked, the answer may already be in its
    // queue.
    let silentTicks = 0;
    const watch = setInterval(() => {
      // A snapshot of the database blocks the thread, so the silence does not count.
      silentTicks = snapshots.size > 0 ? 0 : silentTicks + 1;
      tell({ type: 'ping' });
      const limitMs = isReady ? timeouts.unresponsiveMs : timeouts.startMs;
      if (silentTicks * tickMs > limitMs) {
        reason = `the thread did not answer for ${limitMs / 1_000} s`;
        void worker?.terminate();
      }
      if (isReady) refuseOverdue();
    }, tickMs);
    watch.unref();
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          isReady = true;
          silentTicks = 0;
          setState('ready');
          pauseMs = firstPauseMs;
          logger.info('backend: ready');
          return;
        case 'pong':
          silentTicks = 0;
          return;
        case 'failed':
          reason = message.reason;
          void worker?.terminate();
          return;
        case 'answer':
          waiting.get(message.id)?.answer(unpackResponse(message.response));
          waiting.delete(message.id);
          return;
        case 'snapshot':
          snapshots.get(message.id)?.(message.archive);
          snapshots.delete(message.id);
          return;
        case 'hash':
          void hashHere(message.task)
            .catch(() => null)
            // The result is posted to the thread that asked, because a later thread uses the same ids for other tasks.
            .then((result) => thread.postMessage({ type: 'hashed', id: message.id, result } satisfies ToWorker));
          return;
        case 'log':
          writeLog(message.line);
          return;
        default:
          message satisfies never;
      }
    });
    worker.once('error', (error) => {
      logger.error({ err: error }, 'backend: the thread failed');
      // Before the thread is ready, its errors cannot contain data of visitors.
      if (!isReady) reason = reasonOf(error);
    });
    worker.once('exit', () => {
      clearInterval(watch);
      fallen(reason);
    });
  };
  const refuseOverdue = () => {
    for (const [id, each] of waiting) {
      each.ticks += 1;
      if (each.ticks * tickMs <= timeouts.requestMs) continue;
      waiting.delete(id);
      each.answer(unavailable());
      logger.warn({ limitMs: timeouts.requestMs }, 'backend: a request was not answered in time');
    }
  };
  const fallen = (reason: string) => {
    worker = null;
    setState('unavailable');
    release();
    release = () => {};
    for (const { answer } of waiting.values()) answer(unavailable());
    waiting.clear();
    for (const done of snapshots.values()) done(null);
    snapshots.clear();
    if (isClosing) return;
    logger.error(
      { reason, retryInMs: pauseMs },
      'backend: not available; the site is served, and the start is retried',
    );
    retry = setTimeout(begin, pauseMs);
    retry.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  begin();

  const fetch: Backend['fetch'] = async (request, address) => {
    const packed = await packRequest(request);
    if (!worker || isClosing || waiting.size >= maxUnderWay) return unavailable();
    lastId += 1;
    const answered = Promise.withResolvers<Response>();
    waiting.set(lastId, { answer: answered.resolve, ticks: 0 });
    const requestId = currentRequest()?.id ?? randomUUID();
    tell({ type: 'request', id: lastId, requestId, request: packed, address }, packed.body ? [packed.body] : []);
    return await answered.promise;
  };

  let query: { readonly result: Promise<Readiness>; endedMs: number | null } | null = null;
  /** Runs one query at a time for all callers, because queries would pile up while the database hangs. */
  const queryDatabase = (): Promise<Readiness> => {
    if (query && (query.endedMs === null || performance.now() - query.endedMs < checkValidMs)) return query.result;
    const result = fetch(new Request(`http://localhost${readinessPath}`), null).then(({ ok }): Readiness =>
      ok ? 'ready' : state === 'ready' ? 'database-error' : state,
    );
    const asked: typeof query = { result, endedMs: null };
    query = asked;
    void result.finally(() => (asked.endedMs = performance.now()));
    return result;
  };

  return {
    keys: () => secrets,
    fetch,
    check: async (startLimitMs = 0) => {
      if (state === 'starting')
        await Promise.race([decided.promise, setTimeoutAsync(startLimitMs, null, { ref: false })]);
      if (state !== 'ready') return state;
      const late = setTimeoutAsync(checkLimitMs, 'database-timeout' as const, { ref: false });
      return Promise.race([queryDatabase(), late]);
    },
    close: async () => {
      isClosing = true;
      if (retry) clearTimeout(retry);
      const ended = Promise.withResolvers<void>();
      if (!worker) return;
      worker.once('exit', () => ended.resolve());
      tell({ type: 'close' });
      const limit = setTimeout(() => void worker?.terminate(), closeLimitMs);
      await ended.promise;
      clearTimeout(limit);
    },
  };
}
