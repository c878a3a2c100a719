import { useRef, type PointerEvent } from 'react';

/** Pulled down by this part of its height, it goes. */
const farEnough = 0.4;
/** Or thrown at this speed, however far. */
const fastEnoughPxPerMs = 0.5;
/** Less than this is a press, not a pull. */
const slackPx = 6;

interface Pull {
  pointerId: number;
  startY: number;
  y: number;
  timeMs: number;
  speedPxPerMs: number;
}

/**
 * Lets a part of something be pulled down by hand; the whole follows and either goes or comes back. What moves is written to
 * the element itself, once an event, without React.
 *
 * @param part selects the whole, counted upwards from the handle.
 * @param onSwipe called when it has been pulled far or fast enough.
 * @returns the handle's event handlers; the handle also needs `touch-none`.
 */
export function useSwipeDown(part: string, onSwipe: () => void) {
  const pull = useRef<Pull>(null);
  const whole = (event: PointerEvent) => event.currentTarget.closest<HTMLElement>(part);

  const release = (event: PointerEvent) => {
    pull.current = null;
    const sheet = whole(event);
    sheet?.style.removeProperty('translate');
    sheet?.style.removeProperty('transition');
  };

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      const { pointerId, clientY, timeStamp } = event;
      event.currentTarget.setPointerCapture(pointerId);
      pull.current = { pointerId, startY: clientY, y: clientY, timeMs: timeStamp, speedPxPerMs: 0 };
    },
    onPointerMove(event: PointerEvent) {
      const held = pull.current;
      const sheet = whole(event);
      if (held?.pointerId !== event.pointerId || !sheet) return;
      const elapsedMs = event.timeStamp - held.timeMs;
      if (elapsedMs > 0) {
        // Smoothed: a single event's speed is mostly noise.
        held.speedPxPerMs = held.speedPxPerMs * 0.6 + ((event.clientY - held.y) / elapsedMs) * 0.4;
        held.y = event.clientY;
        held.timeMs = event.timeStamp;
      }
      sheet.style.transition = 'none';
      sheet.style.translate = `0 ${Math.max(0, held.y - held.startY)}px`;
    },
    onPointerUp(event: PointerEvent) {
      const held = pull.current;
      if (held?.pointerId !== event.pointerId) return;
      const byPx = event.clientY - held.startY;
      const heightPx = whole(event)?.offsetHeight ?? Infinity;
      release(event);
      if (byPx <= slackPx) return;
      if (byPx > heightPx * farEnough || held.speedPxPerMs > fastEnoughPxPerMs) onSwipe();
    },
    onPointerCancel: release,
  };
}
