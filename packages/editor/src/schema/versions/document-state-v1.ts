import * as z from 'zod/mini';

/*
 * Version 1 of the document's state, frozen: files of this version exist. What changes goes into a new version, with a
 * migration in `../migrate.ts`.
 */

const color = z.string().check(z.regex(/^#[\da-f]{6}$/));
const percent = z.int().check(z.minimum(0), z.maximum(100));
const fromOne = z.int().check(z.minimum(1), z.maximum(100));
/** How far off a place may lie, and how large a frame may be: bounded, so that no file makes work without end. */
const maxPx = 65_536;
const maxEdits = 2000;
/** In the image's own pixels, which an edit may overshoot. */
const place = z.number().check(z.minimum(-maxPx), z.maximum(maxPx));

const stroke = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** x, y and pressure (0…1) of each point, one after the other. Along straight lines from point to point. */
  points: z.array(place).check(z.maxLength(60_000)),
  /** The brush's diameter in px of the image. */
  sizePx: z.number().check(z.minimum(0.5), z.maximum(8192)),
  /** 0 is soft from its middle on, 100 is sharp. */
  hardness: percent,
  opacity: fromOne,
  /** Whether it keeps to the picture's edges and finds hair anew, rather than being taken as painted. */
  followsEdges: z.boolean(),
});

/** A press on one place: what belongs together there is found in the picture. */
const press = z.object({
  kind: z.literal('press'),
  /** `keep` keeps that part alone, `drop` lets go of it; `open` makes a hole, `fill` closes one. */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  x: place,
  y: place,
});

export const editV1 = z.discriminatedUnion('kind', [stroke, press]);

const matte = z.object({
  /** By hand, oldest first. */
  marks: z.array(editV1).check(z.maxLength(maxEdits)),
  /** How far the edge moves, in tenths of a px of the image; outwards where positive. */
  shift: z.int().check(z.minimum(-200), z.maximum(200)),
  /** How much the edge is softened, in tenths of a px. */
  feather: z.int().check(z.minimum(0), z.maximum(500)),
  /** How much steeper the edge is made. */
  contrast: percent,
  /** How much of what is half transparent inside the subject becomes whole. */
  solidify: percent,
  /** How much of the old background's colour is taken out of half transparent pixels. */
  decontaminate: percent,
});

const background = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('transparent') }),
  z.object({ kind: z.literal('color'), color }),
  z.object({ kind: z.literal('gradient'), from: color, to: color, angleDeg: z.number() }),
  z.object({
    kind: z.literal('picture'),
    /** The pixels are no part of a state: the document knows which picture the id means. */
    id: z.string().check(z.maxLength(64)),
    fit: z.enum(['cover', 'contain']),
    /** Scale relative to the size that fits. */
    scale: z.number().check(z.minimum(0.1), z.maximum(10)),
    /** Away from the middle, as shares of the result's width and height. */
    offsetX: z.number().check(z.minimum(-2), z.maximum(2)),
    offsetY: z.number().check(z.minimum(-2), z.maximum(2)),
    blur: percent,
  }),
  z.object({ kind: z.literal('blur'), strength: fromOne }),
  /** One of the studios that are painted here; see `studios` in `@isola/imaging`. */
  z.object({ kind: z.literal('studio'), id: z.string().check(z.maxLength(64)) }),
]);

const light = z.object({
  /** Strength of the shadow where the subject touches the ground. */
  contact: percent,
  /** Thrown by a lamp: how dark, from where (clockwise, 0 is from above), how far as a share of the subject's height, how soft. */
  drop: z.object({ strength: percent, angleDeg: z.number(), distance: percent, softness: percent }),
  /** How far the subject takes on the background's light and colour. */
  match: percent,
  /** How much of the background's light comes round the subject's edge. */
  wrap: percent,
});

const frame = z.object({
  /** Its middle, in px of the image. */
  centerX: place,
  centerY: place,
  /** Size in px of the image. */
  widthPx: z.number().check(z.minimum(1), z.maximum(maxPx)),
  heightPx: z.number().check(z.minimum(1), z.maximum(maxPx)),
  /** How far the image is turned clockwise beneath it. */
  angleDeg: z.number().check(z.minimum(-360), z.maximum(360)),
  /** Whether the image is mirrored, left for right. */
  mirrored: z.boolean(),
});

const side = z.int().check(z.minimum(1), z.maximum(16_384));

const exporting = z.object({
  format: z.enum(['png', 'webp', 'jpeg']),
  quality: fromOne,
  /** Written into the file for a print; it changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** The file may have no more: the quality gives way, and then the size. */
  mostBytes: z.optional(z.int().check(z.minimum(1000))),
  /** Whether what the camera noted, but for what is private, goes along. */
  keepsMetadata: z.boolean(),
});

export const documentStateV1 = z.object({
  version: z.literal(1),
  matte,
  background,
  light,
  /** Crop of the image; undefined is the whole image, not rotated. */
  frame: z.optional(frame),
  /** The result's size in px; undefined is as many as the frame has. */
  size: z.optional(z.object({ widthPx: side, heightPx: side })),
  export: exporting,
});

export type DocumentStateV1 = z.infer<typeof documentStateV1>;
export type EditV1 = z.infer<typeof editV1>;
