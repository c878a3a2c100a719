export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
  /** Finished and all frames of an animation that is being processed. */
  readonly frames?: { readonly loaded: number; readonly total: number } | undefined;
}

/** A line that overwrites itself. Write other lines to the same terminal between `clear` and `show`. */
export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

/**
 * Creates a progress line. @param terminal output stream. Nothing is shown unless it is a terminal, because a file or a
 * pipe would keep every line.
 */
export function createProgressLine(
  terminal: { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown } | undefined,
): ProgressLine {
  if (!terminal?.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    // A line wider than the terminal would wrap, and only its last part would be overwritten. Some terminals report 0
    // for an unknown width.
    show: (progress) => terminal.write(`\r\u001b[K${progressText(progress).slice(0, (terminal.columns || 80) - 1)}`),
    clear: () => terminal.write('\r\u001b[K'),
  };
}

/**
 * Returns a text such as `12 of 50  frame 3 of 20  4.1 a minute  9 min left`. Rate and time are added once one image is done.
 */
export function progressText({ done, total, elapsedMs, frames }: Progress): string {
  const counted = `${done} of ${total}${frames ? `  frame ${frames.loaded} of ${frames.total}` : ''}`;
  if (done === 0 || elapsedMs <= 0) return counted;
  const perMinute = (60_000 * done) / elapsedMs;
  return `${counted}  ${perMinute.toFixed(1)} a minute  ${durationText(((total - done) * elapsedMs) / done)} left`;
}

function durationText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
