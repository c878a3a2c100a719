import { marketplaces } from '@isola/photo-specs/marketplaces';
import { expect, test } from 'vitest';

import type { SubjectLayout } from '../layout/lay-out-subject.ts';
import type { CheckedPhoto } from './check-shop-photo.ts';
import { verdictOn } from './verdict.ts';

const layout: SubjectLayout = {
  transform: { widthPx: 1000, heightPx: 1000, toPhoto: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 } },
  box: { x: 75, y: 75, widthPx: 850, heightPx: 850 },
  fillShare: 0.85,
  scale: 1,
  intendedScale: 1,
  isComputed: false,
  isBelowTarget: false,
};
const background = {
  id: 'background',
  measured: { count: 4000, offColour: 0, worst: undefined },
  allowed: '#ffffff',
} as const;
const fileSize = { id: 'file-size', measured: 90_000, allowed: undefined } as const;

function checked(backgroundState: 'pass' | 'fail', fileSizeState: 'unstated' | 'advice' = 'unstated'): CheckedPhoto {
  return {
    state: backgroundState,
    rules: [
      { ...fileSize, state: fileSizeState },
      { ...background, state: backgroundState },
    ],
  };
}

test('a file that keeps its rules passes when nothing else is doubtful', () => {
  expect(verdictOn(checked('pass', 'advice'), layout, [])).toEqual({ state: 'pass', reasons: [] });
});

test('a file that keeps its rules needs a look when the product is cut off or enlarged', () => {
  expect(verdictOn(checked('pass'), { ...layout, scale: 2.22 }, ['right'])).toEqual({
    state: 'look',
    reasons: [
      { kind: 'cut', sides: ['right'] },
      { kind: 'enlarged', scale: 2.22, isComputed: false },
    ],
  });
});

test('a broken rule comes before every doubt', () => {
  expect(verdictOn(checked('fail'), { ...layout, scale: 2 }, ['left'])).toEqual({
    state: 'fail',
    reasons: [
      { kind: 'broken-rule', rule: 'background' },
      { kind: 'cut', sides: ['left'] },
      { kind: 'enlarged', scale: 2, isComputed: false },
    ],
  });
});

function checkedAmazon(sidePx: number): CheckedPhoto {
  const measured = { widthPx: sidePx, heightPx: sidePx };
  return { state: 'pass', rules: [{ id: 'pixels', state: 'advice', measured, allowed: marketplaces.amazon.pixels }] };
}

test('a file for Amazon needs a look when it is too small for shoppers to zoom in, which starts at 1000 px', () => {
  expect(verdictOn(checkedAmazon(999), layout, [])).toEqual({
    state: 'look',
    reasons: [{ kind: 'no-zoom', zoomPx: 1000 }],
  });
  expect(verdictOn(checkedAmazon(1000), layout, [])).toEqual({ state: 'pass', reasons: [] });
});

test('a product that a network enlarged is named as such', () => {
  expect(verdictOn(checkedAmazon(2000), { ...layout, scale: 3, isComputed: true }, [])).toEqual({
    state: 'look',
    reasons: [{ kind: 'enlarged', scale: 3, isComputed: true }],
  });
});
