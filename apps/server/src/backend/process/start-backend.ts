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

/** How long to wait before it is started again; doubled each time. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** How long a stop waits for the database. What it acknowledged is safe without it. */
const closeLimitMs = 10_000;
/** How long the database may take to answer the query by which readiness is checked. */
const checkLimitMs = 3_000;
/** How long the result of a check holds: probes and pages ask often. */
const checkValidMs = 1_000;
/** How many requests may be with the backend at once. */
const maxUnderWay = 512;
/** How often it is looked after the thread and the requests that are with it. */
const tickMs = 1_000;
const productTimeouts: BackendTimeouts = { requestMs: 30_000, unresponsiveMs: 15_000, startMs: 600_000 };

interface UnderWay {
  readonly answer: (response: Response) => void;
  ticks: number;
}

/**
 * - `ready`: the database answered a query.
 * - `starting`: it is being opened and migrated.
 * - `unavailable`: it could not start, or ended; it is tried again.
 * - `database-timeout`, `database-error`: it is up, and the query was not answered in time, or failed.
 */
export type Readiness = 'ready' | 'starting' | 'unavailable' | 'database-timeout' | 'database-error';

export interface Backend {
  /** Null while the secrets of this machine cannot be read. */
  readonly keys: () => Secrets | null;
  /**
   * Waits while the backend starts; 503 while it cannot.
   * @param address the visitor's own.
   */
  readonly fetch: (request: Request, address: string | null) => Promise<Response>;
  /**
   * Whether the database answers a query now, or did a second ago.
   * @param startLimitMs how long to wait while the backend starts.
   */
  readonly check: (startLimitMs?: number) => Promise<Readiness>;
  /** Waits until the database has all that it acknowledged. */
  readonly close: () => Promise<void>;
}

/**
 * Brings the backend up in a thread of its own, and up again when it falls. What keeps it from starting is logged. A thread
 * that does not answer is ended and started again: the embedded database runs in it, and one statement without end would
 * hold all requests. What the database acknowledged survives, as it survives the end of the process. The thread can be ended at any
 * time because it has no native work: passwords are hashed here (`hashing.ts`).
 * @param writeLog takes the lines that the thread's own logger has made, which has the same level as `logger`.
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
      // The operator's own database knows how to serve several processes.
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
    let reason = 'its thread ended';
    let isReady = false;
    // In ticks rather than by the clock: when this thread itself was held up, the answer may already be in its queue.
    let silentTicks = 0;
    const watch = setInterval(() => {
      // To copy the database holds the thread up for as long as it takes.
      silentTicks = snapshots.size > 0 ? 0 : silentTicks + 1;
      tell({ type: 'ping' });
      const limitMs = isReady ? timeouts.unresponsiveMs : timeouts.startMs;
      if (silentTicks * tickMs > limitMs) {
        reason = `its thread did not answer for ${limitMs / 1_000} s`;
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
            // To the thread that asked: a later one has asked for other texts by the same numbers.
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
      logger.error({ err: error }, 'backend: its thread failed');
      // Before it is ready, nothing of a visitor's is in the message.
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
    logger.error({ reason, retryInMs: pauseMs }, 'backend: not available; the site is served, and it is tried again');
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
  /** One query at a time, however many ask: while the database hangs, they would pile up behind it. */
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
