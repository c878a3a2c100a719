import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { acquireInstance, releaseInstance } from './matting-kernels.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

test('the instance that was released last is the next picture’s, and no other is kept', async () => {
  const [first, second] = [await acquireInstance(kernels), await acquireInstance(kernels)];
  releaseInstance(first);
  releaseInstance(second);
  expect(await acquireInstance(kernels)).toBe(second);
  expect([first, second]).not.toContain(await acquireInstance(kernels));
});

test('what no picture uses may be taken back', async () => {
  const releaseOne = async () => {
    const instance = await acquireInstance(kernels);
    releaseInstance(instance);
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
