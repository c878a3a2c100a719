export interface LongTasks {
  /**
   * @param fromMs,toMs by `performance.now()`.
   * @returns the longest task of the page's own thread that touches that time, in milliseconds; 0 when none took the
   *   50 ms from which the browser calls a task long.
   */
  longestMs(fromMs: number, toMs: number): Promise<number>;
}

/** The browser reports a task some time after its end. */
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
