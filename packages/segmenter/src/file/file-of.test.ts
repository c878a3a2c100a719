import { expect, test } from 'vitest';

import { fileOf } from './file-of.ts';

test('a file has the bytes of its parts in their order, and the type', async () => {
  const view = new Uint8Array(Uint8Array.of(9, 3, 4, 9).buffer, 1, 2);
  const file = fileOf([Uint8Array.of(1, 2), new Uint8Array(), view], 'image/png');
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3, 4]);
  expect(file.type).toBe('image/png');
});
