export interface LongTasks {
  /**
   * @param fromMs,toMs interval by `performance.now()`.
   * @returns the longest task of the page's main thread that overlaps the interval, in milliseconds; 0 when none took
   *   50 ms, from which the browser calls a task long.
   */
  longestMs(fromMs: number, toMs: number): Promise<number>;
}

/** Delay with which the browser reports a task after its end. */
const deliveryMs = 200;

export function watchLongTasks(): LongTasks {
  const tasks: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  return {
    async longestMs(fromMs, toMs) {
      await new Promise((resolve) => setTimeout(resolve, deliveryMs));
      tasks.push(...observer.takeRecords());
      const touching = tasks.filter((task) => task.startTime < toMs && task.startTime + task.duration > fromMs);
      return Math.max(0, ...touching.map((task) => task.duration));
    },
  };
}
