import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState } from '../../schema/document-state.ts';

export interface StateDragOptions<Grip> {
  readonly history: ImageDocument['history'];
  /** Name of the step in the history. */
  readonly step: string;
  /** @returns the state after a drag by so many CSS px. */
  readonly onDrag: (
    from: DocumentState,
    grip: Grip,
    across: number,
    down: number,
    event: PointerEvent,
  ) => DocumentState;
  /** @returns the state after a key; undefined where the key means nothing. */
  readonly onKey: (from: DocumentState, grip: Grip, event: KeyboardEvent) => DocumentState | undefined;
  readonly onSettle: (state: DocumentState) => void;
}

interface Drag<Grip> {
  readonly pointerId: number;
  readonly grip: Grip;
  readonly startX: number;
  readonly startY: number;
  readonly state: DocumentState;
  hasMoved: boolean;
}

/** A movement below this distance is not a drag; it would otherwise snap to a line. */
const play = 2;

/**
 * Changes a document by grips over the canvas. Each drag is one step, and so is each key as long as it is held. Escape while
 * dragging leaves the document as it was.
 * @returns what each grip's element is given, and whether one is being dragged.
 */
export function useStateDrag<Grip>({ history, step, onDrag, onKey, onSettle }: StateDragOptions<Grip>) {
  const drag = useRef<Drag<Grip>>(undefined);
  const [moving, setMoving] = useState(false);
  const nudged = useRef(false);

  const settle = (next: DocumentState) => {
    history.commit(step, next);
    onSettle(next);
  };
  const end = () => {
    drag.current = undefined;
    setMoving(false);
  };
  const abandon = () => {
    const held = drag.current;
    if (!held) return;
    end();
    history.commit(step, held.state);
  };
  const dragged = ({ state, grip, startX, startY }: Drag<Grip>, event: PointerEvent) =>
    onDrag(state, grip, event.clientX - startX, event.clientY - startY, event);
  const endNudge = () => {
    if (!nudged.current) return;
    nudged.current = false;
    settle(history.getState().state);
  };

  const gripProps = (grip: Grip) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || drag.current) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { pointerId, clientX: startX, clientY: startY } = event;
      drag.current = { pointerId, grip, startX, startY, state: history.getState().state, hasMoved: false };
    },
    onPointerMove(event: PointerEvent) {
      const held = drag.current;
      if (held?.pointerId !== event.pointerId) return;
      const way = Math.hypot(event.clientX - held.startX, event.clientY - held.startY);
      if (!held.hasMoved && way < play) return;
      held.hasMoved = true;
      setMoving(true);
      history.preview(dragged(held, event));
    },
    onPointerUp(event: PointerEvent) {
      const held = drag.current;
      if (held?.pointerId !== event.pointerId) return;
      end();
      if (held.hasMoved) settle(dragged(held, event));
    },
    onPointerCancel: abandon,
    onLostPointerCapture: abandon,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && drag.current) {
        event.preventDefault();
        abandon();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || drag.current) return;
      const next = onKey(history.getState().state, grip, event);
      if (!next) return;
      event.preventDefault();
      nudged.current = true;
      history.preview(next);
    },
    // A key that is held moves on and on: all of it is one step.
    onKeyUp: endNudge,
    onBlur: endNudge,
  });
  return { moving, gripProps };
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @returns by how many px an arrow key moves: 1, with Shift 10; undefined for any other key. */
export function arrowStep({ key, shiftKey }: KeyboardEvent): readonly [x: number, y: number] | undefined {
  const [x, y] = arrows[key] ?? [];
  if (x === undefined || y === undefined) return undefined;
  const by = shiftKey ? 10 : 1;
  return [x * by, y * by];
}
