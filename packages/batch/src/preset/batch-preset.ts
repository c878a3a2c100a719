import { type EditorRegistries, imageIdsOf, initialState, type Preset } from '@isola/editor';

/** The settings that a batch applies to every image. */
export interface BatchPreset {
  /**
   * The parts of the editor's state that apply to any image: background, light, edge, export, size and the crop's
   * shape.
   */
  readonly preset: Preset;
  /** Present when the faces in all images are looked for and made unrecognisable. */
  readonly blursFaces?: true;
  /** Pattern of the results' names, such as `{name}-cutout`. */
  readonly namePattern: string;
  /** Images that the state shows in its background and its layers. Others are dropped. Absent when it shows none. */
  readonly pictures?: readonly Picture[];
}

/** A background image or a logo of the user. */
export interface Picture {
  /**
   * Id of exactly this image. Another image needs another id; with the same id, the results would not count as
   * outdated.
   */
  readonly id: string;
  /** Content that stays readable. Copy a file of the user first, since the user may move or change it. */
  readonly blob: Blob;
}

/** Preset for transparent PNGs of the whole image. */
export const defaultBatchPreset: BatchPreset = {
  preset: { state: initialState, shape: undefined },
  namePattern: '{name}-cutout',
};

/** Removes the pictures that the preset's state does not show. */
export function withShownPictures(
  { pictures = [], ...preset }: BatchPreset,
  registries: Pick<EditorRegistries, 'backgrounds'>,
): BatchPreset {
  const shown = shownPictures(pictures, preset.preset.state, registries);
  return { ...preset, ...(shown.length > 0 && { pictures: shown }) };
}

/** Returns the pictures that the state shows. */
export function shownPictures(
  pictures: readonly Picture[],
  state: Preset['state'],
  { backgrounds }: Pick<EditorRegistries, 'backgrounds'>,
): readonly Picture[] {
  const ids = imageIdsOf(state, backgrounds);
  return pictures.filter(({ id }) => ids.includes(id));
}
