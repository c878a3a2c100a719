import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { enterRoom, leaveRoom } from './matting-kernels.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/matting.wasm', import.meta.url)));

test('the room that was left last is the next picture’s, and no other is kept', async () => {
  const [first, second] = [await enterRoom(kernels), await enterRoom(kernels)];
  leaveRoom(first);
  leaveRoom(second);
  expect(await enterRoom(kernels)).toBe(second);
  expect([first, second]).not.toContain(await enterRoom(kernels));
});

test('what no picture uses may be taken back', async () => {
  const leave = async () => {
    const room = await enterRoom(kernels);
    leaveRoom(room);
    return new WeakRef(room.memory);
  };
  const memory = await leave();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  // What a turn has looked at is kept until its end.
  await new Promise((next) => setTimeout(next));
  collectGarbage();
  expect(memory.deref()).toBeUndefined();
});
