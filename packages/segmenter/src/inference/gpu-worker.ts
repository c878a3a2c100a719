/**
 * A network on the graphics card, by onnxruntime-web's WebGPU provider, in a worker of its own: the runtime's memory, some
 * hundred megabytes, comes back only with its worker's end, and after the loss of a device the runtime may never answer.
 */
import { reportFetches } from '../http/fetches.ts';
import { translateError } from '../api/translate-error.ts';
import { assembleOnnx } from './assemble-onnx.ts';
import { fetchRuntime } from './fetch-runtime.ts';
import type { FromGpu, ToGpu } from './gpu-protocol.ts';
import { createSession } from './ort-session.ts';
import { pause } from '../async/pause.ts';
import { servedGpuRuntime } from './runtime-source.ts';
import type { ModelSession } from './session.ts';

declare const self: DedicatedWorkerGlobalScope;

/** A run fails a few milliseconds before its device says that it is lost. */
const maxLossDelayMs = 200;

/** Only the end of this worker stops it. */
const { signal } = new AbortController();
const lost = Promise.withResolvers<string>();
let session: ModelSession | undefined;
let last = Promise.resolve();

reportFetches((fetches) => post({ kind: 'fetched', fetches }));

self.addEventListener('message', ({ data }: MessageEvent<ToGpu>) => {
  last = last.then(() => serve(data)).catch(fail);
});

void lost.promise.then((detail) => post({ kind: 'failed', reason: 'device-lost', detail }));

async function serve(message: ToGpu): Promise<void> {
  switch (message.kind) {
    case 'start':
      return start(message);
    case 'run': {
      if (!session) throw new Error('the worker was called before it was started');
      const { mask } = await session.run(message.pixels, message.size, { signal, onProgress: () => undefined });
      return post({ kind: 'mask', run: message.run, mask }, [mask.buffer]);
    }
    default:
      return message satisfies never;
  }
}

async function start({ model, network, weights, runtimeUrl }: Extract<ToGpu, { kind: 'start' }>): Promise<void> {
  const runtime = await fetchRuntime(servedGpuRuntime(runtimeUrl), signal);
  const { input, output } = model;
  const onnx = assembleOnnx(network, weights, { input: input.name, output: output.name });
  session = await createSession(model, onnx, runtime, { provider: 'webgpu', threads: 1 });
  const device = await runtime.ort.env.webgpu.device;
  void device.lost.then(({ reason, message }) => lost.resolve(`${reason}: ${message}`));
  // What a driver refuses (memory, say) leaves a buffer empty, and no run fails for it.
  device.addEventListener('uncapturederror', ({ error }) => fail(new Error(error.message)));
  post({ kind: 'ready' });
}

async function fail(error: unknown): Promise<void> {
  const { code, detail } = translateError(error);
  // If the device was lost, the loss is reported first, and the receiver ignores this message.
  await pause(maxLossDelayMs, signal);
  post({ kind: 'failed', reason: 'gpu-failed', detail: detail ?? code });
}

function post(message: FromGpu, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer);
}
