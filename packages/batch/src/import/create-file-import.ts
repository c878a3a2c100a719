import type { Conversion } from '@isola/convert';
import { checkImage, type Failure, mainPicture } from '@isola/editor';
import { v4 as randomId } from 'uuid';

import type { AddOptions, AddOutcome, Duplicate, RefusedFile } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import { type BatchEntry, newEntry } from '../items/batch-entry.ts';
import { failureOf } from '../pipeline/failure-of.ts';
import { type Candidate, findDuplicate } from './find-duplicate.ts';

/** Number of files that are inspected or written at the same time. */
const filesAtOnce = 4;

/** Adds files to a batch. Calls are served one after the other. */
export interface FileImport {
  readonly add: (files: readonly File[], options?: AddOptions) => Promise<AddOutcome>;
  /** Stores the originals of items that have an unstored file: restored ones, and ones whose file could not be read. */
  readonly storeOriginals: (entries: readonly BatchEntry[]) => Promise<void>;
  /** Returns true while files are not stored yet. */
  readonly isAdding: () => boolean;
}

/** @param maxItems returns the maximum number of items. It is called with each addition. */
export function createFileImport(parts: BatchParts, maxItems: () => number): FileImport {
  const { items, publisher, queue, saver, lifetime } = parts;
  let adding: Promise<unknown> = Promise.resolve();
  let addingCount = 0;
  /** Files that were converted. One that is a duplicate may be added once more, without being named as converted again. */
  const conversions = new WeakMap<File, Conversion>();
  /** Entries whose original is being written. */
  const storing = new Set<BatchEntry>();

  async function addAll(
    files: readonly File[],
    { keepsDuplicates = false, conversion }: AddOptions,
  ): Promise<AddOutcome> {
    if (conversion) for (const file of files) conversions.set(file, conversion);
    await parts.ready;
    const maximum = maxItems();
    const added: BatchEntry[] = [];
    const refused: RefusedFile[] = [];
    const overMaximum: string[] = [];
    const withoutFilm: string[] = [];
    const duplicates: Duplicate[] = [];
    // An unreadable item is no reason to refuse the same file: the user may be adding it again to replace the item.
    const candidates = items
      .all()
      .filter(({ isUnreadable }) => !isUnreadable)
      .map(candidateOf);
    for (let at = 0; at < files.length; at += filesAtOnce) {
      const chunk = files.slice(at, at + filesAtOnce);
      const inspections = await Promise.all(
        chunk.map(async (file) => (items.count() < maximum ? inspectFile(file) : { picture: file })),
      );
      if (lifetime.aborted) break;
      for (const [index, file] of chunk.entries()) {
        const inspected = inspections[index];
        if (!inspected) continue;
        if ('failure' in inspected) {
          refused.push({ name: file.name, file, failure: inspected.failure });
          continue;
        }
        if (items.count() >= maximum) {
          overMaximum.push(file.name);
          continue;
        }
        const { picture } = inspected;
        const same = keepsDuplicates ? undefined : await findDuplicate(picture, candidates);
        if (same) {
          duplicates.push({ file, sameAs: same.name });
          continue;
        }
        added.push(createEntry(picture, { isDerived: picture !== file, conversion: conversions.get(file) }));
        candidates.push({ name: file.name, sizeBytes: picture.size, read: () => Promise.resolve(picture) });
        if (picture !== file) withoutFilm.push(file.name);
      }
      publisher.publish();
    }
    if (added.length > 0) void saver.saveSettings();
    await storeOriginals(added);
    await saver.saveSettings();
    return { addedIds: added.map(({ id }) => id), refused, overMaximum, duplicates, withoutFilm };
  }

  function candidateOf({ id, name, sizeBytes }: BatchEntry): Candidate {
    return { name, sizeBytes, read: () => parts.storage().readFile('originals', id) };
  }

  function createEntry(
    file: File,
    { isDerived, conversion }: Pick<BatchEntry, 'isDerived' | 'conversion'>,
  ): BatchEntry {
    const { name, type, size } = file;
    const entry = newEntry({
      id: randomId(),
      name,
      type,
      sizeBytes: size,
      unstoredFile: file,
      isDerived: isDerived || conversion !== undefined,
      conversion,
    });
    items.add(entry);
    return entry;
  }

  async function storeOriginals(entries: readonly BatchEntry[]): Promise<void> {
    const waiting = [...entries];
    const store = async () => {
      for (let next = waiting.shift(); next && !lifetime.aborted; next = waiting.shift()) await storeOriginal(next);
    };
    await Promise.all(Array.from({ length: filesAtOnce }, store));
  }

  async function storeOriginal(entry: BatchEntry): Promise<void> {
    const { id, unstoredFile } = entry;
    // A removed item keeps its file, which is stored if the item is restored.
    if (!unstoredFile || !items.has(id) || storing.has(entry)) return;
    storing.add(entry);
    try {
      // The row is saved first. When the page ends while it writes the file, the item is still listed by its name.
      await saver.saveItem(entry);
      await parts.storage().writeFile('originals', id, unstoredFile);
      entry.isStored = true;
      entry.unstoredFile = undefined;
      queue.schedule();
    } catch (error) {
      // The entry keeps its file, because a drive or a network that was gone may be back when the user tries again.
      entry.outcome = { kind: 'failed', failure: failureOf(error) };
      publisher.publish();
      await saver.saveItem(entry);
    } finally {
      storing.delete(entry);
    }
  }

  async function counted<Result>(act: () => Promise<Result>): Promise<Result> {
    addingCount += 1;
    try {
      return await act();
    } finally {
      addingCount -= 1;
    }
  }

  return {
    add(files, options = {}) {
      const added = counted(() => adding.then(() => addAll(files, options)));
      adding = added.catch(() => undefined);
      return added;
    },
    storeOriginals: (entries) => counted(() => storeOriginals(entries)),
    isAdding: () => addingCount > 0,
  };
}

/**
 * Checks a file before any work.
 * @returns the file or the reason why it is refused. A file over the size limit is reduced to its main image, without
 *   the video or images that some phones append.
 */
async function inspectFile(file: File): Promise<{ readonly picture: File } | { readonly failure: Failure }> {
  try {
    const refusal = await checkImage(file);
    if (refusal?.code === 'unsupported-format') {
      return { failure: { code: refusal.code, ...(refusal.format && { format: refusal.format }) } };
    }
    if (refusal) return { failure: refusal };
    const picture = await mainPicture(file);
    return { picture: picture === file ? file : new File([picture], file.name, { type: file.type }) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}
