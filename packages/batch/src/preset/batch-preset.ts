import { type EditorRegistries, initialState, type Preset } from '@isola/editor';

/** What every image of a batch gets. */
export interface BatchPreset {
  /** Background, light, edge, export, size and the crop's shape: what of the editor's state fits any image. */
  readonly preset: Preset;
  /** Of the results' names, such as `{name}-cutout`. */
  readonly namePattern: string;
  /** The background images that the state shows; others are dropped. None where its background has no image. */
  readonly pictures?: readonly Picture[];
}

/** A background image. */
export interface Picture {
  /** Of this image alone: results with another image of the same id do not count as outdated. */
  readonly id: string;
  /** Stays readable: a file of the user's own may be moved or changed, and is copied first. */
  readonly blob: Blob;
}

/** A transparent PNG of the whole image. */
export const defaultBatchPreset: BatchPreset = {
  preset: { state: initialState, shape: undefined },
  namePattern: '{name}-cutout',
};

/** @returns the preset with those of its pictures alone that its state shows. */
export function withShownPictures(
  { pictures = [], ...preset }: BatchPreset,
  registries: Pick<EditorRegistries, 'backgrounds'>,
): BatchPreset {
  const shown = shownPictures(pictures, preset.preset.state, registries);
  return { ...preset, ...(shown.length > 0 && { pictures: shown }) };
}

/** @returns those that the state's background shows. */
export function shownPictures(
  pictures: readonly Picture[],
  { background }: Preset['state'],
  { backgrounds }: Pick<EditorRegistries, 'backgrounds'>,
): readonly Picture[] {
  const ids = backgrounds.find(({ kind }) => kind === background.kind)?.imageIds?.(background) ?? [];
  return pictures.filter(({ id }) => ids.includes(id));
}
