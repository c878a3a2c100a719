import type { BatchEntry } from './batch-entry.ts';

/** An item that was removed, with its position before the removal. */
export interface RemovedItem {
  readonly entry: BatchEntry;
  readonly index: number;
}

/** The items of a batch, in the order in which they are processed and listed. */
export interface Items {
  readonly all: () => readonly BatchEntry[];
  readonly ids: () => readonly string[];
  readonly count: () => number;
  readonly has: (id: string) => boolean;
  /** @throws {DOMException} `NotFoundError` when the batch has no such item. */
  readonly get: (id: string) => BatchEntry;
  /** Adds an item at the end. */
  readonly add: (entry: BatchEntry) => void;
  /** @param index position of the item after the move. */
  readonly move: (id: string, index: number) => void;
  readonly remove: (ids: readonly string[]) => readonly RemovedItem[];
  /** Puts removed items back at their positions. Items that are listed already stay where they are. */
  readonly restore: (removed: readonly RemovedItem[]) => void;
  readonly clear: () => void;
}

export function createItems(): Items {
  /** The entries by id. The order of the map is the order of the batch. */
  let entries: ReadonlyMap<string, BatchEntry> = new Map();

  const all = () => [...entries.values()];
  const set = (list: readonly BatchEntry[]) => (entries = new Map(list.map((entry) => [entry.id, entry])));

  function get(id: string): BatchEntry {
    const entry = entries.get(id);
    if (!entry) throw new DOMException(`there is no item ${id}`, 'NotFoundError');
    return entry;
  }

  return {
    all,
    ids: () => [...entries.keys()],
    count: () => entries.size,
    has: (id) => entries.has(id),
    get,
    add: (entry) => set([...all(), entry]),
    move(id, index) {
      const moved = get(id);
      set(
        all()
          .filter((entry) => entry !== moved)
          .toSpliced(index, 0, moved),
      );
    },
    remove(ids) {
      const removed = all()
        .map((entry, index) => ({ entry, index }))
        .filter(({ entry }) => ids.includes(entry.id));
      set(all().filter(({ id }) => !ids.includes(id)));
      return removed;
    },
    restore(removed) {
      for (const { entry, index } of removed) {
        if (!entries.has(entry.id)) set(all().toSpliced(index, 0, entry));
      }
    },
    clear: () => set([]),
  };
}
