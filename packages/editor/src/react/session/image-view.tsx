import type { CoarseMask } from '@isola/segmenter';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ImageFrame } from './image-frame.tsx';
import { lazyOptional } from '../lazy-optional.ts';
import { preloadedImage } from '../../import/preload-image.ts';
import type { SourceImage } from '../../model/source-image.ts';

// If the code of the preview fails to load, the plain image stays visible.
const loadFirstLook = async () => (await import('./first-look.tsx')).FirstLook;
const FirstLook = lazyOptional(loadFirstLook);

export interface ImageViewProps {
  image: SourceImage;
  /** Coarse mask of the subject, once it is known. */
  mask?: CoarseMask | undefined;
}

/**
 * Shows the image before anything else is known about it, in the first frame if it was preloaded. As soon as there is a
 * coarse mask, a preview of the cutout replaces it.
 */
export function ImageView({ image, mask }: ImageViewProps) {
  const { t } = useTranslation('tool');
  // The code is loaded in advance, because the mask may arrive only shortly before the result.
  useEffect(() => void loadFirstLook().catch(() => undefined), []);
  const [size, setSize] = useState(() => {
    const { naturalWidth = 0, naturalHeight = 0 } = preloadedImage(image.url) ?? {};
    return naturalWidth > 0 ? { widthPx: naturalWidth, heightPx: naturalHeight } : { widthPx: 4, heightPx: 3 };
  });
  const plain = (
    <ImageFrame {...size}>
      <img
        src={image.url}
        alt={t('photo.alt', { name: image.name || t('photo.pasted') })}
        // The image is decoded synchronously, because an empty frame would otherwise be shown before it.
        decoding="sync"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ widthPx: naturalWidth, heightPx: naturalHeight })
        }
        className="size-full rounded-sm object-contain"
      />
    </ImageFrame>
  );
  if (!mask) return plain;
  return (
    <Suspense fallback={plain}>
      <FirstLook image={image} size={size} mask={mask} fallback={plain} />
    </Suspense>
  );
}
