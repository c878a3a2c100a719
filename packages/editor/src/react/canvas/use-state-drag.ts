import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { ImageDocument } from '../../document/image-document.ts';
import type { DocumentState } from '../../schema/document-state.ts';

export interface StateDragOptions<Grip> {
  readonly history: ImageDocument['history'];
  /** ID of the step in the history. */
  readonly step: string;
  /** @returns the state after a drag by `across` and `down` CSS px. */
  readonly onDrag: (
    from: DocumentState,
    grip: Grip,
    across: number,
    down: number,
    event: PointerEvent,
  ) => DocumentState;
  /** @returns the state after a key press; undefined for other keys. */
  readonly onKey: (from: DocumentState, grip: Grip, event: KeyboardEvent) => DocumentState | undefined;
  readonly onSettle: (state: DocumentState) => void;
}

interface Drag<Grip> {
  readonly element: HTMLElement;
  readonly pointerId: number;
  readonly grip: Grip;
  readonly startX: number;
  readonly startY: number;
  hasMoved: boolean;
}

/** Distance below which a movement is not a drag, in CSS px. Otherwise a plain press could snap to a line. */
const play = 2;

/**
 * Changes a document by grips over the canvas. Each drag is one step, and so is each held key with its repeats. Escape
 * during a drag restores the document.
 * @returns a function that returns the props of a grip's element, and whether a grip is being dragged.
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
    if (!drag.current) return;
    end();
    // A commit of the same state adds no step and ends the preview.
    history.commit(step, history.committed());
  };
  // The grip of a drag goes when another layer is selected meanwhile. It then receives no further events.
  const isDragging = () => drag.current?.element.isConnected ?? false;
  // The committed state may change during the drag, for example when a subject that is being cut out is added.
  const dragged = ({ grip, startX, startY }: Drag<Grip>, event: PointerEvent) =>
    onDrag(history.committed(), grip, event.clientX - startX, event.clientY - startY, event);
  const endNudge = () => {
    if (!nudged.current) return;
    nudged.current = false;
    settle(history.getState().state);
  };

  const leave = useEffectEvent(() => {
    abandon();
    endNudge();
  });
  useEffect(() => () => leave(), []);

  const gripProps = (grip: Grip) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isDragging()) return;
      abandon();
      event.currentTarget.setPointerCapture(event.pointerId);
      const { pointerId, clientX: startX, clientY: startY } = event;
      drag.current = { element: event.currentTarget, pointerId, grip, startX, startY, hasMoved: false };
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
      if (event.ctrlKey || event.metaKey || event.altKey || isDragging()) return;
      const next = onKey(history.getState().state, grip, event);
      if (!next) return;
      event.preventDefault();
      nudged.current = true;
      history.preview(next);
    },
    // A held key repeats. All its repeats are committed as one step.
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

/** @returns the movement of an arrow key in px: 1, or 10 with Shift. Undefined for other keys. */
export function arrowStep({ key, shiftKey }: KeyboardEvent): readonly [x: number, y: number] | undefined {
  const [x, y] = arrows[key] ?? [];
  if (x === undefined || y === undefined) return undefined;
  const by = shiftKey ? 10 : 1;
  return [x * by, y * by];
}
