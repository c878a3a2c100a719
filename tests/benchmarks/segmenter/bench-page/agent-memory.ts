interface MemoryMeasuringPerformance {
  measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
}

/**
 * Asks the browser again and again, while the work goes on, how much memory the page and its workers hold.
 * It answers only when the page's thread is free and the collector has run: a peak in a blocked page goes unseen.
 * @returns the most that was seen, in bytes; undefined when the browser never answered or does not know how.
 */
export async function mostAgentMemory(work: () => Promise<unknown>): Promise<number | undefined> {
  const meter = performance as MemoryMeasuringPerformance;
  const working = { isDone: false };
  const done = work().finally(() => {
    working.isDone = true;
  });
  let mostBytes: number | undefined;
  while (!working.isDone && meter.measureUserAgentSpecificMemory) {
    const { bytes } = await meter.measureUserAgentSpecificMemory();
    mostBytes = Math.max(mostBytes ?? 0, bytes);
  }
  await done;
  return mostBytes;
}
