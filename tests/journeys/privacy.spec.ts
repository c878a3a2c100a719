import { expect, type Request, test } from '@playwright/test';

import { picture } from '../support/pictures.ts';
import { cutOut, downloadedPng, sessionView } from '../support/tool-page.ts';

// Tagged as long: `npm test` covers this in the journey of the network log, which also observes every request.
test('no request contains the image', { tag: ['@single', '@long'] }, async ({ page, context, baseURL }) => {
  await page.goto('/en/single');
  const requests: Request[] = [];
  // Requests of the page and of its workers.
  context.on('request', (request) => requests.push(request));
  await cutOut(page, picture('creature.jpg').path);
  await downloadedPng(page);

  // The parts of the model were fetched by a worker. Otherwise the test would not have observed the workers' traffic.
  expect(requests.some((request) => request.url().includes('/models/isnet-'))).toBe(true);
  const fetched = requests.filter((request) => !request.url().startsWith('blob:'));
  for (const request of fetched) {
    expect(request.url(), 'the request goes to the site’s host').toContain(baseURL);
    expect(request.method(), request.url()).toBe('GET');
    expect(request.postDataBuffer(), request.url()).toBeNull();
    // A long address could also hide image data.
    expect(request.url().length).toBeLessThan(200);
  }
});

test('decoding, the network and encoding run off the main thread', { tag: ['@single', '@long'] }, async ({ page }) => {
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { heavyCalls: calls });
    const note = (owner: object, name: string, isHeavy: (self: unknown, values: unknown[]) => boolean = () => true) => {
      const original = Reflect.get(owner, name) as (...values: unknown[]) => unknown;
      Reflect.set(owner, name, function noted(this: unknown, ...values: unknown[]) {
        // When the result is shown, the editor starts and has the browser's own threads prepare images of it.
        const isDone = document.querySelector('[data-slot=session-view][data-state=done]') !== null;
        if (!isDone && isHeavy(this, values)) calls.push(name);
        return Reflect.apply(original, this, values);
      });
    };
    // A file is decoded on the browser's own threads, and a copy of a decoded image shares its pixels. The thumbnail of
    // the saved photo is small.
    note(window, 'createImageBitmap', (_, [source]) => !(source instanceof Blob || source instanceof ImageBitmap));
    note(OffscreenCanvas.prototype, 'convertToBlob', (canvas) => (canvas as OffscreenCanvas).width > 512);
    // The tone of a thumbnail's subject is measured on 48 × 48 px.
    note(
      OffscreenCanvasRenderingContext2D.prototype,
      'getImageData',
      (context) => (context as OffscreenCanvasRenderingContext2D).canvas.width > 48,
    );
    note(HTMLCanvasElement.prototype, 'toBlob');
    note(CanvasRenderingContext2D.prototype, 'getImageData');
    note(WebAssembly, 'instantiate');
    note(WebAssembly, 'instantiateStreaming');
    note(WebAssembly, 'compile');
  });
  await page.goto('/en/single');
  await cutOut(page, picture('large.jpg').path);
  await expect(sessionView(page)).toHaveAttribute('data-thread', 'worker');
  expect(await page.evaluate(() => (window as unknown as { heavyCalls: string[] }).heavyCalls)).toEqual([]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const { png } = await downloadedPng(page);
  expect([png.width, png.height]).toEqual([4000, 3000]);
});
