import { enlargements, type ReadonlyStore } from '@isola/editor';
import { CompositorError, type CompositorErrorCode, type LightParams, noLight, type Reduction } from '@isola/imaging';
import { allowsShadow, targetFillShare } from '@isola/photo-specs/marketplaces';
import { createStore } from 'zustand/vanilla';

import {
  type Adjustment,
  asksForMorePixels,
  enlargementOf,
  layOutSubject,
  type ProductEnlargement,
  type SubjectLayout,
} from '../layout/lay-out-subject.ts';
import { type RenderProgress, renderShopPhotos } from '../output/render-shop-photos.ts';
import { formatFor, type TargetId, targets } from '../targets/targets.ts';
import { shopPhotoName } from '../output/shop-photo-name.ts';
import { type CheckedPhoto, checkShopPhoto } from '../preflight/check-shop-photo.ts';
import type { Product } from '../product/open-product.ts';

/** Kind of shadow under the product, for marketplaces that allow one. */
export type ShadowKind = 'none' | 'contact' | 'drop';

/** Light of each kind of shadow: subtle, from the upper left. */
export const shadowLights: Readonly<Record<ShadowKind, LightParams>> = {
  none: noLight,
  contact: { ...noLight, contact: 55 },
  drop: { ...noLight, contact: 35, drop: { strength: 40, angleDeg: 320, distance: 12, softness: 60 } },
};

/** A finished file and its checks. */
export interface MadePhoto {
  readonly id: TargetId;
  readonly file: Blob;
  readonly fileName: string;
  /** Reduction of quality, colours or size in px that was needed to meet the marketplace's size limit. */
  readonly reduction: Reduction;
  readonly checked: CheckedPhoto;
}

/** State of one file. Files of an earlier placement are discarded. */
export type PhotoState =
  | { readonly state: 'planned' }
  | { readonly state: 'made'; readonly photo: MadePhoto }
  | { readonly state: 'failed'; readonly code: CompositorErrorCode };

export type Work =
  | { readonly state: 'idle' }
  /** Progress, 0…1. */
  | { readonly state: 'making'; readonly stage: RenderProgress['stage']; readonly share: number }
  /** The user stopped the work. Files that were finished before are still available. */
  | { readonly state: 'cancelled' }
  /** The work failed as a whole. `wanted` names the files that were asked for. */
  | { readonly state: 'failed'; readonly code: CompositorErrorCode; readonly wanted: readonly TargetId[] };

export interface ShopState {
  /** Files to make, in the order of the targets. */
  readonly chosen: readonly TargetId[];
  readonly adjustments: Readonly<Partial<Record<TargetId, Adjustment>>>;
  readonly shadow: ShadowKind;
  /** True when a network enlarges the product for marketplaces that ask for more pixels than the image has. */
  readonly isEnlarging: boolean;
  readonly photos: Readonly<Partial<Record<TargetId, PhotoState>>>;
  readonly work: Work;
}

export interface ShopSession extends ReadonlyStore<ShopState> {
  readonly product: Product;
  readonly toggle: (id: TargetId) => void;
  readonly layoutOf: (id: TargetId) => SubjectLayout;
  readonly adjust: (id: TargetId, adjustment: Adjustment) => void;
  /** Moves the product back to the place that the marketplace asks for. */
  readonly reset: (id: TargetId) => void;
  readonly setShadow: (shadow: ShadowKind) => void;
  readonly setEnlarging: (isEnlarging: boolean) => void;
  /** Returns how the product is enlarged in a file; undefined when it is not. */
  readonly enlargementOf: (id: TargetId) => ProductEnlargement | undefined;
  /** Returns whether a file's marketplace asks for more pixels than the image has. */
  readonly asksForMorePixels: (id: TargetId) => boolean;
  /**
   * Makes and checks the files that do not exist yet.
   * @param deliver hands the files to the user, as part of the work. A rejection makes the work fail.
   * @returns the files, in the order of `ids`; undefined when the work was cancelled or failed as a whole.
   */
  readonly make: (
    ids: readonly TargetId[],
    deliver?: (photos: readonly MadePhoto[]) => Promise<void>,
  ) => Promise<readonly MadePhoto[] | undefined>;
  readonly cancel: () => void;
}

export interface ShopSessionOptions {
  readonly chosen: readonly TargetId[];
  /** Name of files whose image has no name. */
  readonly fallbackName: string;
}

/**
 * Share of the canvas for a product with a shadow when nothing else is asked for. The shadow then ends before the edge.
 */
const shadowedFillShare = 0.7;

/** Largest factor by which the network may enlarge a product. */
const mostEnlarged = Math.max(...enlargements);

const ids = Object.keys(targets) as readonly TargetId[];

