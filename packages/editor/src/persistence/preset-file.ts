import type { Matte, Size } from '@isola/imaging';
import * as z from 'zod/mini';

import { layersOf, withLayers } from '../document/layers.ts';
import { centerOnSubject, marginPercentOf, maxMarginPercent } from '../document/center-subject.ts';
import { cropForRatio, cropOrNone, wholeImageCrop } from '../document/crop-geometry.ts';
import { type CropPreset, hasPreset } from '../document/crop-presets.ts';
import { backgroundDefinition, type BackgroundDefinition } from '../backgrounds/define-background.ts';
import { builtInRegistries, type EditorRegistries } from '../registry/registries.ts';
import { builtInSchema, type DocumentSchema, type ReadFailure } from '../registry/document-schema.ts';
import { currentVersion, type DocumentState, type MatteEdits } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { PersistenceError } from './persistence-error.ts';

export const presetEnding = 'isola-preset';

/** Largest preset file. A state without edits takes a few hundred bytes. */
const maxBytes = 65_536;

/** Intended shape of a crop. The crop itself is in px of one image and fits no other. */
const shape = z.object({
  /** Ratio of width to height. */
  ratio: z.number().check(z.minimum(0.01), z.maximum(100)),
  /** Margin around the centred subject. Without it the crop keeps its place in the other image. */
  marginPercent: z.optional(z.int().check(z.minimum(0), z.maximum(maxMarginPercent))),
});
const head = { version: z.int(), shape: z.optional(z.unknown()) };
const current = z.object({ kind: z.literal('isola-preset'), state: z.unknown(), ...head });
/** Version 1 calls a preset a recipe, and its files end in `.isola-recipe`. */
const first = z.object({ kind: z.literal('isola-recipe'), recipe: z.unknown(), ...head });
const content = z.union([
  current,
  z.pipe(
    first,
    z.transform(({ recipe, ...others }) => ({ ...others, state: recipe })),
  ),
]);

/** Part of a document's state that fits any image. */
export interface Preset {
  /** State of the preset, without edits and crop. Images of the user's are left out unless they go along. */
  readonly state: DocumentState;
  readonly shape: Readonly<z.infer<typeof shape>> | undefined;
}

/**
 * Decides whether the user's own background image with that id goes along with a preset. If it does not, the preset has
 * no background.
 */
export type GoesAlong = (imageId: string) => boolean;

const noneGoesAlong: GoesAlong = () => false;

/**
 * Makes a preset of a document's state.
 * @param matte Matte with the state's edits applied.
 * @param registries Registries with the crop presets. A crop with the ratio of a crop preset keeps that ratio in the
 *   preset.
 * @param goesAlong Default: no image goes along, because a preset file contains none.
 */
export function presetOf(
  state: DocumentState,
  matte: Matte,
  { backgrounds, cropPresets }: Pick<EditorRegistries, 'backgrounds' | 'cropPresets'> = builtInRegistries,
  goesAlong = noneGoesAlong,
): Preset {
  return { state: withoutPixels(state, backgrounds, goesAlong), shape: shapeOf(state, matte, cropPresets) };
}

/** Writes a preset as a file. */
export function presetFile(pattern: Preset): Blob {
  const text = JSON.stringify({ kind: 'isola-preset', version: currentVersion, ...pattern }, undefined, 2);
  return new Blob([text], { type: 'application/json' });
}

/** Reads a preset file. @throws {PersistenceError} `not-a-preset`, `newer-version`, `unknown-kind`, `damaged-file`. */
export async function readPresetFile(file: Blob, schema: DocumentSchema = builtInSchema): Promise<Preset> {
  if (file.size > maxBytes) throw new PersistenceError('not-a-preset', `${file.size} bytes`);
  let data: unknown;
  try {
    data = JSON.parse(await file.text());
  } catch (error) {
    throw new PersistenceError('not-a-preset', 'the file is not JSON', { cause: error });
  }
  const read = content.safeParse(data);
  if (!read.success) throw new PersistenceError('not-a-preset', 'the file does not contain a preset');
  if (read.data.version > currentVersion) throw new PersistenceError('newer-version', `version ${read.data.version}`);
  const { preset, failure } = readPreset(read.data, schema);
  if (failure === 'newer-version') throw new PersistenceError('newer-version', 'the state is of a newer version');
  if (failure === 'unknown-kind')
    throw new PersistenceError('unknown-kind', 'the background is of a kind that this editor does not have');
  if (!preset) throw new PersistenceError('damaged-file', 'the state cannot be read');
  return preset;
}

