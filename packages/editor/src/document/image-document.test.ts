import { expect, test } from 'vitest';

import { createImageDocument } from './image-document.ts';

const photo = () => ({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });

test('two documents never give two background images the same id', () => {
  const [one, other] = [createImageDocument(photo()), createImageDocument(photo())];
  expect(one.addBackgroundImage(new Blob(['1']))).not.toBe(other.addBackgroundImage(new Blob(['2'])));
});

test('a background image of another document can be added under its id there', () => {
  const [one, other] = [createImageDocument(photo()), createImageDocument(photo())];
  const picture = new Blob(['1']);
  const id = one.addBackgroundImage(picture);
  expect(other.addBackgroundImage(picture, id)).toBe(id);
  expect(other.backgroundImage(id)).toBe(picture);
});
