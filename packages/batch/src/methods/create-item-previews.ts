import { type DocumentState, type EditorRegistries, renderTargetOf } from '@isola/editor';
import {
  type BackgroundParams,
  createCompositor,
  type EditParams,
  type EncodingParams,
  type Matte,
} from '@isola/imaging';

import type { Batch } from '../batch.ts';
import type { BatchParts } from '../batch-parts.ts';
import type { BatchEntry } from '../items/batch-entry.ts';
import type { ItemCompositor } from '../pipeline/create-item-compositors.ts';
import { scaledFaces } from '../pipeline/item-faces.ts';
import { itemState } from '../pipeline/render-item.ts';
import type { BatchPreset } from '../preset/batch-preset.ts';
import type { SegmentedFacts, Teaching } from '../storage/batch-storage.ts';
import type { ItemThumbnails } from '../thumbnails/create-item-thumbnails.ts';

/** A small image with its matte, of the same size. */
interface SmallSource {
  readonly image: Blob;
  readonly matte: Matte;
  /** Effect of a lesson on the matte. */
  readonly taught: Teaching | undefined;
}

/** Number of small sources in memory: more than the tiles in view, at about 0.2 MB each. */
const maxSources = 64;
/** Time after which the compositor's worker ends when no preview was asked for. */
const idleMs = 10_000;

export interface ItemPreviews extends Pick<Batch, 'preview'> {
  readonly dispose: () => void;
}

/**
 * Renders previews of items at the size of thumbnails. They are rendered one after the other by a compositor of their
 * own, so that they never wait for an item that is rendered at full size.
 */
export function createItemPreviews(
  { items, storage, faces }: Pick<BatchParts, 'items' | 'storage' | 'faces'>,
  registries: EditorRegistries,
  thumbnails: ItemThumbnails,
): ItemPreviews {
  /** Small sources by the segmentation that they belong to, the one that was used last at the end. */
  const sources = new Map<SegmentedFacts, SmallSource>();
  let compositor: ItemCompositor | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  async function sourceOf(entry: BatchEntry, signal: AbortSignal): Promise<SmallSource | undefined> {
    const { id, segmented, taught, matteKind } = entry;
    if (!segmented) return undefined;
    const kept = sources.get(segmented);
    sources.delete(segmented);
    const image = kept?.image ?? (await thumbnails.ofOriginal(entry, signal));
    const readMatte = async (size: Blob) =>
      thumbnails.reduceMatte(await storage().readFile(matteKind, id), size, signal);
    // A lesson changes the matte of the same segmentation.
    const matte = kept && kept.taught === taught ? kept.matte : image && (await readMatte(image));
    if (!image || !matte) return undefined;
    const source = { image, matte, taught };
    sources.set(segmented, source);
    for (const oldest of sources.keys()) if (sources.size > maxSources) sources.delete(oldest);
    return source;
  }

  function open(source: SmallSource): ItemCompositor {
    const { startWorker } = registries;
    if (compositor) compositor.open(source);
    else {
      compositor = createCompositor<BackgroundParams, EncodingParams, EditParams>(
        source,
        startWorker && { startWorker },
      );
    }
    return compositor;
  }

  async function render(entry: BatchEntry, presetNow: () => BatchPreset, signal: AbortSignal) {
    const source = await sourceOf(entry, signal);
    if (!source || signal.aborted) return undefined;
    const opened = open(source);
    const preset = presetNow();
    const findFaces = async () => {
      const widthPx = entry.segmented?.widthPx ?? source.matte.widthPx;
      return scaledFaces(await faces.of(entry, signal), source.matte.widthPx / widthPx);
    };
    const options = { registries, findFaces, signal };
    const { state } = await itemState({ preset, override: undefined }, source.matte, options, opened);
    const document = {
      image: { file: source.image, name: entry.name, url: '' },
      backgroundImage: (imageId: string) => preset.pictures?.find((picture) => picture.id === imageId)?.blob,
    };
    const { params } = renderTargetOf(document, withoutSize(state), source.matte, registries);
    return (await opened.render(params, { signal })).bitmap;
  }

  function close(): void {
    clearTimeout(idleTimer);
    compositor?.close();
    compositor = undefined;
  }

  return {
    preview(id, presetNow, signal) {
      const rendering = last.then(async () => {
        clearTimeout(idleTimer);
        try {
          return signal.aborted || !items.has(id) ? undefined : await render(items.get(id), presetNow, signal);
        } catch {
          // The tile keeps the picture that it shows. The rendering at full size reports what is wrong.
          return undefined;
        } finally {
          idleTimer = setTimeout(close, idleMs);
        }
      });
      last = rendering;
      return rendering;
    },
    dispose() {
      close();
      sources.clear();
    },
  };
}

/** A preview has the shape of the result, but as many px as its small source. */
function withoutSize(state: DocumentState): DocumentState {
  const { size, ...rest } = state;
  return size ? rest : state;
}
