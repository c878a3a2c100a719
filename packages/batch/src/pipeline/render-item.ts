import {
  applyPreset,
  type DocumentState,
  type EditorRegistries,
  editsOf,
  type FaceEllipse,
  groundOf,
  initialState,
  placedOnGround,
  type RenderTarget,
  renderTargetOf,
} from '@isola/editor';
import { type EncodedFile, noEdits, type Reduction, reductionOf, type Size } from '@isola/imaging';

import type { BatchPreset } from '../preset/batch-preset.ts';
import type { ItemOverride } from '../storage/batch-storage.ts';
import type { ItemCompositor, ItemCompositors, ItemSource } from './create-item-compositors.ts';
import { type BlurredState, withBlurredFaces } from './item-faces.ts';

export interface RenderItemOptions {
  readonly preset: BatchPreset;
  readonly override: ItemOverride | undefined;
  readonly registries: EditorRegistries;
  readonly compositors: ItemCompositors;
  readonly signal: AbortSignal;
  readonly findFaces: FacesOfImage;
  /** Long side, in px, of an additional small version of the result. Omitted unless given. */
  readonly previewSidePx?: number | undefined;
  /** Receives the completed share, 0…1. */
  readonly onProgress: (share: number) => void;
  /** Receives the matte as a PNG before the rendering. The matte is encoded only when this is given. */
  readonly onMatte?: ((png: Blob) => Promise<void>) | undefined;
}

/** Finds the faces in an image, as ellipses in px of the image that the compositor has open. */
export type FacesOfImage = () => Promise<readonly FaceEllipse[]>;

/** An encoded result. */
export interface RenderedItem extends EncodedFile {
  /** Quality, number of colours or size to which the size limit reduced the result. */
  readonly reduction: Reduction;
  /** Number of faces that are unrecognisable; undefined when the preset does not look for any. */
  readonly blurredFaces: number | undefined;
}

/** Share of composing in the duration of a rendering without the network. Encoding takes about as long. */
const composingShare = 0.5;
/** Share of the network in the duration of a rendering that enlarges. */
const enlargingShare = 0.8;

/**
 * Renders and encodes an item.
 * @throws {CompositorError}
 * @throws {RangeError} when the registries do not contain the kind of the background.
 * @throws the signal's reason when it is aborted.
 */
export function renderItem(source: ItemSource, options: RenderItemOptions): Promise<RenderedItem> {
  const { compositors, signal, previewSidePx, onProgress, onMatte } = options;
  return compositors.use(source, async (compositor) => {
    if (onMatte) await onMatte((await compositor.encodeMatte(noEdits, { signal })).file);
    signal.throwIfAborted();
    const { params, encoding, blurredFaces } = await itemTarget(source, options, compositor);
    const encoded = await compositor.encode(params, encoding, {
      signal,
      previewSidePx,
      onProgress({ stage, loaded, total }) {
        const share = loaded / Math.max(1, total);
        const before = params.isEnlarged ? enlargingShare : 0;
        if (stage === 'enlarge') onProgress(share * before);
        if (stage === 'compose') onProgress(before + share * composingShare * (1 - before));
        if (stage === 'encode') onProgress(before + (composingShare + share * (1 - composingShare)) * (1 - before));
      },
    });
    const { widthPx } = params.transform;
    return {
      ...encoded,
      reduction: reductionOf(encoded, { quality: encoding.quality, widthPx }),
      blurredFaces,
    };
  });
}

/**
 * Derives the params of an item's result from its override or else from the batch's preset.
 * @returns the params, and the number of faces that are unrecognisable in the result.
 * @example
 * const { params } = await compositors.use(source, (compositor) => itemTarget(source, options, compositor));
 */
export async function itemTarget(
  { image, name, matte }: ItemSource,
  options: Pick<RenderItemOptions, 'preset' | 'override' | 'registries' | 'signal' | 'findFaces'>,
  compositor: Pick<ItemCompositor, 'editMatte' | 'pixelate'>,
): Promise<RenderTarget & Pick<BlurredState, 'blurredFaces'>> {
  const { preset, override, registries } = options;
  const { state, blurredFaces } = await itemState({ preset, override }, matte, options, compositor);
  const pictures = override?.pictures ?? preset.pictures ?? [];
  const document = {
    image: { file: image, name, url: '' },
    backgroundImage: (id: string) => pictures.find((picture) => picture.id === id)?.blob,
  };
  return { ...renderTargetOf(document, state, matte, registries), blurredFaces };
}

export interface ItemStateOptions {
  readonly registries: Pick<EditorRegistries, 'backgrounds'>;
  readonly findFaces: FacesOfImage;
  readonly signal?: AbortSignal;
}

/**
 * Returns the state to render: the override or else the batch's preset, applied to the image. The preset's choice for
 * faces holds for both, so that no image of the batch shows one.
 * @throws {FacesError} when faces are to be blurred, and the networks that find them cannot be loaded.
 */
export async function itemState(
  { preset, override }: Pick<RenderItemOptions, 'preset' | 'override'>,
  size: Size,
  { registries, findFaces, signal }: ItemStateOptions,
  compositor: Pick<ItemCompositor, 'editMatte' | 'pixelate'>,
): Promise<BlurredState> {
  const state = override?.state ?? (await presetState(preset, size, registries, compositor, signal));
  if (!preset.blursFaces) return { state, blurredFaces: undefined };
  return withBlurredFaces(state, await findFaces(), compositor, signal);
}

/** Applies the settings of a preset to an image. The subject stands on the ground of the preset's background. */
async function presetState(
  { preset }: BatchPreset,
  { widthPx, heightPx }: Size,
  { backgrounds }: Pick<EditorRegistries, 'backgrounds'>,
  compositor: Pick<ItemCompositor, 'editMatte'>,
  signal: AbortSignal | undefined,
): Promise<DocumentState> {
  // Only a crop around the subject and a ground need the pixels of the matte. Everything else needs just its size.
  const hasGround = groundOf(preset.state.background, backgrounds, { widthPx, heightPx }) !== undefined;
  const looksAtSubject = preset.shape?.marginPercent !== undefined || hasGround;
  const matte = looksAtSubject
    ? await compositor.editMatte(editsOf(preset, initialState), { signal })
    : { data: new Uint8ClampedArray(), widthPx, heightPx };
  const applied = applyPreset(preset, initialState, matte);
  return hasGround ? placedOnGround(applied, backgrounds, matte) : applied;
}
