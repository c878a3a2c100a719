import { Button } from '@isola/ui/button';
import type { TFunction } from 'i18next';
import { RotateCcw, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { FailureBanner } from './failure-banner.tsx';
import { lazyOptional } from '../lazy-optional.ts';
import type { SegmentationSession } from '../../session/segmentation-session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { canSucceedLater } from '../../model/failure.ts';
import { SegmentationStages } from './segmentation-stages.tsx';
import { type EditorProblem, ResultActions } from './result-actions.tsx';
import { SlowNote } from './slow-note.tsx';
import { useSession } from './editor-host.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

const SaveNote = lazyOptional(async () => (await import('../persistence/save-note.tsx')).SaveNote);

export interface InspectorProps {
  removal: Exclude<SessionState, { state: 'empty' }>;
  problem: EditorProblem | undefined;
}

/** Panel with the progress or the outcome of the segmentation and the actions that are possible in this state. */
export function Inspector({ removal, problem }: InspectorProps) {
  const { t } = useTranslation('tool');
  const session = useSession();
  const panel = useKeptFocus<HTMLElement>(removal.state);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('inspector.label')}
      className="flex flex-col gap-5 overflow-y-auto border-t border-line bg-sheet p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] outline-none [grid-area:panel-start/panel-start/take-end/panel-end] *:flex-none max-md:max-h-[45dvh] md:landscape:border-s md:landscape:border-t-0"
    >
      {contentOf(session, removal, problem, t)}
    </aside>
  );
}

function contentOf(
  session: SegmentationSession,
  removal: InspectorProps['removal'],
  problem: EditorProblem | undefined,
  t: TFunction<'tool'>,
): ReactNode {
  switch (removal.state) {
    case 'working':
      return (
        <>
          <SegmentationStages progress={removal.progress} stageStartedAtMs={removal.stageStartedAtMs} />
          <Button onClick={session.cancel}>
            <X aria-hidden />
            {t('cancel')}
          </Button>
          <SlowNote />
          {!removal.previous && (
            <Suspense fallback={null}>
              <SaveNote image={removal.image} />
            </Suspense>
          )}
        </>
      );
    case 'done':
      return <ResultActions document={removal.document} result={removal.segmentation} problem={problem} />;
    case 'failed':
      return (
        <>
          <FailureBanner failure={removal.failure} />
          <Suspense fallback={null}>
            <SaveNote image={removal.image} />
          </Suspense>
          <NextStep canRetry={canSucceedLater(removal.failure)} />
        </>
      );
    case 'cancelled':
      return (
        <>
          <p role="status">
            <span className="block font-medium">{t('cancelled.title')}</span>
            <span className="text-soft">{t('cancelled.text')}</span>
          </p>
          <NextStep canRetry />
        </>
      );
    default:
      return removal satisfies never;
  }
}

function NextStep({ canRetry }: { canRetry: boolean }) {
  const { t } = useTranslation('tool');
  const session = useSession();
  return (
    <div className="flex flex-col gap-2">
      {canRetry && (
        <Button variant="primary" onClick={session.retry}>
          <RotateCcw aria-hidden />
          {t('retry')}
        </Button>
      )}
      <Button variant={canRetry ? 'ghost' : 'primary'} onClick={() => void session.reset()}>
        {t('another')}
      </Button>
    </div>
  );
}
