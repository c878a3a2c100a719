import type { Size } from '@isola/imaging';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { type CropScene, cropScene, wholeImageCrop } from '../../document/crop-rect.ts';
import type { ImageDocument } from '../../document/image-document.ts';

/**
 * The scene on the stage while a frame is chosen. The layers that paint it and the layers above it use the same scene,
 * which does not change while the frame is dragged.
 */
export function useCropScene(document: ImageDocument, photo: Size): CropScene {
  const { frame, isPreview } = useStore(
    document.history,
    useShallow((current) => ({ frame: current.state.crop, isPreview: current.isPreview })),
  );
  const [settled, setSettled] = useState(frame);
  if (!isPreview && settled !== frame) setSettled(frame);
  return cropScene(photo, frame, isPreview ? (settled ?? wholeImageCrop(photo)) : frame);
}
