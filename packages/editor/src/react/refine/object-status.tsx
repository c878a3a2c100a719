import { Button } from '@isola/ui/button';
import { Spinner } from '@isola/ui/spinner';
import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from '../session/failure-banner.tsx';
import type { ObjectClicks } from './use-object-clicks.ts';

/**
 * Note over the image while the object at a click is being looked for, and after it could not be found. On
 * a phone the panel lies over the lower part of the image, so the note is at the top.
 */
export function ObjectStatus({ clicks: { waiting, failure, cancel, retry } }: { clicks: ObjectClicks }) {
  const { t } = useTranslation(['editor', 'tool']);
  const cancelByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || waiting === 0) return;
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
      <p role="status" className={waiting > 0 ? look : 'sr-only'}>
        {waiting > 0 && (
          <>
            <Spinner />
            <span>{t('refine.looking')}</span>
            <Button variant="ghost" size="sm" onClick={cancel} className="pointer-events-auto pointer-coarse:h-11">
              {t('tool:cancel')}
            </Button>
          </>
        )}
      </p>
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
