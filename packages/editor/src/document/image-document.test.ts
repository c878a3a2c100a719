import { expect, test } from 'vitest';

import { createImageDocument, backgroundSourceOf } from './image-document.ts';
import { initialState } from '../schema/initial-state.ts';

const photo = () => ({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });

test('a JPEG without a background lies on white; what can be transparent stays so', () => {
  const document = createImageDocument(photo());
  const format = (name: 'png' | 'jpeg') => ({ ...initialState, export: { ...initialState.export, format: name } });
  expect(backgroundSourceOf(document, format('jpeg'))).toEqual({ kind: 'color', color: '#ffffff' });
  expect(backgroundSourceOf(document, format('png'))).toEqual({ kind: 'transparent' });
});

test('every picture that was ever behind the cut-out can be had back', () => {
  const document = createImageDocument(photo());
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  const ids = [document.addBackgroundImage(first), document.addBackgroundImage(second)];
  const lie = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const backgrounds = ids.map((id) =>
    backgroundSourceOf(document, { ...initialState, background: { kind: 'picture', id, ...lie } }),
  );
  expect(backgrounds).toEqual([
    { kind: 'image', image: first, ...lie },
    { kind: 'image', image: second, ...lie },
  ]);
});

test('two documents never give two pictures one id', () => {
  const [one, other] = [createImageDocument(photo()), createImageDocument(photo())];
  expect(one.addBackgroundImage(new Blob(['1']))).not.toBe(other.addBackgroundImage(new Blob(['2'])));
});

test('the blur is made of the original', () => {
  const document = createImageDocument(photo());
  expect(backgroundSourceOf(document, { ...initialState, background: { kind: 'blur', strength: 30 } })).toEqual({
    kind: 'blur',
    strength: 30,
    original: document.image.file,
  });
});

test('a format that this editor does not have counts as PNG', () => {
  const document = createImageDocument(photo());
  const state = { ...initialState, export: { ...initialState.export, format: 'ppm' } };
  expect(backgroundSourceOf(document, state)).toEqual({ kind: 'transparent' });
});
