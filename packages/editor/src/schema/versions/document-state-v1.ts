import * as z from 'zod/mini';

/*
 * Version 1 of the document's state. It is frozen, because files of this version exist. Changes go into a new version,
 * with a migration in `../migrate.ts`.
 */

const color = z.string().check(z.regex(/^#[\da-f]{6}$/));
const percent = z.int().check(z.minimum(0), z.maximum(100));
const fromOne = z.int().check(z.minimum(1), z.maximum(100));
/** Largest coordinate and largest side of a crop, in px. The limit prevents a file from causing endless work. */
const maxPx = 65_536;
const maxEdits = 2000;
/** Coordinate in px of the image. Edits may lie outside the image. */
const place = z.number().check(z.minimum(-maxPx), z.maximum(maxPx));

const stroke = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** x, y and pressure (0…1) of each point in turn. The stroke follows straight lines between the points. */
  points: z.array(place).check(z.maxLength(60_000)),
  /** Diameter of the brush in px of the image. */
  sizePx: z.number().check(z.minimum(0.5), z.maximum(8192)),
  /** 0 is soft from the middle on, 100 is sharp. */
  hardness: percent,
  opacity: fromOne,
  /** True when alpha under the brush is estimated from the image, instead of taken as painted. */
  followsEdges: z.boolean(),
});

/** A click on one point, from which a region of the image is grown. */
const press = z.object({
  kind: z.literal('press'),
  /**
   * Effect of the click: `keep` removes every part except the clicked one, `drop` removes the clicked one, `open` cuts
   * a hole, and `fill` closes one.
   */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  x: place,
  y: place,
});

export const editV1 = z.discriminatedUnion('kind', [stroke, press]);

const matte = z.object({
  /** Edits by the user, the oldest first. */
  marks: z.array(editV1).check(z.maxLength(maxEdits)),
  /** Distance by which the edge moves outwards, in tenths of a px of the image; negative is inwards. */
  shift: z.int().check(z.minimum(-200), z.maximum(200)),
  /** Standard deviation by which the edge is softened, in tenths of a px. */
  feather: z.int().check(z.minimum(0), z.maximum(500)),
  /** Contrast that makes the edge steeper. */
  contrast: percent,
  /** Strength with which half-transparent areas inside the subject become opaque. */
  solidify: percent,
  /** Share of the old background's colour that is removed from half-transparent pixels. */
  decontaminate: percent,
});

const background = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('color'), color }),
  z.object({ kind: z.literal('gradient'), from: color, to: color, angleDeg: z.number() }),
  z.object({
    kind: z.literal('picture'),
    /** Id by which the document finds the image. The pixels are not part of the state. */
    id: z.string().check(z.maxLength(64)),
    fit: z.enum(['cover', 'contain']),
    /** Scale relative to the size that fits. */
    scale: z.number().check(z.minimum(0.1), z.maximum(10)),
    /** Offset from the middle, as a share of the result's width. */
    offsetX: z.number().check(z.minimum(-2), z.maximum(2)),
    offsetY: z.number().check(z.minimum(-2), z.maximum(2)),
    blur: percent,
  }),
  z.object({ kind: z.literal('blur'), strength: fromOne }),
  /** Studio that this site renders itself; see `studios` in `@isola/imaging`. */
  z.object({ kind: z.literal('studio'), id: z.string().check(z.maxLength(64)) }),
]);

const light = z.object({
  /** Strength of the shadow where the subject touches the ground. */
  contact: percent,
  /**
   * Cast shadow: its strength, the direction of the light (clockwise, 0 is above), its distance in hundredths of the
   * subject's height, and its softness.
   */
  drop: z.object({ strength: percent, angleDeg: z.number(), distance: percent, softness: percent }),
  /** Strength with which the subject takes on the background's brightness and colour. */
  match: percent,
  /** Amount of the background's light that wraps around the subject's edge. */
  wrap: percent,
});

const frame = z.object({
  /** Middle of the crop, in px of the image. */
  centerX: place,
  centerY: place,
  /** Size in px of the image. */
  widthPx: z.number().check(z.minimum(1), z.maximum(maxPx)),
  heightPx: z.number().check(z.minimum(1), z.maximum(maxPx)),
  /** Angle by which the image is turned clockwise under the crop. */
  angleDeg: z.number().check(z.minimum(-360), z.maximum(360)),
  /** True when the image is mirrored, left for right. */
  mirrored: z.boolean(),
});

const side = z.int().check(z.minimum(1), z.maximum(16_384));

const exporting = z.object({
  format: z.enum(['png', 'webp', 'jpeg']),
  quality: fromOne,
  /** Resolution for printing, which is written into the file. It changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** Largest size of the file, in bytes. First colours or quality are reduced, then the size in px. */
  mostBytes: z.optional(z.int().check(z.minimum(1000))),
  /** True when camera metadata is written into the file, except for private data. */
  keepsMetadata: z.boolean(),
});

export const documentStateV1 = z.object({
  version: z.literal(1),
  matte,
  background,
  light,
  /** Crop of the image; undefined for the whole image without rotation. */
  frame: z.optional(frame),
  /** Size of the result in px; undefined for the size of the crop. */
  size: z.optional(z.object({ widthPx: side, heightPx: side })),
  export: exporting,
});

export type DocumentStateV1 = z.infer<typeof documentStateV1>;
export type EditV1 = z.infer<typeof editV1>;
