import { sourceFormats } from '@isola/convert';
import {
  builtInSchema,
  type DocumentSchema,
  type Doubt,
  packFacts,
  readFacts,
  readPreset,
  tried,
  writeWithin,
  type Failure,
  type ResultFacts,
} from '@isola/editor';
import { readNamePattern } from '@isola/files';
import { isFingerprint, shadowRefusals } from '@isola/imaging';
import { segmenterErrorCodes } from '@isola/segmenter';
import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from 'idb';
import * as z from 'zod/mini';

import type { Picture } from '../preset/batch-preset.ts';
import type { MatteKind, SavedItem, SavedSettings, Teaching } from './batch-storage.ts';

interface Schema extends DBSchema {
  batches: { key: string; value: unknown };
  items: { key: [batchId: string, itemId: string]; value: unknown };
  /** Background images of overrides and, with `presetOwner` as the item id, of the batch's preset. */
  pictures: { key: [batchId: string, itemId: string, pictureId: string]; value: Blob };
}

type Database = IDBPDatabase<Schema>;
type Writing = IDBPTransaction<Schema, (typeof stores)[number][], 'readwrite'>;

/** A batch in the list of all batches. */
export interface JournalEntry {
  readonly id: string;
  /** Time of the last change, in ms since 1970. Undefined when the date cannot be read. */
  readonly changedAt: number | undefined;
  /** Time when the batch was first found to be expired, in ms since 1970. Undefined when it is not expired. */
  readonly expiredAt: number | undefined;
  /** True when the user has cleared the batch. Its remaining data is to be deleted. */
  readonly isCleared: boolean;
  /** Ids of the items in their order. Empty when they cannot be read. */
  readonly itemIds: readonly string[];
  /** Settings of the batch. Undefined when they cannot be read. */
  readonly settings: SavedSettings | undefined;
}

/** The readable parts of an item's row. */
export interface JournalItem {
  readonly id: string;
  /** True when the user has removed the item. Its remaining data is to be deleted. */
  readonly isRemoved: boolean;
  /** Name of the item's file. Empty when it cannot be read. */
  readonly name: string;
  /** Content of the row. Undefined when any part of the row cannot be read. */
  readonly item: SavedItem | undefined;
}

/**
 * Rows of batches and their items, in IndexedDB. Unreadable rows are left unchanged. Rows of removed items are first
 * marked, and deleted once their files are deleted. Failed reads are repeated.
 */
export interface Journal {
  readonly list: () => Promise<readonly JournalEntry[]>;
  readonly items: (batchId: string) => Promise<readonly JournalItem[]>;
  readonly saveSettings: (batchId: string, settings: SavedSettings, changedAt: number) => Promise<void>;
  readonly saveItem: (batchId: string, item: SavedItem) => Promise<void>;
  /** Changes the dates of a batch without changing the rest of its row. */
  readonly date: (batchId: string, dates: Pick<JournalEntry, 'changedAt' | 'expiredAt'>) => Promise<void>;
  readonly markRemoved: (batchId: string, ids: readonly string[]) => Promise<void>;
  /** Removes the mark that `markRemoved` sets. */
  readonly restoreItems: (batchId: string, ids: readonly string[]) => Promise<void>;
  readonly forgetItems: (batchId: string, ids: readonly string[]) => Promise<void>;
  /** Deletes the rows of a batch's items, and marks the batch as cleared. */
  readonly markCleared: (batchId: string) => Promise<void>;
  readonly forgetBatch: (batchId: string) => Promise<void>;
  readonly close: () => void;
}

/** Item id of the preset's background images. No item has this id. */
const presetOwner = '';

/** Version of the rows. A row of another version is not read. */
const version = 1;
const stores = ['batches', 'items', 'pictures'] as const;

/**
 * Creates a journal, which opens its database with the first call. Calls reject with the browser's error.
 * @param onLost called when the browser closes or deletes the database by itself. The next call opens it again.
 */
