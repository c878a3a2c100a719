import { cn } from '@isola/ui/cn';
import type { ReactNode } from 'react';

import { FailureBanner } from './failure-banner.tsx';
import { OnlyFirstNote } from './only-first-note.tsx';
import { PhotoDrop, PhotoIntake } from './photo-intake.tsx';
import { siteRemoval } from './site-removal.ts';
import { useRemoval } from './use-removal.ts';
import { Worktable } from './worktable.tsx';

export interface PhotoToolProps {
  /** Stands above the drop zone, and gives way to the photo. */
  heading: ReactNode;
  /** `page`: fills what room there is. `panel`: a table of its own height within a longer page. */
  layout: 'page' | 'panel';
}

/** The whole tool for one photo: put it here, see it cut out, take it away. */
export function PhotoTool({ heading, layout }: PhotoToolProps) {
  const removal = useRemoval();
  const notes = (
    <>
      <OnlyFirstNote />
      {removal.refusal && <FailureBanner failure={removal.refusal} onDismiss={siteRemoval.dismissRefusal} />}
    </>
  );
  return (
    <PhotoIntake>
      {removal.state === 'empty' ? (
        <section
          className={cn(
            'mx-auto flex w-full max-w-160 flex-1 flex-col',
            // Not centred: the page is drawn while it still comes, and what comes would move what is there.
            layout === 'page' && 'px-4 pt-[max(2.5rem,14dvh)] pb-10',
          )}
        >
          {heading}
          <div className="mb-4 flex flex-col gap-2 empty:hidden">{notes}</div>
          <PhotoDrop layout="stack" />
        </section>
      ) : (
        <div
          className={
            layout === 'page'
              ? // The window without the header: the panel scrolls by itself, and the picture stays.
                'flex min-h-0 flex-1 flex-col lg:max-h-[calc(100dvh-4rem)] lg:min-h-120'
              : 'flex flex-col overflow-hidden rounded-lg border border-line lg:h-140'
          }
        >
          <div className="flex flex-col gap-2 border-b border-line p-3 empty:hidden">{notes}</div>
          <Worktable removal={removal} />
        </div>
      )}
    </PhotoIntake>
  );
}
