import { useEffect } from 'react';
import { useStore } from 'zustand';

import type { StageImages } from '../../rendering/create-stage-images.ts';
import type { TilePyramid } from '../../rendering/create-tile-pyramid.ts';

/** @returns the original image; undefined until it is decoded, and while `isWanted` is false. */
export function useOriginal(images: StageImages, isWanted = true): TilePyramid | undefined {
  useEffect(() => {
    if (isWanted) images.decodeOriginal();
  }, [images, isWanted]);
  return useStore(images, ({ original }) => (isWanted ? original : undefined));
}
