import { v4 as randomId } from 'uuid';
import { createStore } from 'zustand/vanilla';

import { isDerivedImage, type SourceImage } from '../model/source-image.ts';
import { contentHashOf } from './content-hash.ts';
import type { EarlierWork, ImageRecords, OriginalRecord, SaveState } from './image-records.ts';
import type { ProjectStore } from './project-store.ts';
import { reportFailure } from './report-failure.ts';
import { acquireLock, setOpenId } from './tab-lock.ts';
import { drawImageThumbnail } from './thumbnails.ts';

/** Saves images that have no result yet. One image at a time is current: the open one. */
export interface OriginalSaver {
  /** Saves an image, which becomes the current one. */
  readonly save: (image: SourceImage) => void;
  /** @returns the id under which the store has the original of an image; undefined while it has none. */
  readonly storedId: (image: SourceImage) => string | undefined;
  /** Ends the current image. It is removed from the store if it was saved for the session and is not `next`. */
  readonly leave: (next?: SourceImage) => void;
  /**
   * Hands an original over to its document. Afterwards nothing more is written for the original.
   * @returns undefined when the image has no original.
   */
  readonly handOver: (image: SourceImage) => Promise<OriginalRecord | undefined>;
}

/** @param now Returns the current time in milliseconds since 1970. */
export function createOriginalSaver(
  store: Pick<ProjectStore, 'saveOriginal' | 'findSame' | 'remove'>,
  records: ImageRecords,
  now: () => number,
): OriginalSaver {
  let current: OriginalRecord | undefined;

  async function write(original: OriginalRecord, image: SourceImage, released: Promise<void>): Promise<void> {
    if (await acquireLock(original.id, released)) {
      if (original.state.getState() === 'saved') return;
    } else {
      // Another tab has the image open, so this tab continues on a copy.
      original.id = randomId();
      original.state.setState('saving');
      await acquireLock(original.id, released);
    }
    const outcome = await reportFailure(
      drawImageThumbnail(image).then(async ({ thumbnail, ...size }) => {
        original.thumbnail = thumbnail;
        original.contentHash = await contentHashOf(image.file);
        const { id, openedAt, contentHash } = original;
        const row = { id, openedAt, changedAt: now(), name: image.name, contentHash, ...size };
        const isDerived = isDerivedImage(image);
        return original.isDropped ? 'gone' : store.saveOriginal({ ...row, isDerived, thumbnail, original: image.file });
      }),
    );
    if (outcome === 'saved' && current === original) setOpenId(original.id);
    original.state.setState(outcome);
  }

  async function findEarlier({ id, contentHash, earlier }: OriginalRecord): Promise<void> {
    const same = contentHash && (await store.findSame(contentHash, id));
    if (same && same.hasSteps) earlier.setState({ kind: 'same', id: same.id }, true);
  }

  async function drop(original: OriginalRecord): Promise<void> {
    original.isDropped = true;
    await original.written;
    if (original.state.getState() === 'saved' && !original.isResumed) await reportFailure(store.remove(original.id));
    original.release();
  }

  return {
    save(image) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const record = records.of(image);
      const known = record.reopenedOriginal;
      const original: OriginalRecord = {
        id: randomId(),
        openedAt: now(),
        contentHash: undefined,
        ...known,
        isResumed: known !== undefined,
        earlier: createStore<EarlierWork | undefined>(() => undefined),
        state: createStore<SaveState>(() => (known ? 'saved' : 'saving')),
        isDropped: false,
        searched: Promise.resolve(),
        thumbnail: undefined,
        written: Promise.resolve(),
        release,
      };
      record.original = original;
      record.earlier = original.earlier;
      current = original;
      if (known) setOpenId(known.id);
      original.written = write(original, image, released);
      original.searched = original.written.then(() => reportFailure(findEarlier(original))).then(() => undefined);
    },
    storedId(image) {
      const { original } = records.of(image);
      return original?.state.getState() === 'saved' ? original.id : undefined;
    },
    leave(next) {
      const left = current;
      current = undefined;
      if (left && left !== (next && records.of(next).original)) void drop(left);
    },
    async handOver(image) {
      const record = records.of(image);
      const { original } = record;
      if (!original) return undefined;
      record.original = undefined;
      // A write of the original that finished later would overwrite the result.
      await original.written;
      original.release();
      return original;
    },
  };
}