export function openJournal(
  databaseName: string,
  schema: DocumentSchema = builtInSchema,
  onLost: () => void = () => undefined,
): Journal {
  let connection: Promise<Database> | undefined;
  let isClosed = false;

  function opened(): Promise<Database> {
    if (isClosed) return Promise.reject(new DOMException('the journal is closed', 'InvalidStateError'));
    if (connection) return connection;
    const forget = () => {
      if (connection === opening) connection = undefined;
    };
    const opening = import('idb').then(({ openDB }) =>
      openDB<Schema>(databaseName, 1, {
        upgrade(fresh) {
          for (const name of stores) fresh.createObjectStore(name);
        },
        // A newer version of the page in another tab wants to upgrade the database. An open connection would block it.
        blocking: (_current, blocked, event) => {
          (event.target as IDBDatabase).close();
          forget();
          // No version is blocked when the database is about to be deleted.
          if (blocked === null) onLost();
        },
        terminated: () => {
          forget();
          onLost();
        },
      }),
    );
    connection = opening;
    opening.catch(forget);
    return opening;
  }

  const reading = <Result>(act: (database: Database) => Promise<Result>) => tried(async () => act(await opened()));

  /** Writes within one transaction, so that either all writes happen or none. */
  const writing = async (act: (transaction: Writing) => Promise<unknown>): Promise<void> => {
    await writeWithin((await opened()).transaction([...stores], 'readwrite'), act);
  };

  return {
    list: () =>
      reading(async (database) => {
        const transaction = database.transaction(stores);
        const batches = transaction.objectStore('batches');
        const [ids, rows, itemKeys] = await Promise.all([
          batches.getAllKeys(),
          batches.getAll(),
          transaction.objectStore('items').getAllKeys(),
        ]);
        // Items form a batch even when the row of the batch is missing.
        const all = new Set([...ids, ...itemKeys.map(([batchId]) => batchId)]);
        return Promise.all(
          [...all].map(async (id) => {
            const pictures = await readPictures(transaction.objectStore('pictures'), rangeOf(id, presetOwner));
            return { id, ...readBatch(rows[ids.indexOf(id)], pictures, schema) };
          }),
        );
      }),
    items: (batchId) =>
      reading(async (database) => {
        const range = rangeOf(batchId);
        const transaction = database.transaction(stores);
        const [keys, rows, pictures] = await Promise.all([
          transaction.objectStore('items').getAllKeys(range),
          transaction.objectStore('items').getAll(range),
          readPictures(transaction.objectStore('pictures'), range),
        ]);
        return keys.map(([, id], at) => {
          const own = pictures.filter(({ itemId }) => itemId === id).map(({ id, blob }) => ({ id, blob }));
          const stored = rows[at];
          const row = isRemoved(stored) ? stored.removed : stored;
          const name = named.safeParse(row).data?.name ?? '';
          return { id, isRemoved: isRemoved(stored), name, item: readItem(id, row, own, schema) };
        });
      }),
    saveSettings: (batchId, { preset: { preset, namePattern, blursFaces, pictures = [] }, ...settings }, changedAt) =>
      writing(async (transaction) => {
        const row = { ...settings, version, changedAt, namePattern, preset, ...(blursFaces && { blursFaces }) };
        const stored = transaction.objectStore('pictures');
        const keys = await stored.getAllKeys(rangeOf(batchId, presetOwner));
        // Stored pictures are not written again, because settings change often and a picture may be several MB large.
        const added = pictures.filter(({ id }) => !keys.some((key) => key[2] === id));
        const dropped = keys.filter((key) => !pictures.some(({ id }) => key[2] === id));
        await Promise.all([
          transaction.objectStore('batches').put(row, batchId),
          ...dropped.map((key) => stored.delete(key)),
          ...added.map(({ id, blob }) => stored.put(blob, [batchId, presetOwner, id])),
        ]);
      }),
    saveItem: (batchId, { segmented, override, ...item }) =>
      writing(async (transaction) => {
        const row = {
          ...item,
          version,
          segmented: segmented && { ...segmented, facts: packFacts(segmented.facts) },
          override: override && { revision: override.revision, state: override.state, look: override.look },
        };
        const pictures = transaction.objectStore('pictures');
        await Promise.all([
          transaction.objectStore('items').put(row, [batchId, item.id]),
          pictures.delete(rangeOf(batchId, item.id)),
          ...(override?.pictures ?? []).map(({ id, blob }) => pictures.put(blob, [batchId, item.id, id])),
        ]);
      }),
    date: (batchId, dates) =>
      writing(async (transaction) => {
        const batches = transaction.objectStore('batches');
        const row = await batches.get(batchId);
        await batches.put({ ...(typeof row === 'object' ? row : undefined), ...dates }, batchId);
      }),
    markRemoved: (batchId, ids) => changeRows(batchId, ids, (row) => (isRemoved(row) ? row : { removed: row })),
    restoreItems: (batchId, ids) => changeRows(batchId, ids, (row) => (isRemoved(row) ? row.removed : row)),
    forgetItems: (batchId, ids) =>
      writing((transaction) =>
        Promise.all(
          ids.flatMap((id) => [
            transaction.objectStore('items').delete([batchId, id]),
            transaction.objectStore('pictures').delete(rangeOf(batchId, id)),
          ]),
        ),
      ),
    markCleared: (batchId) =>
      writing((transaction) =>
        Promise.all([
          transaction.objectStore('batches').put({ isCleared: true }, batchId),
          transaction.objectStore('items').delete(rangeOf(batchId)),
          transaction.objectStore('pictures').delete(rangeOf(batchId)),
        ]),
      ),
    forgetBatch: (batchId) => writing((transaction) => transaction.objectStore('batches').delete(batchId)),
    close() {
      isClosed = true;
      void connection?.then(
        (database) => database.close(),
        () => undefined,
      );
    },
  };

  function changeRows(batchId: string, ids: readonly string[], change: (row: unknown) => unknown): Promise<void> {
    return writing(async (transaction) => {
      const items = transaction.objectStore('items');
      const changeOne = async (id: string) => {
        const row = await items.get([batchId, id]);
        // An item that was never saved has no row.
        if (row !== undefined) await items.put(change(row), [batchId, id]);
      };
      await Promise.all(ids.map(changeOne));
    });
  }
}

