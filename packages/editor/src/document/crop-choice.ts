import { firstMarginPercent } from './center-subject.ts';
import { type Size, wholeFrame } from './crop-rect.ts';
import { type FramePreset, framePresets, hasPreset, ratioOfPreset } from './crop-presets.ts';
import type { Recipe } from '../schema/document-state.ts';

/** Which shape was chosen last: no part of the recipe, for it changes no pixel; panel and canvas keep to it. */
export interface CropChoice {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => FramePreset;
  readonly choose: (preset: FramePreset) => void;
  /** With which the subject was centred last, or is to be. */
  readonly getMarginPercent: () => number;
  readonly setMarginPercent: (percent: number) => void;
}

const [free] = framePresets;
/** @returns the chosen shape, or free where the recipe has left it since. */
export function presetInUse(chosen: FramePreset, recipe: Recipe, photo: Size): FramePreset {
  return hasPreset(recipe, chosen, photo) ? chosen : free;
}

/** @returns the ratio that a frame keeps while it is changed; undefined where it keeps none. */
export function lockedRatio({ frame, size }: Recipe, preset: FramePreset, photo: Size): number | undefined {
  return size ? size.widthPx / size.heightPx : ratioOfPreset(preset, photo, frame ?? wholeFrame(photo));
}

export function createCropChoice(): CropChoice {
  const listeners = new Set<() => void>();
  let chosen: FramePreset = free;
  let marginPercent = firstMarginPercent;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => chosen,
    choose(preset) {
      chosen = preset;
      tell();
    },
    getMarginPercent: () => marginPercent,
    setMarginPercent(percent) {
      marginPercent = percent;
      tell();
    },
  };
}
