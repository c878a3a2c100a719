import type { CoarseMask } from '@isola/segmenter';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ImageFrame } from './image-frame.tsx';
import { lazyOptional } from '../lazy-optional.ts';
import { preloadedImage } from '../../import/preload-image.ts';
import type { SourceImage } from '../../session/segmentation-session.ts';

// Without it the wait is as it was.
const loadSubjectOutline = async () => (await import('./subject-outline.tsx')).SubjectOutline;
const SubjectOutline = lazyOptional(loadSubjectOutline);

export interface ImageViewProps {
  image: SourceImage;
  /** Where the subject is, as soon as that is known. */
  mask?: CoarseMask | undefined;
}

/** The image itself, in the first frame where it was preloaded: the browser shows it before anything else is known about it. */
export function ImageView({ image, mask }: ImageViewProps) {
  const { t } = useTranslation('tool');
  // Before it is needed: the mask may come soon before the result.
  useEffect(() => void loadSubjectOutline().catch(() => undefined), []);
  const [size, setSize] = useState(() => {
    const { naturalWidth = 0, naturalHeight = 0 } = preloadedImage(image.url) ?? {};
    return naturalWidth > 0 ? { widthPx: naturalWidth, heightPx: naturalHeight } : { widthPx: 4, heightPx: 3 };
  });
  return (
    <ImageFrame {...size}>
      <img
        src={image.url}
        alt={t('photo.alt', { name: image.name || t('photo.pasted') })}
        // With the frame that shows it, not after an empty one.
        decoding="sync"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ widthPx: naturalWidth, heightPx: naturalHeight })
        }
        className="size-full rounded-sm object-contain"
      />
      {mask && (
        <Suspense>
          <SubjectOutline mask={mask} />
        </Suspense>
      )}
    </ImageFrame>
  );
}
