import type { FromHelper, ToHelper } from './helper-protocol.ts';
import type { SharedPlan } from './run-commands.ts';

/** Further threads over the same memory. */
export interface Helpers {
  /** 0 after `dispose`. */
  readonly count: number;
  /** To be called before `run`, whenever the plan is another. */
  setPlan(plan: SharedPlan): void;
  /** Starts their part of these commands; the caller must do its own. */
  run(from: number, to: number): void;
  dispose(): void;
}

/** A thread that has not started by then will not. */
const startLimitMs = 10_000;

/**
 * Starts helper threads.
 * @returns as many as could be had: none, rather than an error, where a worker may not start others.
 */
export async function startHelpers(
  count: number,
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  signal: AbortSignal,
): Promise<Helpers> {
  const workers: Worker[] = [];
  const dispose = () => {
    for (const worker of workers) worker.terminate();
    workers.length = 0;
  };
  const post = (message: ToHelper) => {
    for (const worker of workers) worker.postMessage(message);
  };
  try {
    for (let index = 0; index < count; index += 1) workers.push(createHelper());
    const ready = Promise.all(workers.map((worker) => firstAnswer(worker, signal)));
    // Awaited below, but not where the message itself cannot be sent.
    ready.catch(() => undefined);
    post({ kind: 'start', module, memory });
    await ready;
  } catch {
    dispose();
    signal.throwIfAborted();
  }
  return {
    get count() {
      return workers.length;
    },
    setPlan(plan) {
      for (const [index, worker] of workers.entries()) {
        worker.postMessage({ kind: 'plan', plan, thread: index + 1 } satisfies ToHelper);
      }
    },
    run: (from, to) => post({ kind: 'run', from, to }),
    dispose,
  };
}

function createHelper(): Worker {
  return new Worker(new URL('./helper.ts', import.meta.url), { type: 'module', name: 'segmenter-helper' });
}

function firstAnswer(worker: Worker, signal: AbortSignal): Promise<void> {
  const answer = Promise.withResolvers<void>();
  const limit = setTimeout(() => answer.reject(new Error('the thread did not start')), startLimitMs);
  const leave = () => answer.reject(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  worker.addEventListener('message', ({ data }: MessageEvent<FromHelper>) => {
    if (data.kind === 'ready') answer.resolve();
    else answer.reject(new Error(data.detail));
  });
  worker.addEventListener('error', (event) => answer.reject(new Error(event.message)));
  return answer.promise.finally(() => {
    clearTimeout(limit);
    signal.removeEventListener('abort', leave);
  });
}
