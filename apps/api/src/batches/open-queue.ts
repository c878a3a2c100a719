import { PgBoss } from 'pg-boss';

import type { Database, Session } from '../database/database.ts';
import type { ImagePlace } from './batch.ts';

const queueName = 'batch-images';
const schema = 'removal_queue';

/** Seconds without a sign of life after which another worker gets the job. The least that pg-boss allows is 10. */
const heartbeatSeconds = 15;
/** Seconds between two searches for jobs whose workers died. */
const monitorSeconds = 10;
/** Number of times that a job is given out again, whatever happens to its workers. Images count their own attempts. */
const retryLimit = 20;

/** The queue of the images of all batches, which all processes and machines share. */
export interface BatchQueue {
  /** Adds images in the transaction of a session. @param delaySeconds time until a worker may get them. */
  readonly add: (places: readonly ImagePlace[], session: Session, delaySeconds?: number) => Promise<void>;
  /** Gives images to a handler until `stop`. When it throws, the image is given out again. */
  readonly work: (handle: (place: ImagePlace, signal: AbortSignal) => Promise<void>) => Promise<void>;
  /**
   * Takes no further images and waits for those in progress.
   * @param timeoutMs time after which these are given to other workers.
   */
  readonly stop: (timeoutMs: number) => Promise<void>;
}

export interface QueueOptions {
  /** Number of images that this process works on at a time, so that one is fetched while another is segmented. */
  readonly concurrency: number;
  /** Time after which an image is given to another worker even if its worker is alive, in milliseconds. */
  readonly expiryMs: number;
  readonly onError: (error: unknown) => void;
}

/** Opens the queue, and creates its schema if it does not exist. pg-boss keeps it in `removal_queue`. */
export async function openQueue(
  database: Database,
  { concurrency, expiryMs, onError }: QueueOptions,
): Promise<BatchQueue> {
  const storeOf = ({ query }: Session) => ({
    executeSql: async (text: string, values?: unknown[]) => ({ rows: [...(await query(text, values))] }),
  });
  const boss = new PgBoss({
    db: storeOf(database),
    schema,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 600,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(queueName);
  return {
    async add(places, session, delaySeconds = 0) {
      const jobs = places.map((place) => ({
        data: place,
        // The first images of all batches come before the second ones, so that a long batch delays no other.
        priority: -place.number,
        startAfter: delaySeconds,
        retryLimit,
        heartbeatSeconds,
        expireInSeconds: Math.ceil(expiryMs / 1000),
        deleteAfterSeconds: 600,
      }));
      await boss.insert(queueName, jobs, { db: storeOf(session) });
    },
    async work(handle) {
      const options = { batchSize: 1, localConcurrency: concurrency, pollingIntervalSeconds: 0.5 };
      await boss.work<ImagePlace>(queueName, options, async ([job]) => {
        if (job) await handle(job.data, job.signal);
      });
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: false }),
  };
}
