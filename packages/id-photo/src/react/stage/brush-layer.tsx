import { inverse, mapped, type Stroke } from '@isola/imaging';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

import type { PhotoPlacement } from '../../placement/place-head.ts';
import { useWords } from '../use-words.ts';
import { imageToStage, type StageView } from './stage-view.ts';

export interface Brush {
  readonly action: Stroke['action'];
  /** Diameter, in CSS px of the stage. */
  readonly size: number;
}

export interface BrushLayerProps {
  brush: Brush;
  placement: PhotoPlacement;
  view: StageView;
  /** Called with the stroke while it grows. */
  onDraw: (stroke: Stroke | undefined) => void;
  onStroke: (stroke: Stroke) => void;
}

/** Distance of an arrow key, and of one with Shift, in CSS px. */
const [stepPx, largeStepPx] = [4, 24];

/** Layer over the stage that is painted on by mouse, pen or finger, or by keyboard with the arrows and Space. */
export function BrushLayer({ brush, placement, view, onDraw, onStroke }: BrushLayerProps) {
  const { t } = useWords();
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();
  const points = useRef<readonly number[]>(undefined);
  const toStage = imageToStage(placement, view);

  const strokeOf = (all: readonly number[]): Stroke => ({
    kind: 'stroke',
    action: brush.action,
    points: all,
    sizePx: brush.size / Math.hypot(toStage.a, toStage.b),
    hardness: 90,
    opacity: 100,
    followsEdges: false,
  });
  const pointAt = (x: number, y: number) => [...mapped(inverse(toStage), x, y), 1];
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const finish = () => {
    const done = points.current;
    points.current = undefined;
    onDraw(undefined);
    if (done) onStroke(strokeOf(done));
  };
  const abandon = () => {
    points.current = undefined;
    onDraw(undefined);
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = at ?? { x: view.left + view.width / 2, y: view.top + view.height / 2 };
    const far = event.shiftKey ? largeStepPx : stepPx;
    const [dx = 0, dy = 0] =
      { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key] ?? [];
    if (event.key === 'Escape' && points.current) abandon();
    else if (event.key === ' ' || event.key === 'Enter') onStroke(strokeOf(pointAt(place.x, place.y)));
    else if (dx === 0 && dy === 0) return;
    event.preventDefault();
    setAt({
      x: Math.min(view.left + view.width, Math.max(view.left, place.x + dx)),
      y: Math.min(view.top + view.height, Math.max(view.top, place.y + dy)),
    });
  };
  return (
    // The role `application` announces that the layer handles its own keys. The lint rule treats it as non-interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="application"
      aria-label={t('view.brush.layer')}
      data-slot="brush-layer"
      // The layer is focusable, because users without a pointer paint with keys here.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="absolute inset-0 touch-none outline-offset-[-3px] outline-focus select-none focus-visible:outline-3 pointer-fine:cursor-none"
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = placeOf(event);
        points.current = pointAt(place.x, place.y);
        setAt(place);
        onDraw(strokeOf(points.current));
      }}
      onPointerMove={(event) => {
        const place = placeOf(event);
        setAt(place);
        if (!points.current) return;
        points.current = [...points.current, ...pointAt(place.x, place.y)];
        onDraw(strokeOf(points.current));
      }}
      onPointerUp={finish}
      onPointerCancel={abandon}
      onPointerLeave={() => !points.current && setAt(undefined)}
    >
      {at && (
        <svg aria-hidden className="pointer-events-none absolute inset-0 size-full">
          <circle cx={at.x} cy={at.y} r={brush.size / 2} strokeWidth="3" className="fill-none stroke-on-photo/80" />
          <circle cx={at.x} cy={at.y} r={brush.size / 2} strokeWidth="1.5" className="fill-none stroke-photo-ink" />
        </svg>
      )}
    </div>
  );
}
