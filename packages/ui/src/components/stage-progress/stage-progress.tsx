import { Check, X } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';

import { cn } from '../../cn.ts';
import { Bar } from '../progress/bar.tsx';
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx';

export type StageState = 'waiting' | 'active' | 'done' | 'failed';

export interface Stage {
  id: string;
  /** Name of the stage: "finding the subject". */
  label: string;
  state: StageState;
  /** Measured numbers, or the reason of a failure: "23.4 of 44.3 MB", "0.8 s". */
  detail?: string;
  /** Completed fraction, 0–1. Omit it while it is unknown; the animated cut line is then shown. */
  fraction?: number;
}

export interface StageProgressProps extends ComponentProps<'div'> {
  /** Stages in their order, each with its state. */
  stages: readonly Stage[];
  /** Accessible name of the list. */
  label: string;
  /** Names of the four states for screen readers, in place of the icons. */
  stateLabels?: Record<StageState, string>;
  /**
   * Announces each stage that begins or fails, politely. For a long stage, also announces its progress after each
   * quarter, at most every five seconds. Set `false` if the page has a separate live region.
   */
  announce?: boolean;
}

/**
 * Shows the stages of a long operation next to each other. In a narrow container they become lines, and only the active
 * stage has a track.
 */
export function StageProgress({
  stages,
  label,
  stateLabels,
  announce = true,
  className,
  ...props
}: StageProgressProps) {
  const current = stages.find(({ state }) => state === 'failed') ?? stages.find(({ state }) => state === 'active');
  return (
    <div data-slot="stage-progress" className={cn('@container w-full', className)} {...props}>
      <ol aria-label={label} className="flex flex-col gap-2 @lg:flex-row @lg:gap-4">
        {stages.map((stage) => (
          <li
            key={stage.id}
            data-state={stage.state}
            aria-current={stage.state === 'active' ? 'step' : undefined}
            className="group min-w-0 @lg:flex-1"
          >
            <Track stage={stage} className="hidden @lg:block" />
            <div className="flex items-baseline gap-2 text-13 @lg:mt-2 @lg:flex-col @lg:items-start @lg:gap-0">
              <span
                className={cn(
                  'flex min-w-0 items-baseline gap-1.5 text-faint transition-colors duration-base',
                  'group-data-[state=active]:font-medium group-data-[state=active]:text-ink',
                  'group-data-[state=done]:text-soft group-data-[state=failed]:font-medium group-data-[state=failed]:text-danger',
                )}
              >
                <Mark state={stage.state} />
                <span className="min-w-0">{stage.label}</span>
                {stateLabels && <VisuallyHidden>{stateLabels[stage.state]}</VisuallyHidden>}
              </span>
              {stage.detail && (
                <span
                  // A browser's translation of a number that changes constantly would always be late.
                  {...(stage.state === 'active' && { translate: 'no' as const })}
                  className="ms-auto text-end text-12 text-soft tabular-nums group-data-[state=failed]:text-danger @lg:ms-5 @lg:text-start"
                >
                  {stage.detail}
                </span>
              )}
            </div>
            {stage.state === 'active' && <Track stage={stage} className="mt-1.5 @lg:hidden" />}
          </li>
        ))}
      </ol>
      {announce && <Announcement stage={current} />}
    </div>
  );
}

const minAnnouncementGapMs = 5000;

/**
 * Live region. The numbers of a stage change many times a second; announcing each change would interrupt the one before
 * it.
 */
function Announcement({ stage }: { stage: Stage | undefined }) {
  const label = stage?.label ?? '';
  const quarter = Math.floor(4 * (stage?.fraction ?? 0));
  const [words, setWords] = useState(label);
  const last = useRef({ label, quarter, timeMs: -Infinity });
  const detail = stage?.detail;
  useEffect(() => {
    const timeMs = performance.now();
    const isNewStage = last.current.label !== label;
    const isFurther = quarter > last.current.quarter && timeMs - last.current.timeMs >= minAnnouncementGapMs;
    if (!isNewStage && !isFurther && last.current.timeMs !== -Infinity) return;
    last.current = { label, quarter, timeMs };
    setWords(isFurther && !isNewStage && detail ? `${label} ${detail}` : label);
    // Announces the detail of the moment at which a quarter is reached. Later details do not run the effect.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [label, quarter]);
  return (
    <VisuallyHidden asChild>
      <output>{words}</output>
    </VisuallyHidden>
  );
}

/** Hidden from screen readers, because the text next to it says the same. */
function Track({ stage: { state, fraction }, className }: { stage: Stage; className: string }) {
  const unknown = state === 'active' && fraction === undefined;
  const part = state === 'done' || state === 'failed' ? 1 : Math.min(1, Math.max(0, fraction ?? 0));
  return (
    <div aria-hidden="true" className={cn('relative h-0.5 overflow-hidden rounded-full bg-line', className)}>
      {unknown ? (
        <div className="absolute inset-0 animate-march-track bg-cut-dashes" />
      ) : (
        <Bar part={part} className="fill-cut group-data-[state=done]:fill-soft group-data-[state=failed]:fill-danger" />
      )}
    </div>
  );
}

function Mark({ state }: { state: StageState }) {
  const place = 'size-3.5 flex-none self-center';
  switch (state) {
    case 'waiting':
      return <Dot className={cn(place, 'fill-neutral-8')} radius={1.75} />;
    case 'active':
      return <Dot className={cn(place, 'fill-cut')} radius={3} />;
    case 'done':
      return <Check aria-hidden className={place} />;
    case 'failed':
      return <X aria-hidden className={place} />;
    default:
      return state satisfies never;
  }
}

function Dot({ className, radius }: { className: string; radius: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 14 14" className={className}>
      <circle cx="7" cy="7" r={radius} />
    </svg>
  );
}
