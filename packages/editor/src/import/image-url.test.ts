import { expect, test } from 'vitest';

import { nameInUrl, readImageUrl } from './image-url.ts';

test.each([
  ['https://pictures.example/cat.jpg', 'https://pictures.example/cat.jpg'],
  ['  http://pictures.example/cat.jpg\n', 'http://pictures.example/cat.jpg'],
  ['pictures.example/cat.jpg?size=2', 'https://pictures.example/cat.jpg?size=2'],
  ['HTTPS://PICTURES.example', 'https://pictures.example/'],
])('reads %j as a URL', (text, href) => {
  expect(readImageUrl(text)?.href).toBe(href);
});

test.each([
  '',
  'cat',
  'two words.example',
  'https://',
  'ftp://pictures.example/cat.jpg',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:https://pictures.example/1',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://name:word@pictures.example/cat.jpg',
  'http://localhost/cat.jpg',
  `https://pictures.example/${'a'.repeat(4096)}`,
])('refuses %j as a URL', (text) => {
  expect(readImageUrl(text)).toBeUndefined();
});

test.each([
  ['https://pictures.example/a/b/cat.jpg?size=2#top', 'cat.jpg'],
  ['https://pictures.example/%E7%8C%AB%20photo.png', '猫 photo.png'],
  ['https://pictures.example/..%2F..%2Fetc%2Fpasswd', '....etcpasswd'],
  ['https://pictures.example/a%E2%80%AEgpj.exe%00', 'agpj.exe'],
  ['https://pictures.example/100%.png', '100%.png'],
  [`https://pictures.example/${'a'.repeat(500)}`, 'a'.repeat(120)],
  ['https://pictures.example/', ''],
])('the file name in %s is %j', (address, name) => {
  expect(nameInUrl(new URL(address))).toBe(name);
});
