import { randomUUID } from 'node:crypto';

import { ApiError } from '../api-error.ts';
import type { Database, Session } from '../database/database.ts';
import type { Batches, BatchStatus, BatchWork, BegunImage, ImagePlace, ImageResult, NewBatch } from './batch.ts';
import type { BatchQueue } from './open-queue.ts';

/** Number of images of one key that are stored at a time, finished or not. */
const maxStoredImages = 2_000;
/** Bytes of files that are stored for one key when it posts another batch. */
const maxStoredBytes = 4 * 1024 ** 3;

export interface BatchCounts {
  readonly waiting: number;
  readonly active: number;
  /** Seconds since the oldest image that waits was posted. */
  readonly oldestWaitingSeconds: number;
}

export interface StoredBatches extends Batches, BatchWork {
  /** Removes the batches whose time is over. */
  readonly removeExpired: () => Promise<void>;
  /** Counts the images of all clients that are not finished. */
  readonly count: () => Promise<BatchCounts>;
}

/**
 * Keeps batches in the database, so that every machine can answer for each of them. A job and its image are written in
 * one transaction.
 * @param retentionMs time after which a batch is removed.
 */
export function createBatches(database: Database, queue: BatchQueue, retentionMs: number): StoredBatches {
  return {
    create: (batch) => database.transaction((session) => insertBatch(session, queue, batch, retentionMs)),
    find: (id, owner) => findBatch(database, id, owner),
    async resultOf({ batch, number }, owner) {
      const [row] = await database.query<{ bytes: Uint8Array; headers: ImageResult['headers'] }>(
        `select result as bytes, result_headers as headers
         from removal_api.batch_images join removal_api.batches on id = batch
         where batch = $1 and number = $2 and owner = $3 and state = 'done' and expires_at > now()`,
        [batch, number, owner],
      );
      return row;
    },
    async remove(id, owner) {
      const removed = await database.query(
        'delete from removal_api.batches where id = $1 and owner = $2 and expires_at > now() returning id',
        [id, owner],
      );
      return removed.length > 0;
    },
    begin: (place) => beginImage(database, place),
    async sourceOf({ batch, number }) {
      const [row] = await database.query<{ source: Uint8Array | null }>(
        'select source from removal_api.batch_images where batch = $1 and number = $2',
        [batch, number],
      );
      if (!row?.source) throw new Error('The batch was removed');
      return row.source;
    },
    finish: async ({ batch, number }, { bytes, headers }) =>
      await endImage(database, { batch, number }, `state = 'done', result = $3, result_headers = $4::jsonb`, [
        bytes,
        JSON.stringify(headers),
      ]),
    fail: (place, error) => endImage(database, place, `state = 'failed', error = $3::jsonb`, [JSON.stringify(error)]),
    postpone: ({ batch, number }, { seconds, isAttempt, fetched }) =>
      database.transaction(async (session) => {
        const [row] = await session.query(
          `update removal_api.batch_images set state = 'waiting', attempts = attempts - $3,
             source = coalesce($4, source), megapixels = coalesce($5, megapixels),
             url = case when $4::bytea is null then url end
           where batch = $1 and number = $2 and state = 'active' returning number`,
          [batch, number, isAttempt ? 0 : 1, fetched?.bytes ?? null, fetched?.megapixels ?? null],
        );
        if (row) await queue.add([{ batch, number }], session, seconds);
      }),
    async removeExpired() {
      await database.query('delete from removal_api.batches where expires_at <= now()');
    },
    async count() {
      const [row] = await database.query<BatchCounts>(
        `select count(*) filter (where state = 'waiting')::int as waiting,
           count(*) filter (where state = 'active')::int as active,
           coalesce(extract(epoch from now() - min(created_at) filter (where state = 'waiting')), 0)::float8
             as "oldestWaitingSeconds"
         from removal_api.batch_images where state in ('waiting', 'active')`,
      );
      return row ?? { waiting: 0, active: 0, oldestWaitingSeconds: 0 };
    },
  };
}

