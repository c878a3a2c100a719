import { type Affine, identity, type OutlinePath } from '@isola/imaging';
import { useEffect, useState } from 'react';

import type { PaintStage } from '../../viewport/create-stage-painter.ts';
import type { Viewport } from '../../viewport/create-viewport.ts';
import { wantsStillness } from '@isola/ui/compare-slider';
import { dashes, paintOutline } from '../../viewport/paint-outline.ts';
import { useStagePainter } from './use-stage-painter.ts';

export interface OutlineProps {
  store: Viewport;
  /** Paths from `traceOutline`. */
  paths: readonly OutlinePath[];
  /** Transform from px of the matte to px of the stage's picture. */
  placement?: Affine;
}

/** Interval between two steps of the dashes, in ms. They move in steps like the UI kit's, which saves frames. */
const stepMs = 80;
const stepPx = (dashes[0] + dashes[1]) / 6;

/** Outline of the subject over a `Stage`. It has its own canvas, so that its moving dashes repaint nothing else. */
export function Outline({ store, paths, placement = identity }: OutlineProps) {
  const [phase, setPhase] = useState(0);
  const paint: PaintStage = (context, { ratio }) => {
    const { a, b, c, d, e, f } = placement;
    context.transform(a, b, c, d, e, f);
    // The colour is read from the element, which has that of the current theme. The design token contains the colours
    // of both themes.
    const { color } = getComputedStyle(context.canvas);
    paintOutline(context, paths, { phase, ratio, color });
  };
  const canvas = useStagePainter(store, paint);
  useEffect(() => {
    if (wantsStillness()) return undefined;
    let last = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      frame = requestAnimationFrame(step);
      if (now - last < stepMs) return;
      last = now;
      setPhase((before) => (before + stepPx) % (dashes[0] + dashes[1]));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <canvas
      ref={canvas}
      data-slot="outline"
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full text-cut"
    />
  );
}
