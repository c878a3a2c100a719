import { computeFingerprint } from './compute-fingerprint.ts';
import type { DocumentRecord, SegmentationToSave } from './image-records.ts';
import type { ProjectStore } from './project-store.ts';
import { reportFailure } from './report-failure.ts';
import { drawImageThumbnail, untilIdle } from './thumbnails.ts';

/** Describes saved images by fingerprints, and finds earlier ones that look alike. No function rejects. */
export interface AlikeFinder {
  /**
   * Computes the fingerprint of a result while the browser is idle, and saves it with the image. For an image that was
   * opened as a file, it also finds saved work that the user may want to continue or take over.
   * @param saving Resolves once the result is saved, or could not be saved.
   */
  readonly find: (record: DocumentRecord, result: SegmentationToSave, saving: Promise<void>) => Promise<void>;
}

export function createAlikeFinder(store: Pick<ProjectStore, 'saveFingerprint' | 'findAlike'>): AlikeFinder {
  /** Sets the fingerprint of the record. @returns false when there is none, or another result has arrived. */
  async function describe(record: DocumentRecord, { segmentation, thumbnail }: SegmentationToSave): Promise<boolean> {
    if (record.locking) await record.locking;
    await untilIdle();
    const { image } = record.document;
    const original = record.opened?.thumbnail ?? (await drawImageThumbnail(image)).thumbnail;
    const fingerprint = await computeFingerprint({ original, cutout: await thumbnail });
    if (!fingerprint || record.latest?.segmentation !== segmentation) return false;
    record.fingerprint = fingerprint;
    return true;
  }

  async function offer({ id, opened, fingerprint }: DocumentRecord): Promise<void> {
    if (!opened || !fingerprint) return;
    await opened.searched;
    // Work on the very same file comes first.
    if (opened.earlier.getState()) return;
    const alike = await store.findAlike(fingerprint, id);
    if (alike) opened.earlier.setState(alike, true);
  }

  return {
    async find(record, result, saving) {
      // An image without a fingerprint is saved and edited all the same. It only is not recognised later.
      const isDescribed = await describe(record, result).catch(() => false);
      if (!isDescribed) return;
      await reportFailure(offer(record));
      await saving;
      const { id, isStored, fingerprint } = record;
      if (isStored && fingerprint) await reportFailure(store.saveFingerprint(id, fingerprint));
    },
  };
}
