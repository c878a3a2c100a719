import { describe, expect, test } from 'vitest';

import type { Lesson } from '../api/lesson.ts';
import type { Size } from '../api/size.ts';
import { applyLesson } from './apply-lesson.ts';
import { type Cells, describeCells } from './describe-cells.ts';
import { learnLesson } from './learn-lesson.ts';
import { mergeMattes } from './merge-mattes.ts';

/** An image of 4 : 3 on a grid, and the cells in which the network sees it. */
const grid: Size = { widthPx: 160, heightPx: 120 };
const cellSize: Size = { widthPx: 32, heightPx: 24 };
const channels = 96;

/**
 * A thing: its columns of the image in shares of its width, and its kind, on which its features and colour depend. The
 * features of the kind -1 are the opposite of those of the kind 1.
 */
interface Thing {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

const [top, bottom] = [0.3, 0.8];
const wall = 0;

/** Returns the kind of thing at a place, both in shares of the image. */
function kindAt(things: readonly Thing[], x: number, y: number): number {
  if (y < top || y > bottom) return wall;
  return things.find(({ from, to }) => x >= from && x < to)?.kind ?? wall;
}

function eachPixel<Value>({ widthPx, heightPx }: Size, at: (x: number, y: number) => Value): Value[] {
  return Array.from({ length: widthPx * heightPx }, (_, index) =>
    at(((index % widthPx) + 0.5) / widthPx, (Math.floor(index / widthPx) + 0.5) / heightPx),
  );
}

const colourOf = (kind: number) => [0.3 + 0.1 * kind, 0.05 * Math.cos(2 * kind), 0.05 * Math.sin(2 * kind)];

/** Returns a repeatable value from -1 to 1. */
const noise = (seed: number) => {
  const value = Math.sin(seed * 12.9898) * 43_758.5453;
  return 2 * (value - Math.floor(value)) - 1;
};

/** Returns an image of things, in which the network takes the things of these kinds for the subject. */
function imageOf(things: readonly Thing[], subject: readonly number[]) {
  const isSubject = (x: number, y: number) => Number(subject.includes(kindAt(things, x, y)));
  const kinds = eachPixel(cellSize, (x, y) => kindAt(things, x, y));
  const data = Float32Array.from({ length: kinds.length * channels }, (_, index) => {
    const [kind, channel] = [kinds[Math.floor(index / channels)] ?? wall, index % channels];
    return Math.sign(kind || 1) * noise(1000 * Math.abs(kind) + channel) + 0.5 * noise(index + 0.5);
  });
  const colours = Float32Array.from(kinds.flatMap(colourOf));
  const shares = Float32Array.from(eachPixel(cellSize, isSubject));
  const cells = describeCells({ ...cellSize, channels, data }, colours, shares);
  const ground = {
    ...grid,
    colours: Float32Array.from(eachPixel(grid, (x, y) => colourOf(kindAt(things, x, y))).flat()),
    mask: Float32Array.from(eachPixel(grid, isSubject)),
  };
  return { cells, shares, ground };
}

const [mug, stand, shoe, lamp] = [1, 2, 3, 4];

/** Learns from an image of a mug and a stand that only the kinds in `right` belong to the subject. */
function teach(seen: readonly number[], right: readonly number[]): { cells: Cells; lesson: Lesson | undefined } {
  const things = [
    { from: 0.1, to: 0.4, kind: mug },
    { from: 0.5, to: 0.8, kind: stand },
  ];
  const { cells, shares } = imageOf(things, seen);
  const after = imageOf(things, right).shares;
  return { cells, lesson: learnLesson(cells, shares, after, 'isnet') };
}

/** Returns the share of the pixels of each kind that a lesson removes and adds. */
function changesOf(lesson: Lesson | undefined, things: readonly Thing[], subject: readonly number[]) {
  if (!lesson) throw new Error('nothing was learnt');
  const { cells, ground } = imageOf(things, subject);
  const { removed, added } = applyLesson(lesson, cells, ground);
  const kinds = eachPixel(grid, (x, y) => kindAt(things, x, y));
  const shareOf = (plane: Uint8Array, kind: number) => {
    const own = [...plane].filter((_, at) => kinds[at] === kind);
    return own.reduce((sum, is) => sum + is, 0) / Math.max(1, own.length);
  };
  return {
    removed: (kind: number) => shareOf(removed, kind),
    added: (kind: number) => shareOf(added, kind),
  };
}

describe('a lesson', () => {
  test('removes the thing that was removed, beside another subject and at another place', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const things = [
      { from: 0.1, to: 0.35, kind: stand },
      { from: 0.45, to: 0.9, kind: shoe },
    ];
    const changes = changesOf(lesson, things, [stand, shoe]);
    expect(changes.removed(stand)).toBeGreaterThan(0.95);
    expect(changes.removed(shoe)).toBe(0);
    expect(changes.added(wall)).toBe(0);
  });

  test('separates things that touch along the edge between their colours', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const things = [
      { from: 0.2, to: 0.5, kind: stand },
      { from: 0.5, to: 0.9, kind: shoe },
    ];
    const changes = changesOf(lesson, things, [stand, shoe]);
    expect(changes.removed(stand)).toBeGreaterThan(0.9);
    expect(changes.removed(shoe)).toBeLessThan(0.05);
  });

