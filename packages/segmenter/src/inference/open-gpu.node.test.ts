import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { collectGarbage } from '../../test/collect-garbage.ts';

import type { Network } from '../engine/network.ts';
import type { FromGpu, ToGpu } from './gpu-protocol.ts';
import { createGpuTrust, type GpuFacts, type GpuObservation, nameOfGpu } from './gpu-trust.ts';
import type { ModelCache } from '../model/model-cache.ts';
import type { NetworkModel } from '../model/model-manifest.ts';
import { openGpu } from './open-gpu.ts';

const info = { vendor: 'maker', architecture: 'family', device: '', description: 'driver 1', isFallbackAdapter: false };
const software = { ...info, vendor: 'google', architecture: 'swiftshader', isFallbackAdapter: true };
const manifestUrl = 'https://example.org/models/manifest.json';
const { signal } = new AbortController();
const size = { heightPx: 1, widthPx: 1 };
const runOptions = { signal, limitMs: 5000 };

/** All workers that were started, and all requests. */
let workers: FakeWorker[] = [];
const fetched = vi.fn();

/** A worker that becomes ready at once. */
class FakeWorker extends EventTarget {
  readonly messages: ToGpu[] = [];
  readonly terminate = vi.fn();

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(message: ToGpu): void {
    this.messages.push(message);
    if (message.kind === 'start') queueMicrotask(() => this.answer({ kind: 'ready' }));
  }

