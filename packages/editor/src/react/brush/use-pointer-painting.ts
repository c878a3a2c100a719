import type { PointerEvent, RefObject } from 'react';

import type { Touch } from '../../brush/create-stroke-recorder.ts';
import type { Point } from '../../viewport/view.ts';
import type { BrushControllerRef } from './use-brush-controller.ts';
import type { BrushCursor } from './use-brush-cursor.ts';

export interface PointerPaintingOptions {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly controller: BrushControllerRef;
  readonly cursor: BrushCursor;
  /** Discards the current stroke. */
  readonly abandon: () => void;
  readonly onTouch: ((isTouching: boolean) => void) | undefined;
}

type LayerEvent = PointerEvent<HTMLDivElement>;

/** Smallest pressure that is passed on for a pen, 0…1. */
const minPressure = 0.05;

/** @returns the event handlers by which a mouse, a pen or a finger paints on a brush layer. */
export function usePointerPainting({ root, controller, cursor, abandon, onTouch }: PointerPaintingOptions) {
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = root.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const touchOf = (event: globalThis.PointerEvent): Touch => ({ ...pointOf(event), pressure: pressureOf(event) });

  return {
    onPointerDown(event: LayerEvent) {
      const { pointerId, pointerType, button, shiftKey } = event;
      const pressedBy = controller.current?.pressedBy();
      if (pressedBy !== undefined) {
        // A second finger means a pinch, which the stage around the layer handles.
        if (pointerType === 'touch' && pressedBy !== 'key') abandon();
        return;
      }
      if (button !== 0) return;
      event.currentTarget.setPointerCapture(pointerId);
      const point = pointOf(event);
      controller.current?.begin(pointerId, { ...point, pressure: pressureOf(event) }, shiftKey);
      if (pointerType !== 'mouse' && controller.current?.isPainting()) onTouch?.(true);
      if (pointerType !== 'touch') cursor.showRing(point);
      cursor.showLens(point, event);
    },
    onPointerMove(event: LayerEvent) {
      const point = pointOf(event);
      // A finger does not set the position, because it is gone when the keyboard's crosshair starts there.
      if (event.pointerType !== 'touch') {
        cursor.setPointer(point);
        controller.current?.aim(point);
      }
      const pressedBy = controller.current?.pressedBy();
      if (pressedBy === event.pointerId && controller.current?.isPainting()) {
        const passed = event.nativeEvent.getCoalescedEvents();
        controller.current.move((passed.length > 0 ? passed : [event.nativeEvent]).map(touchOf));
      }
      if (pressedBy === 'key') return;
      if (event.pointerType !== 'touch') cursor.showRing(point);
      if (event.pointerType !== 'touch' || pressedBy === event.pointerId) cursor.showLens(point, event);
    },
    onPointerUp(event: LayerEvent) {
      if (event.pointerType === 'touch') cursor.hide();
      if (controller.current?.pressedBy() === event.pointerId) controller.current.end(pointOf(event));
    },
    onPointerCancel(event: LayerEvent) {
      if (controller.current?.pressedBy() !== event.pointerId) return;
      abandon();
      cursor.hide();
    },
    onPointerLeave({ pointerType }: LayerEvent) {
      if (pointerType !== 'touch') {
        cursor.setPointer(undefined);
        controller.current?.aim(undefined);
      }
      if (controller.current?.pressedBy() === undefined) cursor.hide();
    },
  };
}

/**
 * @returns the pressure of a pen, 0…1. It is 1 for a mouse, which has none, and for fingers, whose pressure devices
 * measure differently.
 */
function pressureOf({ pointerType, pressure }: { pointerType: string; pressure: number }): number {
  return pointerType === 'pen' && pressure > 0 ? Math.max(minPressure, pressure) : 1;
}
