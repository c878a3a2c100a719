import type { Size } from '@isola/imaging';
import type { CoarseMask } from '@isola/segmenter';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ComparedImage } from './compared-image.tsx';
import { CutoutCanvas } from './cutout-canvas.tsx';
import { drawFirstLook } from './draw-first-look.ts';
import { PhotoTag } from '../photo-tag.tsx';
import { SubjectOutline } from './subject-outline.tsx';
import type { SourceImage } from '../../model/source-image.ts';

export interface FirstLookProps {
  image: SourceImage;
  /** The image's size. */
  size: Size;
  mask: CoarseMask;
  /** Shown until the cutout is drawn. */
  fallback: ReactNode;
}

/**
 * The image and a first look at its cutout, either side of a divider, while the network looks again. The outline and a note say that the edge is
 * still being refined. Another mask of the same image replaces the cutout in one frame.
 */
export function FirstLook({ image, size, mask, fallback }: FirstLookProps) {
  const { t } = useTranslation('tool');
  const cutout = useFirstCutout(image, mask);
  if (!cutout) return fallback;
  return (
    <ComparedImage
      image={image}
      size={size}
      isLifting
      cutout={<CutoutCanvas cutout={cutout} className="motion-safe:animate-lift" />}
    >
      <SubjectOutline mask={mask} />
      <PhotoTag
        data-slot="first-look"
        className="start-3 end-3 top-3 mx-auto w-fit max-w-[calc(100%-1.5rem)] text-center"
      >
        {t('first-look.note')}
      </PhotoTag>
    </ComparedImage>
  );
}

/** @returns the cutout by the newest mask that is drawn; undefined before the first one is, or where the image cannot be drawn. */
function useFirstCutout(image: SourceImage, mask: CoarseMask): ImageBitmap | undefined {
  const [cutout, setCutout] = useState<ImageBitmap>();
  useEffect(() => {
    let isOver = false;
    const show = async () => {
      try {
        const drawn = await drawFirstLook(image, mask);
        if (isOver) drawn.close();
        else setCutout(drawn);
      } catch {
        // The image stays as it is: the result follows.
      }
    };
    void show();
    return () => {
      isOver = true;
    };
  }, [image, mask]);
  useEffect(() => () => cutout?.close(), [cutout]);
  return cutout;
}
