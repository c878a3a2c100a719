import type { Segmentation } from '@isola/segmenter';
import { useSyncExternalStore } from 'react';

import { createCompositor } from '#imaging/create-compositor.ts';

import { documentOf, type PhotoDocument, type StepName } from '../document/photo-document.ts';
import type { HistorySnapshot } from '../document/create-history.ts';
import type { Recipe } from '../document/recipe.ts';
import type { Photo } from '../removal.ts';
import { createRendering, type Rendering, type RenderingSnapshot } from './create-rendering.ts';

const renderings = new WeakMap<Segmentation, Rendering>();

/** The rendering of one result: the picture and the panel beside it look at the same. */
export function renderingOf(photo: Photo, result: Segmentation): Rendering {
  const known = renderings.get(result) ?? createRendering(documentOf(photo), result, createCompositor());
  renderings.set(result, known);
  return known;
}

export function useRendering({ subscribe, getSnapshot }: Rendering): RenderingSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

export function useRecipe({ history }: PhotoDocument): HistorySnapshot<Recipe, StepName> {
  return useSyncExternalStore(history.subscribe, history.getSnapshot, history.getSnapshot);
}
