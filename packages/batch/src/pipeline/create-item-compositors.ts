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

/** Image and matte of an item. */
export interface ItemSource {
  /**
   * The image, turned upright by `uprightImage`, because browsers ignore the EXIF orientation of some PNGs and WebPs.
   */
  readonly image: Blob;
  readonly name: string;
  readonly matte: Matte | StoredMatte;
  readonly facts: SegmentedFacts['facts'];
}

export type ItemCompositor = Compositor<BackgroundParams, EncodingParams, EditParams>;

/**
 * A pool of compositors. Reusing a compositor keeps the code that its worker has loaded and the browser has compiled.
 */
export interface ItemCompositors {
  /**
   * Calls `work` with a compositor that has the item open and that serves no other call meanwhile. Starts another
   * compositor when all are in use. Decoded pixels are released afterwards.
   */
  readonly use: <Result>(source: ItemSource, work: (compositor: ItemCompositor) => Promise<Result>) => Promise<Result>;
  /** Ends unused compositors at once, and the others when their item is done. Later items start new compositors. */
  readonly close: () => void;
}

export function createItemCompositors({ startWorker }: Pick<EditorRegistries, 'startWorker'>): ItemCompositors {
  const free: ItemCompositor[] = [];
  /**
   * Incremented by `close`, so that compositors that are in use at that moment are closed instead of returned to the
   * pool.
   */
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

/** Opens an item in a new compositor, which the caller closes. */
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
