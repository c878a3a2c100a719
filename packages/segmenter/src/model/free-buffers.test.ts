import { expect, test } from 'vitest';

import { freeBuffers } from './free-buffers.ts';

test('frees arrays that span their whole buffer', () => {
  const arrays = [new Uint8Array(8), new Uint8Array(70_000)];
  freeBuffers(arrays);
  expect(arrays.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0]);
});

test('keeps a buffer of which an array is only a part', () => {
  const buffer = new Uint8Array([1, 2, 3, 4]);
  freeBuffers([buffer.subarray(0, 2)]);
  expect([...buffer]).toEqual([1, 2, 3, 4]);
});
