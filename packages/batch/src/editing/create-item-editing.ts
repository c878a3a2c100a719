import { type EditorRegistries, presetOf } from '@isola/editor';

import type { Batch, BatchChange } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import type { BatchEntry } from '../items/batch-entry.ts';
import { openCompositor } from '../pipeline/create-item-compositors.ts';
import { readSource } from '../pipeline/item-source.ts';
import { abortJob } from '../queue/run-job.ts';
import type { ItemOverride } from '../storage/batch-storage.ts';
import { type DecodedItem, openItem } from './open-item.ts';

export interface ItemEditing extends Pick<Batch, 'openItem' | 'removeOverride' | 'applyToAll'> {
  /** @returns whether an item is open whose changes are not saved. */
  readonly hasUnsavedChanges: () => boolean;
}

const unchanged: BatchChange = { restore: () => Promise.resolve() };

/** The methods that open an item in the editor and that change its override. */
export function createItemEditing(
  parts: BatchParts,
  registries: EditorRegistries,
  setPreset: Batch['setPreset'],
): ItemEditing {
  const { items, preset, publisher, queue, saver, faces, lifetime } = parts;
  const openItems = new Set<DecodedItem>();

  /** @returns resolves once the override is saved. */
  function changeOverride(entry: BatchEntry, override: ItemOverride | undefined): Promise<void> {
    entry.override = override;
    abortJob(entry);
    queue.update();
    return saver.saveItem(entry);
  }

  /** Marks an item as open. @returns ends the mark. Further calls do nothing. */
  function markOpen(entry: BatchEntry): () => void {
    let isMarked = true;
    entry.openCount += 1;
    publisher.publish();
    return () => {
      if (!isMarked) return;
      isMarked = false;
      entry.openCount -= 1;
      publisher.publish();
    };
  }

  async function decode(entry: BatchEntry): Promise<DecodedItem> {
    const source = await readSource(parts.storage(), entry);
    const findFaces = () => faces.of(entry, lifetime);
    return openItem(source, preset.get(), entry.override, { registries, findFaces });
  }

  return {
    async openItem(id) {
      await parts.ready;
      const entry = items.get(id);
      const endMark = markOpen(entry);
      const opened = await decode(entry).catch((error: unknown) => {
        endMark();
        throw error;
      });
      openItems.add(opened);
      return {
        document: opened.document,
        segmentation: opened.segmentation,
        async save() {
          const override = opened.override();
          if (override && items.has(id)) await changeOverride(entry, override);
        },
        close() {
          openItems.delete(opened);
          opened.close();
          endMark();
        },
      };
    },
    hasUnsavedChanges: () => [...openItems].some((opened) => opened.isChanged()),
    async removeOverride(id) {
      const entry = items.get(id);
      const { override } = entry;
      if (!override) return unchanged;
      await changeOverride(entry, undefined);
      return {
        async restore() {
          if (items.has(id) && !entry.override) await changeOverride(entry, override);
        },
      };
    },
    async applyToAll(id) {
      const entry = items.get(id);
      const { override } = entry;
      if (!override) return unchanged;
      const compositor = openCompositor(await readSource(parts.storage(), entry), registries);
      try {
        const matte = await compositor.editMatte(override.state.matte);
        const { state, pictures } = override;
        const hasPicture = (imageId: string) => pictures.some((picture) => picture.id === imageId);
        const before = preset.get();
        setPreset({ ...before, preset: presetOf(state, matte, registries, hasPicture), pictures });
        const after = preset.get();
        return {
          restore() {
            if (preset.get() === after) setPreset(before);
            return Promise.resolve();
          },
        };
      } finally {
        compositor.close();
      }
    },
  };
}
