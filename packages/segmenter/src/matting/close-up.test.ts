import { expect, test } from 'vitest';

import type { Part } from '../api/size.ts';
import { insertCloseUp, subjectPart } from './close-up.ts';

const picture = { widthPx: 1000, heightPx: 500 };

/** Returns a mask whose subject fills a part of the image with the given alpha. */
function maskOf(widthPx: number, heightPx: number, subject: Part, alpha = 1, shown: Part = whole) {
  const mask = Float32Array.from({ length: widthPx * heightPx }, (_, at) => {
    const x = shown.leftPx + (((at % widthPx) + 0.5) / widthPx) * shown.widthPx - subject.leftPx;
    const y = shown.topPx + ((Math.floor(at / widthPx) + 0.5) / heightPx) * shown.heightPx - subject.topPx;
    return x > 0 && x < subject.widthPx && y > 0 && y < subject.heightPx ? alpha : 0;
  });
  return { widthPx, heightPx, mask };
}

const whole: Part = { leftPx: 0, topPx: 0, ...picture };
const middle: Part = { leftPx: 200, topPx: 100, widthPx: 500, heightPx: 250 };

test('the part contains the subject and a margin of a sixth around it', () => {
  const part = subjectPart(maskOf(100, 100, middle), picture);
  expect(part).toEqual({ leftPx: 120, topPx: 60, widthPx: 660, heightPx: 330 });
});

test('the margin ends at the border, and faint pixels are not part of the subject', () => {
  const corner = maskOf(100, 100, { leftPx: 500, topPx: 250, widthPx: 500, heightPx: 250 });
  corner.mask[0] = 0.09;
  expect(subjectPart(corner, picture)).toEqual({ leftPx: 420, topPx: 210, widthPx: 580, heightPx: 290 });
});

test.each([
  ['in the middle', 480, 240],
  ['at the left', 0, 0],
  ['at the right', 980, 500],
])('a tiny subject %s is shown with half of the image’s width', (_, leftPx, expectedPx) => {
  const tiny = maskOf(100, 100, { leftPx, topPx: 240, widthPx: 20, heightPx: 20 });
  expect(subjectPart(tiny, picture)).toMatchObject({ leftPx: expectedPx, widthPx: 500, heightPx: 250 });
});

test('an empty mask shows the whole image', () => {
  expect(subjectPart(maskOf(100, 100, middle, 0), picture)).toEqual(whole);
});

const part: Part = { leftPx: 120, topPx: 60, widthPx: 660, heightPx: 330 };
const size = { widthPx: 200, heightPx: 200 };

/** Returns the mean of the mask over a part of the image. */
function meanIn(mask: Float32Array, { leftPx, topPx, widthPx, heightPx }: Part): number {
  let [sum, count] = [0, 0];
  for (let y = Math.ceil(topPx / 2.5); y < (topPx + heightPx) / 2.5 - 1; y += 1) {
    for (let x = Math.ceil(leftPx / 5); x < (leftPx + widthPx) / 5 - 1; x += 1) {
      sum += mask[y * size.widthPx + x] ?? NaN;
      count += 1;
    }
  }
  return sum / count;
}

test('an edge comes from the close-up and lies at its position in the image', () => {
  const coarse = maskOf(500, 250, { ...middle, leftPx: 202 });
  const mask = insertCloseUp(coarse, maskOf(660, 660, middle, 1, part), part, picture, picture);
  const middleRow = 225 * picture.widthPx;
  expect(mask[middleRow + 198]).toBeLessThan(0.05);
  expect(mask[middleRow + 201]).toBeGreaterThan(0.9);
});

test('a close-up that does not magnify the image leaves the edges of the whole mask', () => {
  const coarse = maskOf(1000, 500, { ...middle, leftPx: 201 });
  const mask = insertCloseUp(coarse, maskOf(660, 330, middle, 1, part), part, picture, picture);
  const middleRow = 225 * picture.widthPx;
  expect(mask[middleRow + 200]).toBeLessThan(0.05);
  expect(mask[middleRow + 201]).toBeGreaterThan(0.9);
});

test('a mesh that the whole mask shows a little denser comes from the close-up', () => {
  const mesh = maskOf(330, 330, middle, 0.5, part);
  const mask = insertCloseUp(maskOf(100, 100, middle, 0.55), mesh, part, picture, size);
  expect(meanIn(mask, { leftPx: 300, topPx: 150, widthPx: 300, heightPx: 150 })).toBeCloseTo(0.5, 2);
});

test('a part of the subject that one of the two masks lacks comes from the other', () => {
  const subject = maskOf(100, 100, middle);
  const half: Part = { ...middle, widthPx: 250 };
  const lacking = insertCloseUp(subject, maskOf(330, 330, half, 1, part), part, picture, size);
  expect(meanIn(lacking, { leftPx: 550, topPx: 150, widthPx: 100, heightPx: 150 })).toBeCloseTo(1, 2);
  const adding = insertCloseUp(maskOf(100, 100, half), maskOf(330, 330, middle, 1, part), part, picture, size);
  expect(meanIn(adding, { leftPx: 550, topPx: 150, widthPx: 100, heightPx: 150 })).toBeCloseTo(1, 2);
});

test('outside the part the mask is that of the whole image', () => {
  const faint = maskOf(100, 100, { leftPx: 0, topPx: 0, widthPx: 100, heightPx: 500 }, 0.05);
  const mask = insertCloseUp(faint, maskOf(330, 330, middle, 0, part), part, picture, size);
  expect(meanIn(mask, { leftPx: 10, topPx: 50, widthPx: 80, heightPx: 400 })).toBeCloseTo(0.05, 3);
});
