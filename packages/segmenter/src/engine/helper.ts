/** A helper thread: its own instance of the kernels over the shared memory, and its part of every step. */
import type { FromHelper, ToHelper } from './helper-protocol.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { runCommands, type SharedPlan } from './run-commands.ts';

declare const self: DedicatedWorkerGlobalScope;

let kernels: Kernels | undefined;
let plan: SharedPlan | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToHelper>) => {
  switch (data.kind) {
    case 'start':
      void instantiateKernels(data.module, data.memory).then((instance) => {
        kernels = instance;
        self.postMessage({ kind: 'ready' } satisfies FromHelper);
      });
      break;
    case 'plan':
      plan = data.plan;
      break;
    case 'run':
      if (kernels && plan) runCommands(kernels, plan, data.from, data.to);
      break;
    default:
      data satisfies never;
  }
});
