import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** Selects the point whose value is read, by key or by pointer. */
export function useReading(count: number, xOf: (at: number) => number) {
  const [active, setActive] = useState<number>();
  const last = count - 1;
  const readAt = active !== undefined && active <= last ? active : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const from = readAt ?? last;
    const to = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    };
    const next = to[event.key as keyof typeof to] as number | undefined;
    if (next === undefined) return;
    event.preventDefault();
    setActive(Math.min(last, Math.max(0, next)));
  };
  const onPoint = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = Array.from({ length: count }, (_, at) => Math.abs(xOf(at) - x));
    setActive(distances.indexOf(Math.min(...distances)));
  };
  return {
    readAt,
    focusHandlers: { onKeyDown, onFocus: () => setActive((at) => at ?? last), onBlur: () => setActive(undefined) },
    pointerHandlers: { onPointerMove: onPoint, onPointerDown: onPoint, onPointerLeave: () => setActive(undefined) },
  };
}
