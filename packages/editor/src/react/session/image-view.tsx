import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ImageFrame } from './image-frame.tsx';
import { preloadedImage } from '../../import/preload-image.ts';
import type { SourceImage } from '../../session/segmentation-session.ts';

/** The image itself, in the first frame where it was preloaded: the browser shows it before anything else is known about it. */
export function ImageView({ image }: { image: SourceImage }) {
  const { t } = useTranslation('tool');
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
    </ImageFrame>
  );
}
