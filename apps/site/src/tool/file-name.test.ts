import { expect, test } from 'vitest';

import { cutoutFileName } from './file-name.ts';

test.each([
  ['cat.jpg', 'cat-cutout.png'],
  ['my cat.photo.JPEG', 'my cat.photo-cutout.png'],
  ['白虎-03.webp', '白虎-03-cutout.png'],
  ['no ending', 'no ending-cutout.png'],
  ['v1.2 final', 'v1.2 final-cutout.png'],
  ['', 'picture-cutout.png'],
  ['.png', 'picture-cutout.png'],
])('‘%s’ is saved as ‘%s’', (name, expected) => {
  expect(cutoutFileName(name, 'picture')).toBe(expected);
});