function isRemoved(row: unknown): row is { readonly removed: unknown } {
  return typeof row === 'object' && row !== null && 'removed' in row;
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

/**
 * Returns the range of all keys that begin with the given strings. IndexedDB sorts arrays after strings, so `[]` is the
 * upper bound.
 */
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
  blursFaces: z.exactOptional(z.literal(true)),
  preset: z.object({ state: z.unknown(), shape: z.optional(z.unknown()) }),
});

const floats = z.custom<Float32Array<ArrayBuffer>>((value) => value instanceof Float32Array);
const lessonWeights = z.object({ weights: floats, bias: z.number(), traits: floats, minLikeness: z.number() });
const lessonRow = z.object({
  lesson: z.object({
    id: z.string(),
    taughtId: z.string(),
    lesson: z.object({
      version: z.number(),
      model: text,
      remove: z.exactOptional(lessonWeights),
      keep: z.exactOptional(lessonWeights),
    }),
  }),
});

const dismissedRow = z.object({ dismissedAlike: z.array(z.string()).check(z.maxLength(1000)) });

const named = z.object({ name: text });
const dated = z.object({ changedAt: count });
const ordered = z.object({ itemIds: z.array(z.string()).check(z.maxLength(10_000)) });
const expired = z.object({ expiredAt: count });
const cleared = z.object({ isCleared: z.literal(true) });

function readBatch(row: unknown, stored: readonly Picture[], schema: DocumentSchema): Omit<JournalEntry, 'id'> {
  const facts = {
    changedAt: dated.safeParse(row).data?.changedAt,
    expiredAt: expired.safeParse(row).data?.expiredAt,
    isCleared: cleared.safeParse(row).success,
    itemIds: ordered.safeParse(row).data?.itemIds ?? [],
  };
  const read = batchRow.safeParse(row);
  if (!read.success) return { ...facts, settings: undefined };
  const { itemIds, isPaused, namePattern, blursFaces } = read.data;
  const pictures = stored.map(({ id: pictureId, blob }) => ({ id: pictureId, blob }));
  const { preset } = readPreset(read.data.preset, schema, (imageId) =>
    stored.some((picture) => picture.id === imageId),
  );
  const isNameable = readNamePattern(namePattern).outcome === 'read';
  if (!preset || !isNameable) return { ...facts, settings: undefined };
  return {
    ...facts,
    settings: {
      itemIds,
      isPaused,
      preset: { preset, namePattern, pictures, ...(blursFaces && { blursFaces }) },
      lesson: lessonRow.safeParse(row).data?.lesson,
      dismissedAlike: dismissedRow.safeParse(row).data?.dismissedAlike,
    },
  };
}

