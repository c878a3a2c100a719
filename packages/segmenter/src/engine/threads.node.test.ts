import { Worker } from 'node:worker_threads';

import { afterEach, expect, test } from 'vitest';

import { kernelModule } from '../../test/kernel-module.ts';
import { type Errand, errands, parts, places } from '../../test/thread-errands.ts';
import { createMemory, instantiateKernels } from './kernels.ts';

const threads = 4;
const builds = ['threads', 'relaxed-threads'] as const;

const open: Worker[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.terminate()));
});

/** A thread that runs an errand at a message, and answers what came of it. */
const script = `
  const { parentPort, workerData: { module, memory, url, errand, thread, threads } } = require('node:worker_threads');
  void import(url).then(({ errands }) => {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    parentPort.on('message', () => parentPort.postMessage(errands[errand](exports, memory, thread, threads)));
    parentPort.postMessage('ready');
  });
`;

/** Sends four threads, this one among them, on the same errand at once. @returns what came of it, and their memory. */
async function send(errand: Errand, build: (typeof builds)[number]) {
  const module = kernelModule(build);
  const memory = createMemory(build);
  memory.grow(places.end / 65_536);
  const url = new URL('../../test/thread-errands.ts', import.meta.url).href;
  for (let thread = 1; thread < threads; thread += 1) {
    const workerData = { module, memory, url, errand, thread, threads };
    open.push(new Worker(script, { eval: true, execArgv: [], workerData }));
  }
  const nextOf = (thread: Worker) => new Promise<unknown>((resolve) => void thread.once('message', resolve));
  await Promise.all(open.map(nextOf));
  const kernels = await instantiateKernels(module, memory);
  const results = open.map(nextOf);
  for (const thread of open) thread.postMessage('go');
  const own = errands[errand](kernels, memory, 0, threads);
  return { memory, results: [own, ...(await Promise.all(results))] };
}

test.each(builds)('%s: each part of a step is taken by one thread, and none twice', async (build) => {
  const { memory } = await send('takeParts', build);
  // Every thread takes one more, by which it knows that there are none left.
  expect(new Int32Array(memory.buffer, places.counter, 1)[0]).toBe(parts + threads);
});

test.each(builds)('%s: no thread goes on before all have come', async (build) => {
  const { results } = await send('meetOften', build);
  expect(results).toEqual([0, 0, 0, 0]);
});

test.each(builds)('%s: a thread that does not come is not waited for for ever', async (build) => {
  const memory = createMemory(build);
  memory.grow(places.end / 65_536);
  const kernels = await instantiateKernels(kernelModule(build), memory);
  expect(kernels.meet(places.barrier, 2, 10)).toBe(0);
});
