import { v4 as randomId } from 'uuid';

import { imageKey } from './image-key.ts';

/** Subset of `Storage` that the queue uses. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Pick<Storage, 'length' | 'key'>;

/** Images of one day that the server shall count. */
export interface UsageBatch {
  readonly memberId: string;
  /** 1 to 500 UUIDs. The server counts each key once, even when it is sent again. */
  readonly keys: readonly string[];
  /** Day in UTC, such as `2026-11-23`. */
  readonly madeOn: string;
}

export interface UsageQueueOptions {
  /**
   * Returns the storage, at each use. It may throw, as `localStorage` does when the browser stores nothing for the
   * site; then nothing is counted.
   */
  readonly storage: () => QueueStorage;
  /** @returns the id of the signed-in member; undefined for a visitor, whose images are not counted. */
  readonly memberId: () => string | undefined;
  /**
   * Sends a batch to the server and resolves once that has counted it. When it rejects, the images wait for the next
   * `send`.
   */
  readonly send: (batch: UsageBatch) => Promise<void>;
}

export interface UsageQueue {
  /**
   * Counts an image that was just processed. The same image counts once on this device, as long as the server knows its
   * key. Resolves once the image is stored. It never rejects and does not wait for the server.
   */
  add(image: Blob): Promise<void>;
  /** Sends the waiting images of the signed-in member. It never rejects. */
  send(): Promise<void>;
}

const prefix = 'image_counts.';
const secretName = 'image_key_secret';
/** Keys of one request: half of the function's limit, so that they fit in the body that the server accepts, 32 KiB. */
const maxKeys = 500;
const maxAgeDays = 59;

/**
 * Counts the images that members process on their own device. The key of an image is derived from its bytes, so that an
 * image which is opened and processed again counts once. Each image has its own entry in the storage, named by the
 * member and the key, so that several tabs can add images at the same time. The entry is removed once the server has
 * counted the image. The entries of another account stay until that account is signed in again, for at most 59 days.
 */
export function createUsageQueue({ storage: openStorage, memberId, send }: UsageQueueOptions): UsageQueue {
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    const storage = openStorage();
    for (let batch = nextBatch(storage); batch; batch = nextBatch(storage)) {
      await send(batch);
      for (const key of batch.keys) storage.removeItem(nameOf(batch.memberId, key));
    }
  }

  /** Returns waiting images of one day, and removes entries that have become too old. */
  function nextBatch(storage: QueueStorage): UsageBatch | undefined {
    const owner = memberId();
    const oldest = dayOf(Date.now() - maxAgeDays * 86_400_000);
    let batch: { memberId: string; keys: string[]; madeOn: string } | undefined;
    const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const name of names) {
      if (!name?.startsWith(prefix)) continue;
      const madeOn = storage.getItem(name) ?? '';
      if (madeOn < oldest) storage.removeItem(name);
      else if (owner && name.startsWith(nameOf(owner, ''))) {
        batch ??= { memberId: owner, keys: [], madeOn };
        if (batch.madeOn === madeOn && batch.keys.length < maxKeys)
          batch.keys.push(name.slice(nameOf(owner, '').length));
      }
    }
    return batch;
  }

  const queue: UsageQueue = {
    async add(image) {
      try {
        const owner = memberId();
        if (!owner) return;
        const storage = openStorage();
        const madeOn = dayOf(Date.now());
        const name = nameOf(owner, await imageKey(image, owner, secretIn(storage)));
        // An image that already waits is counted on the day on which it was first processed.
        if (storage.getItem(name) === null) storage.setItem(name, madeOn);
      } catch {
        // Without storage, or with a full one, nothing is counted.
        return;
      }
      void queue.send();
    },
    send() {
      sending ??= sendAll()
        // The browser is offline or the server is unreachable. The images are sent next time.
        .catch(() => undefined)
        .finally(() => {
          sending = undefined;
        });
      return sending;
    },
  };
  return queue;
}

/** Returns the secret of this device, which is created with the first image and never sent. */
function secretIn(storage: QueueStorage): string {
  const kept = storage.getItem(secretName);
  if (kept !== null) return kept;
  const made = randomId();
  storage.setItem(secretName, made);
  return made;
}

function nameOf(memberId: string, key: string): string {
  return `${prefix}${memberId}.${key}`;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
