import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { type BrushStore, isClickTool, isObjectTool } from '../../brush/create-brush-store.ts';
import { uncovered, type Viewport } from '../../viewport/create-viewport.ts';
import { moveCrosshair } from '../../viewport/move-crosshair.ts';
import { type Point, toImage } from '../../viewport/view.ts';
import type { BrushControllerRef } from './use-brush-controller.ts';
import type { BrushCursor } from './use-brush-cursor.ts';

export interface KeyboardPaintingOptions {
  readonly controller: BrushControllerRef;
  readonly cursor: BrushCursor;
  readonly brush: BrushStore;
  readonly view: Viewport;
  /** Discards the current stroke. */
  readonly abandon: () => void;
  /** Announces to screen readers. */
  readonly say: (words: string) => void;
}

/** Time without movement after which the crosshair's position is announced, in milliseconds. */
const standMs = 400;

/**
 * Paints on a brush layer by keyboard: arrows move a crosshair, Space holds the brush down or spans a box, Enter dabs or
 * clicks, Escape cancels.
 * @returns the event handlers of the layer.
 */
export function useKeyboardPainting({ controller, cursor, brush, view, abandon, say }: KeyboardPaintingOptions) {
  const { t } = useTranslation('editor');
  const crosshair = useRef<Point>(undefined);
  const standing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(standing.current), []);

  /** Returns the last position of the crosshair, else of a mouse or pen, else the middle of the view. */
  const keyPoint = (): Point => {
    const { width, height } = uncovered(view.getState());
    return crosshair.current ?? cursor.pointer() ?? { x: width / 2, y: height / 2 };
  };

  const moveTo = (point: Point) => {
    crosshair.current = point;
    cursor.showRing(point);
    controller.current?.aim(point);
    clearTimeout(standing.current);
    standing.current = setTimeout(() => {
      const { x, y } = toImage(view.getState().view, point);
      say(t('refine.said.place', { x: Math.round(x), y: Math.round(y) }));
    }, standMs);
  };

  /** @param isHeld true if the key stays down, so that a tool for objects can draw a box. */
  const press = (isHeld: boolean) => {
    const { tool } = brush.getState();
    const point = keyPoint();
    if (isHeld && isObjectTool(tool)) {
      controller.current?.begin('key', { ...point, pressure: 1 }, false);
      say(t('refine.said.box'));
    } else if (isClickTool(tool)) {
      say(t(controller.current?.click(point, tool) ? 'refine.said.pressed' : 'refine.said.outside'));
    } else {
      controller.current?.begin('key', { ...point, pressure: 1 }, false);
      say(t('refine.said.painting'));
    }
  };

  const lift = () => {
    if (controller.current?.pressedBy() !== 'key') return;
    const isInside = controller.current.end();
    clearTimeout(standing.current);
    const clicked = isInside ? 'refine.said.pressed' : 'refine.said.outside';
    say(t(isClickTool(brush.getState().tool) ? clicked : 'refine.said.painted'));
  };

  const abandonByKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || controller.current?.pressedBy() === undefined) return;
    // This Escape cancels the stroke only. It must not also close a dialog or a tool.
    event.preventDefault();
    event.stopImmediatePropagation();
    abandon();
  });

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => abandonByKey(event);
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);

  return {
    onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const moved = moveCrosshair(view, keyPoint(), event);
      const zoom = zooms[event.key];
      const isPressed = controller.current?.pressedBy() !== undefined;
      if (moved) {
        moveTo(moved);
        controller.current?.move([{ ...moved, pressure: 1 }]);
      } else if (event.key === ' ' || event.key === 'Enter') {
        if (!event.repeat && !isPressed) {
          press(event.key === ' ');
          if (event.key === 'Enter') lift();
        }
      } else if (zoom && !isPressed) {
        zoom(view, keyPoint());
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyUp(event: KeyboardEvent<HTMLDivElement>) {
      if (event.key === ' ') lift();
    },
    onFocus(event: FocusEvent<HTMLDivElement>) {
      if (event.currentTarget.matches(':focus-visible')) moveTo(keyPoint());
    },
    onBlur() {
      lift();
      clearTimeout(standing.current);
      if (!cursor.pointer()) cursor.hide();
    },
  };
}

/** Zoom keys of the stage. Here they zoom about the crosshair. */
const zooms: Readonly<Record<string, (view: Viewport, point: Point) => void>> = {
  '+': (view, point) => view.zoomIn(point),
  '=': (view, point) => view.zoomIn(point),
  '-': (view, point) => view.zoomOut(point),
  '0': (view) => view.fit(),
  '1': (view, point) => view.actualSize(point),
};
