/** Runs in a worker, as in the library: a page's main thread may not block. */
import { networkSchema } from '../../../../packages/segmenter/src/engine/network.ts';
import type { Size } from '../../../../packages/segmenter/src/api/size.ts';
import { startGpuNetwork } from '../../../../packages/segmenter/src/inference/gpu-network.ts';
import { madeUpPicture } from '../../../../packages/segmenter/src/inference/gpu-trial.ts';
import { loadModelParts } from '../../../../packages/segmenter/src/model/load-model-parts.ts';
import { openModelCache } from '../../../../packages/segmenter/src/model/model-cache.ts';
import { createModelLoader } from '../../../../packages/segmenter/src/inference/model-loader.ts';
import {
  chooseModel,
  type NetworkModel,
  parseManifest,
} from '../../../../packages/segmenter/src/model/model-manifest.ts';

export interface GpuMeasurement {
  readonly adapter: string;
  readonly threads: number;
  /** Times of runs at a size that was run before. */
  readonly cpuMs: readonly number[];
  readonly gpuMs: readonly number[];
  /** Time from having the weights in memory to a runnable network, including the runtime's download. */
  readonly gpuStartMs: number;
  /** Time of the first run, which compiles. */
  readonly gpuFirstMs: number;
  readonly intersectionOverUnion: number;
  readonly greatestDifference: number;
  /** Share of subject pixels, by the processor's mask. */
  readonly subjectShare: number;
}

export type Answer = { readonly measurement: GpuMeasurement } | { readonly failure: string };

export interface GpuTask {
  readonly size: Size;
  readonly runs: number;
}

const { signal } = new AbortController();
const manifestUrl = new URL('/models/manifest.json', location.href).href;
/** Path under which `bench.ts` serves the runtime. */
const runtimeUrl = new URL('/onnxruntime/', location.href).href;
/** Time limit. A graphics card emulated on the processor takes minutes. */
const limitMs = 1_800_000;

addEventListener('message', ({ data }: MessageEvent<GpuTask>) => {
  void measure(data).then(
    (measurement) => postMessage({ measurement } satisfies Answer),
    (error: unknown) => postMessage({ failure: String(error) } satisfies Answer),
  );
});

async function measure({ size, runs }: GpuTask): Promise<GpuMeasurement> {
  const picture = madeUpPicture(size);
  const threads = navigator.hardwareConcurrency;
  const loader = createModelLoader({
    manifestUrl,
    model: undefined,
    threads,
    deviceMemoryGib: 8,
    runtimeUrl,
    provider: 'cpu',
  });
  const cpu = await loader.load(signal);
  const onCpu = () => cpu.run(picture, size, { signal, onProgress: () => undefined });
  const { mask: wanted } = await onCpu();
  const cpuMs = await timed(runs, onCpu);

  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error('this browser has no adapter');
  const model = { ...(await loadNetwork()), runtimeUrl };
  const [gpu, gpuStartMs] = await clocked(() => startGpuNetwork(model, signal));
  const onGpu = () => gpu.run(picture, size, { signal, limitMs });
  const [given, gpuFirstMs] = await clocked(onGpu);
  const gpuMs = await timed(runs, onGpu);
  gpu.end();
  await loader.dispose();

  const { vendor, architecture, device, description } = adapter.info;
  return {
    adapter: [vendor, architecture, device, description].filter(Boolean).join(' '),
    threads: cpu.threads,
    cpuMs,
    gpuMs,
    gpuStartMs,
    gpuFirstMs,
    ...compared(wanted, given),
  };
}

async function loadNetwork() {
  const model = chooseModel(parseManifest(await (await fetch(manifestUrl)).json()), undefined);
  if (model.format !== 'network') throw new Error(`‘${model.id}’ is not a network`);
  const weights = new Uint8Array(model.sizeBytes);
  const cache = await openModelCache();
  await loadModelParts(model, weights, { manifestUrl, cache, signal, onBytes: () => undefined });
  return { model, network: await descriptionOf(model), weights };
}

async function descriptionOf({ network }: NetworkModel) {
  return networkSchema.parse(await (await fetch(new URL(network.file, manifestUrl))).json());
}

async function timed(runs: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const [, ms] = await clocked(work);
    times.push(ms);
  }
  return times;
}

async function clocked<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}

function compared(wanted: Float32Array, given: Float32Array) {
  let [subject, both, either, greatestDifference] = [0, 0, 0, 0];
  for (const [index, value] of wanted.entries()) {
    const other = given[index] ?? Number.NaN;
    if (value > 0.5) subject += 1;
    if (value > 0.5 && other > 0.5) both += 1;
    if (value > 0.5 || other > 0.5) either += 1;
    greatestDifference = Math.max(greatestDifference, Math.abs(value - other));
  }
  return { intersectionOverUnion: both / either, greatestDifference, subjectShare: subject / wanted.length };
}
