import { expect, test } from 'vitest';

import { readLogo } from './read-logo.ts';

const start = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (text: string) => new File([text], 'logo.svg', { type: 'image/svg+xml' });

async function drawn(file: Blob): Promise<{ size: number[]; at: (x: number, y: number) => number[] }> {
  const { logo, refusal } = await readLogo(file);
  if (!logo) throw new Error(refusal);
  expect(logo.type).toBe('image/png');
  const bitmap = await createImageBitmap(logo);
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!context) throw new Error('no canvas');
  context.drawImage(bitmap, 0, 0);
  return {
    size: [bitmap.width, bitmap.height],
    at: (x, y) => Array.from(context.getImageData(x, y, 1, 1).data),
  };
}

test.each([
  ['a view box alone', `${start} viewBox="0 0 40 20">`],
  ['a size alone', `${start} width="40" height="20px">`],
  [
    'a declaration, a comment and single quotes',
    `<?xml version="1.0"?>\n<!-- <svg> -->\n${start} viewBox='0,0,40,20' width='100%'>`,
  ],
])('an SVG with %s is drawn at 2048 px', async (_, root) => {
  const { size, at } = await drawn(svg(`${root}<rect width="20" height="20" fill="#ff0000"/></svg>`));
  expect(size).toEqual([2048, 1024]);
  expect([at(1020, 500), at(1030, 500)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ]);
});

test('a hostile SVG runs nothing, loads nothing, and leaves nothing but pixels', async () => {
  const asked: string[] = [];
  const observer = new PerformanceObserver((list) => asked.push(...list.getEntries().map(({ name }) => name)));
  observer.observe({ type: 'resource' });
  const marks = globalThis as { hostile?: boolean };
  const address = `${location.origin}/hostile`;
  const { at } = await drawn(
    svg(
      `${start} viewBox="0 0 10 10" onload="top.hostile = true">` +
        `<script>top.hostile = true; fetch('${address}-script')</script>` +
        `<style>@import url(${address}-style); rect { fill: #00ff00 }</style>` +
        `<image href="${address}-picture" width="10" height="10"/><use xlink:href="${address}-use#a"/>` +
        '<rect width="10" height="10"/></svg>',
    ),
  );
  expect(at(5, 5)).toEqual([0, 255, 0, 255]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  observer.disconnect();
  expect(marks.hostile).toBeUndefined();
  expect(asked.filter((name) => name.includes('hostile'))).toEqual([]);
});

test.each([
  ['entities', svg(`<!DOCTYPE svg [<!ENTITY a "b">]>${start} viewBox="0 0 9 9"><text>&a;</text></svg>`)],
  ['no size', svg(`${start}><rect width="9" height="9"/></svg>`)],
  ['nothing in it', svg(`${start} viewBox="0 0 9 9"></svg>`)],
  ['only a picture that it would have to load', svg(`${start} viewBox="0 0 9 9"><image href="/x.png"/></svg>`)],
  [
    'a web page in it',
    svg(
      `${start} viewBox="0 0 9 9"><rect width="9" height="9"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/hostile"/></foreignObject></svg>`,
    ),
  ],
  ['a broken end', svg(`${start} viewBox="0 0 9 9"><rect`)],
  ['a side a million times the other', svg(`${start} viewBox="0 0 1000000 1"><rect width="9" height="9"/></svg>`)],
  ['the wrong name', new File(['<html></html>'], 'logo.png', { type: 'image/png' })],
  [
    'a damaged PNG',
    new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'a.png', { type: 'image/png' }),
  ],
])('refuses a file with %s', { tags: ['long'] }, async (_, file) => {
  expect(await readLogo(file)).toEqual({ refusal: 'format' });
});

test('refuses a file of more than 5 MB before reading it', async () => {
  expect(await readLogo(new Blob([new Uint8Array(5_000_001)]))).toEqual({ refusal: 'size' });
});

test('a large picture becomes at most 2048 px long, and keeps its transparency', { tags: ['long'] }, async () => {
  const canvas = new OffscreenCanvas(3000, 1500);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#0000ff';
  context.fillRect(0, 0, 1500, 1500);
  const { size, at } = await drawn(await canvas.convertToBlob());
  expect(size).toEqual([2048, 1024]);
  expect([at(500, 500), at(1500, 500)]).toEqual([
    [0, 0, 255, 255],
    [0, 0, 0, 0],
  ]);
});
