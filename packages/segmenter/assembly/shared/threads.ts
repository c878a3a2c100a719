/** A waiting thread looks this often before it sleeps: a step's parts end within microseconds of each other. */
const SPINS: i32 = 4000;

/**
 * Takes the next part of a step that several threads share.
 * @param counter one int32 in memory, 0 before the step.
 * @returns the part's number; parts end where the caller says.
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
 * Holds every thread until all have come: a barrier that turns by generations, so that it can be used again at once.
 * @param barrier two int32: how many have come, and the generation. Both 0 at first.
 * @param timeoutMs how long a thread sleeps for the others.
 * @returns 0 when the others did not come in time: one of them is gone.
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
