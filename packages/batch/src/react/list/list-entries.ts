import type { BatchItem } from '../../batch.ts';

/** What the list shows: items, and the headings of its two sections once all is processed and some results are doubtful. */
export type ListEntry =
  | { readonly kind: 'look' | 'rest'; readonly count: number }
  | { readonly kind: 'item'; readonly id: string };

/** As text, so that two lists can be compared without looking into them. */
export type EntryKey = `look:${number}` | `rest:${number}` | `item:${string}`;

/** While something is still processed the order stays: what is looked at would jump. */
export function entryKeys(items: readonly BatchItem[]): readonly EntryKey[] {
  const key = ({ id }: BatchItem): EntryKey => `item:${id}`;
  const doubtful = items.every(({ state }) => state === 'processed') ? items.filter(isDoubtful) : [];
  if (doubtful.length === 0) return items.map(key);
  const others = items.filter((item) => !isDoubtful(item));
  return [
    `look:${doubtful.length}`,
    ...doubtful.map(key),
    ...(others.length > 0 ? [`rest:${others.length}` as const] : []),
    ...others.map(key),
  ];
}

export function entryOf(key: EntryKey): ListEntry {
  const value = key.slice(5);
  if (key.startsWith('item:')) return { kind: 'item', id: value };
  return { kind: key.startsWith('look:') ? 'look' : 'rest', count: Number(value) };
}

/** @returns the items' ids in the order in which they are listed. */
export function listedIds(keys: readonly EntryKey[]): readonly string[] {
  return keys.filter((key) => key.startsWith('item:')).map((key) => key.slice(5));
}

export function isDoubtful(item: BatchItem): boolean {
  return item.state === 'processed' && item.outcome === 'done' && item.doubts.length > 0;
}

/** @returns the index in the batch of the place of `otherId`; undefined where that is listed in another section. */
export function indexAt(items: readonly BatchItem[], id: string, otherId: string): number | undefined {
  const item = items.find((each) => each.id === id);
  const index = items.findIndex((each) => each.id === otherId);
  const other = items[index];
  if (!item || !other) return undefined;
  const hasSections = entryKeys(items)[0]?.startsWith('look:');
  return hasSections && isDoubtful(item) !== isDoubtful(other) ? undefined : index;
}

/**
 * @param by 1 or -1: one place down or up among those that are listed with it.
 * @returns its index in the batch afterwards; undefined where it is at the end of its section already.
 */
export function movedIndex(items: readonly BatchItem[], id: string, by: 1 | -1): number | undefined {
  const keys = entryKeys(items);
  const neighbour = keys[keys.indexOf(`item:${id}`) + by];
  return neighbour?.startsWith('item:') ? indexAt(items, id, neighbour.slice(5)) : undefined;
}

/** How many items stand where; each is counted once. */
export interface Counts {
  readonly total: number;
  /** Processed, with a result. */
  readonly done: number;
  readonly failed: number;
  /** Waiting or processing. */
  readonly open: number;
  readonly doubtful: number;
}

export function countItems(items: readonly BatchItem[]): Counts {
  const counts = { total: items.length, done: 0, failed: 0, open: 0, doubtful: 0 };
  for (const item of items) {
    if (item.state !== 'processed') counts.open += 1;
    else if (item.outcome === 'failed') counts.failed += 1;
    else counts.done += 1;
    if (isDoubtful(item)) counts.doubtful += 1;
  }
  return counts;
}

/** Rendering is the smaller part of the work. */
const segmentingShare = 0.8;

/** @returns how much of an item's work is done, 0…1. */
export function shareOf({ step, share }: Extract<BatchItem, { state: 'processing' }>): number {
  return step === 'segmenting' ? share * segmentingShare : segmentingShare + share * (1 - segmentingShare);
}
