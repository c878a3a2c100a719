/**
 * Number of times a waiting thread checks the barrier before it sleeps. The parts of a step usually end within
 * microseconds of each other.
 */
const SPINS: i32 = 4000;

/**
 * Takes the next part of a step that several threads share.
 * @param counter one int32 in memory, 0 before the step.
 * @returns the part's number. The caller decides how many parts there are.
 */
// @ts-ignore: decorator
@inline
export function takePart(counter: usize): i32 {
  if (ASC_FEATURE_THREADS) return atomic.add<i32>(counter, 1);
  const part = load<i32>(counter);
  store<i32>(counter, part + 1);
  return part;
}

/**
 * Blocks each thread until all threads have arrived. The barrier counts generations, so it can be reused immediately.
 * @param barrier two int32: the number of threads that have arrived, and the generation. Both are 0 at first.
 * @param timeoutMs longest time that a thread sleeps while it waits for the others.
 * @returns 1 when all threads arrived, 0 after the timeout: one of the other threads no longer runs.
 */
export function awaitBarrier(barrier: usize, threads: i32, timeoutMs: i32): i32 {
  if (!ASC_FEATURE_THREADS) return 1;
  const generation = atomic.load<i32>(barrier, 4);
  if (atomic.add<i32>(barrier, 1) == threads - 1) {
    atomic.store<i32>(barrier, 0);
    atomic.store<i32>(barrier, generation + 1, 4);
    atomic.notify(barrier + 4, threads);
    return 1;
  }
  for (let spin = 0; spin < SPINS; spin++) {
    if (atomic.load<i32>(barrier, 4) != generation) return 1;
  }
  while (atomic.load<i32>(barrier, 4) == generation) {
    const timeoutNs = i64(timeoutMs) * 1_000_000;
    if (atomic.wait<i32>(barrier + 4, generation, timeoutNs) == AtomicWaitResult.TIMED_OUT) return 0;
  }
  return 1;
}
