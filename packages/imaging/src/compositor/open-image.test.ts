import { expect, test } from 'vitest';

import type { Affine } from '../geometry/affine.ts';
import { chain, rotation, scaling, translation } from '../geometry/affine.ts';
import type { EnlargerLoader } from '../enlarge/load-enlarger.ts';
import type { Task } from '../job/task.ts';
import type { OpenLayers } from '../layers/open-layers.ts';
import { noLight } from '../light/light-params.ts';
import { noEdits } from '../matte/matte-edits.ts';
import type { Raster } from '../raster/raster.ts';
import { openImage } from './open-image.ts';
import type { RenderQuality } from './protocol.ts';

const [widthPx, heightPx] = [90, 70];
const noLayers: OpenLayers = { above: [], below: [], ground: [], draw: () => [] };

/** Opens an opaque cutout that names the place of each pixel, with a network that names the quarter of each. */
function open() {
  const cutout = new Uint8ClampedArray(widthPx * heightPx * 4);
  for (let at = 0; at < widthPx * heightPx; at += 1)
    cutout.set([(at % widthPx) * 2, Math.floor(at / widthPx) * 3, 0, 255], at * 4);
  const matte = { data: new Uint8ClampedArray(widthPx * heightPx).fill(255), widthPx, heightPx };
  const enlarged: string[] = [];
  const loadEnlarger: EnlargerLoader = async () => ({
    async enlarge({ pixels, ...size }) {
      enlarged.push(`${size.widthPx} × ${size.heightPx}`);
      const double = { widthPx: 2 * size.widthPx, heightPx: 2 * size.heightPx };
      const data = new Uint8ClampedArray(double.widthPx * double.heightPx * 4);
      for (let y = 0; y < double.heightPx; y += 1)
        for (let x = 0; x < double.widthPx; x += 1) {
          const from = (Math.floor(y / 2) * size.widthPx + Math.floor(x / 2)) * 4;
          const quarter = (x % 2) * 100 + (y % 2) * 50;
          data.set([pixels[from] ?? 0, pixels[from + 1] ?? 0, quarter, 255], (y * double.widthPx + x) * 4);
        }
      return { ...double, pixels: data };
    },
  });
  const image = openImage({ image: new Blob(), matte, cutout }, Promise.resolve(undefined), [], loadEnlarger);
  const task: Task = {
    signal: new AbortController().signal,
    yieldToEventLoop: () => Promise.resolve(),
    report: () => undefined,
  };
  const compose = (toPhoto: Affine, width: number, height: number, own: Own = {}) => {
    const { isEnlarged = true, quality = 'full', match = 0 } = own;
    const params = {
      edits: noEdits,
      transform: { toPhoto, widthPx: width, heightPx: height },
      background: { kind: 'transparent' },
      light: { ...noLight, match },
      isEnlarged,
    };
    return image.compose(
      params,
      async () => ({ rows: undefined }),
      async () => noLayers,
      quality,
      task,
    );
  };
  return { compose, enlarged };
}

interface Own {
  readonly isEnlarged?: boolean;
  readonly quality?: RenderQuality;
  readonly match?: number;
}

const colorAt = ({ data, widthPx: stride }: Raster, x: number, y: number) => [
  ...data.subarray((y * stride + x) * 4, (y * stride + x + 1) * 4),
];

/** Color of a quarter of the pixel x, y of the image. */
const quarterOf = (x: number, y: number, right: number, lower: number) => [x * 2, y * 3, right * 100 + lower * 50, 255];

test('an enlarged result has the network’s pixels at their places', async () => {
  const { compose } = open();
  const whole = await compose(scaling(0.5), 180, 140);
  expect(colorAt(whole, 0, 0)).toEqual(quarterOf(0, 0, 0, 0));
  expect(colorAt(whole, 7, 9)).toEqual(quarterOf(3, 4, 1, 1));
  expect(colorAt(whole, 179, 138)).toEqual(quarterOf(89, 69, 1, 0));
});

test('only the part that a result shows is enlarged, with 16 px around it', async () => {
  const { compose, enlarged } = open();
  const part = await compose({ ...scaling(0.5), e: 31, f: 27 }, 40, 30);
  // 20 × 15 px, with the margin on each side.
  expect(enlarged).toEqual(['52 × 47']);
  expect(colorAt(part, 0, 0)).toEqual(quarterOf(31, 27, 0, 0));
  expect(colorAt(part, 39, 29)).toEqual(quarterOf(50, 41, 1, 1));
  const corner = await compose({ ...scaling(0.5), e: -10, f: -10 }, 40, 40);
  // The result shows 10 × 10 px of the image.
  expect(enlarged[1]).toBe('26 × 26');
  expect([colorAt(corner, 19, 19), colorAt(corner, 20, 20)]).toEqual([[0, 0, 0, 0], quarterOf(0, 0, 0, 0)]);
  const beside = await compose({ ...scaling(0.5), e: 500 }, 20, 20);
  expect([colorAt(beside, 3, 3), enlarged.length]).toEqual([[0, 0, 0, 0], 2]);
});

test('an enlarged result is turned and mirrored as the image is', async () => {
  const { compose } = open();
  const centred = translation(-20, -15);
  const turned = await compose(chain(centred, scaling(0.5), rotation(90), translation(41, 34)), 40, 30);
  // To the right in the result is downwards in the image, and downwards is to the left.
  expect(colorAt(turned, 0, 0)).toEqual(quarterOf(48, 24, 0, 0));
  expect(colorAt(turned, 39, 0)).toEqual(quarterOf(48, 43, 0, 1));
  const mirrored = await compose({ ...scaling(0.5), a: -0.5, e: 51, f: 27 }, 40, 30);
  expect(colorAt(mirrored, 0, 0)).toEqual(quarterOf(50, 27, 1, 0));
});

test('the double is kept for other settings, until a result is not enlarged', async () => {
  const { compose, enlarged } = open();
  await compose(scaling(0.5), 180, 140);
  await compose(scaling(1 / 3), 270, 210, { match: 40 });
  expect(enlarged).toHaveLength(1);
  const plain = await compose(scaling(0.5), 180, 140, { isEnlarged: false });
  expect([plain.widthPx, enlarged.length]).toEqual([180, 1]);
  await compose(scaling(0.5), 180, 140);
  expect(enlarged).toHaveLength(2);
});

test('drafts, and results with no more pixels than the image, are not enlarged', async () => {
  const { compose, enlarged } = open();
  await compose(scaling(0.5), 180, 140, { quality: 'draft' });
  await compose(scaling(1), widthPx, heightPx);
  await compose(scaling(2), widthPx / 2, heightPx / 2);
  expect(enlarged).toEqual([]);
});
