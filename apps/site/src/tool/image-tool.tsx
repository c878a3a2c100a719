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
  /** Heading above the drop zone, shown until an image is open. */
  heading: ReactNode;
  /** `page` fills the available height; `panel` has a fixed height within a longer page. */
  layout: 'page' | 'panel';
  /** Content below the open image. */
  footer?: ReactNode;
}

const RecentProjects = lazyOptional(async () => (await import('@isola/editor/react/recent-projects')).RecentProjects);

/** Tool for a single image: import, segmentation, editor and download. */
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
            // The content is not centred vertically: parts that are loaded later would move it.
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
        <div className={footer ? 'flex min-h-[calc(100dvh-7.5rem)] flex-col' : 'contents'}>
          <div
            data-layout={layout}
            data-fills-page={layout === 'page' ? '' : undefined}
            className={
              layout === 'page'
                ? // The height is that of the window without the header. The panel scrolls by itself while the image stays visible.
                  'flex h-[calc(100dvh-4rem)] min-h-120 flex-none flex-col'
                : cn(
                    'flex flex-col overflow-hidden rounded-lg border border-line',
                    // With a footer, the editor takes the height of the first screen that the footer leaves.
                    footer ? 'min-h-0 grow basis-90 md:basis-120' : 'h-[clamp(34rem,85dvh,46rem)]',
                  )
            }
          >
            <div className="flex flex-col gap-2 border-b border-line p-3 empty:hidden">{notes}</div>
            <SessionView removal={removal} />
          </div>
          {footer}
        </div>
      )}
    </ImageImport>
  );
}

/** List of saved projects. It is not prerendered, because only the browser knows its saved projects. */
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
