import * as z from 'zod/mini';

import type { Background } from '../../model/background.ts';
import type { Edit } from '../../model/edit.ts';
import { fromOne, hexColor, maxPx, percent, place, signedPercent } from '../fields.ts';

/*
 * Version 2 of the document's state, the current one. It renames fields of version 1: `marks` is `matte.edits`, the
 * kind `press` is `seed-click`, `frame` is `crop`, `mostBytes` is `export.maxBytes` and `keepsMetadata` is
 * `export.includesMetadata`. `export.format` is the id of any format, and backgrounds and edits are of the kinds of the
 * registries.
 */

/** Largest number of edits of a document. */
export const maxEdits = 2000;

/** Largest number of texts and pictures of a document. */
export const maxLayers = 20;

/** Factors by which a network can enlarge. */
export const enlargements = [2, 3, 4] as const;

/** Length of the longest text, in UTF-16 code units. */
export const maxTextLength = 500;

const matteOf = (edit: z.ZodMiniType<Edit>) =>
  z.object({
    /** Edits by the user, the oldest first. */
    edits: z.array(edit).check(z.maxLength(maxEdits)),
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

/** The effect is described by `ReflectionParams` of `@isola/imaging`. */
const reflection = z.object({ strength: fromOne, length: fromOne });

const light = z.object({
  /** Strength of the shadow where the subject touches the ground. */
  contact: percent,
  /**
   * Cast shadow: its strength, the direction of the light (clockwise, 0 is above), its distance, and its softness.
   * On a wall, the distance is in hundredths of the subject's height; see `LightParams` of `@isola/imaging` for the floor.
   */
  drop: z.object({
    strength: percent,
    angleDeg: z.number(),
    distance: percent,
    softness: percent,
    /** Plane on which the shadow falls. Default: the wall. */
    plane: z.optional(z.enum(['wall', 'floor'])),
  }),
  /** Shadow that the subject casts in the photograph: its strength and additional softness. Default: none. */
  photographed: z.optional(z.object({ strength: fromOne, softness: percent })),
  /** Reflection of the subject on the ground. Default: none. */
  reflection: z.optional(reflection),
  /** Height at which the subject floats above the floor, in hundredths of its own height. Default: 0. */
  lift: z.optional(percent),
  /** Strength with which the subject takes on the background's brightness and colour. */
  match: percent,
  /** Amount of the background's light that wraps around the subject's edge. */
  wrap: percent,
  /** Strength with which subject and background get the same grain. Default: 0. */
  grain: z.optional(percent),
});

const outline = z.object({
  /** Width in thousandths of the subject's size, which is the square root of the area of its bounding box. */
  width: fromOne,
  color: hexColor,
});

/** The effects are described by `ToneParams` of `@isola/imaging`. */
const tone = z.object({
  /** Change of the exposure, in stops. */
  exposure: z.number().check(z.minimum(-2), z.maximum(2)),
  contrast: signedPercent,
  /** Colour temperature. Higher is warmer. */
  temperature: signedPercent,
  /** Tint. Lower is greener, higher is more magenta. */
  tint: signedPercent,
  saturation: signedPercent,
  sharpness: percent,
});

const offset = z.number().check(z.minimum(-20_000), z.maximum(20_000));

/** The effects are described by `LayerParams` of `@isola/imaging`. */
const layer = {
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  place: z.enum(['above', 'below']),
  size: z.number().check(z.minimum(1), z.maximum(4000)),
  opacity: percent,
  angleDeg: z.number().check(z.minimum(-360), z.maximum(360)),
  anchor: z.enum(['top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right']),
  offsetX: offset,
  offsetY: offset,
  repeat: z.optional(z.object({ gap: z.int().check(z.minimum(0), z.maximum(400)) })),
  /** True when the layer is in no view and in no file. Default: false. */
  isHidden: z.optional(z.boolean()),
};

const layers = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('text'),
        /** Text, in which placeholders are filled in; see `fillCredit`. */
        text: z.string().check(z.maxLength(maxTextLength)),
        font: z.enum(['sans', 'serif']),
        weight: z.int().check(z.minimum(100), z.maximum(900)),
        color: hexColor,
        /** Language of the text, as a BCP 47 tag. It decides how shared characters are drawn and where lines are broken. */
        language: z.string().check(z.regex(/^[a-z]{2,3}(-[\da-z]{1,8})*$/i), z.maxLength(35)),
        ...layer,
      }),
      z.object({
        kind: z.literal('picture'),
        /** Id by which the document finds the image. The pixels are not part of the state. */
        image: z.string().check(z.maxLength(64)),
        mirrored: z.optional(z.boolean()),
        /** Present when the image is another subject that was cut out. */
        subject: z.optional(
          z.object({
            /** Name for people, such as that of its file. */
            name: z.string().check(z.maxLength(100)),
            castsShadow: z.boolean(),
            reflection: z.optional(reflection),
            /** Its light and colour. Default: as in its photograph. */
            tone: z.optional(tone),
          }),
        ),
        ...layer,
      }),
    ]),
  )
  .check(
    z.minLength(1),
    z.maxLength(maxLayers),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
  );

const crop = z.object({
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

const credit = z.string().check(z.minLength(1), z.maxLength(200));

const exporting = z.object({
  /** Id of a file format, which the editor may or may not have. */
  format: z.string().check(z.regex(/^[a-z\d-]{1,32}$/)),
  quality: fromOne,
  /** Resolution for printing, which is written into the file. It changes no pixel. */
  dotsPerInch: z.optional(z.int().check(z.minimum(1), z.maximum(2400))),
  /** Largest size of the file, in bytes. First colours or quality are reduced, then the size in px. */
  maxBytes: z.optional(z.int().check(z.minimum(1000))),
  /** Width of the bleed of a printed page on each side, in mm. Default: 3. */
  bleedMm: z.optional(z.int().check(z.minimum(0), z.maximum(20))),
  /** True when crop marks are drawn on a printed page. Default: true. */
  hasCropMarks: z.optional(z.boolean()),
  /** Patterns of the author's name and of the copyright notice; see `fillCredit`. Default: none is written. */
  author: z.optional(credit),
  copyright: z.optional(credit),
  /** True when camera metadata is written into the file, except for private data. */
  includesMetadata: z.boolean(),
});

/** Schema of a state. The kinds of backgrounds and edits come from the registries, and their own schemas check them. */
export const documentStateV2 = (background: z.ZodMiniType<Background>, edit: z.ZodMiniType<Edit>) =>
  z.object({
    version: z.literal(2),
    matte: matteOf(edit),
    background,
    light,
    /** Line of one colour around the subject. Default: none. */
    outline: z.optional(outline),
    /** Light and colour of the subject itself. Default: as in the photograph. */
    tone: z.optional(tone),
    /**
     * Factor by which a network enlarges the subject. With a `size`, the size determines the factor. Default: the subject is not
     * enlarged by the network.
     */
    enlarge: z.optional(z.literal(enlargements)),
    /** Texts and pictures over the result, the lowest first. Default: none. */
    layers: z.optional(layers),
    /** Crop of the image; undefined for the whole image without rotation. */
    crop: z.optional(crop),
    /** Size of the result in px; undefined for the size of the crop. */
    size: z.optional(z.object({ widthPx: side, heightPx: side })),
    export: exporting,
  });

export type DocumentStateV2 = z.infer<ReturnType<typeof documentStateV2>>;
