import * as z from 'zod/mini';

const color = z.string().check(z.regex(/^#[\da-f]{6}$/));
const percent = z.int().check(z.minimum(1), z.maximum(100));

const background = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('color'), color }),
  z.object({ kind: z.literal('gradient'), from: color, to: color, angleDeg: z.number() }),
  /** The pixels are no part of a recipe: the document knows which picture the id means. */
  z.object({ kind: z.literal('picture'), id: z.string() }),
  z.object({ kind: z.literal('blur'), strength: percent }),
]);

const recipe = z.object({
  version: z.literal(1),
  background,
  export: z.object({ format: z.enum(['png', 'webp', 'jpeg']), quality: percent }),
});

/** What is made of a cut-out: plain data, from which every view and every file is computed. */
export type Recipe = Readonly<z.infer<typeof recipe>>;
export type Background = Readonly<z.infer<typeof background>>;
export type ExportChoice = Recipe['export'];

/** The cut-out as it is. */
export const plainRecipe: Recipe = {
  version: 1,
  background: { kind: 'transparent' },
  export: { format: 'png', quality: 90 },
};

/** @returns undefined where the data is no recipe, or one of a version that is not known here. */
export function readRecipe(data: unknown): Recipe | undefined {
  const read = recipe.safeParse(data);
  return read.success ? read.data : undefined;
}
