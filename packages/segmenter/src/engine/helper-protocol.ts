import type { StepKernel } from './plan.ts';
import type { SharedPlan } from './run-commands.ts';

/**
 * A message to a helper thread, in this order: `start` once, then for each image `plan`, some `run` and some `matte`.
 */
export type ToHelper =
  | {
      readonly kind: 'start';
      readonly module: WebAssembly.Module;
      /** The kernels that `matte` runs, over the same memory; absent if `matte` is not used. */
      readonly matting?: WebAssembly.Module | undefined;
      readonly memory: WebAssembly.Memory;
    }
  | { readonly kind: 'plan'; readonly plan: SharedPlan<StepKernel>; readonly thread: number }
  | { readonly kind: 'run'; readonly from: number; readonly to: number }
  | { readonly kind: 'matte'; readonly plan: SharedPlan; readonly thread: number };

/**
 * A message from a helper thread: `ready` or `failed` after `start`, and `failed` after a `run` or `matte` that it did
 * not finish. No message follows `failed`.
 */
export type FromHelper = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly detail: string };
