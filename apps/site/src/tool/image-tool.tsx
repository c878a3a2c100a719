import {
  EditorHostProvider,
  ImageDrop,
  ImageImport,
  ImportNotes,
  RefusalBanner,
  SessionView,
  lazyOptional,
  useEditorHost,
  useSession,
  useSessionState,
} from '@isola/editor/react';
import { cn } from '@isola/ui/cn';
import { type ReactNode, Suspense, useMemo } from 'react';

import type { Reopened } from './reopen-last.ts';
import { ContinueWith } from './continue-with.tsx';
import { SampleRow } from './sample-row.tsx';
import { useIsBooted } from './use-is-booted.ts';

export interface ImageToolProps {
  /** Heading above the drop zone, shown until an image is open. */
  heading: ReactNode;
  /** `page` fills the available height; `panel` has a fixed height within a longer page. */
  layout: 'page' | 'panel';
  /** Start of the editor's bar in the layout `page`, whose open image hides the page's header. */
  barStart?: ReactNode;
  /** Content below the open image. */
  footer?: ReactNode;
  /** Opens several images that arrive together, of which the tool itself opens the first. */
  onOpenAll?: (files: readonly File[]) => void;
}

const RecentProjects = lazyOptional(async () => (await import('@isola/editor/react/recent-projects')).RecentProjects);

/** Tool for a single image: import, segmentation, editor and download. */
export function ImageTool({ heading, layout, barStart, footer, onOpenAll }: ImageToolProps) {
  const removal = useSessionState();
  const notes = (
    <>
      <ImportNotes onOpenAll={onOpenAll} />
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
            layout === 'page' && 'mx-auto max-w-244 px-4 pt-10 pb-10 sm:px-10 sm:pt-[max(2.5rem,14dvh)]',
          )}
        >
          {heading}
          <div className="mb-4 flex flex-col gap-2 empty:hidden">{notes}</div>
          <ImageDrop layout="stack" offersTwoShots={layout === 'page'} />
          <ContinueWith className="mt-4" />
          {layout === 'page' && <SavedProjects />}
          <SampleRow
            size={layout === 'page' ? 'large' : 'small'}
            // The samples are hidden while there are saved projects.
            className="flex-col text-center [section:has([data-slot=recent-projects])_&]:hidden"
          />
        </section>
      ) : (
        <div className={footer ? 'flex min-h-[calc(100dvh-9.75rem)] flex-col' : 'contents'}>
          <div
            data-layout={layout}
            data-fills-page={layout === 'page' ? '' : undefined}
            data-brings-bar={layout === 'page' && barStart ? '' : undefined}
            className={
              layout === 'page'
                ? // The panel scrolls by itself while the image stays visible.
                  'flex h-dvh min-h-120 flex-none flex-col'
                : cn(
                    'flex flex-col overflow-hidden rounded-lg border border-line',
                    // With a footer, the editor takes the height of the first screen that the footer leaves.
                    footer ? 'min-h-0 grow basis-90 md:basis-120' : 'h-[clamp(34rem,85dvh,64rem)]',
                  )
            }
          >
            <div className="flex flex-col gap-2 border-b border-line p-3 empty:hidden">{notes}</div>
            <WithBarStart element={barStart}>
              <SessionView removal={removal} />
            </WithBarStart>
          </div>
          {footer}
        </div>
      )}
    </ImageImport>
  );
}

/** Provides the editor's bar with its start, such as the site's menu. */
function WithBarStart({ element, children }: { element: ReactNode; children: ReactNode }) {
  const outer = useEditorHost();
  const host = useMemo(() => ({ ...outer, barStart: element }), [outer, element]);
  return <EditorHostProvider host={host}>{children}</EditorHostProvider>;
}

/** List of saved projects. It is not prerendered, because only the browser knows its saved projects. */
function SavedProjects() {
  const isBooted = useIsBooted();
  const session = useSession();
  const putBack = async (reopened: Reopened) => {
    const { openChosen } = await import('./reopen-last.ts');
    await openChosen(session, reopened);
  };
  return (
    isBooted && (
      <Suspense fallback={null}>
        <RecentProjects onOpen={(reopened) => void putBack(reopened)} className="mt-10" />
      </Suspense>
    )
  );
}
