import { useState } from 'react';

import { type CropScene, cropScene, type Size, wholeImageCrop } from '../../document/crop-rect.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import { useDocumentState } from '../use-recipe.ts';

/**
 * What lies on the stage while a frame is chosen. Whoever paints it and whoever lies over it take it from here: while a
 * hand moves the frame, the scene keeps still for all of them.
 */
export function useCropScene(document: ImageDocument, photo: Size): CropScene {
  const { state, isPreview: trial } = useDocumentState(document);
  const [settled, setSettled] = useState(state.frame);
  if (!trial && settled !== state.frame) setSettled(state.frame);
  return cropScene(photo, state.frame, trial ? (settled ?? wholeImageCrop(photo)) : state.frame);
}
