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

test('the instance that was released last is the next picture’s, and no other is kept', async () => {
  const [first, second] = [await acquireInstance(kernels), await acquireInstance(kernels)];
  first.release();
  second.release();
  expect(await acquireInstance(kernels)).toBe(second);
  expect([first, second]).not.toContain(await acquireInstance(kernels));
});

test('what no picture uses may be taken back', async () => {
  const releaseOne = async () => {
    const instance = await acquireInstance(kernels);
    instance.release();
    return new WeakRef(instance.memory);
  };
  const memory = await releaseOne();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // What a turn has looked at is kept until its end.
  await new Promise((next) => setTimeout(next));
  collectGarbage();
  expect(memory.deref()).toBeUndefined();
});
