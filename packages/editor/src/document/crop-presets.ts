import type { Size } from '@isola/imaging';

import { cropForRatio, cropOrNone, type Orientation, wholeImageCrop } from './crop-geometry.ts';
import { withOwnPixels } from './enlargement.ts';
import type { DocumentState } from '../schema/document-state.ts';

/**
 * A preset ratio of a crop. The label of a ratio is its id, which consists of its two numbers. The labels of the others
 * are in the bundle of words.
 */
export type CropPreset = { readonly id: string } & (
  | { readonly kind: 'free' }
  /** The image's own ratio. */
  | { readonly kind: 'original' }
  | { readonly kind: 'ratio'; readonly width: number; readonly height: number }
);

/** The crop presets of this package. Add a preset by adding a row. */
export const cropPresets = [
  { id: 'free', kind: 'free' },
  { id: 'original', kind: 'original' },
  { id: '1:1', kind: 'ratio', width: 1, height: 1 },
  { id: '4:5', kind: 'ratio', width: 4, height: 5 },
  { id: '3:4', kind: 'ratio', width: 3, height: 4 },
  { id: '2:3', kind: 'ratio', width: 2, height: 3 },
  { id: '16:9', kind: 'ratio', width: 16, height: 9 },
  { id: '4:3', kind: 'ratio', width: 4, height: 3 },
  { id: '3:2', kind: 'ratio', width: 3, height: 2 },
  { id: '9:16', kind: 'ratio', width: 9, height: 16 },
] as const satisfies readonly CropPreset[];

/** @returns the ratio of width to height; undefined for the free preset. */
export function ratioOfPreset(preset: CropPreset, image: Size, { angleDeg }: Orientation): number | undefined {
  switch (preset.kind) {
    case 'free':
      return undefined;
    case 'original': {
      const isOnItsSide = Math.round(angleDeg / 90) % 2 !== 0;
      return isOnItsSide ? image.heightPx / image.widthPx : image.widthPx / image.heightPx;
    }
    case 'ratio':
      return preset.width / preset.height;
    default:
      return preset satisfies never;
  }
}

/** @returns whether a state has the ratio of a preset. An undo may have changed it since the preset was chosen. */
export function hasPreset(state: DocumentState, preset: CropPreset, image: Size): boolean {
  const crop = state.crop ?? wholeImageCrop(image);
  const ratio = ratioOfPreset(preset, image, crop);
  return ratio === undefined ? state.size === undefined : Math.abs(crop.widthPx - crop.heightPx * ratio) <= 1;
}

/**
 * Returns the state with the preset's ratio. A size in px that was set before is removed, because its ratio differs, and so is
 * the enlargement to it.
 */
export function withPreset(state: DocumentState, preset: CropPreset, image: Size): DocumentState {
  const crop = state.crop ?? wholeImageCrop(image);
  const ratio = ratioOfPreset(preset, image, crop);
  const own = state.size ? withOwnPixels(state) : { ...state, size: undefined };
  return ratio === undefined ? own : { ...own, crop: cropOrNone(cropForRatio(crop, ratio, image), image) };
}
