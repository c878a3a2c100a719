import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { unpackPart } from './unpack-part.ts';

const content = Uint8Array.from(randomBytes(300_000), (byte) => byte & 0x3f);
const packed = Uint8Array.from(gzipSync(content));

test('an unpacked part equals the original and fills only its place', async () => {
  const bytes = new Uint8Array(content.length + 20).fill(0xee);
  await unpackPart(packed, bytes.subarray(10, 10 + content.length));
  expect(bytes.subarray(10, 10 + content.length)).toEqual(content);
  expect([...bytes.subarray(0, 10), ...bytes.subarray(-10)]).toEqual(Array.from({ length: 20 }, () => 0xee));
});

test.each([
  ['is truncated', packed.slice(0, 100_000), content.length],
  ['was altered', packed.map((byte, index) => (index === 5000 ? byte ^ 1 : byte)), content.length],
  ['is not a gzip file', content, content.length],
  ['unpacks to more bytes than expected', packed, content.length - 1],
  ['unpacks to fewer bytes than expected', packed, content.length + 1],
])('rejects a part that %s', async (_, bytes, sizeBytes) => {
  await expect(unpackPart(bytes, new Uint8Array(sizeBytes))).rejects.toThrow(/^model-load-failed: a part of the model/);
});
