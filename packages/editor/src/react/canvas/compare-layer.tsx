import { formatPercent, type Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import {
  type ComponentProps,
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';

import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { glide, wantsStillness } from '@isola/ui/compare-slider';
import { useStagePainter } from './use-stage-painter.ts';

export interface CompareLayerProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue'> {
  store: Viewport;
  /** Paints the original, which is seen left of the divider. */
  paint: PaintStage;
  /** Where the divider stands in the viewport, 0–100 from the left. */
  value?: number;
  defaultValue?: number;
  onValueChange?: (value: number) => void;
}

interface Drag {
  readonly pointerId: number;
  /** From the divider to where the hand took it. */
  readonly grip: number;
  at: number;
  timeMs: number;
  speedPerMs: number;
}

/** A hand that rests this long before it lets go has not thrown the divider. */
const restMs = 60;

/**
 * The original over a `Stage`, up to a divider that is dragged by itself: everywhere else the picture is panned. The
 * divider only cuts what was painted: moving it paints nothing.
 */
export function CompareLayer({
  store,
  paint,
  value: controlled,
  defaultValue = 50,
  onValueChange,
  className,
  style,
  ...props
}: CompareLayerProps) {
  const { t, i18n } = useTranslation('editor');
  const [own, setOwn] = useState(defaultValue);
  const value = clamp(controlled ?? own);
  const canvas = useStagePainter(store, paint);
  const layer = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const moveTo = (next: number) => {
    setOwn(clamp(next));
    onValueChange?.(clamp(next));
  };
  const drag = useDividerDrag(layer, slider, value, moveTo);
  const percent = formatPercent(i18n.language as Locale, Math.round(value) / 100);
  return (
    <div
      ref={layer}
      data-slot="compare-layer"
      data-state={drag.state}
      className={cn('group/compare pointer-events-none absolute inset-0', className)}
      style={{ '--divider': `${value}%`, ...style } as CSSProperties}
      {...props}
    >
      {/* A ground of its own: through an original with transparency the result would shine. */}
      <div className="absolute inset-0 bg-sunk [clip-path:inset(0_calc(100%-var(--divider))_0_0)]">
        <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
        <Tag className="left-3">{t('tool:compare.before')}</Tag>
      </div>
      <div className="absolute inset-0 [clip-path:inset(0_0_0_var(--divider))]">
        <Tag className="right-3">{t('canvas.result')}</Tag>
      </div>
      <div
        data-stage-control
        data-slot="compare-divider"
        className="pointer-events-auto absolute inset-y-0 left-(--divider) w-5 -translate-x-1/2 cursor-ew-resize touch-none"
        {...drag.handlers}
      >
        {/* White with a dark seam on both sides: it must show on snow and on coal. */}
        <div className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-on-photo shadow-[0_0_0_0.5px_oklch(0_0_0/0.35)]" />
        {/* A real range input, unseen: only that hears the adjusting gestures of screen readers on phones. */}
        <input
          ref={slider}
          type="range"
          min={0}
          max={100}
          value={Math.round(value)}
          onChange={(event) => {
            drag.rest();
            moveTo(event.target.valueAsNumber);
          }}
          aria-label={t('canvas.divider')}
          aria-valuetext={t('canvas.dividerAt', { percent })}
          className="peer pointer-events-none absolute top-1/2 left-1/2 size-10 -translate-1/2 opacity-0"
        />
        <div
          className={cn(
            'absolute top-1/2 left-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-on-photo text-photo-ink pointer-coarse:size-11',
            'shadow-[0_0_0_0.5px_oklch(0_0_0/0.25),0_4px_18px_oklch(0_0_0/0.28)] transition-[scale] duration-base',
            'outline-offset-2 outline-focus group-data-[state=dragging]/compare:scale-90 peer-focus-visible:outline-3',
          )}
        >
          <svg aria-hidden viewBox="0 0 20 20" className="size-5 fill-none stroke-current [stroke-width:1.5]">
            <path d="M6.5 6.5 3 10l3.5 3.5M13.5 6.5 17 10l-3.5 3.5" strokeLinecap="round" strokeLinejoin="round" />
            <path d="M10 3.4v13.2" stroke="var(--color-cut)" strokeDasharray="2.4 3" strokeLinecap="round" />
          </svg>
        </div>
      </div>
    </div>
  );
}

function Tag({ className, children }: { className: string; children: string }) {
  return (
    <span className={cn('absolute bottom-3 rounded-sm bg-photo-plate px-2 py-0.5 text-12 text-on-photo', className)}>
      {children}
    </span>
  );
}

function useDividerDrag(
  layer: RefObject<HTMLDivElement | null>,
  slider: RefObject<HTMLInputElement | null>,
  value: number,
  moveTo: (value: number) => void,
) {
  const [state, setState] = useState<'resting' | 'dragging' | 'gliding'>('resting');
  // Several moves may come before React draws once: each must start from the one before it.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const held = useRef<Drag>(null);
  const stopGlide = useRef<() => void>(undefined);
  useEffect(() => () => stopGlide.current?.(), []);

  const go = (next: number) => {
    latest.current = clamp(next);
    moveTo(latest.current);
  };
  const rest = () => {
    stopGlide.current?.();
    held.current = null;
    setState('resting');
  };
  const valueAt = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = layer.current?.getBoundingClientRect() ?? {};
    return ((clientX - left) / width) * 100;
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.button !== 0) return;
      rest();
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = valueAt(event);
      const grip = at - latest.current;
      held.current = { pointerId: event.pointerId, grip, at, timeMs: event.timeStamp, speedPerMs: 0 };
      setState('dragging');
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      const drag = held.current;
      if (drag?.pointerId !== event.pointerId) return;
      const at = valueAt(event);
      const elapsedMs = event.timeStamp - drag.timeMs;
      if (elapsedMs > 0) {
        // Smoothed: a single event's speed is mostly noise.
        drag.speedPerMs = drag.speedPerMs * 0.6 + ((at - drag.at) / elapsedMs) * 0.4;
        drag.at = at;
        drag.timeMs = event.timeStamp;
      }
      go(at - drag.grip);
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const drag = held.current;
      if (drag?.pointerId !== event.pointerId) return;
      rest();
      // Not sooner: what the browser does on press would take the focus away again.
      slider.current?.focus({ preventScroll: true });
      if (event.timeStamp - drag.timeMs > restMs || wantsStillness()) return;
      setState('gliding');
      stopGlide.current = glide(drag.speedPerMs, (delta) => go(latest.current + delta), rest);
    },
    onPointerCancel: rest,
  };
  return { state, rest, handlers };
}

function clamp(value: number) {
  return Math.min(100, Math.max(0, value));
}
