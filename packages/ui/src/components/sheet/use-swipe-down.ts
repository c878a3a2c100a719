import { useRef, type PointerEvent } from 'react';

/** Fraction of its height by which the sheet must be pulled down to close. */
const farEnough = 0.4;
/** Speed at which a pull closes the sheet, whatever its distance. */
const fastEnoughPxPerMs = 0.5;
/** Maximum distance of a press. A longer movement is a pull. */
const slackPx = 6;

interface Pull {
  pointerId: number;
  startY: number;
  y: number;
  timeMs: number;
  speedPxPerMs: number;
}

/**
 * Lets a handle pull down a whole panel, which then either closes or returns. The position is written directly to the
 * element's style, once per event, without React.
 *
 * @param part selector of the panel, an ancestor of the handle.
 * @param onSwipe called when the panel was pulled far or fast enough.
 * @returns event handlers for the handle, which also needs `touch-none`.
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
        // Smoothed, because the speed of a single event is mostly noise.
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
