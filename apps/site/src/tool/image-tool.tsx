import {
  ImageDrop,
  ImageImport,
  ImportNotes,
  RefusalBanner,
  SessionView,
  lazyOptional,
  useSession,
  useSessionState,
} from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { type ReactNode, Suspense } from 'react';

import type { Reopened } from './reopen-last.ts';
import { ContinueWith } from './continue-with.tsx';
import { SampleRow } from './sample-row.tsx';
import { useIsBooted } from './use-is-booted.ts';

export interface ImageToolProps {
  /** Shown above the drop zone until there is an image. */
  heading: ReactNode;
  /** `page`: fills the available height. `panel`: has its own height within a longer page. */
  layout: 'page' | 'panel';
  /** Stands beneath the open image. */
  footer?: ReactNode;
}

const RecentProjects = lazyOptional(async () => (await import('@isola/editor/react/recent-projects')).RecentProjects);

/** The whole tool for one image: import, segmentation, editor, download. */
export function ImageTool({ heading, layout, footer }: ImageToolProps) {
  const removal = useSessionState();
  const notes = (
    <>
      <ImportNotes />
      <RefusalBanner />
    </>
  );
  return (
    <ImageImport>
      {removal.state === 'empty' ? (
        <section
          className={cn(
            'flex w-full flex-1 flex-col',
            // Not centred: the page is drawn while it still comes, and what comes would move what is there.
            layout === 'page' && 'mx-auto max-w-160 px-4 pt-[max(2.5rem,14dvh)] pb-10',
          )}
        >
          {heading}
          <div className="mb-4 flex flex-col gap-2 empty:hidden">{notes}</div>
          <ImageDrop layout="stack" />
          <ContinueWith className="mt-4" />
          <SampleRow size={layout === 'page' ? 'large' : 'small'} className="flex-col text-center" />
          {layout === 'page' && <SavedProjects />}
        </section>
      ) : (
        <>
          <div
            data-layout={layout}
            data-fills-page={layout === 'page' ? '' : undefined}
            className={
              layout === 'page'
                ? // The window without the header: the panel scrolls by itself, and the picture stays.
                  'flex h-[calc(100dvh-4rem)] min-h-120 flex-none flex-col'
                : cn(
                    'flex flex-col overflow-hidden rounded-lg border border-line',
                    'h-[clamp(34rem,85dvh,46rem)]',
                    footer && 'lg:h-[clamp(30rem,64dvh,40rem)]',
                  )
            }
          >
            <div className="flex flex-col gap-2 border-b border-line p-3 empty:hidden">{notes}</div>
            <SessionView removal={removal} />
          </div>
          {footer}
        </>
      )}
    </ImageImport>
  );
}

/** Never in the first HTML: only the browser knows what it has saved. */
function SavedProjects() {
  const isBooted = useIsBooted();
  const session = useSession();
  const putBack = async (reopened: Reopened) => {
    const { openReopened } = await import('./reopen-last.ts');
    openReopened(session, reopened);
  };
  return (
    isBooted && (
      <Suspense fallback={null}>
        <RecentProjects onOpen={(reopened) => void putBack(reopened)} className="mt-10" />
      </Suspense>
    )
  );
}