  answer(data: FromGpu): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  workers = [];
  kept.clear();
  fetched.mockClear();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('WebAssembly', { Suspending: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function stubNavigator(adapter: (GpuFacts & { isFallbackAdapter: boolean }) | null, connection?: object): void {
  const requestAdapter = () => Promise.resolve(adapter && { info: adapter });
  vi.stubGlobal('navigator', { gpu: { requestAdapter }, connection, userAgent });
}

/** Files that the browser has saved. */
const kept = new Map<string, Uint8Array<ArrayBuffer>>();
const cache: ModelCache = {
  read: (url) => Promise.resolve(kept.get(url)),
  write: (url, bytes) => Promise.resolve(kept.set(url, bytes).has(url)),
  remove: (url) => Promise.resolve(void kept.delete(url)),
  keepOnly: () => Promise.resolve(),
};
const userAgent = 'Browser/1';
const remember = (observation: GpuObservation) =>
  createGpuTrust(cache, manifestUrl).remember(nameOfGpu(info, userAgent), observation);

function open(provider: 'auto' | 'webgpu' = 'auto', deviceMemoryGib = 8) {
  const weights = vi.fn(() => new Uint8Array(16));
  const model = { id: 'model' } as NetworkModel;
  const network: Network = { version: 1, sizeBytes: 16, steps: [] };
  const source = {
    model,
    network,
    weights,
    provider,
    deviceMemoryGib,
    runtimeUrl: 'https://example.org/onnxruntime/',
    manifestUrl,
    cache,
  };
  return { opened: openGpu(source, signal), weights };
}

test.each([
  ['no WebGPU', () => vi.stubGlobal('navigator', {})],
  ['no JSPI', () => (stubNavigator(info), vi.stubGlobal('WebAssembly', {}))],
  ['no adapter', () => stubNavigator(null)],
  ['a fallback adapter', () => stubNavigator({ ...info, isFallbackAdapter: true })],
  ['a software adapter that is not marked as fallback', () => stubNavigator({ ...software, isFallbackAdapter: false })],
  ['data saving turned on', () => stubNavigator(info, { saveData: true, effectiveType: '4g' })],
  ['a slow connection', () => stubNavigator(info, { saveData: false, effectiveType: '3g' })],
])('nothing is loaded with %s', async (_, prepare) => {
  prepare();
  const { opened, weights } = open();
  expect(await opened).toBeUndefined();
  expect(workers).toEqual([]);
  expect(fetched).not.toHaveBeenCalled();
  expect(weights).not.toHaveBeenCalled();
});

test('nothing is loaded with little memory', async () => {
  stubNavigator(info);
  expect(await open('auto', 2).opened).toBeUndefined();
  expect(workers).toEqual([]);
});

test('a real adapter gets the network', async () => {
  stubNavigator(info);
  const { opened } = open();
  expect(await opened).toBeDefined();
  expect(workers.length).toBe(1);
  expect(workers[0]?.messages[0]).toMatchObject({ kind: 'start', model: { id: 'model' } });
});

test('any adapter over any connection gets the network if that was requested', async () => {
  stubNavigator(software, { saveData: true });
  expect(await open('webgpu').opened).toBeDefined();
});

test('a card that once computed wrongly gets nothing, even if it is requested', async () => {
  stubNavigator(info);
  await remember('wrong');
  expect(await open('webgpu').opened).toBeUndefined();
  expect(workers).toEqual([]);
});

test('a card that was slower gets nothing for now, unless it is requested', async () => {
  stubNavigator(info);
  await remember('slower');
  expect(await open().opened).toBeUndefined();
  expect(workers).toEqual([]);
  expect(await open('webgpu').opened).toBeDefined();
});

test('a card that has won here before is marked as such', async () => {
  stubNavigator(info);
  expect(await open().opened).toMatchObject({ hasWon: false });
  await remember('faster');
  expect(await open().opened).toMatchObject({ hasWon: true });
});

test('a card whose candidate has remembered two failures gets nothing', async () => {
  stubNavigator(info);
  for (let visit = 0; visit < 2; visit += 1) await (await open().opened)?.remember('failed');
  expect(workers.length).toBe(2);
  expect(await open().opened).toBeUndefined();
  expect(workers.length).toBe(2);
});

test('a network that gives no answer counts as failed, and so do its later runs', async () => {
  stubNavigator(info);
  const { network } = (await open().opened) ?? {};
  vi.useFakeTimers();
  const run = expect(network?.run(new Uint8ClampedArray(4), size, runOptions)).rejects.toMatchObject({
    reason: 'gpu-failed',
  });
  await vi.advanceTimersByTimeAsync(5000);
  await run;
  await expect(network?.run(new Uint8ClampedArray(4), size, runOptions)).rejects.toMatchObject({
    reason: 'gpu-failed',
  });
});

test('the loss of a device ends the current run, and fails the next one if none is running', async () => {
  stubNavigator(info);
  const { network } = (await open().opened) ?? {};
  const run = network?.run(new Uint8ClampedArray(4), size, runOptions);
  workers[0]?.answer({ kind: 'failed', reason: 'device-lost', detail: 'gone' });
  await expect(run).rejects.toMatchObject({ reason: 'device-lost' });
  await expect(network?.run(new Uint8ClampedArray(4), size, runOptions)).rejects.toMatchObject({
    reason: 'device-lost',
  });
});

// V8 before 14.6 retains the result that won a race against a promise that stays pending.
test('masks that were handed over are not retained', async () => {
  stubNavigator(info);
  const { network } = (await open().opened) ?? {};
  const maskOf = async (run: number) => {
    const running = network?.run(new Uint8ClampedArray(4), size, runOptions);
    workers[0]?.answer({ kind: 'mask', run, mask: new Float32Array(1000) });
    return new WeakRef((await running) ?? {});
  };
  const masks: WeakRef<object>[] = [];
  for (let run = 1; run <= 40; run += 1) masks.push(await maskOf(run));
  // The target of a WeakRef stays alive until the end of the current job.
  await new Promise(setImmediate);
  collectGarbage();
  expect(masks.filter((mask) => mask.deref() !== undefined).length).toBe(0);
});

test('each run receives its own mask; the masks of aborted runs are discarded', async () => {
  stubNavigator(info);
  const { network } = (await open().opened) ?? {};
  const stop = new AbortController();
  const aborted = network?.run(new Uint8ClampedArray(4), size, { ...runOptions, signal: stop.signal });
  const run = network?.run(new Uint8ClampedArray(4), size, runOptions);
  stop.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  const [, first, second] = workers[0]?.messages ?? [];
  if (first?.kind !== 'run' || second?.kind !== 'run') throw new Error('two runs were asked for');
  workers[0]?.answer({ kind: 'mask', run: first.run, mask: Float32Array.of(0.25) });
  workers[0]?.answer({ kind: 'mask', run: second.run, mask: Float32Array.of(0.75) });
  expect(await run).toEqual(Float32Array.of(0.75));
});
