import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import { resultPlacementOf, sizingOf } from '../../document/enlargement.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import { useSessionState } from '../session/editor-host.tsx';

/** Longer side of the thumbnail, in px. */
const sidePx = 320;

/** Small cutout in the place that it has in the result. */
export interface SubjectThumbnail {
  readonly blob: Blob;
  /** Ratio of width to height of the result. */
  readonly ratio: number;
}

/**
 * Draws the cutout of a document small and without a background, cropped as the result is.
 * @returns undefined while it is drawn, and for a document that is not the session's.
 */
export function useSubjectThumbnail(document: ImageDocument): SubjectThumbnail | undefined {
  const opened = useSessionState();
  const sizing = useStore(document.history, useShallow(sizingOf));
  const segmentation = opened.state === 'done' && opened.document === document ? opened.segmentation : undefined;
  const [drawn, setDrawn] = useState<SubjectThumbnail>();
  useEffect(() => {
    if (!segmentation) return undefined;
    let isGone = false;
    const { toPhoto, widthPx, heightPx } = resultPlacementOf(sizing, segmentation);
    const scale = sidePx / Math.max(widthPx, heightPx);
    const canvas = new OffscreenCanvas(Math.ceil(widthPx * scale), Math.ceil(heightPx * scale));
    const context = canvas.getContext('2d');
    if (!context) return undefined;
    const { a, b, c, d, e, f } = toPhoto;
    context.imageSmoothingQuality = 'high';
    context.setTransform(new DOMMatrix().scaleSelf(scale).multiplySelf(new DOMMatrix([a, b, c, d, e, f]).inverse()));
    try {
      context.drawImage(segmentation.cutout, 0, 0, segmentation.widthPx, segmentation.heightPx);
    } catch {
      // The session has closed the cutout, because it opens another image.
      return undefined;
    }
    void canvas.convertToBlob().then((blob) => !isGone && setDrawn({ blob, ratio: widthPx / heightPx }));
    return () => {
      isGone = true;
    };
  }, [segmentation, sizing]);
  return segmentation && drawn;
}
