import {
  builtInSchema,
  type DocumentSchema,
  type Doubt,
  packFacts,
  readFacts,
  readPreset,
  type Failure,
  type ResultFacts,
} from '@isola/editor';
import { segmenterErrorCodes } from '@isola/segmenter';
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb';
import * as z from 'zod/mini';

import { readNamePattern } from '../naming/name-pattern.ts';
import { defaultBatchPreset, type Picture } from '../preset/batch-preset.ts';
import type { SavedItem, SavedSettings } from './batch-storage.ts';

interface Schema extends DBSchema {
  batches: { key: string; value: unknown };
  items: { key: [batchId: string, itemId: string]; value: unknown };
  /** The background images of overrides, and those of a batch's preset, which have `presetOwner` for an item. */
  pictures: { key: [batchId: string, itemId: string, pictureId: string]; value: Blob };
}

type Database = IDBPDatabase<Schema>;

/** A batch, as it is listed. */
export interface JournalEntry {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Those of a new batch where they cannot be read. */
  readonly settings: SavedSettings;
}

/** What is known of batches and their items, in IndexedDB. Rows that cannot be read are removed, each alone. */
export interface Journal {
  readonly list: () => Promise<readonly JournalEntry[]>;
  readonly items: (batchId: string) => Promise<readonly SavedItem[]>;
  readonly saveSettings: (batchId: string, settings: SavedSettings, changedAt: number) => Promise<void>;
  readonly saveItem: (batchId: string, item: SavedItem) => Promise<void>;
  readonly removeItems: (batchId: string, ids: readonly string[]) => Promise<void>;
  readonly removeBatch: (batchId: string) => Promise<void>;
  readonly close: () => void;
}

/** No item has it for an id. */
const presetOwner = '';

/** Of the rows. A row of a newer version is not read. */
const version = 1;
const stores = ['batches', 'items', 'pictures'] as const;

/** @throws {DOMException} where the browser gives no storage. */
export async function openJournal(databaseName: string, schema: DocumentSchema = builtInSchema): Promise<Journal> {
  const { openDB } = await import('idb');
  const database: Database = await openDB<Schema>(databaseName, 1, {
    upgrade(fresh) {
      for (const name of stores) fresh.createObjectStore(name);
    },
    // A newer page in another tab upgrades the database: an open connection here would block it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

  const journal: Journal = {
    async list() {
      const reading = database.transaction(['batches', 'pictures']);
      const batches = reading.objectStore('batches');
      const [ids, rows] = await Promise.all([batches.getAllKeys(), batches.getAll()]);
      const pictures = await Promise.all(
        ids.map((id) => readPictures(reading.objectStore('pictures'), rangeOf(id, presetOwner))),
      );
      return ids.map((id, at) => readBatch(id, rows[at], pictures[at] ?? [], schema));
    },
    async items(batchId) {
      const range = rangeOf(batchId);
      const reading = database.transaction(['items', 'pictures']);
      const [keys, rows, pictures] = await Promise.all([
        reading.objectStore('items').getAllKeys(range),
        reading.objectStore('items').getAll(range),
        readPictures(reading.objectStore('pictures'), range),
      ]);
      const read = keys.map(([, id], at) => {
        const own = pictures.filter(({ itemId }) => itemId === id).map(({ id, blob }) => ({ id, blob }));
        return { id, item: readItem(id, rows[at], own, schema) };
      });
      const damaged = read.filter(({ item }) => !item).map(({ id }) => id);
      if (damaged.length > 0) await journal.removeItems(batchId, damaged);
      return read.flatMap(({ item }) => item ?? []);
    },
    async saveSettings(batchId, { preset: { preset, namePattern, pictures = [] }, itemIds, isPaused }, changedAt) {
      const row = { version, changedAt, itemIds, isPaused, namePattern, preset };
      const transaction = database.transaction(['batches', 'pictures'], 'readwrite');
      const stored = transaction.objectStore('pictures');
      const write = async () => {
        const keys = await stored.getAllKeys(rangeOf(batchId, presetOwner));
        // One that is stored is not written again: settings change with each step, and it may have megabytes.
        const added = pictures.filter(({ id }) => !keys.some((key) => key[2] === id));
        const dropped = keys.filter((key) => !pictures.some(({ id }) => key[2] === id));
        await Promise.all([
          ...dropped.map((key) => stored.delete(key)),
          ...added.map(({ id, blob }) => stored.put(blob, [batchId, presetOwner, id])),
        ]);
      };
      await Promise.all([transaction.objectStore('batches').put(row, batchId), write(), transaction.done]);
    },
    async saveItem(batchId, { segmented, override, ...item }) {
      const row = {
        ...item,
        version,
        segmented: segmented && { ...segmented, facts: packFacts(segmented.facts) },
        override: override && { revision: override.revision, state: override.state },
      };
      const transaction = database.transaction(['items', 'pictures'], 'readwrite');
      const pictures = transaction.objectStore('pictures');
      await Promise.all([
        transaction.objectStore('items').put(row, [batchId, item.id]),
        pictures.delete(rangeOf(batchId, item.id)),
        ...(override?.pictures ?? []).map(({ id, blob }) => pictures.put(blob, [batchId, item.id, id])),
        transaction.done,
      ]);
    },
    async removeItems(batchId, ids) {
      const transaction = database.transaction(['items', 'pictures'], 'readwrite');
      await Promise.all([
        ...ids.flatMap((id) => [
          transaction.objectStore('items').delete([batchId, id]),
          transaction.objectStore('pictures').delete(rangeOf(batchId, id)),
        ]),
        transaction.done,
      ]);
    },
    async removeBatch(batchId) {
      const transaction = database.transaction([...stores], 'readwrite');
      await Promise.all([
        transaction.objectStore('batches').delete(batchId),
        transaction.objectStore('items').delete(rangeOf(batchId)),
        transaction.objectStore('pictures').delete(rangeOf(batchId)),
        transaction.done,
      ]);
    },
    close: () => database.close(),
  };
  return journal;
}

async function readPictures(
  store: IDBPObjectStore<Schema, ('items' | 'batches' | 'pictures')[], 'pictures'>,
  range: IDBKeyRange,
): Promise<readonly (Picture & { readonly itemId: string })[]> {
  const [keys, blobs] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  return keys.flatMap(([, itemId, id], at) => {
    const blob: unknown = blobs[at];
    return blob instanceof Blob ? [{ itemId, id, blob }] : [];
  });
}

/** An array sorts behind every string: this is whatever has a key that begins so. */
function rangeOf(...start: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...start], [...start, []]);
}

