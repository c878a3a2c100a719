import { cn } from '@isola/ui/cn';
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { uncovered, type Viewport } from '../../viewport/create-viewport.ts';
import { moveCrosshair } from '../../viewport/move-crosshair.ts';
import { type Point, toImage } from '../../viewport/view.ts';
import type { ImageDocument } from '../../document/image-document.ts';
import { isStroke, type Stroke } from '../../edits/stroke.ts';
import type { SeedClick } from '../../edits/seed-click.ts';
import { useAnnouncement } from '../help/use-announcement.ts';
import { BrushLens, type Lens } from './brush-lens.tsx';
import { BrushRing } from './brush-ring.tsx';
import { createStrokeRecorder, type StrokeRecorder, type Touch } from '../../brush/create-stroke-recorder.ts';
import { type Brush, type BrushStore, isSeedClick } from '../../brush/create-brush-store.ts';
import { createStrokePreview, type StrokePreview } from '../../brush/create-stroke-preview.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';

export interface BrushLayerProps extends Omit<ComponentProps<'div'>, 'children'> {
  document: ImageDocument;
  brush: BrushStore;
  view: Viewport;
  /** Other functions for the original or the backdrop are painted from at once. */
  paintSources: PaintSources;
  /** How many of the state's edits, from the first, the shown result has. The strokes after these stay painted here. */
  settledEdits: number;
  onStroke: (stroke: Stroke) => void;
  onPress: (press: SeedClick) => void;
  /** A finger or a pen began a stroke, or ended it. */
  onTouch?: (isTouching: boolean) => void;
}

/** A smaller brush is shown larger in a corner. */
const smallBrushPx = 12;
/** How long the crosshair must stand still, in ms, before its place is said. */
const standMs = 400;
/** Minimum pressure, so that a light touch of a pen still paints. */
const minPressure = 0.05;

