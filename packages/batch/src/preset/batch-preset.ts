import { initialState, type Preset } from '@isola/editor';

/** What every image of a batch gets. */
export interface BatchPreset {
  /** Background, light, edge, export, size and the crop's shape: what of the editor's state fits any image. */
  readonly preset: Preset;
  /** Of the results' names, such as `{name}-cutout`. */
  readonly namePattern: string;
}

/** A transparent PNG of the whole image. */
export const defaultBatchPreset: BatchPreset = {
  preset: { state: initialState, shape: undefined },
  namePattern: '{name}-cutout',
};
