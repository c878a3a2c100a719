import { Suspense } from 'react';

import { lazyOptional } from '../lazy-optional.ts';
import { useSessionState } from '../session/editor-host.tsx';

// The bar is loaded on demand, because it imports the editor's registries, which a first visit must not load.
const WordsBar = lazyOptional(async () => (await import('./words-bar.tsx')).WordsBar);

/** Tool for backgrounds from words, across the page below the stage. It renders nothing until there is a cutout. */
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
