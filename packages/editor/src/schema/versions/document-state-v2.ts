import * as z from 'zod/mini';

import type { Background } from '../../model/background.ts';
import type { Edit } from '../../model/edit.ts';
import { fromOne, hexColor, maxPx, percent, place } from '../fields.ts';

/*
 * Version 2 of the document's state, the current one. Against version 1 it has other names: `matte.edits` for `marks`, the
 * kind `seed-click` for `press`, `crop` for `frame`, `export.maxBytes` for `mostBytes` and `export.includesMetadata` for
 * `keepsMetadata`. Its `export.format` is any format's id, and its backgrounds and edits are of the kinds of the registries.
 */

/** How many edits one image takes by hand. */
export const maxEdits = 2000;

const matteOf = (edit: z.ZodMiniType<Edit>) =>
  z.object({
    /** By hand, oldest first. */
    edits: z.array(edit).check(z.maxLength(maxEdits)),
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

const light = z.object({
  /** Strength of the shadow where the subject touches the ground. */
  contact: percent,
  /** Thrown by a lamp: how dark, from where (clockwise, 0 is from above), how far as a share of the subject's height, how soft. */
  drop: z.object({
    strength: percent,
    angleDeg: z.number(),
    distance: percent,
    softness: percent,
    /** Plane on which the shadow falls; a wall by default. */
    plane: z.optional(z.enum(['wall', 'floor'])),
  }),
  /** How far the subject takes on the background's light and colour. */
  match: percent,
  /** How much of the background's light comes round the subject's edge. */
  wrap: percent,
  /** How far both have the same grain; 0 unless it is said. */
  grain: z.optional(percent),
});

const outline = z.object({
  /** In thousandths of the subject's size, which is the square root of the area of the box around it. */
  width: fromOne,
  color: hexColor,
});

const crop = z.object({
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
  /** The id of a file format, which the editor may or may not have. */
  format: z.string().check(z.regex(/^[a-z\d-]{1,32}$/)),
  quality: fromOne,
  /** Written into the file for a print; it changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** The file may have no more: the quality gives way, and then the size. */
  maxBytes: z.optional(z.int().check(z.minimum(1000))),
  /** Whether what the camera noted, but for what is private, goes along. */
  includesMetadata: z.boolean(),
});

/** The kinds of backgrounds and of edits are the registries': their own schemas check them. */
export const documentStateV2 = (background: z.ZodMiniType<Background>, edit: z.ZodMiniType<Edit>) =>
  z.object({
    version: z.literal(2),
    matte: matteOf(edit),
    background,
    light,
    /** A line of one colour around the subject; none unless it is said. */
    outline: z.optional(outline),
    /** Crop of the image; undefined is the whole image, not rotated. */
    crop: z.optional(crop),
    /** The result's size in px; undefined is as many as the crop has. */
    size: z.optional(z.object({ widthPx: side, heightPx: side })),
    export: exporting,
  });

export type DocumentStateV2 = z.infer<ReturnType<typeof documentStateV2>>;
