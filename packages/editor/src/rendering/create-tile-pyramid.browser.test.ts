/** @module-tag long */
import { expect, test, vi } from 'vitest';

import { createTilePyramid, type TilePyramid } from './create-tile-pyramid.ts';

function context2d(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  return context;
}

/** Returns an image of waves, in which every seam between tiles would show. All of it has the same alpha. */
function waves(width: number, height: number, alpha = 255): ImageData {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      image.data[at] = 128 + 100 * Math.sin(x / 17);
      image.data[at + 1] = 128 + 100 * Math.sin(y / 23);
      image.data[at + 2] = 128 + 100 * Math.sin((x + y) / 31);
      image.data[at + 3] = alpha;
    }
  }
  return image;
}

function filled(width: number, height: number, color: string): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = color;
  context.fillRect(0, 0, width, height);
  return canvas;
}

async function pyramidOf(image: ImageData): Promise<TilePyramid> {
  const done = vi.fn();
  const pyramid = createTilePyramid(image.width, image.height, done);
  pyramid.update(image, { x: 0, y: 0, width: image.width, height: image.height });
  // `done` is called when the image can be drawn roughly, and again when it is cut into tiles.
  if (image.width * image.height > 1024 * 1024) await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  return pyramid;
}

const wholeOf = ({ width, height }: { width: number; height: number }) => ({ x: 0, y: 0, width, height });

/** Returns the largest difference of any channel from the waves' formulas, at the middle of each device px. */
function worst(context: CanvasRenderingContext2D, toPicture: DOMMatrix, marginPx: number, alpha = 255): number {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  let most = 0;
  for (let y = marginPx; y < height - marginPx; y += 1) {
    for (let x = marginPx; x < width - marginPx; x += 1) {
      const p = toPicture.transformPoint({ x: x + 0.5, y: y + 0.5 });
      const [px, py] = [p.x - 0.5, p.y - 0.5];
      const at = (y * width + x) * 4;
      most = Math.max(
        most,
        Math.abs((data[at] ?? 0) - (128 + 100 * Math.sin(px / 17))),
        Math.abs((data[at + 1] ?? 0) - (128 + 100 * Math.sin(py / 23))),
        Math.abs((data[at + 2] ?? 0) - (128 + 100 * Math.sin((px + py) / 31))),
        Math.abs((data[at + 3] ?? 0) - alpha),
      );
    }
  }
  return most;
}

// The scales range from below a quarter to just below the limit above which px are squares. In most of them, tile
// borders lie between device px.
test.each([0.23, 0.37, 0.5, 0.61, 0.93, 1, 1.37, 1.9])('draws no seams at a scale of %f', async (scale) => {
  const image = waves(2500, 1300);
  const pyramid = await pyramidOf(image);
  const context = context2d(500, 250);
  // The tile borders 1022 px from the left and from the top are in the middle of the canvas, as far as the image
  // allows.
  const left = Math.min(0, Math.max(500 - Math.floor(2500 * scale), Math.round(250 - 1022 * scale)));
  const top = Math.min(0, Math.max(250 - Math.floor(1300 * scale), Math.round(125 - 1022 * scale)));
  context.setTransform(scale, 0, 0, scale, left, top);
  pyramid.draw(context, wholeOf(image), scale);
  expect(worst(context, context.getTransform().inverse(), 2)).toBeLessThan(4);
  pyramid.close();
});

test('draws no seams in a half-transparent image at a free angle', async () => {
  const image = waves(2500, 1300, 128);
  const pyramid = await pyramidOf(image);
  const context = context2d(300, 200);
  context.translate(150, 100);
  context.rotate(0.21);
  context.scale(-0.73, 0.73);
  context.translate(-1022, -1022);
  const toPicture = context.getTransform().inverse();
  pyramid.draw(context, wholeOf(image), 0.73);
  // A half-transparent canvas stores colours with half as many levels.
  expect(worst(context, toPicture, 1, 128)).toBeLessThan(7);
  pyramid.close();
});

