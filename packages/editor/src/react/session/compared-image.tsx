import type { Size } from '@isola/imaging';
import { formatPercent, type Locale } from '@isola/i18n';
import { Checkerboard, type SubjectTone } from '@isola/ui/checkerboard';
import { CompareSlider } from '@isola/ui/compare-slider';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ImageFrame } from './image-frame.tsx';
import { PhotoTag } from '../photo-tag.tsx';
import type { SourceImage } from '../../model/source-image.ts';

export interface ComparedImageProps {
  image: SourceImage;
  /** Size of the image. */
  size: Size;
  /** Tone of the subject; see `Checkerboard`. */
  tone?: SubjectTone | undefined;
  /** Cutout, which fills the frame and is transparent in place of the background. */
  cutout: ReactNode;
  /** Whether the background is visible at first and then fades out. */
  isLifting: boolean;
  /** Content over both sides. */
  children?: ReactNode;
}

/** An image and its cutout on the two sides of a divider, which waits at the left edge. */
export function ComparedImage({ image, size, tone, cutout, isLifting, children }: ComparedImageProps) {
  const { t, i18n } = useTranslation('tool');
  const [lift, setLift] = useState<'under-way' | 'over'>(isLifting ? 'under-way' : 'over');
  // The image is decoded synchronously, because an empty frame would otherwise be shown before it.
  const original = <img src={image.url} alt="" decoding="sync" className="size-full" />;
  return (
    <ImageFrame widthPx={size.widthPx} heightPx={size.heightPx}>
      <CompareSlider
        label={t('compare.label')}
        defaultValue={0}
        valueText={(value) => t('compare.value', { percent: formatPercent(i18n.language as Locale, value / 100) })}
        before={
          <>
            {original}
            <PhotoTag className="start-3 bottom-3">{t('compare.before')}</PhotoTag>
          </>
        }
        after={
          <Checkerboard tone={tone} className="size-full">
            {cutout}
            <PhotoTag className="end-3 bottom-3">{t('compare.after')}</PhotoTag>
          </Checkerboard>
        }
        className="size-full rounded-sm"
      />
      {lift === 'under-way' && (
        <div
          aria-hidden
          onAnimationEnd={() => setLift('over')}
          className="motion-safe:animate-fall-away pointer-events-none absolute inset-0 overflow-hidden rounded-sm motion-reduce:hidden"
        >
          {original}
        </div>
      )}
      {children}
    </ImageFrame>
  );
}
