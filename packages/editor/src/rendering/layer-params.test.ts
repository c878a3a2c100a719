import { expect, test } from 'vitest';

import { withReflection } from '../document/with-reflection.ts';
import { initialState } from '../schema/initial-state.ts';
import type { Layer } from '../schema/document-state.ts';
import { renderTargetOf } from './render-target.ts';

const place = { place: 'above', size: 80, opacity: 100, angleDeg: 0, anchor: 'top', offsetX: 0, offsetY: 40 } as const;
const text = {
  kind: 'text',
  id: 'layer-1',
  text: '{name} © {year}',
  font: 'sans',
  weight: 700,
  color: '#000000',
  language: 'en',
  ...place,
} as const satisfies Layer;
const logo = { kind: 'picture', id: 'layer-2', image: 'logo-1', ...place } as const satisfies Layer;
const picture = new Blob(['pixels']);

function targetOf(layers: Layer[], name = 'mug.jpg') {
  const document = {
    image: { file: new Blob(), name, url: '' },
    backgroundImage: (id: string) => (id === 'logo-1' ? picture : undefined),
  };
  return renderTargetOf(document, { ...initialState, layers }, { widthPx: 40, heightPx: 30 });
}

test('layers are drawn with filled placeholders and the document’s images, and need composing', () => {
  const { params, isCutout } = targetOf([text, logo]);
  expect(isCutout).toBe(false);
  expect(params.layers).toEqual([
    expect.objectContaining({ kind: 'text', text: `mug © ${new Date().getFullYear()}`, anchor: 'top' }),
    { ...place, kind: 'picture', image: picture },
  ]);
});

test('another subject is named by its file, and a reflection of the own subject needs composing', () => {
  const subject = { name: 'chair', castsShadow: false, reflection: { strength: 40, length: 50 } };
  const { params } = targetOf([{ ...logo, mirrored: true, subject }]);
  expect(params.layers).toMatchObject([{ name: 'chair', mirrored: true, subject, image: picture }]);
  const document = { image: { file: new Blob(), name: '', url: '' }, backgroundImage: () => undefined };
  const state = withReflection(initialState, { strength: 30 });
  const target = renderTargetOf(document, state, { widthPx: 40, heightPx: 30 });
  expect([target.isCutout, target.params.light.reflection?.strength]).toEqual([false, 30]);
  expect(withReflection(state, { strength: 0 })).toEqual(initialState);
});

test.each([
  ['a hidden layer', { ...text, isHidden: true }],
  ['an invisible layer', { ...text, opacity: 0 }],
  ['a text of spaces', { ...text, text: ' \n' }],
  ['a logo whose image is missing', { ...logo, image: 'logo-2' }],
] satisfies [string, Layer][])('%s leaves the cutout as it is', (_, layer) => {
  const { params, isCutout } = targetOf([layer]);
  expect(isCutout).toBe(true);
  expect(params.layers).toBeUndefined();
});

test('a text that a long file name makes too long is cut to what a compositor draws', () => {
  const { params } = targetOf([{ ...text, text: '{name}'.repeat(83) }], `${'n'.repeat(200)}.jpg`);
  const [drawn] = params.layers ?? [];
  expect(drawn?.kind === 'text' && drawn.text.length).toBe(1000);
});