export type ReadPreset =
  | { readonly preset: Preset; readonly failure?: undefined }
  | { readonly preset?: undefined; readonly failure: ReadFailure };

/**
 * Reads a preset that is stored as plain data, of any version up to the current one.
 * @param goesAlong Default: no image goes along.
 */
export function readPreset(
  data: { readonly state?: unknown; readonly shape?: unknown },
  schema: DocumentSchema = builtInSchema,
  goesAlong = noneGoesAlong,
): ReadPreset {
  const { state, failure } = schema.parseState(data.state);
  if (!state) return { failure };
  const its = z.optional(shape).safeParse(data.shape);
  if (!its.success) return { failure: 'invalid' };
  return { preset: { state: withoutPixels(state, schema.backgrounds, goesAlong), shape: its.data } };
}

/**
 * Removes from a state the parts that fit only one image: its edits, its crop, and images of the user's in the background and in
 * layers unless `goesAlong` includes them.
 */
function withoutPixels(
  state: DocumentState,
  backgrounds: readonly BackgroundDefinition[],
  goesAlong: GoesAlong,
): DocumentState {
  const { version, matte, background, light, outline, tone, size, enlarge, export: exporting } = state;
  const imageIds = backgroundDefinition(backgrounds, background).imageIds?.(background) ?? [];
  const layers = layersOf(state).filter((layer) => layer.kind !== 'picture' || goesAlong(layer.image));
  const general: DocumentState = {
    version,
    matte: { ...matte, edits: [] },
    background: imageIds.every(goesAlong) ? background : initialState.background,
    light,
    ...(outline && { outline }),
    ...(tone && { tone }),
    ...(size && { size }),
    ...(enlarge && { enlarge }),
    export: exporting,
  };
  return withLayers(general, layers);
}

/**
 * Returns the shape that a crop was meant to have. A crop has one when its subject is centred, or when its ratio was chosen as
 * a size or as a crop preset.
 */
function shapeOf(state: DocumentState, matte: Matte, presets: readonly CropPreset[]): Preset['shape'] {
  const { crop, size } = state;
  if (!crop) return undefined;
  const marginPercent = marginPercentOf(crop, matte);
  const has = (kind: 'original' | 'ratio') =>
    presets.some((preset) => preset.kind === kind && hasPreset(state, preset, matte));
  if (marginPercent === undefined && (has('original') || !(size || has('ratio')))) return undefined;
  const { widthPx, heightPx } = size ?? crop;
  return shape.safeParse({ ratio: widthPx / heightPx, marginPercent }).data;
}

/** @returns the edge settings of the preset with the edits of the image's own state. */
export function editsOf({ state }: Preset, { matte: { edits } }: DocumentState): MatteEdits {
  return { ...state.matte, edits };
}

/**
 * Applies a preset to an image.
 * @param onto State of the image, whose edits and orientation stay.
 * @param matte Matte of the image, of the image's size, edited as `editsOf` returns.
 * @returns the state with the preset's background, light, outline, tone, enlargement, layers, edge and export. With a shape, the image gets a crop of
 *   that shape about its subject. Without one its crop stays, and a size in px is a box into which the crop is fitted, because
 *   a crop of another ratio would be distorted.
 */
export function applyPreset(pattern: Preset, onto: DocumentState, matte: Matte): DocumentState {
  const { size, ...rest } = pattern.state;
  const crop = cropFor(pattern.shape, onto, matte);
  return {
    ...rest,
    matte: editsOf(pattern, onto),
    ...(crop && { crop }),
    ...(size && { size: pattern.shape ? size : fitted(crop ?? matte, size) }),
  };
}

function cropFor(shape: Preset['shape'], onto: DocumentState, image: Matte): DocumentState['crop'] {
  if (!shape) return onto.crop;
  const { ratio, marginPercent } = shape;
  const crop = onto.crop ?? wholeImageCrop(image);
  const centred = marginPercent === undefined ? undefined : centerOnSubject(image, ratio, marginPercent, crop);
  return cropOrNone(centred ?? cropForRatio(crop, ratio, image), image);
}

function fitted(shape: Size, box: Size): Size {
  const scale = Math.min(box.widthPx / shape.widthPx, box.heightPx / shape.heightPx);
  const side = (px: number) => Math.max(1, Math.round(px * scale));
  return { widthPx: side(shape.widthPx), heightPx: side(shape.heightPx) };
}
