import type { Segmentation } from '@isola/segmenter';

import { CompositorError } from '#imaging/compositor-error.ts';
import type { Encoding, Layer } from '#imaging/compositor-protocol.ts';
import type { Compositor } from '#imaging/create-compositor.ts';

import { layerOf, type PhotoDocument } from '../document/photo-document.ts';
import type { Failure } from '../removal.ts';

export type FileState =
  | { readonly state: 'working' }
  | { readonly state: 'ready'; readonly file: Blob }
  | { readonly state: 'failed'; readonly failure: Failure };

export interface RenderingSnapshot {
  /** What the cut-out is to be laid over, as the recipe stands. */
  readonly layer: Layer;
  /** The last picture that was composed; nothing where the cut-out itself is seen. `layer` is the one it was made with. */
  readonly view: { readonly layer: Layer; readonly bitmap: ImageBitmap } | undefined;
  readonly file: FileState;
}

/** What a document looks like, and its file, kept up with every step: the newest is the one that is worked on. */
export interface Rendering {
  /** Work begins with the first listener and ends, with all that it holds in memory, when the last has left. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => RenderingSnapshot;
  /** Once more, after a failure. */
  readonly retry: () => void;
  /** The picture as a PNG, whatever format the recipe names. */
  readonly writePng: (signal: AbortSignal) => Promise<Blob>;
  /** The matte alone, as a PNG in greys. */
  readonly writeMatte: (signal: AbortSignal) => Promise<Blob>;
}

/** A hand that moves on sooner has not seen what there was; without the wait, each of its moves would be saved. */
const trialMs = 100;

/** @param compositor ended when nobody looks any more; it starts again by itself. */
export function createRendering(
  document: PhotoDocument,
  result: Pick<Segmentation, 'png' | 'matte' | 'widthPx' | 'heightPx'>,
  compositor: Compositor,
): Rendering {
  const { history } = document;
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | undefined;
  let running: AbortController | undefined;
  let target: { readonly layer: Layer; readonly encoding: Encoding } | undefined;
  let snapshot = atRest();

  function atRest(): RenderingSnapshot {
    const recipe = history.getSnapshot().state;
    const layer = layerOf(document, recipe);
    const file: FileState = isAsCut(layer, recipe.export) ? { state: 'ready', file: result.png } : { state: 'working' };
    return { layer, view: undefined, file };
  }

  function become(next: Partial<RenderingSnapshot>): void {
    const before = snapshot.view;
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
    // Only now: whoever showed it has been told to show something else.
    if (before && before !== snapshot.view) before.bitmap.close();
  }

  function follow(): void {
    const { state: recipe, trial } = history.getSnapshot();
    const next = { layer: layerOf(document, recipe), encoding: recipe.export };
    if (target && isSameLayer(target.layer, next.layer) && isSameEncoding(target.encoding, next.encoding)) return;
    target = next;
    running?.abort();
    const own = new AbortController();
    running = own;
    const { layer, encoding } = next;
    if (isAsCut(layer, encoding)) {
      become({ layer, view: undefined, file: { state: 'ready', file: result.png } });
      return;
    }
    const clear = layer.kind === 'transparent' && { view: undefined };
    become({ layer, file: { state: 'working' }, ...clear });
    const delay = setTimeout(() => void render(layer, encoding, own.signal), trial ? trialMs : 0);
    own.signal.addEventListener('abort', () => clearTimeout(delay));
  }

  async function render(layer: Layer, encoding: Encoding, signal: AbortSignal): Promise<void> {
    const isSeen = layer.kind === 'transparent' || (snapshot.view && isSameLayer(snapshot.view.layer, layer));
    const composition = { cutout: result.png, widthPx: result.widthPx, heightPx: result.heightPx, layer };
    const onPreview = (bitmap: ImageBitmap) => become({ view: { layer, bitmap } });
    try {
      const file = await compositor.compose(composition, encoding, { signal, ...(!isSeen && { onPreview }) });
      become({ file: { state: 'ready', file } });
    } catch (error) {
      // Aborted: whatever took its place says what is shown.
      if (!signal.aborted) become({ file: { state: 'failed', failure: failureOf(error) } });
    }
  }

  function stop(): void {
    stopListening?.();
    stopListening = undefined;
    running?.abort();
    target = undefined;
    compositor.close();
    snapshot.view?.bitmap.close();
    snapshot = atRest();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (!stopListening) {
        stopListening = history.subscribe(follow);
        follow();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    getSnapshot: () => snapshot,
    retry() {
      target = undefined;
      follow();
    },
    writePng(signal) {
      const layer = chosenLayer();
      if (layer.kind === 'transparent') return Promise.resolve(result.png);
      const composition = { cutout: result.png, widthPx: result.widthPx, heightPx: result.heightPx, layer };
      return compositor.compose(composition, { format: 'png', quality: 100 }, { signal });
    },
    writeMatte: (signal) => compositor.writeMatte(result.matte, signal),
  };

  /** A PNG keeps the transparency for which a JPEG has white. */
  function chosenLayer(): Layer {
    const recipe = history.getSnapshot().state;
    return layerOf(document, { ...recipe, export: { ...recipe.export, format: 'png' } });
  }
}

/** The segmenter has written this file already, without any loss. */
function isAsCut(layer: Layer, { format }: Encoding): boolean {
  return layer.kind === 'transparent' && format === 'png';
}

/** Whether a cut-out comes out the same over both. */
export function isSameLayer(one: Layer, other: Layer): boolean {
  if (one.kind === 'picture' && other.kind === 'picture') return one.picture === other.picture;
  // Plain data but for the original, which is the document's own.
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSameEncoding(one: Encoding, other: Encoding): boolean {
  return one.format === other.format && (one.format === 'png' || one.quality === other.quality);
}

/** @returns the failure with a code of which the bundle `errors` has the words. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CompositorError) return { code: error.code, detail: error.message };
  return { code: 'processing-failed', detail: error instanceof Error ? error.message : String(error) };
}
