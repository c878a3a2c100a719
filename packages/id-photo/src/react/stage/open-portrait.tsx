import { useSession } from '@isola/editor/react';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { Dial } from '@isola/ui/dial';
import { IconButton } from '@isola/ui/icon-button';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Slider } from '@isola/ui/slider';
import { Brush as BrushIcon, ImageUp, Redo2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';

import { tiltDeg } from '../../geometry/head-guides.ts';
import type { OpenHead, PhotoWork, PlacedPhoto } from '../photo-work.ts';
import { useWords } from '../use-words.ts';
import { BackgroundChoices } from './background-choices.tsx';
import type { Brush } from './brush-layer.tsx';
import { PortraitStage } from './portrait-stage.tsx';
import type { StagePictures } from './stage-canvas.tsx';

export interface OpenPortraitProps {
  work: PhotoWork;
  head: OpenHead;
  photo: PlacedPhoto;
  pictures: StagePictures | undefined;
  /** Present when the face could not be measured. */
  onRetryFaces: (() => void) | undefined;
}

const maxLeanDeg = 15;
const unsureNames = ['crown', 'eyes', 'chin', 'axis'] as const;
// The buttons use `aria-disabled`, because a `disabled` button would lose the keyboard focus.
const historyLook =
  'pointer-coarse:size-11 aria-disabled:cursor-not-allowed aria-disabled:text-neutral-9 aria-disabled:hover:bg-transparent';

/** Shows the portrait with its guides or the brush, and the tools below it. */
export function OpenPortrait({ work, head, photo, pictures, onRetryFaces }: OpenPortraitProps) {
  const { t, units } = useWords();
  const [brush, setBrush] = useState<Brush>();
  // The image's own background is not painted on.
  const canPaint = photo.background !== 'original' && head.found !== 'no-subject';
  const doubts = unsureNames.flatMap((name) => {
    const state = head.guides.states[name];
    return state.kind === 'unsure' ? [{ name, doubt: state.doubt }] : [];
  });
  const toggleBrush = () => setBrush(brush ? undefined : { action: 'erase', size: 32 });
  return (
    <>
      <PortraitStage work={work} head={head} photo={photo} pictures={pictures} brush={canPaint ? brush : undefined} />
      <PortraitBar
        work={work}
        head={head}
        isPainting={canPaint ? brush !== undefined : undefined}
        onBrush={toggleBrush}
      />
      {canPaint && brush ? (
        <BrushSettings brush={brush} onChange={setBrush} />
      ) : (
        <Dial
          label={t('view.straighten')}
          min={-maxLeanDeg}
          max={maxLeanDeg}
          step={0.1}
          largeStep={1}
          value={Math.min(maxLeanDeg, Math.max(-maxLeanDeg, tiltDeg(head.guides)))}
          formatValue={(value) => t('view.degrees', { value: units.none(value) })}
          onValueChange={work.lean}
          onValueCommit={work.fit}
          className="border-b border-line px-4 pt-2"
        />
      )}
      <div className="flex flex-col gap-4 p-4">
        {head.found !== 'head' && (
          <Banner tone="warning" title={t(`view.${head.found}.title`)}>
            {t(`view.${head.found}.text`)}
          </Banner>
        )}
        {onRetryFaces && (
          <Banner
            tone="info"
            title={t('view.faces.failed')}
            actions={
              <Button size="sm" onClick={onRetryFaces}>
                {t('view.faces.retry')}
              </Button>
            }
          />
        )}
        {photo.leftover && !(canPaint && brush) && (
          <Banner
            tone="warning"
            title={t('view.leftover.title')}
            actions={
              <Button size="sm" onClick={toggleBrush}>
                {t('view.leftover.brush')}
              </Button>
            }
          >
            {t('view.leftover.text')}
          </Banner>
        )}
        <BackgroundChoices work={work} head={head} photo={photo} />
        {!(canPaint && brush) && (
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
        )}
      </div>
    </>
  );
}

interface PortraitBarProps {
  work: PhotoWork;
  head: OpenHead;
  /** Undefined when nothing can be painted. */
  isPainting: boolean | undefined;
  onBrush: () => void;
}

function PortraitBar({ work, head, isPainting, onBrush }: PortraitBarProps) {
  const { t } = useWords();
  const { reset } = useSession();
  const { past, future } = useStore(work);
  const isHeld = head.guides !== head.fitted;
  return (
    <div className="flex items-center gap-1 border-b border-line px-3 py-1.5">
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
      {isPainting !== undefined && (
        <Button
          variant="ghost"
          size="sm"
          aria-pressed={isPainting}
          onClick={onBrush}
          className="aria-pressed:bg-accent-wash aria-pressed:text-accent-ink pointer-coarse:h-11"
        >
          <BrushIcon aria-hidden />
          {t('view.brush.name')}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => void reset()} className="ms-auto pointer-coarse:h-11">
        <ImageUp aria-hidden />
        {t('tool:another')}
      </Button>
    </div>
  );
}

const actions = ['erase', 'restore'] as const;

function BrushSettings({ brush, onChange }: { brush: Brush; onChange: (brush: Brush) => void }) {
  const { t, units } = useWords();
  return (
    <div className="flex flex-col gap-3 border-b border-line p-4">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <SegmentedControl
          label={t('view.brush.name')}
          size="sm"
          segments={actions.map((action) => ({ value: action, label: t(`view.brush.${action}`) }))}
          value={brush.action}
          onValueChange={(action) => onChange({ ...brush, action })}
        />
        <Slider
          label={t('view.brush.size')}
          layout="inline"
          min={6}
          max={96}
          value={brush.size}
          formatValue={units.px}
          onValueChange={(size) => onChange({ ...brush, size })}
          className="min-w-52 flex-1"
        />
      </div>
      <p className="text-12 text-soft">{t('view.brush.hint')}</p>
    </div>
  );
}
