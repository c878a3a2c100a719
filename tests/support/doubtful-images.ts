import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';

import { picture } from './pictures.ts';

/** Returns a PNG of the right half of the mug, which is cut off by the left edge of the image. */
export async function halfMug(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (data) => {
      const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      const half = Math.round(bitmap.width / 2);
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [bitmap.width - half, bitmap.height];
      canvas.getContext('2d')?.drawImage(bitmap, -half, 0);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    readFileSync(picture('mug.jpg').path).toString('base64'),
  );
  return Buffer.from(base64, 'base64');
}

const [widthPx, heightPx] = [600, 760];
/** Centres of the two closed outlines of the line drawing. */
export const head = { x: 300, y: 200 };
export const body = { x: 300, y: 480 };

/**
 * Returns a PNG of a figure drawn in black outlines on white: a head with two eyes, a body, and a solid bar below it.
 */
export function lineDrawing(): Buffer {
  const png = new PNG({ width: widthPx, height: heightPx });
  png.data.fill(255);
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
    const isHead = Math.abs(Math.hypot(x - head.x, y - head.y) - 110) < 5;
    const isEye = Math.hypot(Math.abs(x - head.x) - 40, y - head.y) < 12;
    const [left, top] = [Math.abs(x - body.x), Math.abs(y - body.y)];
    const isBody = left < 130 && top < 172 && (left > 120 || top > 162);
    const isBar = left < 130 && y > 660 && y < 700;
    if (isHead || isEye || isBody || isBar) png.data.fill(15, at * 4, at * 4 + 3);
  }
  return PNG.sync.write(png);
}
