import { createCompositor, type RefinedPart } from '@isola/imaging';
import type { Segmentation } from '@isola/segmenter';
import { useSyncExternalStore } from 'react';

import type { HistorySnapshot } from '../document/create-history.ts';
import { documentOf, type PhotoDocument, type StepName } from '../document/photo-document.ts';
import type { Recipe } from '../document/recipe.ts';
import type { Photo } from '../removal.ts';
import { createPictures, type Pictures } from './create-pictures.ts';
import { createRendering, type Rendering, type RenderingSnapshot } from './create-rendering.ts';

/** One result under work: everything that the canvas and the panels beside it look at. */
export interface Desk {
  readonly document: PhotoDocument;
  readonly result: Segmentation;
  readonly rendering: Rendering;
  readonly pictures: Pictures;
  /** Called when there is more of the pictures to be painted. @returns ends it. */
  readonly onPictures: (listener: () => void) => () => void;
}

const desks = new WeakMap<Segmentation, Desk>();

export function deskOf(photo: Photo, result: Segmentation): Desk {
  const known = desks.get(result) ?? createDesk(photo, result);
  desks.set(result, known);
  return known;
}

function createDesk(photo: Photo, result: Segmentation): Desk {
  const document = documentOf(photo);
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const pictures = createPictures(photo, result, tell);
  const compositor = createCompositor({
    image: photo.file,
    cutout: result.png,
    matte: result.matte,
    workingSize: { widthPx: result.run.workingWidthPx, heightPx: result.run.workingHeightPx },
  });
  const onPart = (part: RefinedPart | undefined) => {
    pictures.take(part);
    tell();
  };
  const rendering = createRendering(document, result, compositor, onPart, pictures.close);
  return {
    document,
    result,
    rendering,
    pictures,
    onPictures(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useRendering({ subscribe, getSnapshot }: Rendering): RenderingSnapshot {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

export function useRecipe({ history }: PhotoDocument): HistorySnapshot<Recipe, StepName> {
  return useSyncExternalStore(history.subscribe, history.getSnapshot, history.getSnapshot);
}
