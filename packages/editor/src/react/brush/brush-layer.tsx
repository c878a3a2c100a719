import { cn } from '@isola/ui/cn';
import { type ComponentProps, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import type { BrushTarget } from '../../brush/create-brush-controller.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { BrushLens, type Lens } from './brush-lens.tsx';
import { BrushRing, type RingHandle } from './brush-ring.tsx';
import { type BoxHandle, DrawnBox } from './drawn-box.tsx';
import { useBrushController } from './use-brush-controller.ts';
import { useBrushCursor } from './use-brush-cursor.ts';
import { useKeyboardPainting } from './use-keyboard-painting.ts';
import { usePointerPainting } from './use-pointer-painting.ts';

export interface BrushLayerProps extends Omit<ComponentProps<'div'>, 'children'>, BrushTarget {
  /**
   * Functions that draw the original, the cutout and the backdrop. When they change, the layer is repainted at once.
   */
  paintSources: PaintSources;
}

/** Layer over the stage that receives strokes and clicks by mouse, pen, finger or keyboard. */
export function BrushLayer({
  document,
  brush,
  view,
  paintSources,
  settledEdits,
  onStroke,
  onPress,
  onObject,
  onAim,
  onTouch,
  className,
  ...props
}: BrushLayerProps) {
  const { t } = useTranslation('editor');
  const root = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const ring = useRef<RingHandle>(null);
  const lens = useRef<Lens>(null);
  const [said, say] = useAnnouncement();
  const help = useId();
  const target = { document, brush, view, settledEdits, onStroke, onPress, onObject, onAim, onTouch };
  const box = useRef<BoxHandle>(null);
  const controller = useBrushController(target, paintSources, done, live, (corners) => box.current?.show(corners));
  const cursor = useBrushCursor(brush, ring, lens);
  const abandon = () => {
    if (controller.current?.abandon()) say(t('refine.said.abandoned'));
  };
  const pointerHandlers = usePointerPainting({ root, controller, cursor, abandon, onTouch });
  const keyHandlers = useKeyboardPainting({ controller, cursor, brush, view, abandon, say });

  return (
    // The role `application` announces that the layer handles its own keys. The lint rule treats it as non-interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="application"
      aria-label={t('refine.layer')}
      aria-describedby={help}
      // The layer is focusable, because users without a pointer paint with keys here.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-slot="brush-layer"
      className={cn(
        'group/brush absolute inset-0 touch-none overflow-hidden select-none pointer-fine:cursor-none',
        'outline-offset-[-3px] outline-focus focus-visible:outline-3',
        className,
      )}
      {...pointerHandlers}
      {...keyHandlers}
      // A press must not move the focus, so that the keys of the stage keep working.
      onMouseDown={(event) => event.preventDefault()}
      // A finger that rests during a stroke must not open the context menu.
      onContextMenu={(event) => {
        if (controller.current?.pressedBy() !== undefined) event.preventDefault();
      }}
      {...props}
    >
      <canvas ref={done} aria-hidden className="pointer-events-none absolute inset-0 size-full origin-top-left" />
      <canvas ref={live} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      <DrawnBox ref={box} />
      <div className="contents group-data-[hand=dragging]/stage:invisible group-data-[hand=ready]/stage:invisible">
        <BrushRing ref={ring} brush={brush} />
        <BrushLens ref={lens} brush={brush} view={view} paintSources={paintSources} paint={[done, live]} />
      </div>
      <p id={help} hidden>
        {t('refine.layerHelp')}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}
