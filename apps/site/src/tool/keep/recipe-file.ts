import * as z from 'zod/mini';

import { readRecipe, type Recipe } from '../document/recipe.ts';
import { KeepError } from './keep-error.ts';

export const recipeEnding = 'isola-recipe';

/** Without marks a recipe is a few hundred bytes. */
const mostBytes = 65_536;

const wrapping = z.object({ kind: z.literal('isola-recipe'), version: z.int(), recipe: z.unknown() });

/** A recipe as a file, for other photos. */
export function recipeFile(recipe: Recipe): Blob {
  const content = { kind: 'isola-recipe', version: 1, recipe: withoutPixels(recipe) };
  return new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' });
}

/**
 * @returns what the file holds for any photo: what in it belongs to one photo's pixels is left out.
 * @throws {KeepError} `not-a-recipe`, `newer-version`, `damaged-file`.
 */
export async function readRecipeFile(file: Blob): Promise<Recipe> {
  if (file.size > mostBytes) throw new KeepError('not-a-recipe', `${file.size} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(await file.text());
  } catch (error) {
    throw new KeepError('not-a-recipe', 'it is no JSON', { cause: error });
  }
  const read = wrapping.safeParse(data);
  if (!read.success) throw new KeepError('not-a-recipe', 'it is of another kind');
  if (read.data.version > 1) throw new KeepError('newer-version', `version ${read.data.version}`);
  const recipe = readRecipe(read.data.recipe);
  if (!recipe) throw new KeepError('damaged-file', 'its recipe cannot be read');
  return withoutPixels(recipe);
}

/**
 * Marks lie on one photo's pixels; the frame counts them; an own picture is in one document. What is left fits any photo.
 */
function withoutPixels({ version, matte, background, light, size, export: exporting }: Recipe): Recipe {
  return {
    version,
    matte: { ...matte, marks: [] },
    background: background.kind === 'picture' ? { kind: 'transparent' } : background,
    light,
    ...(size && { size }),
    export: exporting,
  };
}

/**
 * Makes of one photo what was made of another.
 * @param onto the photo's own recipe: its marks and its frame stay.
 * @param photo the photo's own size.
 * @returns background, light, edge and export are the recipe's. Its size in px is a box into which the photo's frame is
 *   fitted, since a frame of another shape would be squeezed.
 */
export function applied(
  recipe: Recipe,
  { matte: { marks }, frame }: Recipe,
  photo: { readonly widthPx: number; readonly heightPx: number },
): Recipe {
  const { size, ...rest } = withoutPixels(recipe);
  return {
    ...rest,
    matte: { ...rest.matte, marks },
    ...(frame && { frame }),
    ...(size && { size: fitted(frame ?? photo, size) }),
  };
}

type Size = NonNullable<Recipe['size']>;

function fitted(shape: Size, box: Size): Size {
  const scale = Math.min(box.widthPx / shape.widthPx, box.heightPx / shape.heightPx);
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { widthPx: side(shape.widthPx), heightPx: side(shape.heightPx) };
}
