import {
  applyPreset,
  type DocumentState,
  type EditorRegistries,
  editsOf,
  initialState,
  renderTargetOf,
} from '@isola/editor';
import {
  type BackgroundParams,
  type Compositor,
  createCompositor,
  type EditParams,
  type EncodedFile,
  type EncodingParams,
  type Matte,
  noEdits,
  type StoredMatte,
} from '@isola/imaging';

import type { BatchPreset } from '../preset/batch-preset.ts';
import type { ItemOverride, SegmentedFacts } from '../storage/batch-storage.ts';

/** An item's image with its matte. */
export interface ItemSource {
  /** Upright in every browser. */
  readonly image: Blob;
  readonly name: string;
  readonly matte: Matte | StoredMatte;
  readonly facts: SegmentedFacts['facts'];
}

export interface RenderItemOptions {
  readonly preset: BatchPreset;
  readonly override: ItemOverride | undefined;
  readonly registries: EditorRegistries;
  readonly signal: AbortSignal;
  /** 0…1. */
  readonly onProgress: (share: number) => void;
  /** Receives the matte as a PNG, before anything is rendered; only where it is asked for. */
  readonly onMatte?: ((png: Blob) => Promise<void>) | undefined;
}

export type ItemCompositor = Compositor<BackgroundParams, EncodingParams, EditParams>;

/** Composing takes about as long as encoding. */
const composingShare = 0.5;

/**
 * Renders and encodes an item in a compositor of its own, which is closed afterwards.
 * @throws {CompositorError}; {RangeError} if the registries lack the background's kind; the signal's reason.
 */
export async function renderItem(source: ItemSource, options: RenderItemOptions): Promise<EncodedFile> {
  const { preset, override, registries, signal, onProgress, onMatte } = options;
  const compositor = openCompositor(source, registries);
  try {
    if (onMatte) await onMatte((await compositor.encodeMatte(noEdits, { signal })).file);
    signal.throwIfAborted();
    const state = override?.state ?? (await presetState(preset, source.matte, compositor, signal));
    const document = {
      image: { file: source.image, name: source.name, url: '' },
      backgroundImage: (id: string) => override?.pictures.find((picture) => picture.id === id)?.blob,
    };
    const { params, encoding } = renderTargetOf(document, state, source.matte, registries);
    return await compositor.encode(params, encoding, {
      signal,
      onProgress({ stage, loaded, total }) {
        const share = loaded / Math.max(1, total);
        if (stage === 'compose') onProgress(share * composingShare);
        if (stage === 'encode') onProgress(composingShare + share * (1 - composingShare));
      },
    });
  } finally {
    compositor.close();
  }
}

/** @returns the caller's to close. */
export function openCompositor(
  { image, matte, facts: { run } }: ItemSource,
  { startWorker }: Pick<EditorRegistries, 'startWorker'>,
): ItemCompositor {
  return createCompositor<BackgroundParams, EncodingParams, EditParams>(
    { image, matte, workingSize: { widthPx: run.workingWidthPx, heightPx: run.workingHeightPx } },
    startWorker && { startWorker },
  );
}

/** @returns the state of an image that has no settings of its own. */
export async function presetState(
  { preset }: BatchPreset,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  compositor: Pick<ItemCompositor, 'editMatte'>,
  signal?: AbortSignal,
): Promise<DocumentState> {
  // Only a crop about the subject looks at the matte; all else wants its size.
  const looksAtSubject = preset.shape?.marginPercent !== undefined;
  const matte = looksAtSubject
    ? await compositor.editMatte(editsOf(preset, initialState), { signal })
    : { data: new Uint8ClampedArray(), widthPx, heightPx };
  return applyPreset(preset, initialState, matte);
}
