import { readMattePng } from '@isola/imaging';
import { expect, test } from 'vitest';

import { writeGreyPng } from './grey-png.ts';

const everyValue = {
  data: Uint8ClampedArray.from({ length: 512 }, (_, at) => (at * 37) % 256),
  widthPx: 32,
  heightPx: 16,
};

test('the browser decodes every value unchanged', async () => {
  const bitmap = await createImageBitmap(await writeGreyPng(everyValue));
  const context = new OffscreenCanvas(32, 16).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, 32, 16).data ?? [];
  expect([...pixels].filter((_, at) => at % 4 === 1)).toEqual([...everyValue.data]);
});

test('readMattePng reads back exactly what writeGreyPng wrote', async () => {
  const read = await readMattePng(await writeGreyPng(everyValue), everyValue);
  expect(read).toEqual(everyValue);
});

/** A PNG as another program may write it. Each row begins with its filter type. */
async function pngOf(width: number, rows: number[][], kind = [8, 0, 0, 0, 0]): Promise<Blob> {
  const header = new DataView(new ArrayBuffer(8));
  header.setUint32(0, width);
  header.setUint32(4, rows.length);
  const deflated = new Blob([Uint8Array.from(rows.flat())]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(deflated).arrayBuffer());
  const chunk = (name: string, content: Uint8Array<ArrayBuffer>) => {
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, content.length);
    return [length.buffer, new TextEncoder().encode(name), content, new Uint8Array(4)];
  };
  const half = Math.floor(data.length / 2);
  return new Blob([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    ...chunk('IHDR', Uint8Array.of(...new Uint8Array(header.buffer), ...kind)),
    ...chunk('tEXt', new TextEncoder().encode('Software')),
    ...chunk('IDAT', data.slice(0, half)),
    ...chunk('IDAT', data.slice(half)),
    ...chunk('IEND', new Uint8Array()),
  ]);
}

test('undoes each of the five filters, with values worked out by hand', async () => {
  const rows = [
    [0, 10, 20, 30],
    // Left: 250, 250 + 10 = 4 (mod 256), 4 + 1 = 5.
    [1, 250, 10, 1],
    // Above: 250 + 10 = 4 (mod 256), 4 + 1 = 5, 5 + 255 = 4 (mod 256).
    [2, 10, 1, 255],
    // Mean of left and above, rounded down: 1 + 2, 1 + (3 + 5) / 2, 1 + (5 + 4) / 2.
    [3, 1, 1, 1],
    // Paeth: the first pixel takes above, 3. For left 4, above 5, corner 3 the estimate is 6, and above is nearest. For
    // left 6, above 5, corner 5 the estimate is 6, and left is nearest.
    [4, 1, 1, 1],
  ];
  const { data } = await readMattePng(await pngOf(3, rows), { widthPx: 3, heightPx: 5 });
  expect([...data]).toEqual([10, 20, 30, 250, 4, 5, 4, 5, 4, 3, 5, 5, 4, 6, 7]);
});

const two = [
  [0, 1, 2],
  [0, 3, 4],
];

test.each([
  ['another size', () => pngOf(2, two), { widthPx: 2, heightPx: 3 }],
  ['too few rows', async () => pngOf(2, [[0, 1, 2], []]), { widthPx: 2, heightPx: 2 }],
  ['data after its last row', () => pngOf(2, [...two.slice(0, 1), [0, 3, 4, 0, 5, 6]]), { widthPx: 2, heightPx: 2 }],
  ['an unknown filter', () => pngOf(2, [[5, 1, 2], ...two.slice(1)]), { widthPx: 2, heightPx: 2 }],
  ['colours', () => pngOf(2, two, [8, 2, 0, 0, 0]), { widthPx: 2, heightPx: 2 }],
  ['interlacing', () => pngOf(2, two, [8, 0, 0, 0, 1]), { widthPx: 2, heightPx: 2 }],
  ['missing data at its end', async () => (await pngOf(2, two)).slice(0, 60), { widthPx: 2, heightPx: 2 }],
  ['text instead of a PNG', async () => new Blob(['words '.repeat(20)]), { widthPx: 2, heightPx: 2 }],
  ['no bytes', async () => new Blob(), { widthPx: 2, heightPx: 2 }],
] as const)('refuses a file with %s', async (_, make, size) => {
  await expect(readMattePng(await make(), size)).rejects.toThrow(RangeError);
});
