import type { EditorRegistries } from '@isola/editor';
import { readNamePattern } from '@isola/files';

import { type BatchPreset, withShownPictures } from './batch-preset.ts';
import { overrideKeyOf, renderKeyOf, type Revised } from './render-key-of.ts';

/** The preset of a batch. */
export interface CurrentPreset {
  readonly get: () => BatchPreset;
  /**
   * Returns the key of results that were rendered with this preset, or with an override while it is the preset. Results
   * with another key are outdated.
   */
  readonly renderKey: (override: Revised | undefined) => string;
  /**
   * Replaces the preset by one that the user chose.
   * @returns true when the results have to be rendered again.
   * @throws {RangeError} for a name pattern that `readNamePattern` refuses.
   */
  readonly choose: (preset: BatchPreset) => boolean;
  /** Replaces the preset by that of an earlier visit, unless the user has already chosen one during this visit. */
  readonly restore: (preset: BatchPreset) => void;
}

/** @throws {RangeError} for a name pattern that `readNamePattern` refuses. */
export function createCurrentPreset(
  initial: BatchPreset,
  registries: Pick<EditorRegistries, 'backgrounds'>,
): CurrentPreset {
  assertNamePattern(initial);
  let preset = withShownPictures(initial, registries);
  let renderKey = renderKeyOf(preset);
  let isChosen = false;

  function set(next: BatchPreset): void {
    preset = withShownPictures(next, registries);
    renderKey = renderKeyOf(preset);
  }

  return {
    get: () => preset,
    renderKey: (override) => (override ? overrideKeyOf(override, preset) : renderKey),
    choose(next) {
      assertNamePattern(next);
      const before = renderKey;
      set(next);
      isChosen = true;
      return renderKey !== before;
    },
    restore(saved) {
      if (!isChosen) set(saved);
    },
  };
}

function assertNamePattern({ namePattern }: BatchPreset): void {
  if (readNamePattern(namePattern).outcome === 'read') return;
  throw new RangeError(`the name pattern “${namePattern}” cannot be read`);
}
