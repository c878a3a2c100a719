import { canSucceedLater, type SessionState } from '@isola/editor';
import {
  FailureBanner,
  ImageView,
  SegmentationStages,
  useCancelOnEscape,
  useKeptFocus,
  useSession,
} from '@isola/editor/react';
import { Button } from '@isola/ui/button';
import { ImageUp, RotateCcw, X } from 'lucide-react';
import { useStore } from 'zustand';

import type { PhotoWork, PlacedPhoto } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import { OpenPortrait } from './open-portrait.tsx';
import type { StagePictures } from './stage-canvas.tsx';

export interface PhotoStepProps {
  work: PhotoWork;
  session: Exclude<SessionState, { state: 'empty' }>;
  photo: PlacedPhoto | undefined;
  pictures: StagePictures | undefined;
  /** Present when the face could not be measured. */
  onRetryFaces: (() => void) | undefined;
}

/** Shows the image in its current state, and the guides over it once the head is known. */
export function PhotoStep({ work, session, photo, pictures, onRetryFaces }: PhotoStepProps) {
  const { t } = useWords();
  const { retry, cancel, reset } = useSession();
  const head = useStore(work, (state) => state.head);
  useCancelOnEscape(session.state === 'working');
  const panel = useKeptFocus<HTMLDivElement>(session.state);
  if (session.state === 'done' && photo && head) {
    return <OpenPortrait work={work} head={head} photo={photo} pictures={pictures} onRetryFaces={onRetryFaces} />;
  }
  const canRetry = session.state === 'cancelled' || (session.state === 'failed' && canSucceedLater(session.failure));
  return (
    <>
      <div className="h-105 bg-sunk p-4 sm:h-125">
        <ImageView image={session.image} mask={'mask' in session ? session.mask : undefined} />
      </div>
      <div ref={panel} tabIndex={-1} className="flex flex-col gap-4 p-4 outline-none">
        {session.state === 'working' && (
          <>
            <SegmentationStages progress={session.progress} stageStartedAtMs={session.stageStartedAtMs} />
            <Button onClick={cancel} className="self-start pointer-coarse:h-11">
              <X aria-hidden />
              {t('tool:cancel')}
            </Button>
          </>
        )}
        {session.state === 'failed' && <FailureBanner failure={session.failure} />}
        {session.state === 'cancelled' && (
          <p role="status">
            <span className="block font-medium">{t('tool:cancelled.title')}</span>
            <span className="text-soft">{t('tool:cancelled.text')}</span>
          </p>
        )}
        {(session.state === 'failed' || session.state === 'cancelled') && (
          <div className="flex flex-wrap gap-2">
            {canRetry && (
              <Button variant="primary" onClick={retry} className="pointer-coarse:h-11">
                <RotateCcw aria-hidden />
                {t('tool:retry')}
              </Button>
            )}
            <Button onClick={() => void reset()} className="pointer-coarse:h-11">
              <ImageUp aria-hidden />
              {t('tool:another')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