  test('adds the thing that was added', () => {
    const { lesson } = teach([mug], [mug, stand]);
    const things = [
      { from: 0.1, to: 0.35, kind: stand },
      { from: 0.45, to: 0.9, kind: shoe },
    ];
    const changes = changesOf(lesson, things, [shoe]);
    expect(changes.added(stand)).toBeGreaterThan(0.9);
    expect(changes.added(wall)).toBe(0);
    expect(changes.removed(shoe)).toBe(0);
  });

  test('changes nothing in an image without such a thing', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const things = [
      { from: 0.1, to: 0.4, kind: lamp },
      { from: 0.5, to: 0.9, kind: shoe },
    ];
    const changes = changesOf(lesson, things, [lamp, shoe]);
    expect([changes.removed(lamp), changes.removed(shoe)]).toEqual([0, 0]);
  });

  test('leaves a thing alone that is only unlike the taught subject', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const things = [
      { from: 0.1, to: 0.4, kind: -mug },
      { from: 0.5, to: 0.9, kind: mug },
    ];
    const changes = changesOf(lesson, things, [-mug, mug]);
    expect([changes.removed(-mug), changes.removed(mug)]).toEqual([0, 0]);
  });

  test('does not remove the whole subject', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const changes = changesOf(lesson, [{ from: 0.1, to: 0.6, kind: stand }], [stand]);
    expect(changes.removed(stand)).toBe(0);
  });

  test('is not learnt from a correction of a few cells', () => {
    const { cells } = teach([mug, stand], [mug]);
    const before = new Float32Array(cellSize.widthPx * cellSize.heightPx).fill(1);
    const after = before.slice().fill(0, 0, 5);
    expect(learnLesson(cells, before, after, 'isnet')).toBeUndefined();
    expect(learnLesson(cells, before, before, 'isnet')).toBeUndefined();
  });

  test('says the same after it was stored', () => {
    const { lesson } = teach([mug, stand], [mug]);
    const things = [
      { from: 0.1, to: 0.35, kind: stand },
      { from: 0.45, to: 0.9, kind: shoe },
    ];
    const [one, other] = [lesson, structuredClone(lesson)].map((each) => changesOf(each, things, [stand, shoe]));
    expect(one?.removed(stand)).toBe(other?.removed(stand));
  });
});

test('a corrected matte is taken over where something changed, and nowhere else', () => {
  const size = { widthPx: 16, heightPx: 4 };
  const full = { widthPx: 64, heightPx: 16 };
  const matteOf = (alpha: (x: number) => number) => ({
    ...full,
    data: Uint8ClampedArray.from({ length: 64 * 16 }, (_, at) => alpha(at % 64)),
  });
  // The left thing stays, and the right one is removed. The corrected matte differs a little everywhere.
  const before = matteOf((x) => (x < 20 || x >= 44 ? 250 : 0));
  const corrected = matteOf((x) => (x < 20 ? 240 : 3));
  const mask = Float32Array.from({ length: 64 }, (_, at) => Number(at % 16 < 5 || at % 16 >= 11));
  const removed = Uint8Array.from({ length: 64 }, (_, at) => Number(at % 16 >= 11));
  const merged = mergeMattes(before, corrected, { ...size, mask, removed, added: new Uint8Array(64) });
  expect(merged.data.subarray(0, 40)).toEqual(before.data.subarray(0, 40));
  expect(new Set(merged.data.subarray(44, 64))).toEqual(new Set([3]));
});
