/** @module-tag long */
import { describe, expect, test } from 'vitest';

import type { Edit } from '../model/edit.ts';
import { settlePart } from '../edits/settle-part.ts';
import { assessMatte } from './assess-matte.ts';

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly alpha?: number;
}

/** Matte with rectangles, given as shares of the image, on an empty background. */
function matteOf(shapes: readonly Shape[], widthPx = 800, heightPx = 600) {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (const { x, y, width, height, alpha = 255 } of shapes) {
    const left = Math.round(x * widthPx);
    const right = Math.round((x + width) * widthPx);
    for (let row = Math.round(y * heightPx); row < Math.round((y + height) * heightPx); row += 1) {
      data.fill(alpha, row * widthPx + left, row * widthPx + right);
    }
  }
  return { data, widthPx, heightPx };
}

interface Judged {
  readonly confidence?: number;
  readonly size?: readonly [widthPx: number, heightPx: number];
}

function kindsOf(
  shapes: readonly Shape[],
  { confidence = 0.95, size: [widthPx, heightPx] = [800, 600] }: Judged = {},
): readonly string[] {
  const matte = matteOf(shapes, widthPx, heightPx);
  return assessMatte({ matte, confidence: { value: confidence, disputed: [] }, subject: 'found', run }).map(
    ({ kind }) => kind,
  );
}

const run = { model: 'isnet' };

const middle = { x: 0.3, y: 0.3, width: 0.4, height: 0.4 };

test('a clear subject in the middle raises no doubt', () => {
  expect(kindsOf([middle])).toEqual([]);
});

test.each([
  [0.5, ['low-confidence']],
  [0.95, []],
])('a confidence of %d raises %j', (confidence, expected) => {
  expect(kindsOf([middle], { confidence })).toEqual(expected);
});

test('a subject that is half-transparent in large part raises a doubt', () => {
  const glass = { x: 0.3, y: 0.7, width: 0.4, height: 0.2 };
  expect(kindsOf([middle, { ...glass, height: 0.02, alpha: 128 }])).toEqual([]);
  expect(kindsOf([middle, { ...glass, alpha: 128 }])).toEqual(['half-transparent']);
});

test('two pieces of similar size are several subjects; a crumb next to one, or two joined pieces, are not', () => {
  const left = { x: 0.1, y: 0.3, width: 0.2, height: 0.3 };
  const right = { x: 0.6, y: 0.3, width: 0.2, height: 0.25 };
  expect(kindsOf([left, right])).toEqual(['several-subjects']);
  expect(kindsOf([left, { ...right, width: 0.03, height: 0.05 }])).toEqual([]);
  // The joint is thinner than a cell of the grid, and must count at every position.
  const [widthPx, heightPx] = [3000, 2250];
  for (const row of [900, 903, 906, 909]) {
    const joint = { x: 0.2, y: row / heightPx, width: 0.5, height: 3 / heightPx };
    expect(kindsOf([left, right, joint], { size: [widthPx, heightPx] })).toEqual([]);
  }
});

test.each([
  ['left raises touches-frame', { x: 0, y: 0.2, width: 0.5, height: 0.4 }, ['touches-frame']],
  ['top raises touches-frame', { x: 0.3, y: 0, width: 0.4, height: 0.6 }, ['touches-frame']],
  ['right raises touches-frame', { x: 0.5, y: 0.2, width: 0.5, height: 0.4 }, ['touches-frame']],
  ['bottom, like a portrait, raises no doubt', { x: 0.3, y: 0.2, width: 0.4, height: 0.8 }, []],
  ['bottom with the shoulders at the sides raises no doubt', { x: 0, y: 0.65, width: 1, height: 0.35 }, []],
  ['side above the lower half raises touches-frame', { x: 0, y: 0.4, width: 0.5, height: 0.6 }, ['touches-frame']],
])('a subject that is cut at the %s', (_, shape, expected) => {
  expect(kindsOf([shape])).toEqual(expected);
});

