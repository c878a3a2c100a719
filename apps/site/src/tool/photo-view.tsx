import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PhotoFrame } from './photo-frame.tsx';
import type { Photo } from './removal.ts';

/** The photo itself, there at once: the browser shows it before anything else is known about it. */
export function PhotoView({ photo }: { photo: Photo }) {
  const { t } = useTranslation('tool');
  const [size, setSize] = useState({ widthPx: 4, heightPx: 3 });
  return (
    <PhotoFrame {...size}>
      <img
        src={photo.url}
        alt={t('photo.alt', { name: photo.name || t('photo.pasted') })}
        decoding="async"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ widthPx: naturalWidth, heightPx: naturalHeight })
        }
        className="size-full rounded-sm object-contain"
      />
    </PhotoFrame>
  );
}
