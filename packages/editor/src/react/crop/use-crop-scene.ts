import { useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { type CropScene, cropScene, type Size, wholeImageCrop } from '../../document/crop-rect.ts';
import type { ImageDocument } from '../../document/image-document.ts';

/**
 * What lies on the stage while a frame is chosen. Whoever paints it and whoever lies over it take it from here: while a
 * hand moves the frame, the scene keeps still for all of them.
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