test('draws px as squares above 200 %', async () => {
  const image = waves(40, 30);
  const pyramid = await pyramidOf(image);
  const context = context2d(160, 120);
  context.setTransform(4, 0, 0, 4, 0, 0);
  pyramid.draw(context, wholeOf(image), 4);
  const { data } = context.getImageData(0, 0, 160, 120);
  for (const [x, y] of [
    [0, 0],
    [3, 3],
    [7, 5],
    [159, 119],
  ] as const) {
    const from = ((y >> 2) * 40 + (x >> 2)) * 4;
    expect(data.slice((y * 160 + x) * 4, (y * 160 + x) * 4 + 4)).toEqual(image.data.slice(from, from + 4));
  }
});

test('a px of a half-size level is the mean of 2 × 2 px, and a last px without a partner keeps its full alpha', async () => {
  // The image is larger than the smallest level, so that a half-size level exists.
  const wide = new ImageData(261, 3);
  for (let y = 0; y < 3; y += 1) {
    for (let x = 0; x < 261; x += 1) wide.data.set([(x % 5) * 10 + y * 50, 0, 0, 255], (y * 261 + x) * 4);
  }
  const pyramid = await pyramidOf(wide);
  const context = context2d(131, 2);
  context.setTransform(0.5, 0, 0, 0.5, 0, 0);
  pyramid.draw(context, wholeOf(wide), 0.5);
  const { data } = context.getImageData(0, 0, 131, 2);
  const pixel = (x: number, y: number) => Array.from(data.slice((y * 131 + x) * 4, (y * 131 + x) * 4 + 4));
  // Columns 0 and 1, rows 0 and 1: (0 + 10 + 50 + 60) / 4.
  expect(pixel(0, 0)).toEqual([30, 0, 0, 255]);
  // Columns 2 and 3: (20 + 30 + 70 + 80) / 4.
  expect(pixel(1, 0)).toEqual([50, 0, 0, 255]);
  // The last row has no partner: (100 + 110) / 2. Its half device px counts as whole.
  expect(pixel(0, 1)[0]).toBe(105);
  // The last column, 260, has the values of column 0: (0 + 50) / 2.
  expect(pixel(130, 0)[0]).toBe(25);
});

test('new pixels replace old ones at every scale, even by transparent ones', async () => {
  const image = waves(2500, 1300);
  const pyramid = await pyramidOf(image);
  // The rectangle crosses a border between tiles.
  const rect = { x: 1000, y: 1000, width: 64, height: 64 };
  pyramid.update(new ImageData(64, 64), rect);
  for (const scale of [1, 0.5, 0.25]) {
    const context = context2d(100, 100);
    context.setTransform(scale, 0, 0, scale, 50 - 1032 * scale, 50 - 1032 * scale);
    pyramid.draw(context, wholeOf(image), scale);
    const { data } = context.getImageData(0, 0, 100, 100);
    const alphaAt = (x: number, y: number) => data[(y * 100 + x) * 4 + 3];
    expect(alphaAt(50, 50)).toBe(0);
    expect(alphaAt(50 + Math.floor(30 * scale), 50)).toBe(0);
    expect(alphaAt(50 + Math.ceil(34 * scale), 50)).toBe(255);
  }
});

test('a source is visible at once, and may be closed at once', async () => {
  const done = vi.fn();
  const pyramid = createTilePyramid(2500, 1300, done);
  const first = await createImageBitmap(waves(2500, 1300));
  pyramid.update(first, { x: 0, y: 0, width: 2500, height: 1300 });
  const context = context2d(100, 100);
  const alpha = () => context.getImageData(50, 50, 1, 1).data[3];
  pyramid.draw(context, { x: 0, y: 0, width: 2500, height: 1300 }, 1);
  expect(alpha()).toBe(255);
  first.close();
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  const hole = await createImageBitmap(new ImageData(2000, 1200));
  pyramid.update(hole, { x: 0, y: 0, width: 2000, height: 1200 });
  hole.close();
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(4));
  context.clearRect(0, 0, 100, 100);
  pyramid.draw(context, { x: 0, y: 0, width: 2500, height: 1300 }, 1);
  expect(alpha()).toBe(0);
});

