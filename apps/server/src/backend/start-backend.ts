import { Worker } from 'node:worker_threads';

import type { StartSettings } from './backend-settings.ts';
import type { Log } from './create-log.ts';
import { lockData } from './data-lock.ts';
import { kindOf } from './quiet-console.ts';
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

/** Brings the backend up in a thread of its own, and up again when it falls. What keeps it from starting is logged. */
export function startBackend(settings: StartSettings, log: Log): Backend {
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
    const workerData: WorkerStart = { settings, secrets };
    worker = new Worker(new URL('./backend-worker.ts', import.meta.url), { workerData });
    let reason = 'its thread ended';
    let isReady = false;
    worker.on('message', (message: FromWorker) => {
      switch (message.type) {
        case 'ready':
          isReady = true;
          pauseMs = firstPauseMs;
          log('backend: ready');
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
          log(message.line);
          return;
        default:
          message satisfies never;
      }
    });
    worker.once('error', (error) => {
      // Before it is ready, nothing of a visitor's is in it.
      reason = isReady ? kindOf(error) : reasonOf(error);
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
    log(`backend: not available: ${reason}. The site is served; the backend is tried again in ${pauseMs / 1000} s`);
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
      tell({ type: 'request', id: lastId, request: packed, address }, packed.body ? [packed.body] : []);
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