/** Sums up what is stored for the owner `$1`. The size of a file is known without reading it. */
const storedBytes = `select coalesce(sum(coalesce(octet_length(stored.source), 0) + coalesce(octet_length(stored.result), 0)), 0)
  from removal_api.batch_images stored join removal_api.batches on id = stored.batch where owner =`;

async function insertBatch(
  session: Session,
  queue: BatchQueue,
  { client, options, images }: NewBatch,
  retentionMs: number,
): Promise<string> {
  // Batches of a key that are posted at the same time are counted one after the other.
  await session.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [client.id]);
  const [stored] = await session.query<{ images: number; bytes: number }>(
    `select (select count(*) from removal_api.batch_images join removal_api.batches on id = batch where owner = $1)::int
       as images, (${storedBytes} $1)::float8 as bytes`,
    [client.id],
  );
  if (stored && (stored.images + images.length > maxStoredImages || stored.bytes > maxStoredBytes)) {
    const title = `At most ${maxStoredImages} images and ${maxStoredBytes / 1024 ** 3} GiB are stored for a key`;
    const detail = 'Delete batches whose results you have fetched';
    throw new ApiError(429, { code: 'batch_limit_exceeded', title, detail }, { 'retry-after': '60' });
  }
  const id = randomUUID();
  await session.query(
    `insert into removal_api.batches (id, owner, client, megapixels_per_minute, options, expires_at)
     values ($1, $2, $3, $4, $5::jsonb, now() + $6 * interval '1 ms')`,
    [id, client.id, client.name, client.megapixelsPerMinute, JSON.stringify(options), retentionMs],
  );
  for (const [index, image] of images.entries()) {
    await session.query('insert into removal_api.batch_images (batch, number, url, source) values ($1, $2, $3, $4)', [
      id,
      index + 1,
      'url' in image ? image.url : null,
      'bytes' in image ? image.bytes : null,
    ]);
  }
  const places = images.map((_, index) => ({ batch: id, number: index + 1 }));
  await queue.add(places, session);
  return id;
}

async function findBatch({ query }: Database, id: string, owner: string): Promise<BatchStatus | undefined> {
  const [batch] = await query<Omit<BatchStatus, 'images'>>(
    `select id, created_at as "createdAt", expires_at as "expiresAt" from removal_api.batches
     where id = $1 and owner = $2 and expires_at > now()`,
    [id, owner],
  );
  if (!batch) return undefined;
  const images = await query<BatchStatus['images'][number]>(
    'select number, state, error from removal_api.batch_images where batch = $1 order by number',
    [id],
  );
  return { ...batch, images };
}

async function beginImage({ query }: Database, { batch, number }: ImagePlace): Promise<BegunImage | undefined> {
  // A worker that died left the image active. Its job is given to another worker only then.
  const [row] = await query<{
    owner: string;
    client: string;
    perMinute: number;
    options: BegunImage['options'];
    attempts: number;
    url: string | null;
    megapixels: number | null;
  }>(
    `update removal_api.batch_images set state = 'active', attempts = attempts + 1
     from removal_api.batches
     where batch = $1 and number = $2 and id = batch and state in ('waiting', 'active') and expires_at > now()
     returning owner, client, megapixels_per_minute as "perMinute", options, attempts, url, megapixels`,
    [batch, number],
  );
  if (!row) return undefined;
  const [stored] = await query<{ bytes: number }>(`select (${storedBytes} $1)::float8 as bytes`, [row.owner]);
  const { owner: id, client: name, perMinute: megapixelsPerMinute, options, attempts, url, megapixels } = row;
  const client = { id, name, megapixelsPerMinute };
  return { client, options, attempts, url, megapixels, storedBytes: stored?.bytes ?? 0 };
}

/** Ends an image once: of two workers that finish it, the second changes nothing. */
async function endImage(
  { query }: Database,
  { batch, number }: ImagePlace,
  assignments: string,
  values: readonly unknown[],
): Promise<boolean> {
  const ended = await query(
    `update removal_api.batch_images set ${assignments}, url = null, source = null
     where batch = $1 and number = $2 and state in ('waiting', 'active') returning number`,
    [batch, number, ...values],
  );
  return ended.length > 0;
}
