import { expect, test } from 'vitest';

import type { BatchItem } from '../batch.ts';
import { outcomesCsv } from './outcomes-csv.ts';

const item = { id: '1', name: 'cat.jpg', sizeBytes: 10, hasOverride: false } as const;
const done = {
  ...item,
  state: 'processed',
  outcome: 'done',
  result: {
    fileName: 'cat-cutout.png',
    type: 'image/png',
    sizeBytes: 1234,
    widthPx: 40,
    heightPx: 30,
    durationMs: 1256,
  },
  doubts: [],
  isOutdated: false,
} as const satisfies BatchItem;

async function bytesOf(items: readonly BatchItem[]): Promise<Uint8Array> {
  return new Uint8Array(await outcomesCsv(items).arrayBuffer());
}

async function rowsOf(items: readonly BatchItem[]): Promise<string[][]> {
  const lines = new TextDecoder()
    .decode(await bytesOf(items))
    .trimEnd()
    .split('\r\n');
  return lines.map((line) => line.split(','));
}

test('each outcome is a line, after the names of the columns', async () => {
  const rows = await rowsOf([
    done,
    { ...done, doubts: [{ kind: 'touches-frame' }, { kind: 'half-transparent' }] },
    { ...done, result: { ...done.result, missingShadow: 'uneven' } },
    {
      ...done,
      conversion: { from: 'JPEG XL', to: 'PNG', isFirstOfMany: true, isReduced: true, isApproximate: true },
    },
    { ...done, result: { ...done.result, enlargedFrom: { widthPx: 20, heightPx: 15 } } },
    { ...done, result: { ...done.result, blurredFaces: 0 } },
    { ...item, name: 'bad.png', state: 'processed', outcome: 'failed', failure: { code: 'damaged-image' } },
    { ...item, state: 'waiting' },
    { ...item, state: 'processing', step: 'rendering', share: 0.5 },
  ]);
  expect(rows).toEqual([
    ['name', 'outcome', 'reason', 'result', 'width_px', 'height_px', 'bytes', 'seconds'],
    ['cat.jpg', 'done', '', 'cat-cutout.png', '40', '30', '1234', '1.26'],
    ['cat.jpg', 'done', 'touches-frame half-transparent', 'cat-cutout.png', '40', '30', '1234', '1.26'],
    ['cat.jpg', 'done', 'shadow-missing', 'cat-cutout.png', '40', '30', '1234', '1.26'],
    [
      'cat.jpg',
      'done',
      'converted-from-jpeg-xl first-of-many quality-reduced colors-approximate',
      'cat-cutout.png',
      '40',
      '30',
      '1234',
      '1.26',
    ],
    ['cat.jpg', 'done', 'enlarged-from-20x15', 'cat-cutout.png', '40', '30', '1234', '1.26'],
    ['cat.jpg', 'done', 'faces-blurred-0', 'cat-cutout.png', '40', '30', '1234', '1.26'],
    ['bad.png', 'failed', 'damaged-image', '', '', '', '', ''],
    ['cat.jpg', 'waiting', '', '', '', '', '', ''],
    ['cat.jpg', 'processing', '', '', '', '', '', ''],
  ]);
});

test('an outdated result is listed as processing, without a file', async () => {
  const rows = await rowsOf([{ ...done, isOutdated: true }]);
  expect(rows[1]).toEqual(['cat.jpg', 'processing', '', '', '', '', '', '']);
});

test('the CSV is UTF-8 with a byte order mark and CRLF, and a name cannot be a formula', async () => {
  const bytes = await bytesOf([{ ...item, name: '=白虎,1.jpg', state: 'waiting' }]);
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder().decode(bytes)).toMatch(/\r\n"'=白虎,1\.jpg",waiting,,,,,,\r\n$/);
});
