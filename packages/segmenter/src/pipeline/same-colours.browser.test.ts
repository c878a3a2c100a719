import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import {
  adobeRgb,
  chart,
  chunk,
  displayP3,
  gammaChunk,
  gammaTag,
  greyProfile,
  jpeg,
  matrixProfile,
  type Picture,
  png,
  primariesChunk,
  profileChunk,
  srgbTag,
  tableProfile,
  webpWithProfile,
} from '../../test/coloured-files.ts';
import { canvasPlatform } from './canvas-platform.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Decodes a file with the Node platform. @returns RGBA, straight alpha. File and result are Base64. */
    decodeInNode: (file: string) => Promise<string>;
  }
}

const colours = chart(3, [0, 36, 73, 109, 146, 182, 219, 255]);
const greys = chart(1, [...Array(256).keys()]);
const inks = chart(4, [0, 64, 128, 191, 255]);
const withAlpha: Picture = { ...colours, at: (x, y) => [...colours.at(x, y), x % 3 ? 255 : 90] };

const p3Primaries = primariesChunk(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);
const p3 = matrixProfile(displayP3, srgbTag);
const adobe = matrixProfile(adobeRgb, gammaTag(2.2));

/** Profile of a scanner whose dark colours are bluish. */
const scanned = tableProfile('RGB ', 5, ([r = 0, g = 0, b = 0]) => [
  5 + 95 * (0.3 * r + 0.6 * g + 0.1 * b),
  70 * (r - g),
  60 * (0.5 * (r + g) - b) - 10 * (1 - r) * (1 - g),
]);
/** Profile of a press. Black ink leaves a tenth of the light, and the mix of the three other inks a little more. */
const printed = tableProfile('CMYK', 4, ([c = 0, m = 0, y = 0, k = 0]) => [
  100 * (1 - 0.3 * c) * (1 - 0.45 * m) * (1 - 0.08 * y) * (1 - 0.9 * k),
  (70 * m - 40 * c) * (1 - k),
  (85 * y - 40 * c - 10 * m) * (1 - k),
]);

async function losslessWebp(picture: Picture): Promise<Blob> {
  const { widthPx, heightPx } = picture;
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d');
  const image = new ImageData(widthPx, heightPx);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    image.data.set([...picture.at(at % widthPx, Math.floor(at / widthPx)), 255], at * 4);
  }
  context?.putImageData(image, 0, 0);
  if (!context) throw new Error('no canvas');
  return context.canvas.convertToBlob({ type: 'image/webp', quality: 1 });
}

async function inBrowser(file: Blob): Promise<Uint8ClampedArray> {
  const picture = await canvasPlatform.decode(file);
  const pixels = picture.openRows(picture.heightPx)(0, picture.heightPx);
  picture.close();
  return pixels;
}

async function inNode(file: Blob): Promise<Uint8ClampedArray> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return Uint8ClampedArray.from(atob(await commands.decodeInNode(btoa(letters))), (letter) => letter.charCodeAt(0));
}

/** Returns the greatest difference of opaque pixels in any channel, and the number of compared pixels. */
function compared(one: Uint8ClampedArray, other: Uint8ClampedArray): { difference: number; opaque: number } {
  let [difference, opaque] = [0, 0];
  for (let at = 0; at < one.length; at += 4) {
    if (one[at + 3] !== 255) continue;
    opaque += 1;
    for (let channel = at; channel < at + 4; channel += 1) {
      difference = Math.max(difference, Math.abs((one[channel] ?? 0) - (other[channel] ?? Number.NaN)));
    }
  }
  return { difference, opaque };
}

const linear = gammaChunk(1);

test.each<[string, () => Blob | Promise<Blob>]>([
  ['a PNG with a gamma', () => png(colours, 8, linear)],
  ['a PNG with a gamma just outside the range that counts as sRGB', () => png(colours, 8, gammaChunk(0.478))],
  ['a PNG with a gamma just inside the range that counts as sRGB', () => png(colours, 8, gammaChunk(0.477))],
  ['a PNG with gamma and primaries', () => png(colours, 8, gammaChunk(0.45455), p3Primaries)],
  ['a PNG with only primaries', () => png(colours, 8, p3Primaries)],
  ['a PNG with a gamma and an sRGB chunk', () => png(colours, 8, linear, chunk('sRGB', Uint8Array.of(0)))],
  ['a PNG of 16 bits with a gamma', () => png(colours, 16, linear)],
  ['a PNG of 16 bits with a profile', async () => png(colours, 16, await profileChunk(p3))],
  ['a half transparent PNG with a gamma', () => png(withAlpha, 8, linear, p3Primaries)],
  ['a half transparent PNG with a profile', async () => png(withAlpha, 8, await profileChunk(adobe))],
  ['a grey PNG with a gamma', () => png(greys, 8, linear)],
  ['a grey PNG with a profile for grey', async () => png(greys, 8, await profileChunk(greyProfile(gammaTag(1))))],
  ['a grey PNG with a profile for RGB', async () => png(greys, 8, await profileChunk(scanned))],
  ['a PNG with a table-based profile', async () => png(colours, 8, await profileChunk(scanned))],
  ['a PNG with a cICP chunk for BT.2020', () => png(colours, 8, chunk('cICP', Uint8Array.of(9, 1, 0, 1)))],
  ['a JPEG in Display P3', () => jpeg(colours, p3)],
  ['a JPEG with a table-based profile', () => jpeg(colours, scanned)],
  ['a grey JPEG with a profile', () => jpeg(greys, greyProfile(gammaTag(1.5)))],
  ['a WebP in Adobe RGB', async () => webpWithProfile(await losslessWebp(colours), colours, adobe)],
  ['a JPEG in CMYK', () => jpeg(inks)],
  ['a JPEG in CMYK with the profile of a press', () => jpeg(inks, printed)],
  ['a JPEG in CMYK with a profile for RGB', () => jpeg(inks, p3)],
])('%s has the same colours in Chromium and in Node', async (_, make) => {
  const file = await make();
  const [browser, node] = [await inBrowser(file), await inNode(file)];
  expect(node.length).toBe(browser.length);
  const { difference, opaque } = compared(browser, node);
  expect(opaque).toBeGreaterThan(200);
  expect(difference).toBeLessThanOrEqual(2);
});
