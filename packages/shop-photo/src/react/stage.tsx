import { cn } from '@isola/ui/cn';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

import type { Adjustment, SubjectLayout } from '../layout/lay-out-subject.ts';
import type { ProductPreview } from '../product/open-product.ts';

export interface StageProps {
  layout: SubjectLayout;
  preview: ProductPreview | undefined;
  /** Background as `#rrggbb`, or `transparent`. */
  background: string;
  /** Intended share of the canvas, 0…1. A guide shows it while the product is moved. */
  guideShare: number | undefined;
  /** Accessible name, which also names the keys that move the product. */
  label: string;
  onAdjust: (adjustment: Adjustment) => void;
  onReset: () => void;
}

/** Distances of one key press, as shares of the canvas. */
const step = 0.005;
const largeStep = 0.02;
const fillStep = 0.01;
const maxOffset = 0.5;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Shows the file as it will be made. The product can be dragged or moved with arrow keys; plus and minus change its
 * size.
 */
export function Stage({ layout, preview, background, guideShare, label, onAdjust, onReset }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sidePx = useWidth(canvas);
  const [drag, setDrag] = useState<{ readonly x: number; readonly y: number; readonly from: Offset }>();
  const { widthPx, heightPx } = layout.transform;
  const offset = {
    x: (layout.box.x + layout.box.widthPx / 2) / widthPx - 0.5,
    y: (layout.box.y + layout.box.heightPx / 2) / heightPx - 0.5,
  };
  useEffect(() => {
    const element = canvas.current;
    if (!element || sidePx === 0) return undefined;
    const draw = () => {
      // A closed bitmap has the width 0. The stage is painted again when the next preview arrives.
      if (preview?.bitmap.width !== 0) paint(element, sidePx, layout, preview, background);
    };
    draw();
    // The browser empties the canvas when the graphics card is lost.
    element.addEventListener('contextrestored', draw);
    return () => element.removeEventListener('contextrestored', draw);
  }, [sidePx, layout, preview, background]);

  const move = (from: Offset, x: number, y: number) =>
    onAdjust({ fillShare: layout.fillShare, offset: { x: within(from.x + x), y: within(from.y + y) } });
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (direction) {
      const by = event.shiftKey ? largeStep : step;
      move(offset, direction[0] * by, direction[1] * by);
    } else if (event.key === '+' || event.key === '=') {
      onAdjust({ fillShare: Math.min(1, layout.fillShare + fillStep) });
    } else if (event.key === '-') {
      onAdjust({ fillShare: Math.max(0.2, layout.fillShare - fillStep) });
    } else if (event.key === 'Home') {
      onReset();
    } else {
      return;
    }
    event.preventDefault();
  };
  const onPointerMove = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    if (!drag) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    move(drag.from, (clientX - drag.x) / width, (clientY - drag.y) / height);
  };
  return (
    <button
      type="button"
      aria-label={label}
      data-slot="stage"
      data-state={drag ? 'dragging' : 'resting'}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ x: event.clientX, y: event.clientY, from: offset });
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDrag(undefined)}
      onPointerCancel={() => setDrag(undefined)}
      style={{ aspectRatio: `${widthPx} / ${heightPx}` }}
      className={cn(
        'group/stage relative block w-full cursor-grab touch-pan-y overflow-hidden rounded-sm border border-line active:cursor-grabbing',
        background === 'transparent' && 'bg-checker',
      )}
    >
      <canvas ref={canvas} className="block size-full" />
      {guideShare !== undefined && (
        <span
          aria-hidden
          style={{ width: `${guideShare * 100}%`, height: `${guideShare * 100}%` }}
          className="pointer-events-none absolute inset-0 m-auto border border-dashed border-accent opacity-0 transition-opacity duration-fast group-focus-visible/stage:opacity-100 group-data-[state=dragging]/stage:opacity-100"
        />
      )}
    </button>
  );
}

type Offset = NonNullable<Adjustment['offset']>;

function within(offset: number): number {
  return Math.min(maxOffset, Math.max(-maxOffset, offset));
}

/** Returns the element's width in CSS px, and 0 before the first layout. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

function paint(
  canvas: HTMLCanvasElement,
  sidePx: number,
  { transform }: SubjectLayout,
  preview: ProductPreview | undefined,
  background: string,
): void {
  const { widthPx, heightPx, toPhoto } = transform;
  const scale = (sidePx * devicePixelRatio) / widthPx;
  canvas.width = Math.round(widthPx * scale);
  canvas.height = Math.round(heightPx * scale);
  const context = canvas.getContext('2d');
  if (!context) return;
  if (background !== 'transparent') {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  if (!preview) return;
  const { bitmap, x, y, pxPerPixel } = preview;
  const perPx = scale / toPhoto.a;
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    (x - toPhoto.e) * perPx,
    (y - toPhoto.f) * perPx,
    bitmap.width * pxPerPixel * perPx,
    bitmap.height * pxPerPixel * perPx,
  );
}
