import { expect, test } from 'vitest';

import { plainRecipe, type Recipe } from '../document/recipe.ts';
import { applied, readRecipeFile, recipeFile } from './recipe-file.ts';

const made: Recipe = {
  ...plainRecipe,
  matte: {
    ...plainRecipe.matte,
    feather: 12,
    marks: [{ kind: 'press', action: 'drop', x: 4, y: 5 }],
  },
  background: { kind: 'color', color: '#102030' },
  frame: { centerX: 50, centerY: 50, widthPx: 100, heightPx: 100, angleDeg: 0, mirrored: true },
  size: { widthPx: 1000, heightPx: 1000 },
  export: { format: 'jpeg', quality: 80, keepsMetadata: false },
};
const { frame: itsFrame, ...frameless } = made;

test('a recipe file holds the settings, and nothing that lies on one photo’s pixels', async () => {
  const read = await readRecipeFile(recipeFile(made));
  expect(itsFrame).toBeDefined();
  expect(read).toEqual({ ...frameless, matte: { ...made.matte, marks: [] } });
});

test('a picture of one’s own stays with its photo', async () => {
  const picture = {
    kind: 'picture',
    id: 'picture-1',
    fit: 'cover',
    scale: 1,
    offsetX: 0,
    offsetY: 0,
    blur: 0,
  } as const;
  expect((await readRecipeFile(recipeFile({ ...made, background: picture }))).background).toEqual({
    kind: 'transparent',
  });
});

test('another photo keeps its own marks and its whole frame, and fits into the size', () => {
  const onto: Recipe = {
    ...plainRecipe,
    matte: { ...plainRecipe.matte, marks: [{ kind: 'press', action: 'fill', x: 1, y: 1 }] },
  };
  const result = applied(made, onto, { widthPx: 4000, heightPx: 3000 });
  expect(result.matte).toEqual({ ...made.matte, marks: onto.matte.marks });
  expect(result.background).toEqual(made.background);
  expect(result.export).toEqual(made.export);
  expect(result).not.toHaveProperty('frame');
  expect(result.size).toEqual({ widthPx: 1000, heightPx: 750 });
});

test('a photo that has a frame is fitted with that', () => {
  const frame = { centerX: 0, centerY: 0, widthPx: 300, heightPx: 600, angleDeg: 3, mirrored: false };
  const result = applied(made, { ...plainRecipe, frame }, { widthPx: 4000, heightPx: 3000 });
  expect(result).toMatchObject({ frame, size: { widthPx: 500, heightPx: 1000 } });
});

const json = (data: unknown) => JSON.stringify(data);

test.each([
  ['words', 'not-a-recipe', 'words'],
  ['another kind', 'not-a-recipe', json({ kind: 'soup', version: 1, recipe: plainRecipe })],
  ['a newer version', 'newer-version', json({ kind: 'isola-recipe', version: 2, recipe: {} })],
  ['a broken recipe', 'damaged-file', json({ kind: 'isola-recipe', version: 1, recipe: { version: 1 } })],
  ['a whole photo', 'not-a-recipe', ' '.repeat(70_000)],
])('a file with %s is refused: %s', async (_, code, text) => {
  await expect(readRecipeFile(new Blob([text]))).rejects.toMatchObject({ code });
});
