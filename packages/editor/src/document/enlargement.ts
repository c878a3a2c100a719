import { type OutputTransform, type Size, sizeInPhoto } from '@isola/imaging';
import { maxPixels, maxSidePx } from '@isola/segmenter';

import { type DocumentState, type Enlargement, enlargements } from '../schema/document-state.ts';
import { enlargementOf, placementOf, resultSize } from './crop-geometry.ts';

/** Parts of a state that determine the size of its result. */
export type Sizing = Pick<DocumentState, 'crop' | 'size' | 'enlarge'>;

/** Returns the parts of a state that determine the size of its result. */
export function sizingOf({ state: { crop, size, enlarge } }: { readonly state: Sizing }): Sizing {
  return { crop, size, enlarge };
}

/** Largest crop that is enlarged, in px: its double has as many as an image may have. */
export const maxEnlargedPixels = maxPixels / 4;

/** Enlargement of a side below which a size needs no more pixels than the crop has. */
export const unnoticedEnlargement = 1.005;

/**
 * Returns the factors by which a crop can be enlarged. With a size in px there is one, the least that reaches the size or else the
 * largest of all; there is none when the crop has enough pixels for the size, or too many to be enlarged.
 */
export function possibleEnlargements({ crop, size }: Sizing, image: Size): readonly Enlargement[] {
  const { widthPx, heightPx } = crop ?? image;
  if (widthPx * heightPx > maxEnlargedPixels) return [];
  if (!size)
    return enlargements.filter(
      (factor) => Math.max(widthPx, heightPx) * factor <= maxSidePx && widthPx * heightPx * factor ** 2 <= maxPixels,
    );
  const needed = enlargementOf({ widthPx, heightPx }, size);
  if (needed <= unnoticedEnlargement) return [];
  return [enlargements.find((factor) => factor >= needed) ?? 4];
}

/**
 * Returns the factor by which a state's subject is enlarged: the chosen one, or the largest below it that is possible.
 * @returns undefined when none was chosen, or none is possible.
 */
export function enlargementFor(state: Sizing, image: Size): Enlargement | undefined {
  const { enlarge, size } = state;
  if (!enlarge) return undefined;
  const possible = possibleEnlargements(state, image);
  return size ? possible[0] : possible.findLast((factor) => factor <= enlarge);
}

/** Returns the size of the part of the image from which a state's result is enlarged, in px of the image, if it is. */
export function enlargedFrom(state: Sizing, image: Size): Size | undefined {
  return enlargementFor(state, image) && sizeInPhoto(resultPlacementOf(state, image), image);
}

/** Returns the size of a state's result, in px. */
export function resultSizeOf(state: Sizing, image: Size): Size {
  const { widthPx, heightPx } = state.crop ?? image;
  const factor = enlargementFor(state, image) ?? 1;
  return state.size ?? resultSize({ widthPx: widthPx * factor, heightPx: heightPx * factor });
}

/** Returns the transform from the pixels of a state's result to the image. @see placementOf */
export function resultPlacementOf(state: Sizing, image: Size): OutputTransform {
  return placementOf(image, state.crop, resultSizeOf(state, image));
}

/** Returns the state whose subject is enlarged by a factor; undefined enlarges nothing. */
export function withEnlargement(state: DocumentState, factor: Enlargement | undefined): DocumentState {
  const { enlarge: _enlarge, ...others } = state;
  return factor ? { ...others, enlarge: factor } : others;
}

/** Returns the state with as many pixels as its crop has. */
export function withOwnPixels(state: DocumentState): DocumentState {
  return withEnlargement({ ...state, size: undefined }, undefined);
}