/** Lies over the stage and takes strokes and presses: by mouse, pen, finger or keys. */
export function BrushLayer({
  document: photo,
  brush,
  view,
  paintSources,
  settledEdits,
  onStroke,
  onPress,
  onTouch,
  className,
  ...props
}: BrushLayerProps) {
  const { t } = useTranslation('editor');
  const edits = useStore(photo.history, ({ state }) => state.matte.edits);
  const root = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const lens = useRef<Lens>(null);
  const paint = useRef<StrokePreview>(null);
  const hand = useRef<StrokeRecorder>(null);
  /** The pointer that presses now, or the key. */
  const pressing = useRef<number | 'key'>(undefined);
  const pointer = useRef<Point>(undefined);
  const crosshair = useRef<Point>(undefined);
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [said, say] = useAnnouncement();
  const help = useId();

  const seen = useEffectEvent(() => view.getState().view);

  useLayoutEffect(() => {
    if (!done.current || !live.current) return undefined;
    const made = createStrokePreview(done.current, live.current);
    paint.current = made;
    hand.current = createStrokeRecorder(made, () => seen());
    return made.dispose;
  }, []);

  useLayoutEffect(() => {
    const look = () => {
      const { view: seen, viewport } = view.getState();
      paint.current?.lookFrom(seen, viewport, devicePixelRatio);
    };
    look();
    return view.subscribe(look);
  }, [view]);

  useLayoutEffect(() => paint.current?.paintFrom(paintSources), [paintSources]);

  useLayoutEffect(() => paint.current?.keep(edits.slice(settledEdits).filter(isStroke)), [edits, settledEdits]);

  useEffect(() => {
    const prepare = () => {
      const { tool } = brush.getState();
      if (!isSeedClick(tool)) paint.current?.prepare(tool);
    };
    prepare();
    return brush.subscribe(prepare);
  }, [brush]);

  useEffect(() => () => clearTimeout(standing.current), []);

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = root.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };

  const showRing = ({ x, y }: Point) => {
    if (!ring.current) return;
    ring.current.hidden = false;
    ring.current.style.transform = `translate(${x}px, ${y}px)`;
  };

  const hideAll = () => {
    if (ring.current) ring.current.hidden = true;
    lens.current?.hide();
  };

  const showLens = (point: Point, { pointerType, altKey }: { pointerType: string; altKey: boolean }) => {
    const { tool, sizePx } = brush.getState();
    if (pointerType === 'touch') lens.current?.show(point, 'beside');
    else if (altKey || (!isSeedClick(tool) && sizePx < smallBrushPx)) lens.current?.show(point, 'corner');
    else lens.current?.hide();
  };

  const finish = () => {
    onTouch?.(false);
    const stroke = hand.current?.lift();
    if (!stroke) return;
    onStroke(stroke);
    // A stroke that the caller did not take into the history disappears from the preview.
    paint.current?.keep(strokesAfter(photo, settledEdits));
  };

  const abandon = () => {
    pressing.current = undefined;
    onTouch?.(false);
    if (!hand.current?.abandon()) return false;
    say(t('refine.said.abandoned'));
    return true;
  };

  const press = (point: Point, action: SeedClick['action']) => {
    const { view: seen, picture } = view.getState();
    const { x, y } = toImage(seen, point);
    if (x < 0 || y < 0 || x >= picture.widthPx || y >= picture.heightPx) return false;
    onPress({ kind: 'seed-click', action, x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 });
    return true;
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const { pointerId, pointerType, button, shiftKey } = event;
    if (pressing.current !== undefined) {
      // Two fingers mean to pinch. The stage says so by itself, where there is one.
      if (pointerType === 'touch' && pressing.current !== 'key') abandon();
      return;
    }
    if (button !== 0) return;
    pressing.current = pointerId;
    event.currentTarget.setPointerCapture(pointerId);
    const point = placeOf(event);
    const current = brush.getState();
    if (paints(current)) hand.current?.begin(current, { ...point, pressure: pressureOf(event) }, shiftKey);
    if (pointerType !== 'mouse' && hand.current?.isPainting()) onTouch?.(true);
    if (pointerType !== 'touch') showRing(point);
    showLens(point, event);
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const point = placeOf(event);
    pointer.current = point;
    if (pressing.current === event.pointerId && hand.current?.isPainting()) {
      const passed = event.nativeEvent.getCoalescedEvents();
      hand.current.move((passed.length > 0 ? passed : [event.nativeEvent]).map(touchOf));
    }
    if (pressing.current === 'key') return;
    if (event.pointerType !== 'touch') showRing(point);
    if (event.pointerType !== 'touch' || pressing.current === event.pointerId) showLens(point, event);
  };

  const touchOf = (event: globalThis.PointerEvent): Touch => ({ ...placeOf(event), pressure: pressureOf(event) });

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'touch') hideAll();
    if (pressing.current !== event.pointerId) return;
    pressing.current = undefined;
    const { tool } = brush.getState();
    if (hand.current?.isPainting()) finish();
    else if (isSeedClick(tool)) press(placeOf(event), tool);
  };

  const onPointerCancel = (event: PointerEvent<HTMLDivElement>) => {
    if (pressing.current !== event.pointerId) return;
    abandon();
    hideAll();
  };

  const onPointerLeave = () => {
    pointer.current = undefined;
    if (pressing.current === undefined) hideAll();
  };

  const stand = (point: Point) => {
    crosshair.current = point;
    showRing(point);
    clearTimeout(standing.current);
    standing.current = setTimeout(() => {
      const { x, y } = toImage(view.getState().view, point);
      say(t('refine.said.place', { x: Math.round(x), y: Math.round(y) }));
    }, standMs);
  };

  /** Returns the position of the keyboard crosshair: its last position, else the pointer's, else the centre. */
  const keyPlace = (): Point => {
    const { width, height } = uncovered(view.getState());
    return crosshair.current ?? pointer.current ?? { x: width / 2, y: height / 2 };
  };

  const pressKey = () => {
    const current = brush.getState();
    const point = keyPlace();
    if (isSeedClick(current.tool)) {
      say(t(press(point, current.tool) ? 'refine.said.pressed' : 'refine.said.outside'));
    } else if (paints(current)) {
      pressing.current = 'key';
      hand.current?.begin(current, { ...point, pressure: 1 }, false);
      say(t('refine.said.painting'));
    }
  };

  const liftKey = () => {
    if (pressing.current !== 'key') return;
    pressing.current = undefined;
    finish();
    clearTimeout(standing.current);
    say(t('refine.said.painted'));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const moved = moveCrosshair(view, keyPlace(), event);
    const zoom = zooms[event.key];
    if (moved) {
      stand(moved);
      hand.current?.move([{ ...moved, pressure: 1 }]);
    } else if (event.key === ' ' || event.key === 'Enter') {
      if (!event.repeat && pressing.current === undefined) {
        pressKey();
        if (event.key === 'Enter') liftKey();
      }
    } else if (zoom && pressing.current === undefined) {
      zoom(view, keyPlace());
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const abandonByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || pressing.current === undefined) return;
    // What else Escape would close stays open: the stroke was meant.
    event.preventDefault();
    event.stopImmediatePropagation();
    abandon();
  });

  const turnLens = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Alt' || !pointer.current) return;
    // Windows would go to the browser's menu.
    event.preventDefault();
    showLens(pointer.current, { pointerType: 'mouse', altKey: event.type === 'keydown' });
  });

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.type === 'keydown') abandonByKey(event);
      turnLens(event);
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('keyup', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('keyup', onKey, true);
    };
  }, []);

  return (
    // An application is worked with, whatever the rule makes of its role.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      role="application"
      aria-label={t('refine.layer')}
      aria-describedby={help}
      // Focusable, because users without a pointer paint with keys here.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-slot="brush-layer"
      className={cn(
        'group/brush absolute inset-0 touch-none overflow-hidden select-none pointer-fine:cursor-none',
        'outline-offset-[-3px] outline-focus focus-visible:outline-3',
        className,
      )}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onPointerLeave={onPointerLeave}
      // A press leaves the keyboard where it is: the stage's own keys go on working.
      onMouseDown={(event) => event.preventDefault()}
      // A finger that rests while it paints asks for no menu.
      onContextMenu={(event) => {
        if (pressing.current !== undefined) event.preventDefault();
      }}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => {
        if (event.key === ' ') liftKey();
      }}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) stand(keyPlace());
      }}
      onBlur={() => {
        liftKey();
        clearTimeout(standing.current);
        if (!pointer.current) hideAll();
      }}
      {...props}
    >
      <canvas ref={done} aria-hidden className="pointer-events-none absolute inset-0 size-full origin-top-left" />
      <canvas ref={live} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
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

/** The stage's own keys, about the crosshair. */
const zooms: Readonly<Record<string, (view: Viewport, point: Point) => void>> = {
  '+': (view, point) => view.zoomIn(point),
  '=': (view, point) => view.zoomIn(point),
  '-': (view, point) => view.zoomOut(point),
  '0': (view) => view.fit(),
  '1': (view, point) => view.actualSize(point),
};

function paints(brush: Brush): brush is Brush & { tool: Stroke['action'] } {
  return !isSeedClick(brush.tool);
}

/** A mouse does not press more or less, and fingers are not measured alike. */
function pressureOf({ pointerType, pressure }: { pointerType: string; pressure: number }): number {
  return pointerType === 'pen' && pressure > 0 ? Math.max(minPressure, pressure) : 1;
}

function strokesAfter({ history }: ImageDocument, settledEdits: number): Stroke[] {
  return history.getState().state.matte.edits.slice(settledEdits).filter(isStroke);
}
