import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { Inspector } from './inspector.tsx';
import { PhotoView } from './photo-view.tsx';
import type { RemovalState } from './removal.ts';
import { ResultView } from './result-view.tsx';
import { siteRemoval } from './site-removal.ts';

export interface WorktableProps {
  removal: Exclude<RemovalState, { state: 'empty' }>;
}

/** The photo in the middle, and beside it (on a phone: beneath it) what can be done with it. */
export function Worktable({ removal }: WorktableProps) {
  const { t } = useTranslation('tool');
  useCancelOnEscape(removal.state === 'working');
  return (
    <div
      data-slot="worktable"
      data-state={removal.state}
      {...(removal.state === 'done' && { 'data-realm': removal.result.run.realm })}
      className="grid min-h-0 flex-1 grid-rows-[minmax(18rem,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-1"
    >
      <section aria-label={t('picture.label')} className="min-h-0 min-w-0 bg-sunk p-4 lg:p-8">
        {removal.state === 'done' ? (
          <ResultView key={removal.result.png.size} photo={removal.photo} result={removal.result} />
        ) : (
          <PhotoView photo={removal.photo} />
        )}
      </section>
      <Inspector removal={removal} />
    </div>
  );
}

function useCancelOnEscape(working: boolean): void {
  useEffect(() => {
    if (!working) return undefined;
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) siteRemoval.cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [working]);
}
