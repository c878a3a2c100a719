/**
 * A network on the graphics card, by onnxruntime-web's WebGPU provider, in its own worker. The runtime's memory, some
 * hundred megabytes, is freed only when its worker ends, and after the loss of a device the runtime may never answer.
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

/** Longest delay between a failed run and the report that its device is lost: a few milliseconds. */
const maxLossDelayMs = 200;

/** This signal is never aborted. Only the end of this worker stops the work. */
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
  // If a driver refuses a request (for memory, for example), a buffer stays empty and no run fails for it.
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
