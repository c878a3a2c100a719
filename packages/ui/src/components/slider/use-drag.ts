import { useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Position within a frame, 0–1 from its left and its top. */
export interface Place {
  x: number;
  y: number;
}

export interface DragOptions {
  /** Element that positions are measured in. It may be smaller than the pressed element. */
  frame: RefObject<Element | null>;
  disabled?: boolean;
  /**
   * Called first when the pointer is pressed. For a finger, called once the gesture is known not to scroll the page.
   */
  onMove: (place: Place) => void;
  /** Called when the pointer is released or cancelled. */
  onRelease: () => void;
}

/** Follows a pointer from press to release. Spread `handlers` on the pressed element. */
export function useDrag({ frame, disabled = false, onMove, onRelease }: DragOptions) {
  const pointer = useRef<number>(null);
  const [dragging, setDragging] = useState(false);

  const end = () => {
    pointer.current = null;
    setDragging(false);
    onRelease();
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (disabled || event.button !== 0 || pointer.current !== null) return;
      // The pressed component sets the focus itself; the browser's default action would move it away again.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      pointer.current = event.pointerId;
      setDragging(true);
      if (event.pointerType !== 'touch') onMove(placeIn(frame.current, event));
    },
    onPointerMove: (event: PointerEvent) => {
      if (pointer.current === event.pointerId) onMove(placeIn(frame.current, event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (pointer.current !== event.pointerId) return;
      onMove(placeIn(frame.current, event));
      end();
    },
    onPointerCancel: (event: PointerEvent) => {
      if (pointer.current === event.pointerId) end();
    },
  };
  return { dragging, handlers };
}

function placeIn(frame: Element | null, { clientX, clientY }: PointerEvent): Place {
  const box = frame?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: part(clientX - box.left, box.width), y: part(clientY - box.top, box.height) };
}

function part(length: number, whole: number) {
  return whole > 0 ? Math.min(1, Math.max(0, length / whole)) : 0;
}
