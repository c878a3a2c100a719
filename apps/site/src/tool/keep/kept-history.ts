import * as z from 'zod/mini';

import type { KeptHistory } from '../document/create-history.ts';
import type { StepName } from '../document/photo-document.ts';
import { type Mark, plainRecipe, readRecipe, type Recipe } from '../document/recipe.ts';

export type RecipeHistory = KeptHistory<Recipe, StepName>;

/**
 * A history as it is stored. A recipe holds all marks up to it, so that two hundred states hold the first stroke two
 * hundred times: here each mark stands once, and a state names its marks by their place.
 */
export interface PackedHistory {
  readonly marks: readonly Mark[];
  readonly past: readonly { readonly step?: StepName; readonly state: Recipe; readonly marks: readonly number[] }[];
  readonly at: number;
}

export const newHistory: RecipeHistory = { past: [{ state: plainRecipe, step: undefined }], at: 0 };

/** Every step there is; the compiler minds that none is missing. */
const stepNames = {
  restore: true,
  erase: true,
  keep: true,
  drop: true,
  open: true,
  fill: true,
  shift: true,
  feather: true,
  contrast: true,
  solidify: true,
  decontaminate: true,
  edge: true,
  light: true,
  transparent: true,
  color: true,
  gradient: true,
  picture: true,
  blur: true,
  studio: true,
  contact: true,
  'drop-shadow': true,
  match: true,
  wrap: true,
  crop: true,
  rotate: true,
  straighten: true,
  mirror: true,
  center: true,
  size: true,
  format: true,
  quality: true,
  density: true,
  limit: true,
  metadata: true,
  recipe: true,
} as const satisfies Record<StepName, true>;

const place = z.int().check(z.minimum(0), z.maximum(100_000));

const packed = z.object({
  marks: z.array(z.unknown()).check(z.maxLength(10_000)),
  past: z
    .array(
      z.object({
        step: z.exactOptional(z.enum(Object.keys(stepNames) as StepName[])),
        state: z.unknown(),
        marks: z.array(place).check(z.maxLength(2000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(1000)),
  at: place,
});

export function packHistory({ past, at }: RecipeHistory): PackedHistory {
  // States share their marks, and so do those that `readHistory` gives: the same mark is the same object.
  const placeOf = new Map<Mark, number>();
  const placed = (mark: Mark) => {
    const known = placeOf.get(mark) ?? placeOf.size;
    placeOf.set(mark, known);
    return known;
  };
  return {
    past: past.map(({ state, step }) => ({
      ...(step && { step }),
      state: withMarks(state, []),
      marks: state.matte.marks.map(placed),
    })),
    at,
    marks: [...placeOf.keys()],
  };
}

/** @returns undefined where the data is no history, or one whose recipes are not known here. */
export function readHistory(data: unknown): RecipeHistory | undefined {
  const read = packed.safeParse(data);
  if (!read.success) return undefined;
  const marks = readMarks(read.data.marks);
  if (!marks || read.data.at >= read.data.past.length) return undefined;
  const past: { state: Recipe; step: StepName | undefined }[] = [];
  for (const { step, state, marks: places } of read.data.past) {
    const recipe = readRecipe(state);
    const own = places.map((at) => marks[at]).filter((mark) => mark !== undefined);
    if (!recipe || own.length < places.length) return undefined;
    past.push({ state: withMarks(recipe, own), step });
  }
  return { past, at: read.data.at };
}

/** As many as a recipe may hold. */
const marksAtOnce = 2000;

/** By the recipe's own check. */
function readMarks(data: readonly unknown[]): readonly Mark[] | undefined {
  const marks: Mark[] = [];
  for (let at = 0; at < data.length; at += marksAtOnce) {
    const some = data.slice(at, at + marksAtOnce);
    const read = readRecipe({ ...plainRecipe, matte: { ...plainRecipe.matte, marks: some } });
    if (!read) return undefined;
    marks.push(...read.matte.marks);
  }
  return marks;
}

function withMarks(recipe: Recipe, marks: Mark[]): Recipe {
  return { ...recipe, matte: { ...recipe.matte, marks } };
}