const doubtKinds = [
  'part-disputed',
  'low-confidence',
  'half-transparent',
  'several-subjects',
  'touches-frame',
  'empty',
] as const satisfies readonly Doubt['kind'][];

const teachingOutcomes = [
  'changed',
  'unchanged',
  'failed',
  'kept',
  'undone',
] as const satisfies readonly Teaching['outcome'][];

const matteKinds = ['mattes', 'otherMattes'] as const satisfies readonly MatteKind[];

const failureCodes = [
  ...segmenterErrorCodes,
  'file-too-large',
  'project-not-opened',
  'compositor-lost',
  'encoder-load-failed',
  'enlarger-load-failed',
  'result-too-large',
] as const;

const reductionRow = z.object({
  quality: z.exactOptional(z.number()),
  colorCount: z.exactOptional(count),
  size: z.exactOptional(z.object({ widthPx: side, heightPx: side })),
});

const conversionRow = z.object({
  from: z.enum(sourceFormats.map(({ kind }) => kind)),
  to: z.enum(['JPEG', 'PNG', 'WebP']),
  isFirstOfMany: z.boolean(),
  isReduced: z.boolean(),
  isApproximate: z.boolean(),
});

const itemRow = z.object({
  version: z.literal(version),
  id: z.string(),
  name: text,
  type: text,
  sizeBytes: count,
  matteKind: z.optional(z.enum(matteKinds)),
  isAccepted: z.boolean(),
  isCutAnew: z.exactOptional(z.boolean()),
  isDerived: z.exactOptional(z.boolean()),
  conversion: z.exactOptional(conversionRow),
  fingerprint: z.optional(z.unknown()),
  sharedName: z.optional(text),
  taught: z.optional(
    z.object({ lessonId: z.string(), outcome: z.enum(teachingOutcomes), hasFailed: z.exactOptional(z.boolean()) }),
  ),
  segmented: z.optional(
    z.object({
      widthPx: side,
      heightPx: side,
      facts: z.unknown(),
      doubts: z.array(z.object({ kind: z.enum(doubtKinds) })),
    }),
  ),
  override: z.optional(
    z.object({
      revision: z.string(),
      state: z.unknown(),
      look: z.optional(z.object({ id: z.string(), changedAt: count })),
    }),
  ),
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
        missingShadow: z.exactOptional(z.enum(shadowRefusals)),
        enlargedFrom: z.exactOptional(z.object({ widthPx: side, heightPx: side })),
        blurredFaces: z.exactOptional(z.int().check(z.minimum(0))),
        durationMs: count,
      }),
      z.object({
        kind: z.literal('failed'),
        failure: z.object({ code: z.enum(failureCodes), detail: z.exactOptional(z.string()) }),
      }),
    ]),
  ),
});

/** Parses the row of an item. @returns undefined when any part cannot be read. */
function readItem(
  id: string,
  row: unknown,
  pictures: readonly Picture[],
  schema: DocumentSchema,
): SavedItem | undefined {
  const read = itemRow.safeParse(row);
  if (!read.success || read.data.id !== id) return undefined;
  const { segmented, override, outcome, fingerprint, version: _, ...item } = read.data;
  const facts: ResultFacts | undefined = segmented && readFacts(segmented.facts);
  const { state } = override ? schema.parseState(override.state) : {};
  if ((segmented && !facts) || (override && !state)) return undefined;
  return {
    ...item,
    segmented: segmented && facts && { ...segmented, facts },
    // A fingerprint of another version is computed again.
    fingerprint: isFingerprint(fingerprint) ? fingerprint : undefined,
    override: override && state && { ...override, state, pictures },
    // The schema also accepts codes that `Failure` excludes, such as `aborted`. They are never saved.
    outcome: outcome?.kind === 'failed' ? { kind: 'failed', failure: outcome.failure as Failure } : outcome,
  };
}
