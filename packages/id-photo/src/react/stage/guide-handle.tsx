import { cn } from '@isola/ui/cn';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';

import type { GuideName, GuideState } from '../../geometry/head-guides.ts';
import type { StageView } from './stage-view.ts';

export interface GuideHandleProps {
  name: GuideName;
  label: string;
  state: GuideState;
  /** Position on the stage, in CSS px. */
  x: number;
  y: number;
  view: StageView;
  /** Distance from the lower edge, or for the axis from the left edge, in mm of the print or px of the file. */
  value: number;
  max: number;
  valueText: string;
  /** Reason why the guide is unsure. */
  description: string | undefined;
  /** Called with the distance of a drag, in CSS px of the stage. */
  onMove: (dx: number, dy: number) => void;
  /** Called for one press of an arrow key: 1 is upwards or to the right. */
  onStep: (direction: 1 | -1, isLarge: boolean) => void;
  onEnd: () => void;
}

const grabPx = 26;
/** The axis is faded, because it runs through the face. */
const fadedLook = 'opacity-45 group-hover:opacity-100 group-focus-visible:opacity-100';

/** A line over the photo that can be dragged or moved with arrow keys. */
export function GuideHandle({
  name,
  label,
  state,
  x,
  y,
  view,
  value,
  max,
  valueText,
  description,
  onMove,
  onStep,
  onEnd,
}: GuideHandleProps) {
  const descriptionId = useId();
  const last = useRef<{ x: number; y: number }>(null);
  const isAxis = name === 'axis';
  const [right, bottom] = [view.left + view.width, view.top + view.height];
  const line = isAxis ? { x1: x, x2: x, y1: view.top, y2: bottom } : { x1: view.left, x2: right, y1: y, y2: y };
  const grip = isAxis ? { x, y: bottom } : { x: right, y };

  const press = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 1, PageDown: -1 }[event.key];
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnd();
    }
    if ((direction !== 1 && direction !== -1) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onStep(direction, event.shiftKey || event.key.startsWith('Page'));
  };
  const drag = {
    onPointerDown: (event: PointerEvent<SVGGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent<SVGGElement>) => {
      if (!last.current) return;
      onMove(isAxis ? event.clientX - last.current.x : 0, isAxis ? 0 : event.clientY - last.current.y);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onLostPointerCapture: () => {
      if (!last.current) return;
      last.current = null;
      onEnd();
    },
  };

  return (
    <g
      role="slider"
      tabIndex={0}
      data-slot="guide"
      data-guide={name}
      data-state={state.kind}
      aria-label={label}
      aria-orientation={isAxis ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={round(max)}
      aria-valuenow={round(value)}
      aria-valuetext={valueText}
      aria-describedby={description === undefined ? undefined : descriptionId}
      onKeyDown={press}
      onBlur={onEnd}
      className={`group touch-none outline-none ${isAxis ? 'cursor-ew-resize' : 'cursor-ns-resize'}`}
      {...drag}
    >
      {description !== undefined && <desc id={descriptionId}>{description}</desc>}
      <line {...line} strokeWidth={grabPx} className="stroke-transparent" pointerEvents="stroke" />
      {/* A light line under a dark one is visible on both hair and skin. */}
      <line
        {...line}
        strokeWidth="3"
        className={cn('stroke-on-photo/80 group-focus-visible:stroke-[5px]', isAxis && fadedLook)}
      />
      <line
        {...line}
        strokeWidth="1.5"
        strokeDasharray={state.kind === 'unsure' ? '5 4' : undefined}
        className={cn(
          'stroke-(--guide) group-hover:stroke-[2.5px] group-focus-visible:stroke-[3px]',
          isAxis && fadedLook,
        )}
      />
      {!isAxis && (
        <text
          x={view.left + 6}
          y={y - 7}
          aria-hidden
          strokeWidth="3"
          className="pointer-events-none fill-photo-ink stroke-on-photo text-[11px] font-medium select-none [paint-order:stroke]"
        >
          {label}
        </text>
      )}
      <circle cx={grip.x} cy={grip.y} r="16" fill="transparent" />
      <circle cx={grip.x} cy={grip.y} r="7" strokeWidth="2" className={`fill-(--guide) stroke-on-photo`} />
      <circle
        cx={grip.x}
        cy={grip.y}
        r="11"
        strokeWidth="2"
        fill="none"
        className="stroke-transparent group-focus-visible:stroke-focus"
      />
      {state.kind === 'unsure' && (
        <text
          x={grip.x}
          y={grip.y}
          textAnchor="middle"
          dominantBaseline="central"
          aria-hidden
          className="pointer-events-none fill-on-photo text-[10px] font-bold select-none"
        >
          ?
        </text>
      )}
    </g>
  );
}

/** Rounds to a tenth, which is precise enough for a value that a screen reader announces. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
