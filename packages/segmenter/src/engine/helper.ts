/** A helper thread. It has its own instance of the kernels over the shared memory and does its part of every step. */
import type { FromHelper, ToHelper } from './helper-protocol.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { runCommands, type SharedKernels, type SharedPlan } from './run-commands.ts';

declare const self: DedicatedWorkerGlobalScope;

let kernels: Kernels | undefined;
let mattingKernels: SharedKernels<string> | undefined;
let planned: Extract<ToHelper, { kind: 'plan' }> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToHelper>) => {
  switch (data.kind) {
    case 'start':
      void start(data).then(post);
      break;
    case 'plan':
      planned = data;
      break;
    case 'run':
      if (planned) run(kernels, planned.plan, planned.thread, data.from, data.to);
      break;
    case 'matte':
      run(mattingKernels, data.plan, data.thread);
      break;
    default:
      data satisfies never;
  }
});

function run<Kernel extends string>(
  using: SharedKernels<Kernel> | undefined,
  plan: SharedPlan<Kernel>,
  thread: number,
  ...commands: readonly [from?: number, to?: number]
): void {
  if (!using) return;
  try {
    runCommands(using, plan, thread, ...commands);
  } catch (error) {
    // An uncaught error would end the worker that this thread helps, and the image would be lost.
    post({ kind: 'failed', detail: String(error) });
  }
}

function post(message: FromHelper): void {
  self.postMessage(message);
}

async function start({ module, matting, memory }: Extract<ToHelper, { kind: 'start' }>): Promise<FromHelper> {
  try {
    kernels = await instantiateKernels(module, memory);
    if (matting) mattingKernels = await instantiateKernels(matting, memory);
    return { kind: 'ready' };
  } catch (error) {
    return { kind: 'failed', detail: String(error) };
  }
}
