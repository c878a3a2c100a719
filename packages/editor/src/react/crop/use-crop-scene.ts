import type { Size } from '@isola/imaging';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { type CropScene, cropScene, wholeImageCrop } from '../../document/crop-geometry.ts';
import type { ImageDocument } from '../../document/image-document.ts';

/**
 * Returns the scene that the stage of the crop tool shows. The layers that paint it and the layers above it use the
 * same scene. It does not change while the crop is dragged.
 */
export function useCropScene(document: ImageDocument, image: Size): CropScene {
  const { crop, isPreview } = useStore(
    document.history,
    useShallow((current) => ({ crop: current.state.crop, isPreview: current.isPreview })),
  );
  const [settled, setSettled] = useState(crop);
  if (!isPreview && settled !== crop) setSettled(crop);
  return cropScene(image, crop, isPreview ? (settled ?? wholeImageCrop(image)) : crop);
}
