import { expect, test } from 'vitest';

import { resultFileName } from './file-name.ts';

test.each([
  ['cat.jpg', 'cat-cutout.png'],
  ['my cat.photo.JPEG', 'my cat.photo-cutout.png'],
  ['白虎-03.webp', '白虎-03-cutout.png'],
  ['no ending', 'no ending-cutout.png'],
  ['v1.2 final', 'v1.2 final-cutout.png'],
  ['', 'picture-cutout.png'],
  ['.png', 'picture-cutout.png'],
])('‘%s’ is saved as ‘%s’', (name, expected) => {
  expect(resultFileName(name, 'picture')).toBe(expected);
});

test('another format and the matte alone are told apart by their names', () => {
  expect(resultFileName('cat.png', 'picture', 'jpg')).toBe('cat-cutout.jpg');
  expect(resultFileName('cat.png', 'picture', 'png', 'matte')).toBe('cat-matte.png');
});
