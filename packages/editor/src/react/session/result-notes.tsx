import { formatSeconds, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { SlowNote } from './slow-note.tsx';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';

/** Notes about a finished segmentation: that it is done, and anything unusual about it. */
export function ResultNotes({ result: { run, subject } }: { result: ImageSegmentation }) {
  const { t, i18n } = useTranslation('tool');
  const took = formatSeconds(i18n.language as Locale, run.timingsMs.complete);
  return (
    <>
      <p role="status" className="flex items-center gap-2 max-md:sr-only">
        <Check aria-hidden className="size-4 text-success" />
        {t('result.announce', { seconds: took })}
      </p>
      <SlowNote />
      {subject === 'none' && (
        <Banner tone="warning" title={t('result.noSubject.title')}>
          {t('result.noSubject.text')}
        </Banner>
      )}
      {(run.mainThreadReason === 'worker-not-started' || run.mainThreadReason === 'worker-died') && (
        <Banner tone="info" title={t('result.inPage.title')}>
          {t('result.inPage.text')}
        </Banner>
      )}
    </>
  );
}