test('pending updates keep their order, even if their source was closed', async () => {
  const done = vi.fn();
  const pyramid = createTilePyramid(2500, 1300, done);
  const hole = await createImageBitmap(new ImageData(10, 10));
  pyramid.update(waves(2500, 1300), { x: 0, y: 0, width: 2500, height: 1300 });
  pyramid.update(hole, { x: 0, y: 0, width: 10, height: 10 });
  hole.close();
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(3));
  const context = context2d(20, 20);
  pyramid.draw(context, { x: 0, y: 0, width: 2500, height: 1300 }, 1);
  const alpha = (x: number) => context.getImageData(x, x, 1, 1).data[3];
  expect([alpha(5), alpha(15)]).toEqual([0, 255]);
});

test('a pending update is visible while others are cut, and no pixel goes blank', async () => {
  const [red, green, blue] = ['255,0,0,255', '0,128,0,255', '0,0,255,255'];
  const seen = { above: new Set<string>(), below: new Set<string>() };
  const look = () => {
    const context = context2d(10, 500);
    pyramid.draw(context, { x: 0, y: 0, width: 10, height: 500 }, 1);
    seen.above.add(context.getImageData(5, 5, 1, 1).data.join());
    seen.below.add(context.getImageData(5, 450, 1, 1).data.join());
  };
  const done = vi.fn<() => void>();
  const pyramid = createTilePyramid(2500, 1300, done);
  pyramid.update(filled(2500, 1300, 'red'), { x: 0, y: 0, width: 2500, height: 1300 });
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(2));
  done.mockImplementation(look);
  pyramid.update(filled(2500, 1000, 'blue'), { x: 0, y: 300, width: 2500, height: 1000 });
  const waiting = filled(2500, 600, 'green').transferToImageBitmap();
  pyramid.update(waiting, { x: 0, y: 0, width: 2500, height: 600 });
  waiting.close();
  look();
  // `done` is called when each update can be drawn, and once when both are cut into tiles.
  await vi.waitFor(() => expect(done).toHaveBeenCalledTimes(5));
  expect([...seen.above]).toEqual([red, green]);
  expect([...seen.below]).toEqual([blue, green]);
});

test('uses at most 1.4 times the memory of the image, and none after close', async () => {
  const pyramid = await pyramidOf(waves(2500, 1300));
  expect(pyramid.bytes()).toBeLessThan(1.4 * 4 * 2500 * 1300);
  expect(pyramid.bytes()).toBeGreaterThan(1.3 * 4 * 2500 * 1300);
  pyramid.close();
  expect(pyramid.bytes()).toBe(0);
});

test('a loss of the graphics card is reported once, and the tiles can be written again', async () => {
  const canvases: OffscreenCanvas[] = [];
  const Original = OffscreenCanvas;
  vi.stubGlobal(
    'OffscreenCanvas',
    class extends Original {
      constructor(width: number, height: number) {
        super(width, height);
        canvases.push(this);
      }
    },
  );
  const image = waves(300, 200);
  const onLost = vi.fn();
  const pyramid = createTilePyramid(300, 200, undefined, onLost);
  pyramid.update(image, wholeOf(image));
  vi.unstubAllGlobals();
  const alpha = () => {
    const context = context2d(100, 100);
    pyramid.draw(context, wholeOf(image), 1);
    return context.getImageData(50, 50, 1, 1).data[3];
  };
  expect(canvases.length).toBeGreaterThan(1);
  for (const canvas of canvases) {
    canvas.getContext('2d')?.reset();
    canvas.dispatchEvent(new Event('contextrestored'));
  }
  expect(alpha()).toBe(0);
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce());
  pyramid.update(image, wholeOf(image));
  expect(alpha()).toBe(255);
  pyramid.close();
});
