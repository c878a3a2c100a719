import { v4 as randomId } from 'uuid';

import { imageKey } from './image-key.ts';

/** `localStorage`, or anything like it. */
export type QueueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Pick<Storage, 'length' | 'key'>;

/** Images of one day, to be counted by the server. */
export interface UsageBatch {
  readonly memberId: string;
  /** UUIDs, 1 to 1000. The server counts each once, however often it is sent. */
  readonly keys: readonly string[];
  /** Of UTC, `2026-11-23`. */
  readonly madeOn: string;
}

export interface UsageQueueOptions {
  /** Asked each time, and may throw, as `localStorage` does where the browser keeps nothing for a site: then nothing is counted. */
  readonly storage: () => QueueStorage;
  /** @returns undefined for a visitor, whose images are not counted. */
  readonly memberId: () => string | undefined;
  /** Resolves once the server has counted. Where it rejects, the images wait for the next `send`. */
  readonly send: (batch: UsageBatch) => Promise<void>;
}

export interface UsageQueue {
  /**
   * Counts a picture that was processed now, and sends it. The same picture counts once on this device, for as long as the
   * server knows its key. @returns once it is stored. It neither rejects nor waits for the server.
   */
  add(picture: Blob): Promise<void>;
  /** Sends what waits of the member who is signed in. It never rejects. */
  send(): Promise<void>;
}

const prefix = 'image_counts.';
const secretName = 'image_key_secret';
const maxKeys = 1000;
const maxAgeDays = 59;

/**
 * Counts what members process on their own device. The key of an image is made from its bytes, so that one which is reopened
 * and processed again is the same one. Each image has an entry of its own in the storage, named by the member and
 * the image's key, so that several tabs may add at the same time; it goes once the server has counted it. Another account's
 * entries stay until that account is signed in again, or for 59 days.
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

  /** The images of one day that wait, and have not grown too old meanwhile. */
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
    async add(picture) {
      try {
        const owner = memberId();
        if (!owner) return;
        const storage = openStorage();
        const madeOn = dayOf(Date.now());
        const name = nameOf(owner, await imageKey(picture, owner, secretIn(storage)));
        // A picture that waits already waits for the day on which it was first processed.
        if (storage.getItem(name) === null) storage.setItem(name, madeOn);
      } catch {
        // A page that may not store, or whose storage is full, counts nothing.
        return;
      }
      void queue.send();
    },
    send() {
      sending ??= sendAll()
        // Offline, or the server is away: what waits is sent next time.
        .catch(() => undefined)
        .finally(() => {
          sending = undefined;
        });
      return sending;
    },
  };
  return queue;
}

/** A random number that is stored on this device alone, made with the first picture. Keys that were made with it tell no picture to the server. */
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
