import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';

import type { Point } from '../../viewport/view.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { Ring } from './brush-ring.tsx';
import { type BrushStore, isClickTool } from '../../brush/create-brush-store.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';

export interface Lens {
  /**
   * @param place `beside` puts the lens next to a finger, which covers the image below it; `corner` suits mouse and
   * pen.
   */
  readonly show: (point: Point, place: 'beside' | 'corner') => void;
  readonly hide: () => void;
}

export interface BrushLensProps {
  brush: BrushStore;
  view: Viewport;
  paintSources: PaintSources;
  /** Canvases that lie over the image, lowest first. Each is as large as the viewport. */
  paint: readonly RefObject<HTMLCanvasElement | null>[];
  ref: Ref<Lens>;
}

const sizePx = 120;
const magnification = 2.5;
const gapPx = 12;

/** Lens that shows the image around the pointer enlarged. */
export function BrushLens({ brush, view, paintSources, paint, ref }: BrushLensProps) {
  const frame = useRef<HTMLDivElement>(null);
  const glass = useRef<HTMLCanvasElement>(null);
  const waiting = useRef(0);
  const {
    tool,
    sizePx: brushPx,
    hardness,
  } = useStore(
    brush,
    useShallow((state) => ({ tool: state.tool, sizePx: state.sizePx, hardness: state.hardness })),
  );

  useImperativeHandle(ref, () => ({
    show(point, place) {
      if (!frame.current) return;
      const { x, y } = placeFor(point, place, view.getState().viewport);
      frame.current.hidden = false;
      frame.current.dataset['place'] = place;
      frame.current.style.transform = `translate(${x}px, ${y}px)`;
      cancelAnimationFrame(waiting.current);
      waiting.current = requestAnimationFrame(() => draw(point));
    },
    hide() {
      cancelAnimationFrame(waiting.current);
      if (frame.current) frame.current.hidden = true;
    },
  }));

  useEffect(() => () => cancelAnimationFrame(waiting.current), []);

  function draw({ x, y }: Point): void {
    const context = glass.current?.getContext('2d');
    if (!context) return;
    const { canvas } = context;
    const { scale, offsetX, offsetY } = view.getState().view;
    canvas.width = canvas.height = Math.round(sizePx * devicePixelRatio);
    context.scale(canvas.width / sizePx, canvas.width / sizePx);
    const near = {
      scale: scale * magnification,
      offsetX: sizePx / 2 - (x - offsetX) * magnification,
      offsetY: sizePx / 2 - (y - offsetY) * magnification,
    };
    paintSources.drawBackdrop(context, near);
    paintSources.drawCutout(context, near);
    context.translate(sizePx / 2 - x * magnification, sizePx / 2 - y * magnification);
    context.scale(magnification / devicePixelRatio, magnification / devicePixelRatio);
    for (const { current } of paint) if (current && current.width > 0) context.drawImage(current, 0, 0);
  }

  return (
    <div
      ref={frame}
      hidden
      aria-hidden
      data-slot="brush-lens"
      className="pointer-events-none absolute top-0 left-0 size-30 overflow-hidden rounded-full border border-line-strong bg-sunk shadow-float forced-color-adjust-none"
    >
      <canvas ref={glass} className="size-full" />
      <div className="absolute top-1/2 left-1/2">
        {isClickTool(tool) ? (
          <Ring tool={tool} sizePx={6} hardness={100} />
        ) : (
          <Ring tool={tool} sizePx={brushPx * magnification} hardness={hardness} />
        )}
      </div>
    </div>
  );
}

function placeFor({ x, y }: Point, place: 'beside' | 'corner', viewport: { width: number; height: number }): Point {
  const right = viewport.width - sizePx - gapPx;
  if (place === 'corner') {
    const inTheWay = x < sizePx + 4 * gapPx && y < sizePx + 4 * gapPx;
    return { x: inTheWay ? right : gapPx, y: gapPx };
  }
  const above = y - sizePx - 4 * gapPx;
  const middle = Math.max(gapPx, Math.min(right, x - sizePx / 2));
  if (above >= gapPx) return { x: middle, y: above };
  // The lens does not fit above the finger, so it goes to the side with more space.
  const beside = x > viewport.width / 2 ? x - sizePx - 4 * gapPx : x + 4 * gapPx;
  return { x: Math.max(gapPx, Math.min(right, beside)), y: gapPx };
}
