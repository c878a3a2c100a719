import { type BackgroundChoice, backgroundChoices, backgroundColours } from '@isola/photo-specs/documents';
import { canSucceedLater, type SessionState } from '@isola/editor';
import { FailureBanner, ImageView, SegmentationStages, useSession } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { ColorSwatch } from '@isola/ui/color-picker';
import { IconButton } from '@isola/ui/icon-button';
import { Slider } from '@isola/ui/slider';
import { ImageUp, Redo2, RotateCcw, Undo2, X } from 'lucide-react';
import { useStore } from 'zustand';

import { tiltDeg } from '../../geometry/head-guides.ts';
import type { OpenHead, PhotoWork, PlacedPhoto } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import { PortraitStage } from './portrait-stage.tsx';
import type { StagePictures } from './stage-canvas.tsx';

export interface PhotoStepProps {
  work: PhotoWork;
  session: Exclude<SessionState, { state: 'empty' }>;
  photo: PlacedPhoto | undefined;
  pictures: StagePictures | undefined;
}

/** Shows the image in its current state, and the guides over it once the head is known. */
export function PhotoStep({ work, session, photo, pictures }: PhotoStepProps) {
  const { t } = useWords();
  const { retry, cancel, reset } = useSession();
  const head = useStore(work, (state) => state.head);
  if (session.state === 'done' && photo && head) {
    return <OpenPortrait work={work} head={head} photo={photo} pictures={pictures} />;
  }
  const canRetry = session.state === 'cancelled' || (session.state === 'failed' && canSucceedLater(session.failure));
  return (
    <>
      <div className="h-105 bg-sunk p-4 sm:h-125">
        <ImageView image={session.image} mask={'mask' in session ? session.mask : undefined} />
      </div>
      <div className="flex flex-col gap-4 p-4">
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

interface OpenPortraitProps {
  work: PhotoWork;
  head: OpenHead;
  photo: PlacedPhoto;
  pictures: StagePictures | undefined;
}

const maxLeanDeg = 15;
const unsureNames = ['crown', 'eyes', 'chin', 'axis'] as const;

function OpenPortrait({ work, head, photo, pictures }: OpenPortraitProps) {
  const { t, units } = useWords();
  const { reset } = useSession();
  const { past, future } = useStore(work);
  const isHeld = head.guides !== head.fitted;
  const doubts = unsureNames.flatMap((name) => {
    const state = head.guides.states[name];
    return state.kind === 'unsure' ? [{ name, doubt: state.doubt }] : [];
  });
  return (
    <>
      <PortraitStage work={work} head={head} photo={photo} pictures={pictures} />
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-2">
        <IconButton
          label={t('view.undo')}
          title={t('view.undo')}
          aria-disabled={past.length === 0 && !isHeld}
          onClick={work.undo}
          className={historyLook}
        >
          <Undo2 aria-hidden />
        </IconButton>
        <IconButton
          label={t('view.redo')}
          title={t('view.redo')}
          aria-disabled={future.length === 0}
          onClick={work.redo}
          className={historyLook}
        >
          <Redo2 aria-hidden />
        </IconButton>
        <Slider
          label={t('view.straighten')}
          layout="inline"
          min={-maxLeanDeg}
          max={maxLeanDeg}
          step={0.1}
          value={Math.min(maxLeanDeg, Math.max(-maxLeanDeg, tiltDeg(head.guides)))}
          formatValue={(value) => t('view.degrees', { value: units.none(value) })}
          onValueChange={work.lean}
          onValueCommit={work.fit}
          className="mx-2 min-w-52 flex-1"
        />
        <Button variant="ghost" size="sm" onClick={() => void reset()} className="ms-auto pointer-coarse:h-11">
          <ImageUp aria-hidden />
          {t('tool:another')}
        </Button>
      </div>
      <div className="flex flex-col gap-4 p-4">
        {head.found !== 'head' && (
          <Banner tone="warning" title={t(`view.${head.found}.title`)}>
            {t(`view.${head.found}.text`)}
          </Banner>
        )}
        <Backgrounds work={work} head={head} photo={photo} />
        <div className="text-13 text-soft">
          <p>{t('view.guides.hint')}</p>
          {head.found === 'head' && doubts.length > 0 && (
            <ul data-slot="doubts" className="mt-2 flex flex-col gap-1">
              {doubts.map(({ name, doubt }) => (
                <li key={name}>
                  <span className="font-medium text-warning">{t(`guide.${name}`)}</span> {t(`doubt.${doubt}`)}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </>
  );
}

// The buttons use `aria-disabled`, because a `disabled` button would lose the keyboard focus.
const historyLook =
  'pointer-coarse:size-11 aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 aria-disabled:hover:bg-transparent';

function Backgrounds({ work, head, photo }: Omit<OpenPortraitProps, 'pictures'>) {
  const { t } = useWords();
  const choices: readonly BackgroundChoice[] =
    head.found === 'no-subject' ? ['original'] : backgroundChoices(photo.document);
  return (
    <div>
      <p className="text-13 font-medium">{t('figure.background')}</p>
      <ul className="mt-2 flex flex-wrap items-center gap-3">
        {choices.map((choice) => (
          <li key={choice}>
            {choice === 'original' ? (
              <Button
                size="sm"
                aria-pressed={photo.background === 'original'}
                onClick={() => work.chooseBackground('original')}
                className="aria-pressed:border-accent-line aria-pressed:bg-accent-wash aria-pressed:text-accent-ink pointer-coarse:h-11"
              >
                {t('background.original')}
              </Button>
            ) : (
              <ColorSwatch
                color={backgroundColours[choice]}
                label={t(`background.${choice}`)}
                title={t(`background.${choice}`)}
                size="md"
                selected={photo.background === choice}
                onClick={() => work.chooseBackground(choice)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
