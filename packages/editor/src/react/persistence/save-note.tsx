import { Banner } from '@isola/ui/banner';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import type { SaveState } from '../../persistence/image-records.ts';
import type { SourceImage } from '../../model/source-image.ts';
import type { ReadonlyStore } from '../../model/readonly-store.ts';
import { usePersistence } from '../session/editor-host.tsx';
import { EarlierOffer } from './earlier-offer.tsx';

/**
 * Warns when an image without a result is not saved in this browser, so that a reload would lose it. If the same file
 * was edited before, it offers to continue from that work.
 */
export function SaveNote({ image }: { image: SourceImage }) {
  const persistence = usePersistence();
  const state = persistence?.autosave.stateOfOriginal(image);
  return (
    <>
      {state && <Note saving={state} />}
      <Suspense fallback={null}>
        <EarlierOffer image={image} />
      </Suspense>
    </>
  );
}

function Note({ saving }: { saving: ReadonlyStore<SaveState> }) {
  const { t } = useTranslation('tool');
  const state = useStore(saving);
  if (state !== 'full' && state !== 'no-storage' && state !== 'newer-version') return null;
  return (
    <Banner tone="warning" title={t('notSaved.title')} data-code={state}>
      {t(`notSaved.${state}`)}
    </Banner>
  );
}
