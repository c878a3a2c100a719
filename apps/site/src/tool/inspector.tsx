import { Button } from '@isola/ui/button';
import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from './failure-banner.tsx';
import { RemovalStages } from './removal-stages.tsx';
import { siteRemoval } from './site-removal.ts';

import { ResultActions } from './result-actions.tsx';
import type { WorktableProps } from './worktable.tsx';

/** What can be done in the state in which the photo is. */
export function Inspector({ removal }: WorktableProps) {
  const { t } = useTranslation('tool');
  const panel = useKeptFocus(removal.state);
  return (
    <aside
      ref={panel}
      aria-label={t('inspector.label')}
      className="flex flex-col gap-5 overflow-y-auto border-t border-line bg-sheet p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] [grid-area:panel] *:flex-none max-lg:max-h-[45dvh] lg:border-s lg:border-t-0"
    >
      {contentOf(removal, t('cancel'), t('cancelled.title'), t('cancelled.text'))}
    </aside>
  );
}

function contentOf(removal: WorktableProps['removal'], cancel: string, cancelled: string, kept: string): ReactNode {
  switch (removal.state) {
    case 'working':
      return (
        <>
          <RemovalStages progress={removal.progress} stageStartedAtMs={removal.stageStartedAtMs} />
          <Button onClick={siteRemoval.cancel}>
            <X aria-hidden />
            {cancel}
          </Button>
        </>
      );
    case 'done':
      return <ResultActions photo={removal.photo} result={removal.result} />;
    case 'failed':
      return (
        <>
          <FailureBanner failure={removal.failure} />
          <TryAgain />
        </>
      );
    case 'cancelled':
      return (
        <>
          <p role="status">
            <span className="block font-medium">{cancelled}</span>
            <span className="text-soft">{kept}</span>
          </p>
          <TryAgain />
        </>
      );
    default:
      return removal satisfies never;
  }
}

function TryAgain() {
  const { t } = useTranslation('tool');
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" onClick={siteRemoval.retry}>
        <RotateCcw aria-hidden />
        {t('retry')}
      </Button>
      <Button variant="ghost" onClick={siteRemoval.reset}>
        {t('another')}
      </Button>
    </div>
  );
}

/**
 * A pressed button that gives way to others must not throw the keyboard back to the top of the page. The place goes to
 * the button with `data-main`, or to the first.
 */
function useKeptFocus(state: string) {
  const panel = useRef<HTMLElement>(null);
  const lastState = useRef(state);
  useEffect(() => {
    if (lastState.current !== state && document.activeElement === document.body) {
      const buttons = [
        panel.current?.querySelector<HTMLElement>('[data-main]'),
        panel.current?.querySelector('button'),
      ];
      buttons.find(Boolean)?.focus({ preventScroll: true });
    }
    lastState.current = state;
  }, [state]);
  return panel;
}
