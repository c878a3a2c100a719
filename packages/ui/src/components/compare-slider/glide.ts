/** Fraction of the speed that remains after one millisecond. */
const keptPerMs = 0.992;
/** Speed below which the movement is not visible. */
const stillPerMs = 0.004;

/**
 * Continues to move a released value, at a speed that decays to zero.
 *
 * @param speedPerMs speed in units of the value per millisecond; the sign is the direction.
 * @param onMove called with each step, once per frame.
 * @returns a function that stops the movement.
 */
export function glide(speedPerMs: number, onMove: (delta: number) => void, onRest: () => void): () => void {
  let speed = speedPerMs;
  let before = performance.now();
  let frame = requestAnimationFrame(step);

  function step(now: number) {
    const elapsedMs = Math.max(0, Math.min(32, now - before));
    before = now;
    speed *= keptPerMs ** elapsedMs;
    if (Math.abs(speed) < stillPerMs) {
      onRest();
      return;
    }
    // Requested before `onMove` is called, so that `onMove` can cancel it.
    frame = requestAnimationFrame(step);
    onMove(speed * elapsedMs);
  }
  return () => cancelAnimationFrame(frame);
}

/** Checks whether the user prefers reduced motion, by the system's setting or by this page's. */
export function wantsStillness(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
