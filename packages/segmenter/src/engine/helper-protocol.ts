import type { SharedPlan } from './run-commands.ts';

/** To a helper thread, in this order: once `start`, then for each picture `plan` and some `run`. */
export type ToHelper =
  | { readonly kind: 'start'; readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory }
  | { readonly kind: 'plan'; readonly plan: SharedPlan; readonly thread: number }
  | { readonly kind: 'run'; readonly from: number; readonly to: number };

/** From it: `ready` or `failed` after `start`; `failed` also after a `run` that it did not finish. Nothing follows `failed`. */
export type FromHelper = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly detail: string };
