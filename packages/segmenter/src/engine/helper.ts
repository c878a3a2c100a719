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
      void start(data.module, data.memory).then(post);
      break;
    case 'plan':
      planned = data;
      break;
    case 'run':
      run(data.from, data.to);
      break;
    default:
      data satisfies never;
  }
});

function run(from: number, to: number): void {
  if (!kernels || !planned) return;
  try {
    runCommands(kernels, planned.plan, planned.thread, from, to);
  } catch (error) {
    // Thrown, it would end the worker that this thread helps, and with it the picture.
    post({ kind: 'failed', detail: String(error) });
  }
}

function post(message: FromHelper): void {
  self.postMessage(message);
}

async function start(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<FromHelper> {
  try {
    kernels = await instantiateKernels(module, memory);
    return { kind: 'ready' };
  } catch (error) {
    return { kind: 'failed', detail: String(error) };
  }
}
