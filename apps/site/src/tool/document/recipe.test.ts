import { expect, test } from 'vitest';

import { plainRecipe, readRecipe } from './recipe.ts';

test.each([
  { kind: 'transparent' },
  { kind: 'color', color: '#1a2b3c' },
  { kind: 'gradient', from: '#ffffff', to: '#000000', angleDeg: 180 },
  { kind: 'picture', id: 'a' },
  { kind: 'blur', strength: 40 },
])('a recipe with the background $kind survives being stored', (background) => {
  const recipe = { ...plainRecipe, background };
  expect(readRecipe(JSON.parse(JSON.stringify(recipe)))).toEqual(recipe);
});

test.each([
  ['nothing', null],
  ['another version', { ...plainRecipe, version: 2 }],
  ['a colour by name', { ...plainRecipe, background: { kind: 'color', color: 'red' } }],
  ['an unknown background', { ...plainRecipe, background: { kind: 'scene' } }],
  ['a strength of 0', { ...plainRecipe, background: { kind: 'blur', strength: 0 } }],
  ['an unknown format', { ...plainRecipe, export: { format: 'gif', quality: 90 } }],
  ['a quality above 100', { ...plainRecipe, export: { format: 'jpeg', quality: 101 } }],
])('%s is no recipe', (_, data) => {
  expect(readRecipe(data)).toBeUndefined();
});
