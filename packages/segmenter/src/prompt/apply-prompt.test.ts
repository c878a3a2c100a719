import { describe, expect, test } from 'vitest';

import type { Prompt } from '../api/prompt.ts';
import type { Part, Size } from '../api/size.ts';
import type { Mask } from '../matting/resample-mask.ts';
import { applyPrompt, promptGridOf } from './apply-prompt.ts';

const image: Size = { widthPx: 960, heightPx: 640 };

type Rgb = readonly [number, number, number];
const grey: Rgb = [200, 200, 200];
const red: Rgb = [220, 30, 30];
const blue: Rgb = [40, 60, 200];

interface Thing extends Part {
  readonly colour: Rgb;
}

const left: Thing = { leftPx: 100, topPx: 200, widthPx: 200, heightPx: 250, colour: red };
const right: Thing = { leftPx: 600, topPx: 200, widthPx: 200, heightPx: 250, colour: blue };
/** Touches `left`. */
const beside: Thing = { leftPx: 300, topPx: 200, widthPx: 150, heightPx: 250, colour: blue };

const holds = ({ leftPx, topPx, widthPx, heightPx }: Part, x: number, y: number) =>
  x >= leftPx && x < leftPx + widthPx && y >= topPx && y < topPx + heightPx;

/** Returns an image of things on grey, at the size of its grid. */
function imageOf(things: readonly Thing[]) {
  const grid = promptGridOf(image);
  const pixels = new Uint8ClampedArray(grid.widthPx * grid.heightPx * 4);
  for (let at = 0; at < pixels.length / 4; at += 1) {
    const x = (((at % grid.widthPx) + 0.5) * image.widthPx) / grid.widthPx;
    const y = ((Math.floor(at / grid.widthPx) + 0.5) * image.heightPx) / grid.heightPx;
    pixels.set([...(things.find((thing) => holds(thing, x, y))?.colour ?? grey), 255], at * 4);
  }
  return { ...grid, pixels };
}

/** Returns a mask of a part of the image in which these things are subject. */
function maskOf(things: readonly Part[], part: Part = { leftPx: 0, topPx: 0, ...image }): Mask {
  const size = { widthPx: 128, heightPx: 128 };
  const mask = Float32Array.from({ length: 128 * 128 }, (_, at) => {
    const x = part.leftPx + (((at % 128) + 0.5) * part.widthPx) / 128;
    const y = part.topPx + ((Math.floor(at / 128) + 0.5) * part.heightPx) / 128;
    return Number(things.some((thing) => holds(thing, x, y)));
  });
  return { ...size, mask };
}

/**
 * Applies a prompt.
 * @param inImage the things that are in the image.
 * @param inWhole those that the network sees in the whole image.
 * @param inParts those that it sees in parts of the image.
 * @returns reads the result's mask in the middle of a thing.
 */
async function apply(
  prompt: Prompt,
  inImage: readonly Thing[],
  { inWhole = inImage, inParts = inImage }: { inWhole?: readonly Thing[]; inParts?: readonly Thing[] } = {},
) {
  const parts: Part[] = [];
  const whole = maskOf(inWhole);
  const mask = await applyPrompt(whole, imageOf(inImage), image, prompt, (part) => {
    parts.push(part);
    return Promise.resolve(maskOf(inParts, part));
  });
  const at = (xPx: number, yPx: number) =>
    mask[Math.floor((yPx / image.heightPx) * 128) * 128 + Math.floor((xPx / image.widthPx) * 128)] ?? NaN;
  const middle = ({ leftPx, topPx, widthPx, heightPx }: Part) => at(leftPx + widthPx / 2, topPx + heightPx / 2);
  return { at, middle, parts };
}

const pointIn = ({ leftPx, topPx, widthPx, heightPx }: Part, keep: boolean) => ({
  xPx: leftPx + widthPx / 2,
  yPx: topPx + heightPx / 2,
  keep,
});

