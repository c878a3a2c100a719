import type { AlikeNotes } from './create-alike-notes.ts';
import type { BatchEntry } from './batch-entry.ts';
import type { CurrentLesson } from './create-current-lesson.ts';
import type { Items } from './create-items.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';
import type { Pauses } from '../activity/create-pauses.ts';
import type { OpenedStorage } from '../storage/batch-storage.ts';

/** How often the batch's "last used" date is written. Batches expire after days, so a minute is precise enough. */
const dateIntervalMs = 60_000;

export interface ItemSaverOptions {
  /** Returns the storage. Nothing is saved before it is open. */
  readonly storage: () => Pick<OpenedStorage, 'saveSettings' | 'saveItem'>;
  readonly items: Items;
  readonly preset: CurrentPreset;
  readonly pauses: Pauses;
  readonly lesson: Pick<CurrentLesson, 'get'>;
  readonly alike: Pick<AlikeNotes, 'dismissed'>;
  /** Aborted when the batch is disposed. Nothing is saved afterwards. */
  readonly lifetime: AbortSignal;
}

/** Saves the rows of a batch: its settings, and one row for each item. */
export interface ItemSaver {
  /**
   * Saves the newest settings. Settings that change during a write are saved by one further write after it.
   * @returns resolves once the settings of the moment of the call are saved.
   */
  readonly saveSettings: () => Promise<void>;
  /** Saves an item's row, unless the item was removed meanwhile or its stored row cannot be read. */
  readonly saveItem: (entry: BatchEntry) => Promise<void>;
}

export function createItemSaver(options: ItemSaverOptions): ItemSaver {
  const { storage, items, preset, pauses, lesson, alike, lifetime } = options;
  let saving: Promise<void> | undefined;
  let isStale = false;
  // The time is read from `performance.now()`, because a clock that is set back would stop the dates.
  let settingsSavedAtMs = -Infinity;

  async function saveUntilCurrent(): Promise<void> {
    while (isStale && !lifetime.aborted) {
      isStale = false;
      settingsSavedAtMs = performance.now();
      const settings = {
        itemIds: items.ids(),
        preset: preset.get(),
        isPaused: pauses.isPausedByUser(),
        lesson: lesson.get(),
        dismissedAlike: alike.dismissed(),
      };
      await storage().saveSettings(settings);
    }
    saving = undefined;
  }

  function saveSettings(): Promise<void> {
    isStale = true;
    return (saving ??= saveUntilCurrent());
  }

  return {
    saveSettings,
    async saveItem(entry) {
      const { id, name, type, sizeBytes, segmented, matte, matteTaught, matteKind, isAccepted } = entry;
      const { isCutAnew, isDerived, conversion, override, outcome, taught, fingerprint, sharedName } = entry;
      if (entry.isUnreadable || !items.has(id) || lifetime.aborted) return;
      await storage().saveItem({
        id,
        name,
        type,
        sizeBytes,
        // The facts are saved only together with a stored matte, because a later visit relies on both.
        segmented: matte && !matteTaught ? undefined : segmented,
        matteKind,
        isAccepted,
        isCutAnew,
        ...(isDerived && { isDerived }),
        ...(conversion && { conversion }),
        override,
        outcome,
        taught,
        fingerprint: matte || fingerprint === 'none' ? undefined : fingerprint,
        sharedName,
      });
      // The date of the batch is a part of its settings.
      if (performance.now() - settingsSavedAtMs > dateIntervalMs) await saveSettings();
    },
  };
}
