import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';

import type { Logger, LogLevel } from '../create-logger.ts';
import { currentRequest } from '../request-scope.ts';
import type { StartSettings } from './backend-settings.ts';
import { lockData } from './data-lock.ts';
import { reasonOf } from './reason-of.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { type FromWorker, packRequest, type ToWorker, unpackResponse, type WorkerStart } from './worker-messages.ts';

/** How long to wait before it is started again; doubled each time. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** How long a stop waits for the database. What it acknowledged is safe without it. */
const closeLimitMs = 10_000;
/** How many requests may be with the backend at once. */
const maxUnderWay = 512;

export interface Backend {
  /** Null while the secrets of this machine cannot be read. */
  readonly keys: () => Pick<Secrets, 'publishableKey' | 'secretKey'> | null;
  /**
   * Waits while the backend starts; 503 while it cannot.
   * @param address the visitor's own.
   */
  readonly fetch: (request: Request, address: string | null) => Promise<Response>;
  /** Waits until the database has all that it acknowledged. */
  readonly close: () => Promise<void>;
}

/**
 * Brings the backend up in a thread of its own, and up again when it falls. What keeps it from starting is logged.
 * @param writeLog takes the lines that the thread's own logger has made, which has the same level as `logger`.
 */
export function startBackend(settings: StartSettings, logger: Logger, writeLog: (line: string) => void): Backend {
  const waiting = new Map<number, (response: Response) => void>();
  let secrets: Secrets | null = null;
  let worker: Worker | null = null;
  let release = () => {};
  let retry: NodeJS.Timeout | null = null;
  let pauseMs = firstPauseMs;
  let lastId = 0;
  let isClosing = false;

  const tell = (message: ToWorker, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer);
  const begin = () => {
    retry = null;
    try {
      secrets = readSecrets(settings);
      // The operator's own database knows how to serve several processes.
      if (!settings.databaseUrl) release = lockData(settings.dataFolder);
    } catch (error) {
      return fallen(reasonOf(error));
    }
    const workerData: WorkerStart = { settings, secrets, logLevel: logger.level as LogLevel };
    worker = new Worker(new URL('./backend-worker.ts', import.meta.url), { workerData });
    let reason = 'its thread ended';
    let isReady = false;
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          isReady = true;
          pauseMs = firstPauseMs;
          logger.info('backend: ready');
          return;
        case 'failed':
          reason = message.reason;
          void worker?.terminate();
          return;
        case 'answer':
          waiting.get(message.id)?.(unpackResponse(message.response));
          waiting.delete(message.id);
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
    worker.once('exit', () => fallen(reason));
  };
  const fallen = (reason: string) => {
    worker = null;
    release();
    release = () => {};
    for (const answer of waiting.values()) answer(unavailable());
    waiting.clear();
    if (isClosing) return;
    logger.error({ reason, retryInMs: pauseMs }, 'backend: not available; the site is served, and it is tried again');
    retry = setTimeout(begin, pauseMs);
    retry.unref();
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  begin();

  return {
    keys: () => secrets,
    fetch: async (request, address) => {
      const packed = await packRequest(request);
      if (!worker || isClosing || waiting.size >= maxUnderWay) return unavailable();
      lastId += 1;
      const answered = Promise.withResolvers<Response>();
      waiting.set(lastId, answered.resolve);
      const requestId = currentRequest()?.id ?? randomUUID();
      tell({ type: 'request', id: lastId, requestId, request: packed, address }, packed.body ? [packed.body] : []);
      return await answered.promise;
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

export function unavailable(): Response {
  return Response.json(
    { code: 'unavailable', message: 'The backend is not available: please try again later' },
    { status: 503, headers: { 'retry-after': '5' } },
  );
}
