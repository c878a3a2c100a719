import {
  ImageDrop,
  ImageImport,
  ImportNotes,
  RefusalBanner,
  SegmentingView,
  useSession,
  useSessionState,
} from '@isola/editor/react';
import { loadBundle } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';

import type { TargetId } from '../targets/targets.ts';

export interface ShopPhotoToolProps {
  /** Files to make, or `marketplaces` to let the user choose. */
  makes: 'marketplaces' | readonly TargetId[];
  /** Sample images, shown below the drop zone inside an `ImageImport`. */
  samples: ReactNode;
  /** Renders the page's link to the editor of the cutout, with the given text. */
  renderEditLink: (words: string) => ReactNode;
  /** Called when an image arrives, and when no image is open any more. */
  onFilled: (isFilled: boolean) => void;
}

const loadWorkspace = () => import('./shop-workspace.tsx');

/**
 * The complete shop photo tool: it takes an image, removes its background, and makes and checks a file for each chosen
 * marketplace.
 */
export function ShopPhotoTool({ makes, samples, renderEditLink, onFilled }: ShopPhotoToolProps) {
  const removal = useSessionState();
  const isFilled = removal.state !== 'empty';
  useEffect(() => onFilled(isFilled), [isFilled, onFilled]);
  useEffect(() => {
    // The workspace is loaded while the background is removed. A failed request is repeated when the result is there.
    if (isFilled) void loadWorkspace().catch(() => undefined);
  }, [isFilled]);
  const notes = (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      <ImportNotes />
      <RefusalBanner />
    </div>
  );
  return (
    <ImageImport>
      {notes}
      {removal.state === 'empty' && (
        <>
          <ImageDrop layout="stack" />
          {samples}
        </>
      )}
      {(removal.state === 'working' || removal.state === 'failed' || removal.state === 'cancelled') && (
        <div className="flex h-[clamp(30rem,75dvh,42rem)] flex-col overflow-hidden rounded-lg border border-line">
          <SegmentingView removal={removal} />
        </div>
      )}
      {removal.state === 'done' && <Workspace makes={makes} removal={removal} renderEditLink={renderEditLink} />}
    </ImageImport>
  );
}

type I18n = Parameters<typeof loadBundle>[0];
type Workspace = Awaited<ReturnType<typeof loadWorkspace>>['ShopWorkspace'];
type WorkspaceProps = Parameters<Workspace>[0];

/** Loads the workspace's code and texts for the first result. When loading fails, the user can try again. */
function Workspace(props: Omit<WorkspaceProps, 'onAnother'>) {
  const session = useSession();
  const { i18n } = useTranslation();
  const [Loaded, setLoaded] = useState(() => lazyWorkspace(i18n));
  return (
    <ErrorBoundary
      onError={(error) => reportError(error)}
      onReset={() => setLoaded(lazyWorkspace(i18n))}
      FallbackComponent={Failed}
    >
      <Suspense fallback={<div className="min-h-128 rounded-lg border border-line bg-sunk" />}>
        <Loaded {...props} onAnother={() => void session.reset()} />
      </Suspense>
    </ErrorBoundary>
  );
}

function lazyWorkspace(i18n: I18n) {
  return lazy(async () => {
    const [{ ShopWorkspace }] = await Promise.all([loadWorkspace(), loadBundle(i18n, 'editor')]);
    return { default: ShopWorkspace };
  });
}

function Failed({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation(['shop-photo', 'tool']);
  return (
    <div role="alert" className="rounded-lg border border-line bg-sheet px-5 py-10 text-center">
      <p className="text-18 font-semibold">{t('crashed.title')}</p>
      <p className="mt-1.5 mb-5 text-14 text-soft">{t('crashed.text')}</p>
      <Button variant="primary" onClick={resetErrorBoundary}>
        {t('tool:retry')}
      </Button>
    </div>
  );
}
