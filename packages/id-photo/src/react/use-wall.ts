import { context2d, inverse } from '@isola/imaging';
import { useMemo } from 'react';

import { measureWall, type Wall } from '../compliance/measure-wall.ts';
import { photoGrid } from '../compliance/photo-grid.ts';
import type { OpenHead, PlacedPhoto } from './photo-work.ts';
import type { StagePictures } from './stage/stage-canvas.tsx';

/** Measures the wall behind the person, when the photo keeps the image's own background. */
export function useWall(
  head: OpenHead | undefined,
  photo: PlacedPhoto | undefined,
  pictures: StagePictures | undefined,
): Wall | undefined {
  const matte = head?.found === 'no-subject' ? undefined : head?.matte;
  const image = pictures?.image;
  const placement = photo?.background === 'original' ? photo.placement : undefined;
  return useMemo(() => {
    if (!matte || !placement || !image) return undefined;
    const grid = photoGrid(placement, matte);
    const context = context2d(grid.width, grid.height, false);
    const { a, b, c, d, e, f } = inverse(grid.toImage);
    context.imageSmoothingQuality = 'high';
    context.setTransform(a, b, c, d, e, f);
    context.drawImage(image, 0, 0);
    return measureWall(grid, context.getImageData(0, 0, grid.width, grid.height).data);
  }, [matte, placement, image]);
}
