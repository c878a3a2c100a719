import { documents } from '@isola/photo-specs/documents';
import { expect, test } from 'vitest';

import { faceOf } from '../../test/face-of.ts';
import { renderHead } from '../../test/render-head.ts';
import { createShutter } from './create-shutter.ts';
import type { Frame } from './judge-frame.ts';

const head = renderHead(3, 'short');
const empty: Frame = { widthPx: 1200, heightPx: 1600, faces: [] };
const document = documents['cn-one-inch'];
const good = (changes: Parameters<typeof faceOf>[1] = {}): Frame => ({
  ...empty,
  faces: [faceOf({ ...head, ...placed(), tiltDeg: 0 }, changes)],
});

/** Returns the crown and the chin of a head in the middle of the frame. */
function placed() {
  return { crown: { x: 600, y: 500 }, chin: { x: 600, y: 1000 }, headHeightPx: 500 };
}

/** Shows frames to a shutter, one every 100 ms. @returns the steps. */
function shown(frames: readonly Frame[]) {
  const shutter = createShutter();
  return frames.map((frame, at) => shutter.see(frame, document, at * 100));
}

test('the picture is due once the rules have been met for nine tenths of a second, and only once', () => {
  const steps = shown(Array.from({ length: 25 }, () => good()));
  expect(steps[0]?.hint).toBe('hold-still');
  expect(steps.map(({ isDue }) => isDue).indexOf(true)).toBe(10);
  expect(steps.filter(({ isDue }) => isDue)).toHaveLength(1);
  expect(steps[5]?.held).toBeCloseTo(4 / 9, 5);
});

test('a blink starts the time again', () => {
  const blink = good({ eyesOpen: { left: 0.1, right: 0.3 } });
  const steps = shown([...Array.from({ length: 6 }, () => good()), blink, ...Array.from({ length: 12 }, () => good())]);
  expect(steps[6]).toMatchObject({ hint: 'open-eyes', held: 0 });
  expect(steps.map(({ isDue }) => isDue).indexOf(true)).toBe(16);
});

test('a hint is spoken once it has lasted half a second, and again after five seconds', () => {
  const spoken = shown(Array.from({ length: 60 }, () => empty)).map((step) => step.spoken);
  expect(spoken.flatMap((hint, at) => (hint ? [[at, hint]] : []))).toEqual([
    [5, 'show-face'],
    [55, 'show-face'],
  ]);
});

test('a hint that changes at once is not spoken, and the met rules are', () => {
  const frames = [good(), empty, good(), empty, ...Array.from({ length: 9 }, () => good())];
  expect(shown(frames).flatMap(({ spoken }) => spoken ?? [])).toEqual(['hold']);
});
