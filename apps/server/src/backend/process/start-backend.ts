import { randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';

import type { Logger, LogLevel } from '../../create-logger.ts';
import { currentRequest } from '../../request-scope.ts';
import type { BackendTimeouts, StartSettings } from '../backend-settings.ts';
import { openControlChannel } from './control-channel.ts';
import { lockData } from '../database/data-lock.ts';
import { createPendingAnswers } from './pending-answers.ts';
import { createReadinessCheck, type Readiness } from './readiness.ts';
import { reasonOf } from './reason-of.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { startThread } from './start-thread.ts';
import { unavailable } from './unavailable.ts';
import { packRequest, readinessPath, type ToWorker } from './worker-messages.ts';

/** First pause before the backend is started again. It doubles with each failure, up to the longest pause. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Time that a stop waits for the database to close. Acknowledged writes are safe even when it takes longer. */
const closeLimitMs = 10_000;
/** Maximum number of concurrent requests to the backend. */
const maxUnderWay = 512;
const productTimeouts: BackendTimeouts = { requestMs: 30_000, unresponsiveMs: 15_000, startMs: 600_000 };

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
  const pending = createPendingAnswers(timeouts.requestMs, logger);
  const readiness = createReadinessCheck(() => fetch(new Request(`http://localhost${readinessPath}`), null));
  let secrets: Secrets | null = null;
  let worker: Worker | null = null;
  let release = () => {};
  let retry: NodeJS.Timeout | null = null;
  let pauseMs = firstPauseMs;
  let isClosing = false;

  const tell = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer);
  const takeSnapshot = async () => {
    if (readiness.state() !== 'ready') throw new Error('The backend is not ready');
    const copied = pending.addSnapshot();
    tell({ type: 'snapshot', id: copied.id });
    const archive = await copied.answer;
    if (!archive) throw new Error('The database could not be copied');
    return archive;
  };
  const begin = () => {
    retry = null;
    readiness.setState('starting');
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
    worker = startThread({
      workerData: { settings, secrets, logLevel: logger.level as LogLevel },
      timeouts,
      pending,
      logger,
      writeLog,
      onReady: () => {
        readiness.setState('ready');
        pauseMs = firstPauseMs;
        logger.info('backend: ready');
      },
      onEnd: fallen,
    });
  };
  const fallen = (reason: string) => {
    worker = null;
    readiness.setState('unavailable');
    release();
    release = () => {};
    pending.refuseAll();
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
    if (!worker || isClosing || pending.requestCount() >= maxUnderWay) return unavailable();
    const { id, answer } = pending.addRequest();
    const requestId = currentRequest()?.id ?? randomUUID();
    tell({ type: 'request', id, requestId, request: packed, address }, packed.body ? [packed.body] : []);
    return await answer;
  };

  return {
    keys: () => secrets,
    fetch,
    check: readiness.check,
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
