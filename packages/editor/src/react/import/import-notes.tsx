import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { ConversionNote } from '../convert/lazy-conversion-note.ts';
import { useSessionState } from '../session/editor-host.tsx';
import type { SourceImage } from '../../model/source-image.ts';
import { areSeveralImages, useImageImport } from './import-context.ts';

export interface ImportNotesProps {
  /** Opens all files that arrived together. Without it, the banner about them has no button. */
  onOpenAll?: ((files: readonly File[]) => void) | undefined;
}

/**
 * Banners about content that was left out: all files except the first, and the video embedded in an image; and about a
 * file that was converted.
 */
export function ImportNotes({ onOpenAll }: ImportNotesProps) {
  const { t } = useTranslation(['tool', 'common']);
  const { cameAtOnce, dismissNote } = useImageImport();
  const session = useSessionState();
  const [dismissed, setDismissed] = useState<SourceImage>();
  const image = session.state === 'empty' || session.image === dismissed ? undefined : session.image;
  return (
    <>
      {cameAtOnce !== undefined && (
        <Banner
          title={t('tool:drop.onlyFirst', { count: cameAtOnce.length })}
          actions={
            onOpenAll &&
            areSeveralImages(cameAtOnce) && (
              <Button size="sm" className="pointer-coarse:h-11" onClick={() => onOpenAll(cameAtOnce)}>
                {t('tool:drop.allInBatch')}
              </Button>
            )
          }
          onDismiss={dismissNote}
          dismissLabel={t('common:dismiss')}
        />
      )}
      {image?.isFilmLeftOut && (
        <Banner
          title={t('tool:filmLeftOut')}
          onDismiss={() => setDismissed(image)}
          dismissLabel={t('common:dismiss')}
          data-code="film-left-out"
        />
      )}
      {image?.conversion && (
        <Suspense>
          <ConversionNote conversion={image.conversion} onDismiss={() => setDismissed(image)} />
        </Suspense>
      )}
    </>
  );
}
