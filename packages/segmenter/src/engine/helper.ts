/** A helper thread: its own instance of the kernels over the shared memory, and its part of every step. */
import type { FromHelper, ToHelper } from './helper-protocol.ts';
import { instantiateKernels, type Kernels } from './kernels.ts';
import { runCommands } from './run-commands.ts';

declare const self: DedicatedWorkerGlobalScope;

let kernels: Kernels | undefined;
let planned: Extract<ToHelper, { kind: 'plan' }> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToHelper>) => {
  switch (data.kind) {
    case 'start':
      void start(data.module, data.memory).then((answer) => self.postMessage(answer));
      break;
    case 'plan':
      planned = data;
      break;
    case 'run':
      if (kernels && planned) runCommands(kernels, planned.plan, planned.thread, data.from, data.to);
      break;
    default:
      data satisfies never;
  }
});

async function start(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<FromHelper> {
  try {
    kernels = await instantiateKernels(module, memory);
    return { kind: 'ready' };
  } catch (error) {
    return { kind: 'failed', detail: String(error) };
  }
}
