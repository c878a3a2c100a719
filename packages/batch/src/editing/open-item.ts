import {
  createImageDocument,
  type DocumentState,
  type EditorRegistries,
  type ImageDocument,
  type ImageSegmentation,
  writtenPng,
} from '@isola/editor';
import { type Matte, noEdits } from '@isola/imaging';
import { decodeImage } from '@isola/segmenter';
import { v4 as randomId } from 'uuid';

import { type ItemSource, openCompositor } from '../pipeline/create-item-compositors.ts';
import { itemState, type ItemStateOptions } from '../pipeline/render-item.ts';
import { type BatchPreset, type Picture, shownPictures } from '../preset/batch-preset.ts';
import type { ItemOverride } from '../storage/batch-storage.ts';

/** An item with its decoded pixels. */
export interface DecodedItem {
  readonly document: ImageDocument;
  readonly segmentation: ImageSegmentation;
  /** @returns the document's settings; undefined when they have not changed since the opening or the last call. */
  readonly override: () => ItemOverride | undefined;
  /** @returns whether the document's settings have changed since the opening or the last call of `override`. */
  readonly isChanged: () => boolean;
  readonly close: () => void;
}

/**
 * Decodes an item for the editor. The cutout is computed again from the stored matte.
 * @throws {CompositorError} when the image or the matte cannot be decoded any more.
 * @throws {SegmenterError} when the image cannot be decoded any more.
 * @throws {FacesError} when faces are to be blurred, and the networks that find them cannot be loaded.
 */
export async function openItem(
  source: ItemSource,
  preset: BatchPreset,
  override: ItemOverride | undefined,
  options: ItemStateOptions & { readonly registries: EditorRegistries },
): Promise<DecodedItem> {
  const { registries } = options;
  const compositor = openCompositor(source, registries);
  try {
    const matte = await compositor.editMatte(noEdits);
    const { file: png } = await compositor.encode({}, { format: 'png' });
    const { state } = await itemState({ preset, override }, matte, options, compositor);
    const bitmap = await decodeImage(source.image);
    const cutout = await createImageBitmap(png).catch((error: unknown) => {
      bitmap.close();
      throw error;
    });
    // The editor also offers the preset's images, so that the user can choose them again.
    const pictures = new Map(
      [...(preset.pictures ?? []), ...(override?.pictures ?? [])].map((each) => [each.id, each]),
    );
    return decoded(source, { matte, png, cutout, bitmap }, state, [...pictures.values()], registries, override);
  } finally {
    compositor.close();
  }
}

interface Pixels {
  readonly matte: Matte;
  readonly png: Blob;
  readonly cutout: ImageBitmap;
  readonly bitmap: ImageBitmap;
}

function decoded(
  { image, name, facts }: ItemSource,
  { matte, png, cutout, bitmap }: Pixels,
  state: DocumentState,
  pictures: readonly Picture[],
  registries: EditorRegistries,
  override: ItemOverride | undefined,
): DecodedItem {
  const url = URL.createObjectURL(image);
  const history = { past: [{ state, step: undefined }], at: 0 };
  const document = createImageDocument({ file: image, name, url, bitmap }, { history, backgroundImages: pictures });
  const { widthPx, heightPx } = matte;
  let saved = state;
  let look = override?.look;
  return {
    document,
    segmentation: { widthPx, heightPx, matte, cutout, pixels: undefined, png: writtenPng(png), ...facts },
    override() {
      const { state: current } = document.history.getState();
      if (current === saved) return undefined;
      if (lookOf(current) !== lookOf(saved)) look = { id: randomId(), changedAt: Date.now() };
      saved = current;
      const taken = document.backgroundImageIds().flatMap((id) => {
        const blob = document.backgroundImage(id);
        return blob ? [{ id, blob }] : [];
      });
      return { revision: randomId(), look, state: current, pictures: shownPictures(taken, current, registries) };
    },
    // The preview of a preset is no change of the image. Words that are being typed are committed before.
    isChanged: () => document.history.committed() !== saved,
    close() {
      URL.revokeObjectURL(url);
      bitmap.close();
      cutout.close();
    },
  };
}

/** Returns a key of the settings that fit other images: all but the corrections of the matte. */
function lookOf(state: DocumentState): string {
  return JSON.stringify({ ...state, matte: { ...state.matte, edits: [] } });
}