describe('a part that only one of two network runs saw as subject', () => {
  const box = { leftPx: 300, topPx: 200, widthPx: 100, heightPx: 80 };
  const part = { ...box, strips: [box] };
  const assessed = (shapes: readonly Shape[], edits: readonly Edit[] = []) =>
    assessMatte({
      matte: matteOf(shapes),
      confidence: { value: 0.99, disputed: [part] },
      edits,
      subject: 'found',
      run,
    });

  test('raises a doubt', () => {
    expect(assessed([middle])).toEqual([{ kind: 'part-disputed' }]);
  });

  test.each(['keep', 'clear'] as const)('raises no doubt after an edit has settled it: %s', (action) => {
    expect(assessed([middle], [settlePart(part, action)])).toEqual([]);
    const other = { ...part, leftPx: 310 };
    expect(assessed([middle], [settlePart(other, action)])).toEqual([{ kind: 'part-disputed' }]);
  });

  test('raises no doubt after it was erased', () => {
    expect(assessed([{ x: 0.6, y: 0.25, width: 0.25, height: 0.5 }])).toEqual([]);
  });
});

/*
 * Bounding boxes of the subjects of four photographs with a cut head, measured from their mattes: alpaca, red panda,
 * cat, and bust.
 */
test.each([
  ['top and the bottom', { x: 0.28, y: 0, width: 0.46, height: 1 }],
  ['left and the top', { x: 0, y: 0, width: 0.6, height: 0.7 }],
  ['left, the top and the bottom', { x: 0, y: 0, width: 0.77, height: 1 }],
  ['sides and the bottom, above the middle', { x: 0, y: 0.4, width: 1, height: 0.6 }],
])('a close-up that fills the image raises no doubt when it is cut at the %s', (_, shape) => {
  expect(kindsOf([shape])).toEqual([]);
});

test('a large subject that only one side cuts raises a doubt, and so does an image of which nothing was removed', () => {
  expect(kindsOf([{ x: 0, y: 0.1, width: 0.8, height: 0.7 }])).toEqual(['touches-frame']);
  expect(kindsOf([{ x: 0, y: 0, width: 1, height: 1 }])).toEqual(['touches-frame']);
});

test('a result without subject is empty and has no other doubt', () => {
  expect(kindsOf([], { confidence: 0 })).toEqual(['empty']);
  expect(kindsOf([{ x: 0.5, y: 0.5, width: 0.005, height: 0.005 }], { confidence: 0.2 })).toEqual(['empty']);
  const matte = matteOf([middle]);
  expect(assessMatte({ matte, confidence: { value: 0.9, disputed: [] }, subject: 'none', run })).toEqual([
    { kind: 'empty' },
  ]);
});

test('an image that was cut out before raises no doubt, unless it is empty', () => {
  const own = { model: 'own-transparency' };
  const assessed = (shapes: readonly Shape[]) =>
    assessMatte({ matte: matteOf(shapes), confidence: { value: 1, disputed: [] }, subject: 'found', run: own });
  expect(
    assessed([
      { x: 0, y: 0, width: 0.4, height: 0.4, alpha: 100 },
      { ...middle, y: 0.6 },
    ]),
  ).toEqual([]);
  expect(assessed([])).toEqual([{ kind: 'empty' }]);
});

test('reports all doubts, the gravest first', () => {
  const shapes = [
    { x: 0, y: 0.1, width: 0.3, height: 0.3, alpha: 140 },
    { x: 0.6, y: 0.5, width: 0.3, height: 0.3, alpha: 140 },
  ];
  expect(kindsOf(shapes, { confidence: 0.3 })).toEqual([
    'low-confidence',
    'half-transparent',
    'several-subjects',
    'touches-frame',
  ]);
});

test.each([
  [1, 1],
  [3, 2],
  [4000, 3],
  [257, 1025],
] as const)('assesses a matte of any size: %d × %d', (...size) => {
  expect(kindsOf([{ x: 0, y: 0, width: 1, height: 1 }], { size })).toEqual(['touches-frame']);
});

test('a matte of 12 megapixels takes no longer than one pass over its bytes', () => {
  const matte = matteOf([middle, { x: 0.1, y: 0.1, width: 0.1, height: 0.1, alpha: 100 }], 4000, 3000);
  // The fastest of nine runs counts, because other work of the machine only adds to a time.
  const fastestMs = (work: () => void) =>
    Math.min(
      ...Array.from({ length: 9 }, () => {
        const start = performance.now();
        work();
        return performance.now() - start;
      }),
    );
  let sum = 0;
  const onePassMs = fastestMs(() => {
    for (const value of matte.data) sum += value;
  });
  expect(sum).toBeGreaterThan(0);
  expect(
    fastestMs(() => assessMatte({ matte, confidence: { value: 1, disputed: [] }, subject: 'found', run })),
  ).toBeLessThan(onePassMs);
});
