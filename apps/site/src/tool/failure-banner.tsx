import { lazy, Suspense } from 'react';

import type { FailureBannerProps } from './worded-failure.tsx';

const WordedFailure = lazy(async () => ({ default: (await import('./worded-failure.tsx')).WordedFailure }));

/** A failure in the reader's words. Few pages ever show one: its code and its words come when one does. */
export function FailureBanner(props: FailureBannerProps) {
  return (
    // Not the page's own boundary: the page must not give way to a placeholder meanwhile.
    <Suspense fallback={null}>
      <WordedFailure {...props} />
    </Suspense>
  );
}
