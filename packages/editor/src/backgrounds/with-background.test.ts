import { expect, test } from 'vitest';

import { initialState } from '../schema/initial-state.ts';
import { backgrounds } from './backgrounds.ts';
import { withBackground } from './with-background.ts';

const studio = { kind: 'studio', id: 'stone' };
const white = { kind: 'color', color: '#ffffff' };

test('a studio and an image set a modest light, and a colour removes it again', () => {
  const onStudio = withBackground(initialState, studio, backgrounds);
  expect(onStudio).toMatchObject({ background: studio, light: { contact: 25, match: 20, wrap: 15 } });
  const picture = { kind: 'picture', id: 'a', fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 };
  expect(withBackground(onStudio, picture, backgrounds).light).toEqual(onStudio.light);
  expect(withBackground(onStudio, white, backgrounds).light).toEqual(initialState.light);
});

test('keeps light that the user has set', () => {
  const light = { ...initialState.light, contact: 60 };
  expect(withBackground({ ...initialState, light }, studio, backgrounds).light).toEqual(light);
  const onStudio = withBackground(initialState, studio, backgrounds);
  const changed = { ...onStudio, light: { ...onStudio.light, match: 0 } };
  expect(withBackground(changed, white, backgrounds).light).toEqual(changed.light);
});
