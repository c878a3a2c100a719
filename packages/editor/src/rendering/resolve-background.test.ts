import { expect, test } from 'vitest';

import { createImageDocument, type ImageDocument } from '../document/image-document.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { resolveBackground } from './resolve-background.ts';

const sourceOf = (document: ImageDocument, state: DocumentState) => resolveBackground(document, state).source;
const photo = () => ({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });

test('a JPEG without a background gets white, and a format with transparency stays transparent', () => {
  const document = createImageDocument(photo());
  const format = (name: 'png' | 'jpeg') => ({ ...initialState, export: { ...initialState.export, format: name } });
  expect(sourceOf(document, format('jpeg'))).toEqual({ kind: 'color', color: '#ffffff' });
  expect(sourceOf(document, format('png'))).toEqual({ kind: 'transparent' });
});

test('every background image that was ever added can be used again', () => {
  const document = createImageDocument(photo());
  const [first, second] = [new Blob(['1']), new Blob(['2'])];
  const ids = [document.addBackgroundImage(first), document.addBackgroundImage(second)];
  const lie = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 } as const;
  const backgrounds = ids.map((id) =>
    sourceOf(document, { ...initialState, background: { kind: 'picture', id, ...lie } }),
  );
  expect(backgrounds).toEqual([
    { kind: 'image', image: first, ...lie },
    { kind: 'image', image: second, ...lie },
  ]);
});

test('the blurred background is made of the original image', () => {
  const document = createImageDocument(photo());
  expect(sourceOf(document, { ...initialState, background: { kind: 'blur', strength: 30 } })).toEqual({
    kind: 'blur',
    strength: 30,
    original: document.image.file,
  });
});

test('a format that this editor does not have counts as PNG', () => {
  const document = createImageDocument(photo());
  const state = { ...initialState, export: { ...initialState.export, format: 'ppm' } };
  expect(sourceOf(document, state)).toEqual({ kind: 'transparent' });
});