/** Creates the state of one product: the chosen files, the placement of the product in each, and their checks. */
export function createShopSession(product: Product, { chosen, fallbackName }: ShopSessionOptions): ShopSession {
  const { setState, ...store } = createStore<ShopState>(() => ({
    chosen,
    adjustments: {},
    shadow: 'none',
    isEnlarging: false,
    photos: {},
    work: { state: 'idle' },
  }));
  let running: { readonly wanted: readonly TargetId[]; readonly stopping: AbortController } | undefined;

  /**
   * Applies a change. Running work that makes a changed file is cancelled, because that file would show the previous
   * state.
   */
  function change(next: Partial<ShopState>, isChanged: (id: TargetId) => boolean) {
    const isOutdated = running?.wanted.some(isChanged);
    if (isOutdated) running?.stopping.abort();
    const work = isOutdated ? ({ state: 'cancelled' } as const) : ({ state: 'idle' } as const);
    setState({ ...next, ...((isOutdated || !running) && { work }) });
  }

  function layoutOf(id: TargetId) {
    const { spec } = targets[id];
    const { adjustments, shadow, isEnlarging } = store.getState();
    const isShadowed = shadow !== 'none' && allowsShadow(spec) && spec.fill?.minShare === undefined;
    const fillShare = isShadowed ? Math.min(shadowedFillShare, targetFillShare(spec)) : targetFillShare(spec);
    return layOutSubject(product.subject.box, spec, {
      fillShare,
      ...defined(adjustments[id]),
      ...(isEnlarging && { mostEnlarged }),
    });
  }

  function setAdjustment(id: TargetId, adjustment: Adjustment | undefined) {
    const { adjustments, photos } = store.getState();
    change(
      { adjustments: { ...adjustments, [id]: adjustment }, photos: { ...photos, [id]: { state: 'planned' } } },
      (each) => each === id,
    );
  }

  async function makeAll(wanted: readonly TargetId[], signal: AbortSignal) {
    const isMade = (id: TargetId) => store.getState().photos[id]?.state === 'made';
    const requests = wanted
      .filter((id) => !isMade(id))
      .map((id) => ({
        id,
        target: targets[id],
        layout: layoutOf(id),
        light: shadowLights[store.getState().shadow],
      }));
    const measuring: Promise<void>[] = [];
    const put = (id: string, photo: PhotoState) => setState(({ photos }) => ({ photos: { ...photos, [id]: photo } }));
    await renderShopPhotos(product.compositor, requests, {
      edits: product.edits,
      signal,
      onProgress({ stage, loaded, total }) {
        if (!signal.aborted) setState({ work: { state: 'making', stage, share: loaded / Math.max(1, total) } });
      },
      onRendered(rendered) {
        const id = rendered.id as TargetId;
        if (rendered.state === 'failed' && rendered.code === 'enlarger-load-failed') {
          // Every enlarged file needs the network, so the work ends. The user then tries again or enlarges nothing.
          throw new CompositorError(rendered.code, 'the network that enlarges was not loaded');
        }
        if (rendered.state === 'failed') return put(id, rendered);
        const { file, reduction } = rendered;
        const fileName = shopPhotoName(product.name, id, formatFor(targets[id]), fallbackName);
        measuring.push(
          checkShopPhoto(file, targets[id]).then((checked) => {
            if (!signal.aborted) put(id, { state: 'made', photo: { id, file, reduction, fileName, checked } });
          }),
        );
        return undefined;
      },
    });
    await Promise.all(measuring);
    signal.throwIfAborted();
    return wanted.flatMap((id) => {
      const photo = store.getState().photos[id];
      return photo?.state === 'made' ? [photo.photo] : [];
    });
  }

  return {
    ...store,
    product,
    layoutOf,
    toggle(id) {
      const { chosen: before } = store.getState();
      const chosenNow = ids.filter((each) => (each === id ? !before.includes(id) : before.includes(each)));
      // Running work makes the files that were chosen when it began.
      change({ chosen: chosenNow }, () => false);
    },
    adjust: (id, adjustment) => setAdjustment(id, { ...store.getState().adjustments[id], ...adjustment }),
    reset(id) {
      // Without an adjustment, finished files and running work stay.
      if (store.getState().adjustments[id]) setAdjustment(id, undefined);
    },
    setShadow: (shadow) => change({ shadow, photos: {} }, () => true),
    setEnlarging(isEnlarging) {
      const { photos } = store.getState();
      const isAffected = (id: TargetId) => asksForMorePixels(layoutOf(id));
      const kept = ids.filter((id) => !isAffected(id)).map((id) => [id, photos[id]] as const);
      change({ isEnlarging, photos: Object.fromEntries(kept) }, isAffected);
    },
    enlargementOf: (id) => enlargementOf(layoutOf(id), product.imageSize),
    asksForMorePixels: (id) => asksForMorePixels(layoutOf(id)),
    async make(wanted, deliver) {
      running?.stopping.abort();
      const own = (running = { wanted, stopping: new AbortController() });
      const { signal } = own.stopping;
      setState({ work: { state: 'making', stage: 'rendering', share: 0 } });
      try {
        const made = await makeAll(wanted, signal);
        await deliver?.(made);
        if (!signal.aborted) setState({ work: { state: 'idle' } });
        return made;
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!(error instanceof CompositorError)) reportError(error);
        const code = error instanceof CompositorError ? error.code : 'processing-failed';
        setState({ work: { state: 'failed', code, wanted } });
        return undefined;
      } finally {
        if (running === own) running = undefined;
      }
    },
    cancel() {
      if (!running) return;
      running.stopping.abort();
      setState({ work: { state: 'cancelled' } });
    },
  };
}

/** Returns the adjustment without its undefined values, which the marketplace determines. */
function defined({ fillShare, offset }: Adjustment = {}): Adjustment {
  return { ...(fillShare !== undefined && { fillShare }), ...(offset && { offset }) };
}
