import { createImageDocument, type ImageSegmentation } from '@isola/editor';
import { CompositorError } from '@isola/imaging';
import { afterEach, expect, test, vi } from 'vitest';

import { openProduct, type Product } from '../product/open-product.ts';
import { createShopSession, type MadePhoto } from './create-shop-session.ts';

const [widthPx, heightPx] = [600, 600];
const products: Product[] = [];

afterEach(() => {
  vi.restoreAllMocks();
  for (const product of products.splice(0)) product.close();
});

/** Opens a red square of half the image's side, with its exact matte. */
async function openSquare(): Promise<Product> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#808080';
  context.fillRect(0, 0, widthPx, heightPx);
  context.fillStyle = '#ff0000';
  context.fillRect(150, 150, 300, 300);
  const file = await canvas.convertToBlob();
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 150; y < 450; y += 1) data.fill(255, y * widthPx + 150, y * widthPx + 450);
  const segmentation = {
    matte: { data, widthPx, heightPx },
    png: { file: undefined },
    run: { workingWidthPx: widthPx, workingHeightPx: heightPx },
  } as unknown as ImageSegmentation;
  const document = createImageDocument({ file, name: 'square.png', url: 'about:blank' });
  const product = await openProduct(document, segmentation, new AbortController().signal);
  if (!product) throw new Error('no subject');
  products.push(product);
  return product;
}

/** Returns the share of red pixels in the file's middle row, as the browser decodes it. */
async function filledShare(photo: MadePhoto | undefined): Promise<number> {
  const bitmap = await createImageBitmap(photo?.file ?? new Blob());
  const context = new OffscreenCanvas(bitmap.width, 1).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, -Math.floor(bitmap.height / 2));
  const { data } = context.getImageData(0, 0, bitmap.width, 1);
  const isRed = (at: number) => (data[at * 4] ?? 0) > 200 && (data[at * 4 + 1] ?? 255) < 60;
  return Array.from({ length: bitmap.width }, (_, at) => at).filter(isRed).length / bitmap.width;
}

test('moving the product while its file is made discards that file', { tags: ['long'] }, async () => {
  const session = createShopSession(await openSquare(), { chosen: ['white'], fallbackName: 'image' });
  // The whole file is decoded for measuring. At that moment it is rendered but not returned yet.
  const decode = window.createImageBitmap;
  let measuredCount = 0;
  vi.spyOn(window, 'createImageBitmap').mockImplementation((...args: unknown[]) => {
    // A call with a rectangle decodes a corner during rendering and is not counted.
    if (args.length === 2 && (measuredCount += 1) === 1) session.adjust('white', { fillShare: 0.5 });
    return Reflect.apply(decode, window, args) as Promise<ImageBitmap>;
  });
  expect(await session.make(['white'])).toBeUndefined();
  expect(measuredCount).toBe(1);
  expect(session.getState()).toMatchObject({ work: { state: 'cancelled' }, photos: { white: { state: 'planned' } } });

  const [white] = (await session.make(['white'])) ?? [];
  expect(await filledShare(white)).toBeCloseTo(0.5, 2);
});

test(
  'files that are being made are delivered although another one is chosen or moved meanwhile',
  { tags: ['long'] },
  async () => {
    const session = createShopSession(await openSquare(), { chosen: ['white'], fallbackName: 'image' });
    const delivered: (readonly MadePhoto[])[] = [];
    const making = session.make(['white'], (photos) => {
      delivered.push(photos);
      return Promise.resolve();
    });
    session.toggle('coupang');
    session.adjust('coupang', { fillShare: 0.5 });
    expect(session.getState()).toMatchObject({ chosen: ['coupang', 'white'], work: { state: 'making' } });
    expect((await making)?.map(({ id }) => id)).toEqual(['white']);
    expect(delivered.map((photos) => photos.map(({ id }) => id))).toEqual([['white']]);
  },
);

