import type { EditorRegistries } from '@isola/editor';
import {
  type BackgroundParams,
  type Compositor,
  createCompositor,
  type EditParams,
  type EncodingParams,
  type Matte,
  type StoredMatte,
  workingSizeOfRun,
} from '@isola/imaging';

import type { SegmentedFacts } from '../storage/batch-storage.ts';

/** An item's image with its matte. */
export interface ItemSource {
  /** Upright in every browser. */
  readonly image: Blob;
  readonly name: string;
  readonly matte: Matte | StoredMatte;
  readonly facts: SegmentedFacts['facts'];
}

export type ItemCompositor = Compositor<BackgroundParams, EncodingParams, EditParams>;

/** Compositors that serve one item after the other: what a worker has loaded, and the browser compiled, is kept. */
export interface ItemCompositors {
  /**
   * Lends a compositor in which the item is open, and which nothing else uses meanwhile. Another is started where all
   * are in use. Afterwards nothing that was decoded is kept.
   */
  readonly use: <Result>(source: ItemSource, work: (compositor: ItemCompositor) => Promise<Result>) => Promise<Result>;
  /** Ends those that are not in use; the others end when their item is done. Later items start new ones. */
  readonly close: () => void;
}

export function createItemCompositors({ startWorker }: Pick<EditorRegistries, 'startWorker'>): ItemCompositors {
  const free: ItemCompositor[] = [];
  /** Grows with `close`: what was started before is not kept. */
  let generation = 0;

  function open(source: ItemSource): ItemCompositor {
    const compositor = free.pop();
    if (!compositor) return openCompositor(source, { startWorker });
    compositor.open(imageOf(source));
    return compositor;
  }

  return {
    async use(source, work) {
      const own = generation;
      const compositor = open(source);
      try {
        return await work(compositor);
      } finally {
        if (own === generation) {
          compositor.release();
          free.push(compositor);
        } else {
          compositor.close();
        }
      }
    },
    close() {
      generation += 1;
      for (const compositor of free.splice(0)) compositor.close();
    },
  };
}

/** @returns the caller's to close. */
export function openCompositor(
  source: ItemSource,
  { startWorker }: Pick<EditorRegistries, 'startWorker'>,
): ItemCompositor {
  return createCompositor<BackgroundParams, EncodingParams, EditParams>(
    imageOf(source),
    startWorker && { startWorker },
  );
}

function imageOf({ image, matte, facts: { run } }: ItemSource) {
  return { image, matte, workingSize: workingSizeOfRun(run) };
}
