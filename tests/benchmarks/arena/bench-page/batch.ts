import { createBatch } from '@isola/batch';
import { createSegmenter } from '@isola/segmenter';

import { watchLongTasks } from './long-tasks.ts';
import { layDown, take } from './shelf-client.ts';

export interface BatchRun {
  /** Time from having the files to the last result saved on the device. */
  readonly durationMs: number;
  /** Names of the images that failed, with the reason. */
  readonly failures: readonly string[];
  /** Longest task of the page's main thread, or 0 when none took 50 ms. */
  readonly longestTaskMs: number;
}

/** Our batch as the site uses it, without its page. */
export interface BatchBench {
  /**
   * Processes photos from the shelf. They are fetched before the clock starts.
   * @param photos names of the photos.
   * @param deliver names under which the results are put on the shelf afterwards, in the same order.
   */
  run(photos: readonly string[], deliver?: readonly string[]): Promise<BatchRun>;
  /** Processes one photo of the shelf `count` times. */
  repeat(photo: string, count: number): Promise<BatchRun>;
}

export function createBatchBench(): BatchBench {
  const segmenter = createSegmenter();
  const batch = createBatch({ loadSegmenter: () => Promise.resolve(segmenter), maxItems: 1000 });
  const longTasks = watchLongTasks();

  async function work(files: readonly File[], deliver: readonly string[] = []): Promise<BatchRun> {
    const startedAt = performance.now();
    const { addedIds, refused } = await batch.add(files, { keepsDuplicates: true });
    await processed(addedIds);
    const endedAt = performance.now();
    const longestTaskMs = await longTasks.longestMs(startedAt, endedAt);
    const { items } = batch.getState();
    const failures = refused.map(({ name, failure }) => `${name}: ${failure.code}`);
    for (const item of items) {
      if (item.state === 'processed' && item.outcome === 'failed') failures.push(`${item.name}: ${item.failure.code}`);
    }
    for (const [index, id] of addedIds.entries()) {
      const name = deliver[index];
      if (name) await layDown(name, await batch.result(id));
    }
    await batch.clear();
    return { durationMs: endedAt - startedAt, failures, longestTaskMs };
  }

  function processed(ids: readonly string[]): Promise<void> {
    const wanted = new Set(ids);
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => {
      const open = batch.getState().items.filter(({ id, state }) => wanted.has(id) && state !== 'processed');
      if (open.length === 0) resolve();
    };
    const stop = batch.subscribe(look);
    look();
    return promise.finally(stop);
  }

  return {
    async run(photos, deliver) {
      const files = [];
      for (const [index, name] of photos.entries()) files.push(await fileOf(name, `${index}.jpg`));
      return work(files, deliver);
    },
    async repeat(photo, count) {
      const file = await fileOf(photo, 'photo.jpg');
      return work(Array.from({ length: count }, () => file));
    },
  };
}

async function fileOf(photo: string, name: string): Promise<File> {
  const content = await take(photo);
  return new File([content], name, { type: content.type });
}
