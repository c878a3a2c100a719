import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { WaitReason } from '../batch.ts';
import { useBatch, useBatchState } from './batch-context.tsx';

/** Delay of the message. The storage usually opens earlier, and no message is shown then. */
const noteDelayMs = 1_000;

/** Explains why the images of an earlier visit are not shown yet, so that nobody believes they are lost. */
export function OpeningNote() {
  const waitsFor = useBatchState((state) => state.waitsFor);
  return waitsFor && <Waiting waitsFor={waitsFor} />;
}

function Waiting({ waitsFor }: { waitsFor: WaitReason }) {
  const { t } = useTranslation(['batch', 'tool', 'common']);
  const batch = useBatch();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), noteDelayMs);
    return () => clearTimeout(timer);
  }, []);
  switch (waitsFor) {
    case 'storage':
      return (
        isLong && (
          <p role="status" data-slot="opening-note" className="flex items-center gap-2 text-14 text-soft">
            <Spinner />
            <span>{t('opening.storage')}</span>
          </p>
        )
      );
    case 'other-tab':
      return (
        <Banner data-slot="opening-note" title={t('opening.otherTab.title')}>
          {t('opening.otherTab.text')}
        </Banner>
      );
    case 'answer':
      return (
        <Banner
          tone="danger"
          data-slot="opening-note"
          title={t('opening.answer.title')}
          actions={
            <>
              <Button size="sm" onClick={batch.openAgain} className="pointer-coarse:h-11">
                {t('tool:retry')}
              </Button>
              <Button size="sm" variant="ghost" onClick={batch.openUnsaved} className="pointer-coarse:h-11">
                {t('opening.unsaved')}
              </Button>
            </>
          }
        >
          {t('opening.answer.text')}
        </Banner>
      );
    case 'newer-version':
      return (
        <Banner
          tone="warning"
          data-slot="opening-note"
          title={t('opening.newer.title')}
          actions={
            <>
              <Button size="sm" onClick={() => location.reload()} className="pointer-coarse:h-11">
                {t('common:crash.reload')}
              </Button>
              <Button size="sm" variant="ghost" onClick={batch.openUnsaved} className="pointer-coarse:h-11">
                {t('opening.unsaved')}
              </Button>
            </>
          }
        >
          {t('opening.newer.text')}
        </Banner>
      );
    default:
      return waitsFor satisfies never;
  }
}
