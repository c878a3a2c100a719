import { expect, test } from 'vitest';

import { createMatteEditor } from './create-matte-editor.ts';
import type { MatteRegion } from './define-edit.ts';
import { editKinds } from './edit-kinds.ts';
import { noEdits } from './matte-edits.ts';

const size = { widthPx: 320, heightPx: 160 };

/** Creates a body in the columns 40 to 160, and next to it a box that touches it, in the columns 160 to 240. */
function matteOf(boxAlpha: number): Uint8ClampedArray<ArrayBuffer> {
  return plane((x, y) => (y < 32 || y >= 128 || x < 40 || x >= 240 ? 0 : x < 160 ? 255 : boxAlpha));
}

function plane(valueAt: (x: number, y: number) => number): Uint8ClampedArray<ArrayBuffer> {
  const { widthPx, heightPx } = size;
  return Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) =>
    valueAt(at % widthPx, Math.floor(at / widthPx)),
  );
}

/** Strips of the box. Each is 16 px high, and its ends lie on a grid of 16 px. */
const strips = Array.from({ length: 6 }, (_, row) => ({
  leftPx: 160,
  topPx: 32 + 16 * row,
  widthPx: 80,
  heightPx: 16,
}));
const part = { leftPx: 160, topPx: 32, widthPx: 80, heightPx: 96, strips };

/** Replaces the kernels: every unknown pixel becomes background. */
const asBackground = ({ matte, unknown }: MatteRegion) => matte.map((value, at) => (unknown[at] === 0 ? value : 0));

async function settle(
  action: 'keep' | 'clear',
  matte: Uint8ClampedArray<ArrayBuffer>,
  of: object = part,
  estimate = asBackground,
) {
  const regions: MatteRegion[] = [];
  const editor = createMatteEditor({
    matte: { data: matte, ...size },
    editKinds,
    readPixels: ({ widthPx, heightPx }) => new Uint8ClampedArray(widthPx * heightPx * 4),
    refineRegion: (region) => {
      regions.push(region);
      return Promise.resolve(estimate(region));
    },
  });
  const edits = [{ kind: 'settle-part', action, ...of }] as never;
  const { data } = await editor.apply({ ...noEdits, edits }, () => Promise.resolve());
  return { at: (x: number, y: number) => data[y * size.widthPx + x], regions };
}

test('`keep` makes a part solid inside and leaves everything around it unchanged', async () => {
  const veil = matteOf(140);
  for (let y = 60; y < 90; y += 1) veil[y * size.widthPx + 100] = 90;
  const { at } = await settle('keep', veil);
  expect([at(200, 80), at(170, 80)]).toEqual([255, 255]);
  // The box's edge is half transparent, and so is a place in the body.
  expect([at(239, 80), at(100, 70), at(241, 80)]).toEqual([140, 90, 0]);
});

test('`clear` removes a part and leaves the body', { tags: ['long'] }, async () => {
  const { at } = await settle('clear', matteOf(255));
  expect([at(200, 80), at(168, 40), at(232, 120)]).toEqual([0, 0, 0]);
  expect([at(100, 80), at(45, 40), at(140, 120)]).toEqual([255, 255, 255]);
});

test('`clear` also removes remains next to the part, but no separate pieces', async () => {
  const matte = matteOf(255);
  // Both a foot that is missing from the strips and a distant piece are separate from the body.
  for (let y = 128; y < 150; y += 1) matte.fill(255, y * size.widthPx + 180, y * size.widthPx + 220);
  for (let y = 4; y < 16; y += 1) matte.fill(255, y * size.widthPx + 290, y * size.widthPx + 310);
  const { at } = await settle('clear', matte, part, (region) =>
    asBackground(region).map((value, at) => (at >= 134 * region.widthPx ? (region.matte[at] ?? 0) : value)),
  );
  expect([at(200, 145), at(300, 10), at(100, 80)]).toEqual([0, 255, 255]);
});

test('`clear` estimates a rim of half a strip inwards and three quarters outwards from the image', async () => {
  const { regions } = await settle('clear', matteOf(255));
  expect(regions).toHaveLength(1);
  const [region] = regions;
  // The region is the part's box with its rim of 12 px and a margin of 32 px.
  const [left, top] = [160 - 12 - 32, 0];
  const unknownAt = (x: number, y: number) => region?.unknown[(y - top) * (region.widthPx ?? 0) + x - left];
  expect([unknownAt(147, 80), unknownAt(148, 80), unknownAt(166, 80), unknownAt(167, 80)]).toEqual([0, 1, 1, 0]);
  expect(region?.matte[(80 - top) * region.widthPx + 200 - left]).toBe(0);
});

test.each(['keep', 'clear'] as const)(
  'a part outside of the image changes nothing with the action %s',
  async (action) => {
    const outside = { leftPx: 900, topPx: 900, widthPx: 16, heightPx: 16 };
    const { at, regions } = await settle(action, matteOf(255), { ...outside, strips: [outside] });
    expect([at(100, 80), at(200, 80), at(5, 5)]).toEqual([255, 255, 0]);
    expect(regions).toEqual([]);
  },
);
