import type { Size } from '@isola/imaging';
import type { CoarseMask } from '@isola/segmenter';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ComparedImage } from './compared-image.tsx';
import { CutoutCanvas } from './cutout-canvas.tsx';
import { drawFirstLook } from './draw-first-look.ts';
import { PhotoTag } from '../photo-tag.tsx';
import { useSubjectTone } from '../use-subject-tone.ts';
import { SubjectOutline } from './subject-outline.tsx';
import type { SourceImage } from '../../model/source-image.ts';

export interface FirstLookProps {
  image: SourceImage;
  /** Size of the image. */
  size: Size;
  mask: CoarseMask;
  /** Content that is shown until the cutout is drawn. */
  fallback: ReactNode;
}

/**
 * Compares the image with a preview of its cutout while the network runs its second pass. The outline and a note say
 * that the edge is still being refined. A newer mask of the same image replaces the cutout in one frame.
 */
export function FirstLook({ image, size, mask, fallback }: FirstLookProps) {
  const { t } = useTranslation('tool');
  const cutout = useFirstCutout(image, mask);
  const tone = useSubjectTone(cutout);
  if (!cutout) return fallback;
  return (
    <ComparedImage
      image={image}
      size={size}
      tone={tone}
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

/**
 * @returns the cutout of the newest mask drawn so far; undefined before the first, or when the image cannot be drawn.
 */
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
        // The image stays without a preview until the result is ready.
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
