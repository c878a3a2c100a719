import type { Size } from '@isola/imaging';

import { cropForRatio, cropOrNone, type Orientation, wholeImageCrop } from './crop-rect.ts';
import type { DocumentState } from '../schema/document-state.ts';

/** A shape for a frame. Ratios are named by their id, which is their numbers, all others by their id in the bundle. */
export type CropPreset = { readonly id: string } & (
  | { readonly kind: 'free' }
  /** The image's own ratio. */
  | { readonly kind: 'original' }
  | { readonly kind: 'ratio'; readonly width: number; readonly height: number }
);

/** One row is one more. */
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

/** @returns width by height; undefined where every ratio will do. */
export function ratioOfPreset(preset: CropPreset, photo: Size, { angleDeg }: Orientation): number | undefined {
  switch (preset.kind) {
    case 'free':
      return undefined;
    case 'original': {
      const isOnItsSide = Math.round(angleDeg / 90) % 2 !== 0;
      return isOnItsSide ? photo.heightPx / photo.widthPx : photo.widthPx / photo.heightPx;
    }
    case 'ratio':
      return preset.width / preset.height;
    default:
      return preset satisfies never;
  }
}

/** @returns whether a state still has the shape that was chosen once: an undo may have led elsewhere. */
export function hasPreset(state: DocumentState, preset: CropPreset, photo: Size): boolean {
  const frame = state.crop ?? wholeImageCrop(photo);
  const ratio = ratioOfPreset(preset, photo, frame);
  return ratio === undefined ? state.size === undefined : Math.abs(frame.widthPx - frame.heightPx * ratio) <= 1;
}

/**
 * @returns the state with that aspect ratio. A size in px that was set before is removed, because its ratio differs.
 */
export function withPreset(state: DocumentState, preset: CropPreset, photo: Size): DocumentState {
  const frame = state.crop ?? wholeImageCrop(photo);
  const ratio = ratioOfPreset(preset, photo, frame);
  if (ratio === undefined) return { ...state, size: undefined };
  return { ...state, crop: cropOrNone(cropForRatio(frame, ratio, photo), photo), size: undefined };
}
