import { expect, test } from 'vitest';

import { eyesShare, faceOf } from '../../test/face-of.ts';
import { type Hair, renderHead } from '../../test/render-head.ts';
import { findHead } from './find-head.ts';
import { eyesPoint, headHeightPx, tiltDeg } from './head-guides.ts';
import { headOfFace } from './head-of-face.ts';

const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1);
const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? NaN;

test.each<Hair>(['bald', 'short', 'full', 'long', 'bob'])(
  'the guides of 30 rendered heads (%s) lie on the crown, the eyes and the chin',
  { tags: ['long'] },
  (hair) => {
    const errors = seeds.map((seed) => {
      const head = renderHead(seed, hair);
      const guides = headOfFace(faceOf(head), head.matte);
      const share = (px: number) => Math.abs(px) / head.headHeightPx;
      expect(tiltDeg(guides)).toBeCloseTo(head.tiltDeg, 5);
      expect(share(guides.chin.y - head.chin.y)).toBeLessThan(0.002);
      const eyesY = head.crown.y + (head.chin.y - head.crown.y) * eyesShare;
      expect(share(eyesPoint(guides).y - eyesY)).toBeLessThan(0.002);
      expect(guides.states).toMatchObject({ chin: { kind: 'sure' }, eyes: { kind: 'sure' }, axis: { kind: 'sure' } });
      return share(headHeightPx(guides) - head.headHeightPx);
    });
    expect(percentile(errors, 0.5)).toBeLessThan(0.015);
    expect(percentile(errors, 0.9)).toBeLessThan(0.03);
  },
);

const head = renderHead(3, 'short');

test('the place of the eyes and of the chin is not sure in a face that is turned away', () => {
  const { states } = headOfFace(faceOf(head, { turnDeg: -32 }), head.matte);
  const unsure = { kind: 'unsure', doubt: 'turned-face' };
  expect(states).toMatchObject({ chin: unsure, eyes: unsure, axis: unsure });
});

test('a chin is not sure when the outline is sure of another one', () => {
  const outline = findHead(head.matte);
  expect(outline?.states.chin).toEqual({ kind: 'sure' });
  const higher = { x: head.chin.x, y: head.chin.y - head.headHeightPx * 0.1 };
  const { states } = headOfFace(faceOf(head, { chin: higher }), head.matte, outline);
  expect(states.chin).toEqual({ kind: 'unsure', doubt: 'outline-differs' });
  expect(headOfFace(faceOf(head), head.matte, outline).states.chin).toEqual({ kind: 'sure' });
});

test('without a subject at the eyes the crown is estimated from the face, and not sure', () => {
  const empty = { ...head.matte, data: new Uint8ClampedArray(head.matte.data.length) };
  const guides = headOfFace(faceOf(head), empty);
  expect(guides.states.crown).toEqual({ kind: 'unsure', doubt: 'not-in-matte' });
  expect(guides.crown.y).toBeLessThan(eyesPoint(guides).y);
  // Somebody else's matte does not give the crown either.
  const elsewhere = { ...faceOf(head), eyes: { left: { x: 10, y: 500 }, right: { x: 60, y: 500 } } };
  expect(headOfFace(elsewhere, head.matte).states.crown).toEqual({ kind: 'unsure', doubt: 'not-in-matte' });
});

test('a crown far above the face is not sure, because hair may be much higher than the head', () => {
  // The face lies in the lower half of the head.
  const eyes = faceOf(head).eyes.left.y;
  const chin = { x: head.chin.x, y: eyes + (head.chin.y - eyes) * 0.5 };
  const { states } = headOfFace(faceOf(head, { chin }), head.matte);
  expect(states.crown).toEqual({ kind: 'unsure', doubt: 'much-hair' });
});
