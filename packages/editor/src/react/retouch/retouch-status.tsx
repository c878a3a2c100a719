import { formatPercent, type Locale } from '@isola/i18n';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../session/failure-banner.tsx';
import type { RetouchWork } from './use-retouch.ts';

/**
 * Note over the image while an area is being filled, and after it could not be. On a phone the panel lies over the
 * lower part of the image, so the note is at the top.
 */
export function RetouchStatus({ work }: { work: RetouchWork }) {
  const { t, i18n } = useTranslation(['editor', 'tool']);
  const { pending, progress, refusal, failure, cancel, retry, dismiss } = work;
  const isBusy = pending.length > 0;
  const cancelByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isBusy) return;
    event.preventDefault();
    cancel();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => cancelByKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex justify-center md:top-auto md:bottom-3">
      <div className={isBusy ? look : 'sr-only'}>
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
            <Button variant="ghost" size="sm" onClick={cancel} className="pointer-events-auto pointer-coarse:h-11">
              {t('tool:cancel')}
            </Button>
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
      {failure && (
        <div className="pointer-events-auto w-full">
          <FailureBanner
            failure={failure}
            actions={
              <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
                <RotateCcw aria-hidden />
                {t('tool:retry')}
              </Button>
            }
          />
        </div>
      )}
    </div>
  );
}

const look =
  'flex max-w-full items-center gap-2 rounded-md border border-line bg-sheet ps-3.5 pe-1 py-1.5 text-13 text-ink shadow-float';
