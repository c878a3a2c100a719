import type { BatchEntry } from '../items/batch-entry.ts';
import type { Items } from '../items/create-items.ts';
import type { Publisher } from '../items/create-publisher.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';
import type { ItemThumbnails } from './create-item-thumbnails.ts';

export interface FingerprintingOptions {
  readonly items: Pick<Items, 'all'>;
  readonly publisher: Pick<Publisher, 'activity' | 'publish'>;
  readonly storage: () => Pick<OpenedStorage, 'readFile'>;
  readonly thumbnails: Pick<ItemThumbnails, 'ofOriginal' | 'fingerprint'>;
  readonly saveItem: (entry: BatchEntry) => Promise<void>;
  /** Aborted when the batch is disposed. */
  readonly lifetime: AbortSignal;
}

/** Computes the fingerprints of processed items while the batch does not run, so that it delays no result. */
export function createFingerprinting({
  items,
  publisher,
  storage,
  thumbnails,
  saveItem,
  lifetime,
}: FingerprintingOptions): { readonly start: () => void } {
  let isWorking = false;

  const isDue = ({ fingerprint, outcome, segmented, matte, isUnreadable, work }: BatchEntry) =>
    !fingerprint && outcome?.kind === 'done' && segmented !== undefined && !matte && !isUnreadable && !work;

  const next = () =>
    lifetime.aborted || publisher.activity().kind === 'running' ? undefined : items.all().find(isDue);

  async function compute(entry: BatchEntry): Promise<void> {
    const { segmented, taught } = entry;
    const thumbnail = await thumbnails.ofOriginal(entry, lifetime);
    const png = await storage()
      .readFile(entry.matteKind, entry.id)
      .catch(() => undefined);
    const fingerprint = thumbnail && png && (await thumbnails.fingerprint(png, thumbnail, lifetime));
    // The matte may have changed meanwhile. The item is due again then.
    if (lifetime.aborted || !isDue(entry) || entry.segmented !== segmented || entry.taught !== taught) return;
    // An item that cannot be read, or that shows nothing, has no sisters during this visit.
    entry.fingerprint = fingerprint ?? 'none';
    if (fingerprint) void saveItem(entry);
  }

  async function work(): Promise<void> {
    isWorking = true;
    let count = 0;
    for (let entry = next(); entry; entry = next()) {
      await compute(entry);
      count += 1;
    }
    isWorking = false;
    if (count > 0 && !lifetime.aborted) publisher.publish();
  }

  return {
    start() {
      if (!isWorking && next()) void work();
    },
  };
}