test('files that cannot be delivered are a failure, and are kept', async () => {
  const session = createShopSession(await openSquare(), { chosen: ['white'], fallbackName: 'image' });
  vi.spyOn(window, 'reportError').mockImplementation(() => undefined);
  expect(await session.make(['white'], () => Promise.reject(new TypeError('offline')))).toBeUndefined();
  expect(session.getState()).toMatchObject({ work: { state: 'failed' }, photos: { white: { state: 'made' } } });
});

test('make returns the same file again until the product is moved', { tags: ['long'] }, async () => {
  const session = createShopSession(await openSquare(), { chosen: ['white'], fallbackName: 'image' });
  session.adjust('white', { fillShare: 0.8 });
  const [first] = (await session.make(['white'])) ?? [];
  expect(await filledShare(first)).toBeCloseTo(0.8, 2);
  // Nothing has changed, so the same file is returned.
  expect((await session.make(['white']))?.[0]).toBe(first);
  // A product that was not moved stays where it is, and so does its file.
  const [other] = (await session.make(['coupang'])) ?? [];
  session.reset('coupang');
  expect(session.getState().photos.coupang).toEqual({ state: 'made', photo: other });
  session.adjust('white', { fillShare: 0.4 });
  const [second] = (await session.make(['white'])) ?? [];
  expect(await filledShare(second)).toBeCloseTo(0.4, 2);
});

/** Replaces the encoder by one that cannot load the network, until it is switched on. */
function withoutNetwork(product: Product) {
  const network = { isReachable: false, requestCount: 0 };
  const encode: Product['compositor']['encode'] = (params, ...others) => {
    if (!params.isEnlarged) return product.compositor.encode(params, ...others);
    network.requestCount += 1;
    if (!network.isReachable) return Promise.reject(new CompositorError('enlarger-load-failed', 'offline'));
    // The test is about the session, so the product is resampled instead.
    return product.compositor.encode({ ...params, isEnlarged: false }, ...others);
  };
  return { network, product: { ...product, compositor: { ...product.compositor, encode } } };
}

test(
  'nothing is enlarged until it is asked for, and without the network no file is returned',
  { tags: ['long'] },
  async () => {
    const { network, product } = withoutNetwork(await openSquare());
    const session = createShopSession(product, { chosen: ['coupang', 'white'], fallbackName: 'image' });
    // Coupang recommends 500 px, for which the square has too few pixels only when it is made larger.
    session.adjust('coupang', { fillShare: 0.5 });
    expect([session.asksForMorePixels('coupang'), session.asksForMorePixels('white')]).toEqual([false, true]);
    const [coupang, small] = (await session.make(['coupang', 'white'])) ?? [];
    expect((await createImageBitmap(small?.file ?? new Blob())).width).toBe(Math.round(300 / 0.85));
    expect(session.enlargementOf('white')).toBeUndefined();
    expect(network.requestCount).toBe(0);

    session.setEnlarging(true);
    expect(session.getState().photos.coupang).toEqual({ state: 'made', photo: coupang });
    expect(session.getState().photos.white).toBeUndefined();
    // 300 px are enlarged 4 times, which is less than the 5.7 times of the intended 2000 px.
    expect(session.enlargementOf('white')).toMatchObject({ method: 'network' });
    expect(await session.make(['coupang', 'white'])).toBeUndefined();
    expect(session.getState().work).toEqual({
      state: 'failed',
      code: 'enlarger-load-failed',
      wanted: ['coupang', 'white'],
    });

    network.isReachable = true;
    const [kept, large] = (await session.make(['coupang', 'white'])) ?? [];
    expect(kept).toBe(coupang);
    expect((await createImageBitmap(large?.file ?? new Blob())).width).toBe(Math.round((4 * 300) / 0.85));

    session.setEnlarging(false);
    const [, again] = (await session.make(['coupang', 'white'])) ?? [];
    expect((await createImageBitmap(again?.file ?? new Blob())).width).toBe(Math.round(300 / 0.85));
    expect(network.requestCount).toBe(2);
  },
);
