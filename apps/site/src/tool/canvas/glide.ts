/** The share of the speed that is left after one millisecond. */
const keptPerMs = 0.992;
/** Slower than this nobody sees it move. */
const stillPerMs = 0.004;

/**
 * Lets a released value run out.
 *
 * @param speedPerMs in units of the value a millisecond; the sign is the direction.
 * @param onMove receives each step, once a frame.
 * @returns stops it.
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
    // Asked for first, so that `onMove` itself can stop it.
    frame = requestAnimationFrame(step);
    onMove(speed * elapsedMs);
  }
  return () => cancelAnimationFrame(frame);
}

/** Whether the reader asked for stillness, in the system or in this page. */
export function wantsStillness(): boolean {
  return (
    document.documentElement.dataset['motion'] === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches
  );
}
