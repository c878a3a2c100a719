import { Suspense } from 'react';

import { lazyOptional } from '../lazy-optional.ts';
import { useSessionState } from '../session/editor-host.tsx';

// With the editor's registries, which no first visit shall load.
const WordsBar = lazyOptional(async () => (await import('./words-bar.tsx')).WordsBar);

/** Backgrounds from words for the open image, across the page beneath its stage. Nothing until there is a cutout. */
export function BackgroundWords({ className }: { className?: string }) {
  const { state } = useSessionState();
  if (state !== 'done') return null;
  return (
    <div className={className}>
      <Suspense fallback={null}>
        <WordsBar />
      </Suspense>
    </div>
  );
}