describe('a prompt', () => {
  test('with a point to keep leaves the object at the point alone', async () => {
    const { middle, at } = await apply({ points: [pointIn(left, true)] }, [left, right]);
    expect(middle(left)).toBe(1);
    expect(middle(right)).toBe(0);
    expect(at(450, 325)).toBe(0);
  });

  test('with a point to leave out removes the object at the point alone', async () => {
    const { middle } = await apply({ points: [pointIn(left, false)] }, [left, right]);
    expect(middle(left)).toBe(0);
    expect(middle(right)).toBe(1);
  });

  test('leaves out the larger of two objects, and nothing of its edge stays', async () => {
    const large: Thing = { leftPx: 60, topPx: 60, widthPx: 440, heightPx: 500, colour: red };
    // From nearby, the network puts the edge further inside than in the whole image.
    const inner = { ...large, leftPx: 68, topPx: 68, widthPx: 424, heightPx: 484 };
    const inParts = [inner, right];
    const { at, middle } = await apply({ points: [pointIn(large, false)] }, [large, right], { inParts });
    expect([middle(large), middle(right)]).toEqual([0, 1]);
    for (const [x, y] of [
      [64, 300],
      [280, 64],
      [496, 300],
      [280, 556],
    ] as const)
      expect(at(x, y)).toBe(0);
  });

  test('with two points to keep has both objects', async () => {
    const { middle } = await apply({ points: [pointIn(left, true), pointIn(right, true)] }, [left, right]);
    expect([middle(left), middle(right)]).toEqual([1, 1]);
  });

  test('with a box has the object in the box, and shows the network its surroundings', async () => {
    const { middle, parts } = await apply({ box: right }, [left, right]);
    expect([middle(left), middle(right)]).toEqual([0, 1]);
    const [part] = parts;
    expect(parts).toHaveLength(1);
    expect(part && holds(part, right.leftPx - 20, right.topPx - 20)).toBe(true);
    expect(part && holds(part, right.leftPx + right.widthPx + 20, right.topPx + right.heightPx + 20)).toBe(true);
  });

  test('with a box to leave out has everything except the object in the box', async () => {
    const { middle, at } = await apply({ box: { ...right, keep: false } }, [left, right]);
    expect([middle(left), middle(right)]).toEqual([1, 0]);
    expect([at(604, 325), at(796, 325), at(700, 204)]).toEqual([0, 0, 0]);
  });

  test('with a box to leave out and a point to keep has the object at the point without that in the box', async () => {
    const part: Part = { leftPx: 620, topPx: 200, widthPx: 180, heightPx: 100 };
    const [lower, upper] = [
      { leftPx: 600, topPx: 300, widthPx: 200, heightPx: 150, colour: red },
      { ...part, colour: blue },
    ];
    const prompt = { points: [pointIn(right, true)], box: { ...part, keep: false } };
    const { middle } = await apply(prompt, [left, lower, upper]);
    expect([middle(left), middle(lower), middle(upper)]).toEqual([0, 1, 0]);
  });

  test('finds an object that the network omits from the whole image', async () => {
    const { middle } = await apply({ points: [pointIn(right, true)] }, [left, right], { inWhole: [left] });
    expect([middle(left), middle(right)]).toEqual([0, 1]);
  });

  test('separates two objects that touch, if the network sees one of them from nearby', async () => {
    const { middle, at } = await apply({ points: [pointIn(left, true)] }, [left, beside], { inParts: [left] });
    expect(middle(left)).toBe(1);
    expect(middle(beside)).toBe(0);
    // The border between them is at 300 px. A pixel of the mask has 7.5 px of the image.
    expect([at(285, 325), at(316, 325)]).toEqual([1, 0]);
  });

  test('separates two objects that the network always sees as one along the edge of their colours', async () => {
    const { middle, at } = await apply({ points: [pointIn(left, true), pointIn(beside, false)] }, [left, beside]);
    expect([middle(left), middle(beside)]).toEqual([1, 0]);
    expect([at(285, 325), at(316, 325)]).toEqual([1, 0]);
  });

  test('leaves out one of two objects that the network always sees as one, along the edge of their colours', async () => {
    const { middle, at } = await apply({ points: [pointIn(beside, false)] }, [left, beside]);
    expect([middle(left), middle(beside)]).toEqual([1, 0]);
    expect([at(285, 325), at(316, 325)]).toEqual([1, 0]);
  });

  test('with a corrected matte takes only a scrap beside the subject away, although the network sees both as one', async () => {
    const scrap: Thing = { leftPx: 300, topPx: 300, widthPx: 60, heightPx: 60, colour: blue };
    const far: Thing = { leftPx: 800, topPx: 500, widthPx: 90, heightPx: 90, colour: red };
    const points = [pointIn(scrap, false)];
    const { middle } = await apply({ points, corrected: true }, [left, scrap, far]);
    expect([middle(left), middle(scrap), middle(far)]).toEqual([1, 0, 1]);
  });

  test('with a corrected matte leaves out more than half of it if another subject stays', async () => {
    const bar: Thing = { leftPx: 40, topPx: 60, widthPx: 640, heightPx: 100, colour: red };
    const points = [{ xPx: 90, yPx: 110, keep: false }];
    const { at, middle } = await apply({ points, corrected: true }, [bar, right]);
    expect([at(90, 110), at(660, 110), middle(right)]).toEqual([0, 0, 1]);
  });

  test('selects the surroundings of a point where the network sees nothing, up to their edge', async () => {
    const { middle, at } = await apply({ points: [pointIn(right, true)] }, [right], { inWhole: [], inParts: [] });
    expect(middle(right)).toBe(1);
    expect([at(40, 40), at(300, 325), at(920, 600)]).toEqual([0, 0, 0]);
  });

  test('keeps the result of a point when another point on the same object is added', async () => {
    const one = await apply({ points: [pointIn(left, true)] }, [left, right]);
    const two = await apply({ points: [pointIn(left, true), { xPx: 150, yPx: 250, keep: true }] }, [left, right]);
    expect(two.parts).toEqual(one.parts);
    expect([two.middle(left), two.middle(right)]).toEqual([1, 0]);
  });

  test('moves a point beyond the border to the border', async () => {
    const corner: Thing = { leftPx: 0, topPx: 0, widthPx: 150, heightPx: 150, colour: red };
    const { middle } = await apply({ points: [{ xPx: -5, yPx: -1, keep: true }] }, [corner, right]);
    expect([middle(corner), middle(right)]).toEqual([1, 0]);
  });
});
