import type { StepKernel } from './plan.ts';
import type { SharedPlan } from './run-commands.ts';

/** To a helper thread, in this order: once `start`, then for each picture `plan` and some `run`, then some `matte`. */
export type ToHelper =
  | {
      readonly kind: 'start';
      readonly module: WebAssembly.Module;
      /** The kernels that `matte` runs, over the same memory; absent where no `matte` will come. */
      readonly matting?: WebAssembly.Module | undefined;
      readonly memory: WebAssembly.Memory;
    }
  | { readonly kind: 'plan'; readonly plan: SharedPlan<StepKernel>; readonly thread: number }
  | { readonly kind: 'run'; readonly from: number; readonly to: number }
  | { readonly kind: 'matte'; readonly plan: SharedPlan; readonly thread: number };

/** From it: `ready` or `failed` after `start`; `failed` also after a `run` or `matte` that it did not finish. Nothing follows `failed`. */
export type FromHelper = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly detail: string };
