import { createBatch } from '@isola/batch';
import { createSegmenter } from '@isola/segmenter';

export interface SoakState {
  readonly isReady: boolean;
  readonly restoredCount: number;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    /** Error code of a failed item. */
    readonly code: string | undefined;
    readonly fileName: string | undefined;
  }[];
}

export interface SoakResult {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly sha256: string;
}

export interface BatchSoakPage {
  /** Adds images, fetched from their URLs, under the given names. */
  add(images: readonly { readonly url: string; readonly name: string }[]): Promise<number>;
  state(): SoakState;
  /** Returns how often each item, by id, was finished since the batch began, over all loads of the page. */
  finishes(): Readonly<Record<string, number>>;
  /** Reads a stored result again. */
  result(id: string): Promise<SoakResult>;
  clear(): Promise<void>;
}

declare global {
  interface Window {
    batchSoak: BatchSoakPage;
  }
}

const finishesKey = 'finishes';

const segmenter = createSegmenter({ provider: 'cpu' });
const batch = createBatch({ loadSegmenter: () => Promise.resolve(segmenter), maxItems: 1000 });

const finishes = JSON.parse(localStorage.getItem(finishesKey) ?? '{}') as Record<string, number>;
let done = new Set<string>();
let wasReady = false;
batch.subscribe(({ isReady, restoredCount, items }) => {
  if (!isReady || items.length < restoredCount) return;
  const now = new Set(items.filter(({ state }) => state === 'processed').map(({ id }) => id));
  // Restored items were finished before.
  if (wasReady) {
    const fresh = [...now].filter((id) => !done.has(id));
    for (const id of fresh) finishes[id] = (finishes[id] ?? 0) + 1;
    if (fresh.length > 0) localStorage.setItem(finishesKey, JSON.stringify(finishes));
  }
  [done, wasReady] = [now, true];
});

window.batchSoak = {
  async add(images) {
    const files = [];
    for (const { url, name } of images) files.push(new File([await (await fetch(url)).blob()], name));
    const { addedIds } = await batch.add(files, { keepsDuplicates: true });
    return addedIds.length;
  },
  state() {
    const { isReady, restoredCount, items } = batch.getState();
    return {
      isReady,
      restoredCount,
      items: items.map((item) => ({
        id: item.id,
        name: item.name,
        state: item.state,
        code: item.state === 'processed' && item.outcome === 'failed' ? item.failure.code : undefined,
        fileName: item.state === 'processed' && item.outcome === 'done' ? item.result.fileName : undefined,
      })),
    };
  },
  finishes: () => finishes,
  async result(id) {
    const file = await batch.result(id);
    const bitmap = await createImageBitmap(file);
    const { width: widthPx, height: heightPx } = bitmap;
    bitmap.close();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    return { widthPx, heightPx, sha256: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  },
  async clear() {
    await batch.clear();
    localStorage.removeItem(finishesKey);
  },
};
