import { deflateRawSync } from 'node:zlib';

import { expect, test } from 'vitest';

import type { Matte } from '../raster/raster.ts';
import { createMatteEditor } from './create-matte-editor.ts';
import { editKinds } from './edit-kinds.ts';
import { noEdits } from './matte-edits.ts';
import { objectEditOf } from './object-edit.ts';

const size = { widthPx: 200, heightPx: 120 };

function plane(valueAt: (x: number, y: number) => number): Matte {
  const data = Uint8ClampedArray.from({ length: size.widthPx * size.heightPx }, (_, at) =>
    valueAt(at % size.widthPx, Math.floor(at / size.widthPx)),
  );
  return { data, ...size };
}

/** Two discs. The edge of each is a ramp of 4 px. */
const disc = (x: number, y: number, centre: number) => 64 * (24 - Math.hypot(x - centre, y - 60));
const left = plane((x, y) => disc(x, y, 50));
const both = plane((x, y) => Math.max(disc(x, y, 50), disc(x, y, 140)));
const click = { x: 140, y: 60 };

function apply(matte: Matte, edits: readonly object[]) {
  const editor = createMatteEditor({
    matte,
    editKinds,
    readPixels: ({ widthPx, heightPx }) => new Uint8ClampedArray(widthPx * heightPx * 4),
    refineRegion: ({ matte: region }) => Promise.resolve(region),
  });
  return editor.apply({ ...noEdits, edits: edits as never }, () => Promise.resolve());
}

test('an added object has its own alpha to the last level, and a removed one leaves the others unchanged', async () => {
  const added = await objectEditOf({ action: 'add-object', ...click }, left, both);
  expect((await apply(left, [added ?? {}])).data).toEqual(both.data);
  const removed = await objectEditOf({ action: 'remove-object', ...click }, both, left);
  expect((await apply(both, [removed ?? {}])).data).toEqual(left.data);
  expect(removed?.leftPx).toBeGreaterThan(90);
});

test('edges that differ by a few levels between two runs are no change', async () => {
  const again = plane((x, y) => Math.min(255, disc(x, y, 50) + 20));
  expect(await objectEditOf({ action: 'add-object', ...click }, left, again)).toBeUndefined();
});

test('an object is added to what other edits have left', async () => {
  const added = await objectEditOf(
    { action: 'add-object', ...click },
    plane(() => 0),
    both,
  );
  const { data } = await apply(left, [added ?? {}]);
  expect(data).toEqual(both.data);
});

const hostile = {
  'that is larger than its part': { alpha: deflateRawSync(Buffer.alloc(50_000_000)).toString('base64') },
  'that is smaller than its part': { alpha: deflateRawSync(Buffer.alloc(10)).toString('base64') },
  'that is not base64': { alpha: '%' },
  'that is not compressed': { alpha: 'AAAA' },
  'outside the image': { leftPx: 190 },
  'before the image': { topPx: -1 },
};

for (const [what, change] of Object.entries(hostile)) {
  test(`an object ${what} is refused`, async () => {
    const good = await objectEditOf({ action: 'add-object', ...click }, left, both);
    await expect(apply(left, [{ ...good, ...change }])).rejects.toMatchObject({ code: 'processing-failed' });
  });
}
