import type { BatchItem } from '../../batch.ts';

/**
 * An entry of the list: an item or a heading. `look` is the section of doubtful results and `rest` that of all other
 * items.
 */
export type ListEntry =
  | { readonly kind: 'look' | 'rest'; readonly count: number }
  | { readonly kind: 'item'; readonly id: string };

/** A list entry as text, so that two lists can be compared shallowly. */
export type EntryKey = `look:${number}` | `rest:${number}` | `item:${string}`;

/**
 * Returns the entries of the list. Once all items are processed and some results are doubtful, the doubtful ones come
 * first. Before that, the order of the batch is kept, so that rows do not jump.
 */
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

/** Returns the ids of the items in the order of the list. */
export function listedIds(keys: readonly EntryKey[]): readonly string[] {
  return keys.filter((key) => key.startsWith('item:')).map((key) => key.slice(5));
}

export function isDoubtful(item: BatchItem): boolean {
  return item.state === 'processed' && item.outcome === 'done' && item.doubts.length > 0;
}

/** @returns the doubtful result that follows an item; after the last item, the search continues with the first. */
export function nextDoubtful(items: readonly BatchItem[], order: readonly string[], id: string): string | undefined {
  const at = order.indexOf(id);
  const others = [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))];
  return others.find((other) => items.some((item) => item.id === other && isDoubtful(item)));
}

/**
 * @returns the index in the batch at which `id` takes the position of `otherId`; undefined when they are in different
 *   sections.
 */
export function indexAt(items: readonly BatchItem[], id: string, otherId: string): number | undefined {
  const item = items.find((each) => each.id === id);
  const index = items.findIndex((each) => each.id === otherId);
  const other = items[index];
  if (!item || !other) return undefined;
  const hasSections = entryKeys(items)[0]?.startsWith('look:');
  return hasSections && isDoubtful(item) !== isDoubtful(other) ? undefined : index;
}

/**
 * Finds the index to which an item moves by one position within its section.
 * @param by 1 to move down, -1 to move up.
 * @returns the new index in the batch; undefined when the item is already at the end of its section.
 */
export function movedIndex(items: readonly BatchItem[], id: string, by: 1 | -1): number | undefined {
  const keys = entryKeys(items);
  const neighbour = keys[keys.indexOf(`item:${id}`) + by];
  return neighbour?.startsWith('item:') ? indexAt(items, id, neighbour.slice(5)) : undefined;
}

/** Number of items in each state. Every item counts as exactly one of `done`, `failed` and `open`. */
export interface Counts {
  readonly total: number;
  /** Processed items with a result. */
  readonly done: number;
  readonly failed: number;
  /** Items that wait or are being processed. */
  readonly open: number;
  /** Results with doubts. They also count as `done`. */
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

/** Approximate share of the segmentation in the duration of an item. */
const segmentingShare = 0.8;

/** Returns the completed share of an item's processing, 0…1. */
export function shareOf({ step, share }: Extract<BatchItem, { state: 'processing' }>): number {
  return step === 'segmenting' ? share * segmentingShare : segmentingShare + share * (1 - segmentingShare);
}
