import type { EditorRegistries } from '@isola/editor';

import type { BatchEntry } from '../items/batch-entry.ts';
import type { CurrentPreset } from '../preset/create-current-preset.ts';
import type { MatteKind, OpenedStorage, SavedOutcome } from '../storage/batch-storage.ts';
import { otherMatteKind } from '../storage/stored-matte.ts';
import { type ThumbnailPainter, thumbnailSidePx } from '../thumbnails/create-thumbnail-painter.ts';
import type { ItemCompositors } from './create-item-compositors.ts';
import { readSource } from './item-source.ts';
import type { ItemFaces } from './item-faces.ts';
import { renderItem } from './render-item.ts';

export interface RenderDeps {
  readonly preset: CurrentPreset;
  readonly registries: EditorRegistries;
  readonly compositors: ItemCompositors;
  readonly faces: ItemFaces;
  readonly storage: Pick<OpenedStorage, 'readFile' | 'writeFile' | 'removeFiles'>;
  readonly thumbnails: Pick<ThumbnailPainter, 'paint'>;
  readonly saveItem: (entry: BatchEntry) => Promise<void>;
  /** Receives the completed share, 0…1. */
  readonly onProgress: (share: number) => void;
  /** Called when the result is complete and is about to be written. The signal has no effect from then on. */
  readonly onWriting: () => void;
}

/**
 * Renders a segmented item with its override or else with the batch's preset, and stores the result with its thumbnail.
 * A matte that is only in memory is stored first, so that the item need not be segmented again after a reload.
 * @returns the outcome, which the caller sets and saves.
 * @throws {CompositorError}
 * @throws {FacesError} when faces are to be blurred, and the networks that find them cannot be loaded.
 * @throws {StoredFileUnreadable}
 * @throws the signal's reason.
 */
export async function renderEntry(entry: BatchEntry, deps: RenderDeps, signal: AbortSignal): Promise<SavedOutcome> {
  const { registries, compositors, storage, onProgress } = deps;
  const { id, override, matte } = entry;
  // The preset may change meanwhile. The key is that of the preset with which the item is rendered.
  const preset = deps.preset.get();
  const renderKey = deps.preset.renderKey(override);
  const startedAtMs = performance.now();
  const source = await readSource(storage, entry);
  signal.throwIfAborted();
  const storeMatte = async (png: Blob) => {
    // An aborted job may still be writing an earlier matte, which must not replace this one.
    await entry.matteWrite;
    if (signal.aborted || entry.matte !== matte) return;
    const kind = kindToWrite(entry);
    // A result of the matte that is about to be replaced must not pass for a result of the new one.
    if (entry.matteTaught && kind === entry.matteKind) await deps.saveItem(entry);
    if (entry.matte !== matte) return;
    const write = storage.writeFile(kind, id, png);
    entry.matteWrite = write.catch(() => undefined);
    await write;
    if (entry.matte !== matte) return;
    entry.matte = undefined;
    if (entry.matteTaught) {
      [entry.taught, entry.matteTaught, entry.matteKind] = [entry.matteTaught, undefined, kind];
      entry.isAccepted = false;
    }
    await deps.saveItem(entry);
  };
  const encoded = await renderItem(source, {
    preset,
    override,
    registries,
    compositors,
    signal,
    findFaces: () => deps.faces.of(entry, signal),
    previewSidePx: thumbnailSidePx,
    onProgress,
    onMatte: matte && storeMatte,
  });
  const thumbnail = await deps.thumbnails.paint(encoded.preview ?? encoded.file);
  signal.throwIfAborted();
  deps.onWriting();
  await storage.writeFile('results', id, encoded.file);
  if (thumbnail) await storage.writeFile('thumbnails', id, thumbnail);
  else await storage.removeFiles('thumbnails', [id]);
  return {
    kind: 'done',
    renderKey,
    type: encoded.file.type,
    sizeBytes: encoded.file.size,
    widthPx: encoded.widthPx,
    heightPx: encoded.heightPx,
    reduction: encoded.reduction,
    ...(encoded.missingShadow && { missingShadow: encoded.missingShadow }),
    ...(encoded.enlargedFrom && { enlargedFrom: encoded.enlargedFrom }),
    ...(encoded.blurredFaces !== undefined && { blurredFaces: encoded.blurredFaces }),
    durationMs: Math.round(source.facts.run.timingsMs.complete + performance.now() - startedAtMs),
  };
}

/**
 * Returns the file for a matte that is only in memory. The matte before a first lesson is kept in its file. A further
 * lesson is undone together with the first, so it replaces the matte of that one.
 */
function kindToWrite({ matteTaught, matteKind, taught }: BatchEntry): MatteKind {
  return matteTaught && taught?.outcome !== 'changed' ? otherMatteKind(matteKind) : matteKind;
}
