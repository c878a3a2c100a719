import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { kernelBuilds, kernelModule } from '../../test/kernel-module.ts';
import { createMemory, instantiateKernels } from '../engine/kernels.ts';
import { acquireInstance } from './matting-kernels.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

test.each(kernelBuilds)(
  '%s: the network’s constants end before those of the matting, which share its memory',
  async (build) => {
    const network = await instantiateKernels(kernelModule(build), createMemory(build));
    expect(network.firstFreeAddress()).toBeLessThanOrEqual(2048);
  },
);

test('the instance that was released last is reused for the next image, and no other is saved', async () => {
  const [first, second] = [await acquireInstance(kernels), await acquireInstance(kernels)];
  first.release();
  second.release();
  expect(await acquireInstance(kernels)).toBe(second);
  expect([first, second]).not.toContain(await acquireInstance(kernels));
});

test('an unused instance can be garbage-collected', async () => {
  const releaseOne = async () => {
    const instance = await acquireInstance(kernels);
    instance.release();
    return new WeakRef(instance.memory);
  };
  const memory = await releaseOne();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // The target of a WeakRef stays alive until the end of the current task.
  await new Promise((next) => setTimeout(next));
  collectGarbage();
  expect(memory.deref()).toBeUndefined();
});
