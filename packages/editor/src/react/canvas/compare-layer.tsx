import { formatPercent, type Locale } from '@isola/i18n';
import { cn } from '@isola/ui/cn';
import { useDivider } from '@isola/ui/compare-slider';
import { type ComponentProps, type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { PhotoTag } from '../photo-tag.tsx';
import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { useStagePainter } from './use-stage-painter.ts';

export interface CompareLayerProps extends Omit<ComponentProps<'div'>, 'children' | 'defaultValue'> {
  store: Viewport;
  /** Paints the original, which is visible left of the divider. */
  paint: PaintStage;
  /** Position of the divider from the left edge of the viewport, 0–100 %. At 0 only the result is visible. */
  value: number;
  onValueChange: (value: number) => void;
}

/**
 * Shows the original over a `Stage`, left of a divider, which waits at the left edge until it is moved. Dragging the
 * divider moves it; dragging anywhere else pans the picture. The divider clips the painted original by CSS, so that
 * moving it repaints nothing.
 */
export function CompareLayer({
  store,
  paint,
  value: controlled,
  onValueChange,
  className,
  style,
  ...props
}: CompareLayerProps) {
  const { t, i18n } = useTranslation('editor');
  const layer = useRef<HTMLDivElement>(null);
  const { value, state, handlers, inputProps } = useDivider({
    value: controlled,
    defaultValue: 0,
    // Within the first percent the divider snaps to the edge.
    onValueChange: (next) => onValueChange(next < 1 ? 0 : next),
    placeOf({ clientX }) {
      const { left = 0, width = 1 } = layer.current?.getBoundingClientRect() ?? {};
      return ((clientX - left) / width) * 100;
    },
    keepsGrip: true,
  });
  const isMoved = value > 0;
  const percent = formatPercent(i18n.language as Locale, Math.round(value) / 100);
  return (
    <div
      ref={layer}
      data-slot="compare-layer"
      data-state={isMoved ? state : 'waiting'}
      className={cn('group/compare pointer-events-none absolute inset-0', className)}
      style={{ '--divider': `${value}%`, ...style } as CSSProperties}
      {...props}
    >
      {isMoved && <Sides store={store} paint={paint} />}
      <div
        data-stage-control
        data-slot="compare-divider"
        className={cn(
          'pointer-events-auto absolute left-(--divider) w-5 -translate-x-1/2 cursor-ew-resize touch-none',
          isMoved ? 'inset-y-0' : 'top-1/2',
        )}
        {...handlers}
      >
        {/* The divider is white with a dark edge on both sides, so that it is visible on light and on dark images. */}
        {isMoved && (
          <div className="absolute inset-y-0 left-1/2 w-0.5 -translate-x-1/2 bg-on-photo shadow-[0_0_0_0.5px_oklch(0_0_0/0.35)]" />
        )}
        {/* An invisible range input: screen readers on phones send their adjusting gestures to no other element. */}
        <input
          {...inputProps}
          type="range"
          min={0}
          max={100}
          value={Math.round(value)}
          aria-label={t('canvas.divider')}
          aria-valuetext={t('canvas.dividerAt', { percent })}
          className="peer pointer-events-none absolute top-1/2 left-1/2 size-10 -translate-1/2 opacity-0"
        />
        <div
          className={cn(
            'absolute top-1/2 grid size-10 -translate-1/2 place-items-center rounded-full bg-on-photo text-photo-ink pointer-coarse:size-11',
            'shadow-[0_0_0_0.5px_oklch(0_0_0/0.25),0_4px_18px_oklch(0_0_0/0.28)] transition-[scale] duration-base',
            'group-data-[state=dragging]/compare:scale-90',
            isMoved ? 'left-1/2' : 'left-full',
            // The focus outline is dark and white, so that it is visible on every colour of the image.
            'outline-photo-ink peer-focus-visible:shadow-[0_0_0_6px_var(--color-on-photo)] peer-focus-visible:outline-3',
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

/** The original, clipped at the divider, and the names of the two sides. */
function Sides({ store, paint }: Pick<CompareLayerProps, 'store' | 'paint'>) {
  const { t } = useTranslation('editor');
  const canvas = useStagePainter(store, paint);
  return (
    <>
      {/* The background is opaque, because the result would show through an original with transparency. */}
      <div className="absolute inset-0 bg-sunk [clip-path:inset(0_calc(100%-var(--divider))_0_0)]">
        <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
        <PhotoTag className="bottom-3 left-3">{t('tool:compare.before')}</PhotoTag>
      </div>
      <div className="absolute inset-0 [clip-path:inset(0_0_0_var(--divider))]">
        <PhotoTag className="right-3 bottom-3">{t('canvas.result')}</PhotoTag>
      </div>
    </>
  );
}
