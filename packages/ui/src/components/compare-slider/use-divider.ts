import {
  type ChangeEvent,
  type PointerEvent,
  type PointerEventHandler,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react';

import { glide, wantsStillness } from './glide.ts';

export interface DividerOptions {
  /** Controlled position, 0–100. */
  value: number | undefined;
  defaultValue: number;
  onValueChange: ((value: number) => void) | undefined;
  /** Returns the position of the pointer within the image, 0–100. */
  placeOf: (event: PointerEvent<HTMLElement>) => number;
  /** True when the divider keeps its distance from the pointer during a drag. Otherwise it jumps to the pointer. */
  keepsGrip?: boolean;
  disabled?: boolean;
}

export interface Divider {
  /** Position, 0–100. */
  readonly value: number;
  readonly state: 'resting' | 'dragging' | 'gliding';
  /** Handlers for the element that is dragged. */
  readonly handlers: Readonly<Record<PointerHandler, PointerEventHandler<HTMLElement>>>;
  /** Props for the range input that handles the keyboard. */
  readonly inputProps: {
    readonly ref: Ref<HTMLInputElement>;
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
}

type PointerHandler = 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel';

interface Drag {
  readonly pointerId: number;
  /** Distance from the divider to the pointer. */
  readonly grip: number;
  at: number;
  timeMs: number;
  speedPerMs: number;
}

/** Pause before the release after which the divider does not glide, in milliseconds. */
const restMs = 60;

/** State of a divider between two images: dragged, released with a glide, or moved by the keyboard. */
export function useDivider({
  value: controlled,
  defaultValue,
  onValueChange,
  placeOf,
  keepsGrip = false,
  disabled = false,
}: DividerOptions): Divider {
  const [own, setOwn] = useState(defaultValue);
  const value = clamp(controlled ?? own);
  // Several moves may come before React renders. Each starts from the one before it.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);

  const [state, setState] = useState<Divider['state']>('resting');
  const input = useRef<HTMLInputElement>(null);
  const drag = useRef<Drag>(null);
  const stopGlide = useRef<() => void>(undefined);
  useEffect(() => () => stopGlide.current?.(), []);

  const moveTo = (next: number) => {
    const target = clamp(next);
    if (target === latest.current) return;
    latest.current = target;
    setOwn(target);
    onValueChange?.(target);
  };

  const rest = () => {
    stopGlide.current?.();
    drag.current = null;
    setState('resting');
  };

  const handlers: Divider['handlers'] = {
    onPointerDown(event) {
      if (disabled || event.button !== 0) return;
      rest();
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = placeOf(event);
      const grip = keepsGrip ? at - latest.current : 0;
      drag.current = { pointerId: event.pointerId, grip, at, timeMs: event.timeStamp, speedPerMs: 0 };
      // A finger may be about to scroll the page. The divider moves only when the finger moves sideways or taps.
      if (event.pointerType !== 'touch') moveTo(at - grip);
      setState('dragging');
    },
    onPointerMove(event) {
      const held = drag.current;
      if (held?.pointerId !== event.pointerId) return;
      const at = placeOf(event);
      const elapsedMs = event.timeStamp - held.timeMs;
      if (elapsedMs > 0) {
        // Smoothed, because the speed of a single event is mostly noise.
        held.speedPerMs = held.speedPerMs * 0.6 + ((at - held.at) / elapsedMs) * 0.4;
        held.at = at;
        held.timeMs = event.timeStamp;
      }
      moveTo(at - held.grip);
    },
    onPointerUp(event) {
      const held = drag.current;
      if (held?.pointerId !== event.pointerId) return;
      rest();
      moveTo(placeOf(event) - held.grip);
      // Focused here and not on press, because the browser's default action on press would move the focus away again.
      input.current?.focus({ preventScroll: true });
      if (event.timeStamp - held.timeMs > restMs || wantsStillness()) return;
      setState('gliding');
      stopGlide.current = glide(held.speedPerMs, (delta) => moveTo(latest.current + delta), rest);
    },
    onPointerCancel: rest,
  };

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    rest();
    moveTo(target.valueAsNumber);
  };
  return { value, state, handlers, inputProps: { ref: input, onChange } };
}

function clamp(value: number): number {
  return Math.min(100, Math.max(0, value));
}
