import { Banner } from '@isola/ui/banner';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Persistence } from '../../persistence/create-persistence.ts';
import type { SourceImage } from '../../session/segmentation-session.ts';
import { usePersistence } from '../session/editor-host.tsx';

/** Says that a reload would lose an image that has no result yet, where this device does not save it. */
export function SaveNote({ image }: { image: SourceImage }) {
  const persistence = usePersistence();
  return persistence && <Note autosave={persistence.autosave} image={image} />;
}

function Note({ autosave, image }: { autosave: Persistence['autosave']; image: SourceImage }) {
  const { t } = useTranslation('tool');
  const state = useSyncExternalStore(autosave.subscribe, () => autosave.stateOfOriginal(image));
  if (state !== 'full' && state !== 'no-storage') return null;
  return (
    <Banner tone="warning" title={t('notSaved.title')} data-code={state}>
      {t(`notSaved.${state}`)}
    </Banner>
  );
}
