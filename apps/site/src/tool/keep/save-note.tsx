import { Banner } from '@isola/ui/banner';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import { documentOf } from '../document/photo-document.ts';
import type { Photo } from '../removal.ts';
import { siteKeeper } from './site-keep.ts';

export interface SaveNoteProps {
  photo: Photo;
  hasResult: boolean;
}

/** Says that a reload would lose the photo, where this device does not save it. */
export function SaveNote({ photo, hasResult }: SaveNoteProps) {
  const { t } = useTranslation('tool');
  const state = useSyncExternalStore(siteKeeper.subscribe, () =>
    hasResult ? siteKeeper.stateOf(documentOf(photo)) : siteKeeper.stateOfOriginal(photo),
  );
  if (state !== 'full' && state !== 'no-storage') return null;
  return (
    <Banner tone="warning" title={t('notSaved.title')} data-code={state}>
      {t(`notSaved.${state}`)}
    </Banner>
  );
}
