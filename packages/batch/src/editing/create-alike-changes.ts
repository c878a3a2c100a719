import { type EditorRegistries, initialState, settingsAlike } from '@isola/editor';
import { stemOf } from '@isola/files';
import type { Matte } from '@isola/imaging';
import { v4 as randomId } from 'uuid';

import type { Batch, BatchChange } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import type { BatchEntry } from '../items/batch-entry.ts';
import { openCompositor } from '../pipeline/create-item-compositors.ts';
import { readSource } from '../pipeline/item-source.ts';
import { abortJob } from '../queue/run-job.ts';
import type { ItemOverride } from '../storage/batch-storage.ts';
import type { AlikeNotes } from '../items/create-alike-notes.ts';

/** The methods that make alike items the same in something, and that end the notes about them. */
export function createAlikeChanges(
  parts: BatchParts,
  notes: AlikeNotes,
  registries: EditorRegistries,
): Pick<Batch, 'applyToAlike' | 'nameAlike' | 'dismissAlike'> {
  const { items, publisher, queue, saver } = parts;

  async function matteOf(entry: BatchEntry): Promise<Matte> {
    const compositor = openCompositor(await readSource(parts.storage(), entry), registries);
    try {
      return await compositor.editMatte((entry.override?.state ?? initialState).matte);
    } finally {
      compositor.close();
    }
  }

  /** Sets overrides as one change. @returns resolves once they are saved. */
  async function setOverrides(overrides: ReadonlyMap<BatchEntry, ItemOverride | undefined>): Promise<void> {
    for (const [entry, override] of overrides) {
      entry.override = override;
      abortJob(entry);
    }
    queue.update();
    await Promise.all([...overrides.keys()].map(saver.saveItem));
  }

  async function setNames(names: ReadonlyMap<BatchEntry, string | undefined>): Promise<void> {
    for (const [entry, name] of names) entry.sharedName = name;
    publisher.publish();
    await Promise.all([...names.keys()].map(saver.saveItem));
  }

  return {
    async applyToAlike(sourceId, ids) {
      const source = items.get(sourceId);
      const { override } = source;
      if (!override) return { restore: () => Promise.resolve() };
      const { state, pictures, look } = override;
      const matte = await matteOf(source);
      const goesAlong = (id: string) => pictures.some((picture) => picture.id === id);
      const apply = settingsAlike({ state, matte, goesAlong }, registries);
      const before = new Map<BatchEntry, ItemOverride | undefined>();
      const after = new Map<BatchEntry, ItemOverride>();
      for (const entry of ids.filter((id) => id !== sourceId && items.has(id)).map(items.get)) {
        const applied = apply(entry.override?.state ?? initialState, await matteOf(entry));
        before.set(entry, entry.override);
        after.set(entry, { revision: randomId(), state: applied, pictures, look });
      }
      await setOverrides(after);
      return {
        async restore() {
          const unchanged = [...before].filter(([entry]) => items.has(entry.id) && entry.override === after.get(entry));
          await setOverrides(new Map(unchanged));
        },
      };
    },
    async nameAlike(ids, name): Promise<BatchChange> {
      const entries = ids.filter(items.has).map(items.get);
      const before = new Map(entries.map((entry) => [entry, entry.sharedName]));
      const extensionOf = (file: string) => file.slice(stemOf(file).length);
      const after = new Map(entries.map((entry, at) => [entry, `${name}-${at + 1}${extensionOf(entry.name)}`]));
      await setNames(after);
      return {
        async restore() {
          const unchanged = [...before].filter(
            ([entry]) => items.has(entry.id) && entry.sharedName === after.get(entry),
          );
          await setNames(new Map(unchanged));
        },
      };
    },
    dismissAlike(key) {
      notes.dismiss(key);
      publisher.publish();
      void saver.saveSettings();
    },
  };
}
