import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PhotoFrame } from './image-frame.tsx';
import { preloadedImage } from '../../import/preload-image.ts';
import type { Photo } from '../../session/segmentation-session.ts';

/** The photo itself, in the first frame where it was preloaded: the browser shows it before anything else is known about it. */
export function PhotoView({ photo }: { photo: Photo }) {
  const { t } = useTranslation('tool');
  const [size, setSize] = useState(() => {
    const { naturalWidth = 0, naturalHeight = 0 } = preloadedImage(photo.url) ?? {};
    return naturalWidth > 0 ? { widthPx: naturalWidth, heightPx: naturalHeight } : { widthPx: 4, heightPx: 3 };
  });
  return (
    <PhotoFrame {...size}>
      <img
        src={photo.url}
        alt={t('photo.alt', { name: photo.name || t('photo.pasted') })}
        // With the frame that shows it, not after an empty one.
        decoding="sync"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ widthPx: naturalWidth, heightPx: naturalHeight })
        }
        className="size-full rounded-sm object-contain"
      />
    </PhotoFrame>
  );
}
