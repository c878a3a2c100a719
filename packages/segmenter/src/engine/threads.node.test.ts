import { Worker } from 'node:worker_threads';

import { afterEach, expect, test } from 'vitest';

import { kernelModule } from '../../test/kernel-module.ts';
import { channels, type ThreadTask, threadTasks, parts, places, resultOf, steps } from '../../test/thread-tasks.ts';
import { createMemory, instantiateKernels } from './kernels.ts';

const threads = 4;
const builds = ['threads', 'relaxed-threads'] as const;

const open: Worker[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.terminate()));
});

/** Script of a thread that runs a task on each message, and answers with its result. */
const script = `
  const { parentPort, workerData: { module, memory, url, task, thread, threads } } = require('node:worker_threads');
  void import(url).then(({ threadTasks }) => {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    parentPort.on('message', () => parentPort.postMessage(threadTasks[task](exports, memory, thread, threads)));
    parentPort.postMessage('ready');
  });
`;

/**
 * Runs the same task in four threads at once, including this one.
 * @returns the threads' results, and their memory.
 */
async function send(
  task: ThreadTask,
  build: (typeof builds)[number],
  prepare: (memory: WebAssembly.Memory) => void = () => undefined,
) {
  const module = kernelModule(build);
  const memory = createMemory(build);
  memory.grow(places.end / 65_536);
  prepare(memory);
  const url = new URL('../../test/thread-tasks.ts', import.meta.url).href;
  for (let thread = 1; thread < threads; thread += 1) {
    const workerData = { module, memory, url, task, thread, threads };
    open.push(new Worker(script, { eval: true, execArgv: [], workerData }));
  }
  const nextOf = (thread: Worker) => new Promise<unknown>((resolve) => void thread.once('message', resolve));
  await Promise.all(open.map(nextOf));
  const kernels = await instantiateKernels(module, memory);
  const results = open.map(nextOf);
  for (const thread of open) thread.postMessage('go');
  const own = threadTasks[task](kernels, memory, 0, threads);
  return { memory, results: [own, ...(await Promise.all(results))] };
}

test.each(builds)('%s: each part of a step is done once, by one of the threads', async (build) => {
  const length = 2 * parts * channels;
  const source = (index: number) => 1 + ((index * 7919) % 10_007);
  const { memory, results } = await send('takeParts', build, ({ buffer }) => {
    new Float32Array(buffer, places.from, length).set(Float32Array.from({ length }, (_, index) => source(index)));
  });
  // The memory holds the results of the last step.
  const [sum, times] = [new Float32Array(parts * channels), new Float32Array(parts)];
  for (let thread = 0; thread < threads; thread += 1) {
    const result = new Float32Array(memory.buffer, resultOf(thread), parts * channels);
    for (const [index, value] of result.entries()) sum[index] = (sum[index] ?? 0) + value;
    for (let part = 0; part < parts; part += 1) times[part] = (times[part] ?? 0) + (result[part * channels] ? 1 : 0);
  }
  expect(times.every((each) => each === 1)).toBe(true);
  const expected = Float32Array.from({ length: parts * channels }, (_, index) => {
    const above = Math.floor(index / channels) * 2 * channels + (index % channels);
    return Math.max(source(above), source(above + channels));
  });
  expect(sum).toEqual(expected);
  expect(results.reduce((total: number, count) => total + Number(count), 0)).toBe(steps * parts);
});

test.each(builds)('%s: no thread continues before all have arrived', async (build) => {
  const { results } = await send('crossBarrierOften', build);
  expect(results).toEqual([0, 0, 0, 0]);
});

test.each(builds)('%s: a thread that does not arrive is not awaited forever', async (build) => {
  const memory = createMemory(build);
  memory.grow(places.end / 65_536);
  const kernels = await instantiateKernels(kernelModule(build), memory);
  expect(kernels.awaitBarrier(places.barrier, 2, 10)).toBe(0);
});
