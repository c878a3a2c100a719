/** @module-tag long */
import type { Matte } from '@isola/imaging';
import { describe, expect, test } from 'vitest';

import { hairs, renderHead, type RenderedHead } from '../../test/render-head.ts';
import { findHead, headHeightPx, type HeadGuides, moveGuide, tiltDeg } from '@isola/id-photo';

interface Scored {
  readonly head: RenderedHead;
  readonly guides: HeadGuides;
  /** Error along the head's axis, as a share of the head's height. */
  readonly crownError: number;
  readonly chinError: number;
  readonly isSure: boolean;
}

function score(head: RenderedHead): Scored {
  const guides = findHead(head.matte);
  if (!guides) throw new Error('no head was found');
  const radians = (head.tiltDeg * Math.PI) / 180;
  const along = (found: { x: number; y: number }, known: { x: number; y: number }) =>
    ((found.y - known.y) * Math.cos(radians) - (found.x - known.x) * Math.sin(radians)) / head.headHeightPx;
  return {
    head,
    guides,
    crownError: along(guides.crown, head.crown),
    chinError: along(guides.chin, head.chin),
    isSure: guides.states.crown.kind === 'sure' && guides.states.chin.kind === 'sure',
  };
}

const seeds = (first: number) => Array.from({ length: 20 }, (_, at) => first + at);

// Seeds 1 to 20 were inspected while the estimate was written. Seeds 1001 to 1020 were scored once, when it was
// finished.
describe.each([
  { which: 'seen', list: seeds(1), over: 0 },
  { which: 'unseen', list: seeds(1001), over: 1 },
])('findHead on twenty $which heads', ({ list, over }) => {
  const all = list.map((seed) => score(renderHead(seed)));

  test('sure guides are within 2 % of the head’s height, except one chin of the unseen heads', () => {
    const sure = all.filter(({ isSure }) => isSure);
    expect(sure.length).toBeGreaterThanOrEqual(10);
    for (const { crownError, chinError, guides, head } of sure) {
      expect(Math.abs(crownError)).toBeLessThanOrEqual(0.02);
      expect(Math.abs(chinError)).toBeLessThanOrEqual(0.03);
      expect(Math.abs(tiltDeg(guides) - head.tiltDeg)).toBeLessThan(1);
    }
    expect(sure.filter(({ chinError }) => Math.abs(chinError) > 0.02)).toHaveLength(over);
  });

  test('a head whose chin or crown is hidden is not sure', () => {
    for (const { head, isSure } of all) if (['long', 'bob', 'hat'].includes(head.hair)) expect(isSure).toBe(false);
  });
});

describe.each(seeds(2001).slice(0, 5))('findHead on the head of seed %i', (seed) => {
  test.each(hairs)('with %s hair reports each doubt, and single hairs do not raise the crown', (hair) => {
    const { guides, crownError, chinError, isSure } = score(renderHead(seed, hair));
    const doubts = [guides.states.crown, guides.states.chin].flatMap((state) =>
      state.kind === 'unsure' ? [state.doubt] : [],
    );
    switch (hair) {
      case 'long':
      case 'bob':
        expect(doubts.some((doubt) => doubt === 'hidden-neck' || doubt === 'hidden-jaw')).toBe(true);
        break;
      case 'hat':
        expect(doubts).toContain('uneven-top');
        break;
      case 'bald':
      case 'short':
      case 'full':
        expect(Math.abs(crownError)).toBeLessThanOrEqual(0.02);
        if (isSure) expect(Math.abs(chinError)).toBeLessThanOrEqual(0.03);
        break;
      default:
        hair satisfies never;
    }
  });
});

/** Returns a part of a matte, like the matte of a photo that was cropped more tightly. */
function cut({ data, widthPx }: Matte, x: number, y: number, width: number, height: number): Matte {
  const part = new Uint8ClampedArray(width * height);
  for (let row = 0; row < height; row += 1) {
    const from = (y + row) * widthPx + x;
    part.set(data.subarray(from, from + width), row * width);
  }
  return { data: part, widthPx: width, heightPx: height };
}

test('a crown cut by the image’s edge is not sure', () => {
  const { matte, crown } = renderHead(8, 'bald');
  const top = Math.round(crown.y) + 30;
  const guides = findHead(cut(matte, 0, top, matte.widthPx, matte.heightPx - top));
  expect(guides?.states.crown).toEqual({ kind: 'unsure', doubt: 'cut-by-frame' });
});

test('shoulders outside the image are undefined', () => {
  const { matte, chin, headHeightPx } = renderHead(8, 'bald');
  const guides = findHead(cut(matte, 0, 0, matte.widthPx, Math.round(chin.y + headHeightPx * 0.05)));
  expect(guides?.shoulders).toBeUndefined();
});

test('specks next to the head do not change the guides', () => {
  const { matte, crown, chin, headHeightPx } = renderHead(8, 'bald');
  const data = matte.data.slice();
  for (let y = 2; y < 12; y += 1) data.fill(255, y * matte.widthPx + 5, y * matte.widthPx + 15);
  const guides = findHead({ ...matte, data });
  expect(guides?.crown.y).toBeCloseTo(crown.y, -1);
  expect(Math.abs((guides?.chin.y ?? 0) - chin.y)).toBeLessThan(headHeightPx * 0.02);
});

test('a bun on the head makes the crown unsure', () => {
  const { matte, crown, headHeightPx } = renderHead(8, 'bald');
  const data = matte.data.slice();
  for (let y = 0; y < matte.heightPx; y += 1) {
    for (let x = 0; x < matte.widthPx; x += 1) {
      const isBun = Math.hypot(x - crown.x, y - crown.y + headHeightPx * 0.06) < headHeightPx * 0.12;
      if (isBun) data[y * matte.widthPx + x] = 255;
    }
  }
  expect(findHead({ ...matte, data })?.states.crown).toEqual({ kind: 'unsure', doubt: 'uneven-top' });
});

test('findHead returns undefined for an empty matte', () => {
  expect(findHead({ data: new Uint8ClampedArray(100), widthPx: 10, heightPx: 10 })).toBeUndefined();
});

describe('moveGuide', () => {
  const found = score(renderHead(8, 'bald')).guides;

  test('marks a moved guide as set, and the axis once both its ends are set', () => {
    const once = moveGuide(found, 'chin', 0, 12);
    expect(once.states.chin).toEqual({ kind: 'set' });
    expect(once.chin).toEqual({ x: found.chin.x, y: found.chin.y + 12 });
    expect(once.states.axis).toEqual(found.states.axis);
    const both = moveGuide(once, 'crown', 5, -3);
    expect(both.states).toMatchObject({ crown: { kind: 'set' }, axis: { kind: 'set' } });
    expect(both.crown).toEqual({ x: found.crown.x + 5, y: found.crown.y - 3 });
  });

  test('changes the tilt and the height of the head', () => {
    const upright: HeadGuides = { ...found, crown: { x: 100, y: 100 }, chin: { x: 100, y: 200 } };
    const leaning = moveGuide(upright, 'crown', 100, 0);
    expect(tiltDeg(leaning)).toBeCloseTo(45);
    expect(headHeightPx(leaning)).toBeCloseTo(Math.SQRT2 * 100);
  });

  test('moves the eyes along the axis and not beyond its ends', () => {
    const upright: HeadGuides = { ...found, crown: { x: 100, y: 100 }, chin: { x: 100, y: 200 }, eyes: 0.5 };
    expect(moveGuide(upright, 'eyes', 30, 10).eyes).toBeCloseTo(0.6);
    expect(moveGuide(upright, 'eyes', 0, 500).eyes).toBe(1);
  });
});
