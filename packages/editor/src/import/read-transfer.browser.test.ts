import { expect, test } from 'vitest';

import { draw } from '../testing/example-project.ts';
import { readTransfer } from './read-transfer.ts';

const nothing = { html: '', links: '', text: '' };
const mug = 'https://shop.example/mug.jpg';
const found = (carried: Partial<typeof nothing>) => {
  const image = readTransfer({ ...nothing, ...carried });
  return image?.kind === 'url' ? image.url : image?.kind;
};

test.each([
  ['an image of another page', { html: `<meta charset="utf-8"><img src="${mug}">` }, mug],
  ['an image in a link', { links: 'https://shop.example/mugs', html: `<a href="/mugs"><img src="${mug}"></a>` }, mug],
  ['a link', { links: `# a comment\r\n${mug}\r\nhttps://shop.example/2.jpg`, text: mug }, mug],
  ['an image without a scheme', { html: '<img src="//shop.example/mug.jpg">' }, mug],
  ['the first image that can be used', { html: `<img src="cid:1"><img src="/a.jpg"><img src="${mug}">` }, mug],
  ['an image next to its description', { html: `<p>Our mug</p><img src="${mug}">`, text: 'Our mug' }, mug],
  ['a URL', { text: ` ${mug}\n` }, mug],
  ['a URL without a scheme', { text: 'shop.example/mug.jpg' }, mug],
  ['a URL within a sentence', { text: `Look at this: ${mug}, it is nice.` }, mug],
  ['a URL within a Chinese sentence', { text: `看这个：${mug}。很好看` }, mug],
  ['a URL without a scheme within a sentence', { text: 'see shop.example/mug.jpg, it is nice' }, mug],
  ['a URL in brackets', { text: `(${mug})` }, mug],
] as const)('finds %s', (_, carried, url) => {
  expect(found(carried)).toBe(url);
});

test.each([
  ['plain text', { text: 'Our mug is nice. And so on' }],
  ['a file name', { text: 'mug.jpg' }],
  ['HTML without an image', { html: '<p>Our mug</p>', text: 'Our mug' }],
  ['an image on the visitor’s own machine', { html: '<img src="file:///home/mug.jpg">' }],
  ['a javascript: URL', { html: '<img src="javascript:alert(1)">', links: 'javascript:alert(1)' }],
  ['a blob: URL', { html: '<img src="blob:https://shop.example/1">' }],
  ['a data URL of an unsupported image format', { text: 'data:image/svg+xml;base64,PHN2Zy8+' }],
  ['a data URL of another type', { text: 'data:text/html;base64,PGI+' }],
  ['a damaged data URL', { text: 'data:image/png;base64,%%%' }],
  ['a URL of the local machine', { links: 'http://localhost/mug.jpg' }],
  ['an empty transfer', {}],
] as const)('finds no image in %s', (_, carried) => {
  expect(found(carried)).toBeUndefined();
});

test('decodes a data URL on the device, from text and from HTML', async () => {
  const picture = await draw('image/png', '#c83214');
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const url = `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`;
  for (const carried of [{ text: url }, { html: `<p>Our mug</p><img src="${url}">`, text: 'Our mug' }]) {
    const image = readTransfer({ ...nothing, ...carried });
    if (image?.kind !== 'file') throw new Error('there is no file');
    expect(image.file.type).toBe('image/png');
    expect(new Uint8Array(await image.file.arrayBuffer())).toEqual(bytes);
  }
});

test('runs no script of the HTML and loads nothing from it', async () => {
  Object.assign(globalThis, { ran: false });
  const before = performance.getEntriesByType('resource').length;
  found({ html: '<img src="/never-asked-for.png" onerror="ran = true"><script>ran = true</script>' });
  await new Promise((done) => requestAnimationFrame(done));
  expect(
    performance
      .getEntriesByType('resource')
      .slice(before)
      .map(({ name }) => name),
  ).toEqual([]);
  expect(Reflect.get(globalThis, 'ran')).toBe(false);
});
