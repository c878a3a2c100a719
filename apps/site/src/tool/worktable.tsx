import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { Inspector } from './inspector.tsx';
import { useEditor } from './lazy-editor.ts';
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
  // Fetched while the photo is worked on, so that it is there with the result.
  useEditor();
  return (
    <div
      data-slot="worktable"
      data-state={removal.state}
      {...(removal.state === 'done' && { 'data-realm': removal.result.run.realm })}
      className="flex min-h-0 flex-1 flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[minmax(0,1fr)]"
    >
      <section
        aria-label={t('picture.label')}
        // On a phone it stays in sight above what is chosen beneath it.
        className="min-w-0 bg-sunk p-4 max-lg:sticky max-lg:top-0 max-lg:z-10 max-lg:h-[max(18rem,42dvh)] lg:min-h-0 lg:p-8"
      >
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
