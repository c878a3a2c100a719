import { bridgeTo } from '../http/bridge-to.ts';
import { deferred } from '../async/deferred.ts';
import type { FromHelper, ToHelper } from './helper-protocol.ts';
import type { StepKernel } from './plan.ts';
import type { SharedPlan } from './run-commands.ts';

/** Additional threads over the same memory. */
export interface Helpers {
  /** Number of ready threads. One that starts late is added when it is ready; one that fails is removed. */
  readonly count: number;
  /** Changes whenever the set of ready threads changes: they then need a plan. */
  readonly generation: number;
  /** Sends the plan to the ready threads. Only these take part in `run`. */
  setPlan(plan: SharedPlan<StepKernel>): void;
  /** Starts the threads' part of these commands. The caller must do its own part. */
  run(from: number, to: number): void;
  /**
   * Starts the part of `plan.threads − 1` of the ready threads in a plan of the matting kernels. The caller must do its
   * own part.
   */
  matte(plan: SharedPlan): void;
  dispose(): void;
}

/** Longest wait for threads to start. They usually start within a tenth of it. */
const startWaitMs = 1000;

/**
 * Starts helper threads independently: one that fails to start or does not answer does not affect the others.
 * @param modules the network's kernels, and those that `matte` runs.
 * @returns the threads, once all have answered or after a second; none, rather than an error, if a worker may not
 *   start others.
 * @throws the signal's reason.
 */
export async function startHelpers(
  count: number,
  modules: { readonly module: WebAssembly.Module; readonly matting?: WebAssembly.Module | undefined },
  memory: WebAssembly.Memory,
  signal: AbortSignal,
): Promise<Helpers> {
  signal.throwIfAborted();
  const workers = new Set<Worker>();
  const starting = new Set<Worker>();
  let ready: readonly Worker[] = [];
  let planned: readonly Worker[] = [];
  let generation = 0;
  const answered = deferred<void>();

  const setReady = (next: readonly Worker[]) => {
    ready = next;
    generation += 1;
  };
  const noteAnswer = (worker: Worker) => {
    starting.delete(worker);
    if (starting.size === 0) answered.resolve();
  };
  const end = (worker: Worker) => {
    worker.terminate();
    workers.delete(worker);
    if (ready.includes(worker)) setReady(ready.filter((each) => each !== worker));
    noteAnswer(worker);
  };
  const dispose = () => {
    for (const worker of workers) end(worker);
  };
  const start = (worker: Worker) => {
    workers.add(worker);
    starting.add(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<FromHelper>) => {
      if (!workers.has(worker)) return;
      if (data.kind === 'failed') return end(worker);
      setReady([...ready, worker]);
      noteAnswer(worker);
    });
    worker.addEventListener('error', (event) => {
      // Without this, the error would be raised again in every outer scope, up to the page.
      event.preventDefault();
      end(worker);
    });
    worker.postMessage({ kind: 'start', ...modules, memory } satisfies ToHelper);
  };

  for (let index = 0; index < count; index += 1) {
    const worker = createHelper();
    if (!worker) break;
    try {
      start(worker);
    } catch {
      // The browser does not send such memory to another thread.
      end(worker);
    }
  }
  await waitFor(answered.promise, starting.size > 0, signal).catch((error: unknown) => {
    dispose();
    throw error;
  });
  return {
    get count() {
      return ready.length;
    },
    get generation() {
      return generation;
    },
    setPlan(plan) {
      planned = ready;
      for (const [index, worker] of planned.entries()) {
        worker.postMessage({ kind: 'plan', plan, thread: index + 1 } satisfies ToHelper);
      }
    },
    run(from, to) {
      for (const worker of planned) worker.postMessage({ kind: 'run', from, to } satisfies ToHelper);
    },
    matte(plan) {
      for (const [index, worker] of ready.slice(0, plan.threads - 1).entries()) {
        worker.postMessage({ kind: 'matte', plan, thread: index + 1 } satisfies ToHelper);
      }
    },
    dispose,
  };
}

/** Returns a worker, or undefined if the browser refuses: it has no workers here, or a policy forbids them. */
function createHelper(): Worker | undefined {
  try {
    const bridge = bridgeTo('helper.js', import.meta.url);
    if (bridge) return new Worker(bridge, { type: 'module' });
    // Bundlers recognise this form.
    return new Worker(new URL('./helper.ts', import.meta.url), { type: 'module', name: 'segmenter-helper' });
  } catch {
    return undefined;
  }
}

/**
 * Waits for the answers, and no longer than `startWaitMs`.
 * @throws the signal's reason.
 */
function waitFor(answers: Promise<void>, isNeeded: boolean, signal: AbortSignal): Promise<void> {
  if (!isNeeded) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      settle();
    };
    const goOn = finish(resolve);
    const leave = finish(() => reject(signal.reason));
    const timer = setTimeout(goOn, startWaitMs);
    signal.addEventListener('abort', leave);
    void answers.then(goOn);
  });
}
