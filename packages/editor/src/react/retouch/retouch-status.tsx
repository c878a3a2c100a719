import { formatPercent, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Spinner } from '@isola/ui/spinner';
import { useTranslation } from 'react-i18next';

import { CancelButton, useEscape, WorkFailure, workNoteLook, workNotePlace } from '../canvas/work-note.tsx';
import type { RetouchWork } from './use-retouch.ts';

/**
 * Note over the image while an area is being filled, and after it could not be. On a phone the panel lies over the
 * lower part of the image, so the note is at the top.
 */
export function RetouchStatus({ work }: { work: RetouchWork }) {
  const { t, i18n } = useTranslation('editor');
  const { pending, progress, refusal, failure, cancel, retry, dismiss } = work;
  const isBusy = pending.length > 0;
  useEscape(isBusy, cancel);
  return (
    <div className={workNotePlace}>
      <div className={isBusy ? workNoteLook : 'sr-only'}>
        <p role="status" className="contents">
          {isBusy && (
            <>
              <Spinner />
              <span>{t('retouch.busy')}</span>
            </>
          )}
        </p>
        {isBusy && (
          <>
            {/* A screen reader would announce every step of the number. */}
            <span aria-hidden className="text-soft tabular-nums">
              {formatPercent(i18n.language as Locale, progress)}
            </span>
            <CancelButton cancel={cancel} className="pointer-events-auto" />
          </>
        )}
      </div>
      {refusal && (
        <Banner
          tone="warning"
          title={t(`retouch.refused.${refusal}`)}
          onDismiss={dismiss}
          dismissLabel={t('retouch.dismiss')}
          className="pointer-events-auto w-full"
        >
          {t(refusal === 'nothing-there' ? 'retouch.help.subject' : 'retouch.help.smaller')}
        </Banner>
      )}
      {failure && <WorkFailure failure={failure} retry={retry} />}
    </div>
  );
}
