import { Button } from '@isola/ui/button';
import { cn } from '@isola/ui/cn';
import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { Failure } from '../../model/failure.ts';
import { FailureBanner } from '../session/failure-banner.tsx';
import { useFocusBack } from '../use-focus-back.ts';

/** Classes of the box around notes over a stage. On a phone the panel lies over the lower part of the image. */
export const workNotePlace =
  'pointer-events-none absolute inset-x-3 top-3 z-10 flex justify-center md:top-auto md:bottom-3';

/** Classes of the note that is shown while a tool works. */
export const workNoteLook =
  'flex max-w-full items-center gap-2 rounded-md border border-line bg-sheet ps-3.5 pe-1 py-1.5 text-13 text-ink shadow-float';

/** Lets the Escape key cancel the work of a tool. */
export function useEscape(isBusy: boolean, cancel: () => void): void {
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
}

/** Button that cancels the work of a tool and disappears with it. It hands the focus back. */
export function CancelButton({ cancel, className }: { cancel: () => void; className?: string }) {
  const { t } = useTranslation('tool');
  const button = useFocusBack<HTMLButtonElement>();
  return (
    <Button ref={button} variant="ghost" size="sm" onClick={cancel} className={cn('pointer-coarse:h-11', className)}>
      {t('cancel')}
    </Button>
  );
}

/** Failure of a tool's work, with a button that tries again. It disappears then, and hands the focus back. */
export function WorkFailure({ failure, retry }: { failure: Failure; retry: () => void }) {
  const { t } = useTranslation('tool');
  const note = useFocusBack<HTMLDivElement>();
  return (
    <div ref={note} className="pointer-events-auto w-full">
      <FailureBanner
        failure={failure}
        actions={
          <Button size="sm" onClick={retry} className="pointer-coarse:h-11">
            <RotateCcw aria-hidden />
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}
