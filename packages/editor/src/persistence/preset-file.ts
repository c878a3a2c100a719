import type { Matte } from '@isola/imaging';
import * as z from 'zod/mini';

import { centredOnSubject, marginPercentOf, mostMarginPercent } from '../document/center-subject.ts';
import { frameForRatio, frameOrNone, wholeFrame } from '../document/crop-rect.ts';
import { framePresets, hasPreset } from '../document/crop-presets.ts';
import { type MatteEdits, readRecipe, type Recipe } from '../schema/document-state.ts';
import { KeepError } from './persistence-error.ts';

export const recipeEnding = 'isola-recipe';

/** Without marks a recipe is a few hundred bytes. */
const mostBytes = 65_536;

/** What a frame was meant to be. The frame itself lies on one photo's pixels. */
const shape = z.object({
  /** Width by height. */
  ratio: z.number().check(z.minimum(0.01), z.maximum(100)),
  /** Of the subject in its middle; without it the frame is where the other photo's is. */
  marginPercent: z.optional(z.int().check(z.minimum(0), z.maximum(mostMarginPercent))),
});
const content = z.object({
  kind: z.literal('isola-recipe'),
  version: z.int(),
  recipe: z.unknown(),
  shape: z.optional(z.unknown()),
});

/** What of a recipe fits any photo. */
export interface Pattern {
  /** Without marks, frame and own picture. */
  readonly recipe: Recipe;
  readonly shape: Readonly<z.infer<typeof shape>> | undefined;
}

/** @param matte as the recipe has edited it. */
export function patternOf(recipe: Recipe, matte: Matte): Pattern {
  return { recipe: withoutPixels(recipe), shape: shapeOf(recipe, matte) };
}

/** A recipe as a file, for other photos. */
export function recipeFile(pattern: Pattern): Blob {
  const text = JSON.stringify({ kind: 'isola-recipe', version: 1, ...pattern }, undefined, 2);
  return new Blob([text], { type: 'application/json' });
}

/** @throws {KeepError} `not-a-recipe`, `newer-version`, `damaged-file`. */
export async function readRecipeFile(file: Blob): Promise<Pattern> {
  if (file.size > mostBytes) throw new KeepError('not-a-recipe', `${file.size} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(await file.text());
  } catch (error) {
    throw new KeepError('not-a-recipe', 'it is no JSON', { cause: error });
  }
  const read = content.safeParse(data);
  if (!read.success) throw new KeepError('not-a-recipe', 'it is of another kind');
  if (read.data.version > 1) throw new KeepError('newer-version', `version ${read.data.version}`);
  const recipe = readRecipe(read.data.recipe);
  const its = z.optional(shape).safeParse(read.data.shape);
  if (!recipe || !its.success) throw new KeepError('damaged-file', 'its recipe cannot be read');
  return { recipe: withoutPixels(recipe), shape: its.data };
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

/** A frame was meant where its subject is in the middle, or where its ratio was asked for: by numbers, or as a preset. */
function shapeOf(recipe: Recipe, matte: Matte): Pattern['shape'] {
  const { frame, size } = recipe;
  if (!frame) return undefined;
  const marginPercent = marginPercentOf(frame, matte);
  const has = (kind: 'original' | 'ratio') =>
    framePresets.some((preset) => preset.kind === kind && hasPreset(recipe, preset, matte));
  if (marginPercent === undefined && (has('original') || !(size || has('ratio')))) return undefined;
  const { widthPx, heightPx } = size ?? frame;
  return shape.safeParse({ ratio: widthPx / heightPx, marginPercent }).data;
}

/** @returns how the edge of another photo's cut-out is to be: as the recipe wants it, with the photo's own marks. */
export function editsOf({ recipe }: Pattern, { matte: { marks } }: Recipe): MatteEdits {
  return { ...recipe.matte, marks };
}

/**
 * Makes of one photo what was made of another.
 * @param onto the photo's own recipe: its marks stay, and how the photo is turned.
 * @param matte the photo's own, of its size, edited as `editsOf` says.
 * @returns background, light, edge and export are the recipe's. With a shape the photo gets its own frame of that shape,
 *   about its own subject. Without one its frame stays, and a size in px is a box into which that is fitted, since a
 *   frame of another shape would be squeezed.
 */
export function applied(pattern: Pattern, onto: Recipe, matte: Matte): Recipe {
  const { size, ...rest } = pattern.recipe;
  const frame = framed(pattern.shape, onto, matte);
  return {
    ...rest,
    matte: editsOf(pattern, onto),
    ...(frame && { frame }),
    ...(size && { size: pattern.shape ? size : fitted(frame ?? matte, size) }),
  };
}

function framed(wanted: Pattern['shape'], onto: Recipe, photo: Matte): Recipe['frame'] {
  if (!wanted) return onto.frame;
  const { ratio, marginPercent } = wanted;
  const frame = onto.frame ?? wholeFrame(photo);
  const centred = marginPercent === undefined ? undefined : centredOnSubject(photo, ratio, marginPercent, frame);
  return frameOrNone(centred ?? frameForRatio(frame, ratio, photo), photo);
}

type Size = NonNullable<Recipe['size']>;

function fitted(shape: Size, box: Size): Size {
  const scale = Math.min(box.widthPx / shape.widthPx, box.heightPx / shape.heightPx);
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { widthPx: side(shape.widthPx), heightPx: side(shape.heightPx) };
}
