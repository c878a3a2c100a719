import { useState } from 'react';

import { type CropScene, cropScene, type Size, wholeFrame } from '../../document/crop-rect.ts';
import type { PhotoDocument } from '../../document/image-document.ts';
import { useRecipe } from '../use-recipe.ts';

/**
 * What lies on the stage while a frame is chosen. Whoever paints it and whoever lies over it take it from here: while a
 * hand moves the frame, the scene keeps still for all of them.
 */
export function useCropScene(document: PhotoDocument, photo: Size): CropScene {
  const { state, trial } = useRecipe(document);
  const [settled, setSettled] = useState(state.frame);
  if (!trial && settled !== state.frame) setSettled(state.frame);
  return cropScene(photo, state.frame, trial ? (settled ?? wholeFrame(photo)) : state.frame);
}
