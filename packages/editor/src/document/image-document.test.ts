import { expect, test } from 'vitest';

import { createPhotoDocument, backgroundOf } from './image-document.ts';
import { plainRecipe } from '../schema/initial-state.ts';

const photo = () => ({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });

test('a JPEG without a background lies on white; what can be transparent stays so', () => {
  const document = createPhotoDocument(photo());
  const format = (name: 'png' | 'jpeg') => ({ ...plainRecipe, export: { ...plainRecipe.export, format: name } });
  expect(backgroundOf(document, format('jpeg'))).toEqual({ kind: 'color', color: '#ffffff' });
  expect(backgroundOf(document, format('png'))).toEqual({ kind: 'transparent' });
});

test('every picture that was ever behind the cut-out can be had back', () => {
  const document = createPhotoDocument(photo());
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  const ids = [document.addPicture(first), document.addPicture(second)];
  const lie = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const backgrounds = ids.map((id) =>
    backgroundOf(document, { ...plainRecipe, background: { kind: 'picture', id, ...lie } }),
  );
  expect(backgrounds).toEqual([
    { kind: 'image', image: first, ...lie },
    { kind: 'image', image: second, ...lie },
  ]);
});

test('two documents never give two pictures one id', () => {
  const [one, other] = [createPhotoDocument(photo()), createPhotoDocument(photo())];
  expect(one.addPicture(new Blob(['1']))).not.toBe(other.addPicture(new Blob(['2'])));
});

test('the blur is made of the original', () => {
  const document = createPhotoDocument(photo());
  expect(backgroundOf(document, { ...plainRecipe, background: { kind: 'blur', strength: 30 } })).toEqual({
    kind: 'blur',
    strength: 30,
    original: document.photo.file,
  });
});