const text = z.string().check(z.maxLength(1000));
const count = z.number().check(z.minimum(0));
const side = z.int().check(z.minimum(1), z.maximum(65_536));

const batchRow = z.object({
  version: z.literal(version),
  changedAt: count,
  itemIds: z.array(z.string()).check(z.maxLength(10_000)),
  isPaused: z.boolean(),
  namePattern: text,
  preset: z.object({ state: z.unknown(), shape: z.optional(z.unknown()) }),
});

const dated = z.object({ changedAt: count });

function readBatch(id: string, row: unknown, stored: readonly Picture[], schema: DocumentSchema): JournalEntry {
  const read = batchRow.safeParse(row);
  const fresh = { itemIds: [], isPaused: false, preset: defaultBatchPreset };
  // What has no date that can be read is old.
  if (!read.success) return { id, changedAt: dated.safeParse(row).data?.changedAt ?? 0, settings: fresh };
  const { changedAt, itemIds, isPaused, namePattern } = read.data;
  const pictures = stored.map(({ id: pictureId, blob }) => ({ id: pictureId, blob }));
  const { preset } = readPreset(read.data.preset, schema, (imageId) =>
    stored.some((picture) => picture.id === imageId),
  );
  const isNameable = readNamePattern(namePattern).outcome === 'read';
  return {
    id,
    changedAt,
    settings: {
      itemIds,
      isPaused,
      preset: preset && isNameable ? { preset, namePattern, pictures } : defaultBatchPreset,
    },
  };
}

const doubtKinds = [
  'low-confidence',
  'half-transparent',
  'several-subjects',
  'touches-frame',
  'empty',
] as const satisfies readonly Doubt['kind'][];

const failureCodes = [...segmenterErrorCodes, 'file-too-large', 'project-not-opened', 'compositor-lost'] as const;

const reductionRow = z.object({
  quality: z.exactOptional(z.number()),
  colorCount: z.exactOptional(count),
  size: z.exactOptional(z.object({ widthPx: side, heightPx: side })),
});

const itemRow = z.object({
  version: z.literal(version),
  id: z.string(),
  name: text,
  type: text,
  sizeBytes: count,
  isAccepted: z.boolean(),
  isCutAnew: z.exactOptional(z.boolean()),
  segmented: z.optional(
    z.object({
      widthPx: side,
      heightPx: side,
      facts: z.unknown(),
      doubts: z.array(z.object({ kind: z.enum(doubtKinds) })),
    }),
  ),
  override: z.optional(z.object({ revision: z.string(), state: z.unknown() })),
  outcome: z.optional(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('done'),
        renderKey: z.string(),
        type: text,
        sizeBytes: count,
        widthPx: side,
        heightPx: side,
        reduction: z.optional(reductionRow),
        durationMs: count,
      }),
      z.object({
        kind: z.literal('failed'),
        failure: z.object({ code: z.enum(failureCodes), detail: z.exactOptional(z.string()) }),
      }),
    ]),
  ),
});

/** @returns undefined where any of it cannot be read. */
function readItem(
  id: string,
  row: unknown,
  pictures: readonly Picture[],
  schema: DocumentSchema,
): SavedItem | undefined {
  const read = itemRow.safeParse(row);
  if (!read.success || read.data.id !== id) return undefined;
  const { segmented, override, outcome, version: _, ...item } = read.data;
  const facts: ResultFacts | undefined = segmented && readFacts(segmented.facts);
  const { state } = override ? schema.parseState(override.state) : {};
  if ((segmented && !facts) || (override && !state)) return undefined;
  return {
    ...item,
    segmented: segmented && facts && { ...segmented, facts },
    override: override && state && { revision: override.revision, state, pictures },
    // A failure's code is one of the segmenter's but for `aborted`, which is never saved.
    outcome: outcome?.kind === 'failed' ? { kind: 'failed', failure: outcome.failure as Failure } : outcome,
  };
}
