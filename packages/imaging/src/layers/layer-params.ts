import * as z from 'zod/mini';

import { reflectionSchema } from '../reflection/reflection-params.ts';
import { toneParamsSchema } from '../tone/tone-params.ts';

/** Places of the result at which a layer can be anchored. */
export const anchors = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

export type Anchor = (typeof anchors)[number];

/** Largest number of layers of a result. */
export const maxLayers = 20;

/** Largest gap between the copies of a repeated layer, in hundredths of the shorter side of its box. */
export const maxGap = 400;

const percent = z.number().check(z.minimum(0), z.maximum(100));
const offset = z.number().check(z.minimum(-20_000), z.maximum(20_000));

/** Placement of a layer. Its lengths are relative to the result, so that one placement fits results of any size. */
const placement = {
  /** Side of the subject on which the layer lies. */
  place: z.enum(['above', 'below']),
  /** Size in thousandths of the result's shorter side: the font size of a text, the longer side of a picture. */
  size: z.number().check(z.minimum(1), z.maximum(4000)),
  /** Opacity, 0…100. */
  opacity: percent,
  /** Angle by which the layer is turned clockwise about its middle. */
  angleDeg: z.number().check(z.minimum(-360), z.maximum(360)),
  /** Place of the result to which the same place of the layer's upright bounds belongs. */
  anchor: z.enum(anchors),
  /** Distance from the anchor to the right and downwards, in thousandths of the result's shorter side. */
  offsetX: offset,
  offsetY: offset,
  /** Repeats the layer over the whole result, along its angle. The anchor then counts for nothing. Default: once. */
  repeat: z.optional(
    z.object({
      /** Gap between two copies, in hundredths of the shorter side of the layer's box. */
      gap: z.number().check(z.minimum(0), z.maximum(maxGap)),
    }),
  ),
  /** Name of the layer in a file that has layers. Default: its text. */
  name: z.optional(z.string().check(z.maxLength(200))),
};

const textLayer = z.object({
  kind: z.literal('text'),
  /** Lines are broken at line breaks, and where they are longer than the result. */
  text: z.string().check(z.maxLength(1000)),
  /** Font families as CSS names them. */
  fontFamily: z.string().check(z.maxLength(1000)),
  weight: z.int().check(z.minimum(100), z.maximum(900)),
  /** Colour in sRGB, `#rrggbb`. */
  color: z.string().check(z.regex(/^#[\da-f]{6}$/)),
  /** Language of the text, as a BCP 47 tag. It decides where lines are broken. */
  language: z.string().check(z.maxLength(35)),
  ...placement,
});

const pictureLayer = z.object({
  kind: z.literal('picture'),
  image: z.instanceof(Blob),
  /** True when the picture is mirrored, left for right. Default: false. */
  mirrored: z.optional(z.boolean()),
  /** Present when the picture is another subject, which is blended in linear light and stands on the ground. */
  subject: z.optional(
    z.object({
      /** True when it casts the contact shadow and the cast shadow of the light. */
      castsShadow: z.boolean(),
      /** Reflection on the ground below it; none by default. */
      reflection: z.optional(reflectionSchema),
      /** Its light and colour; unchanged by default. */
      tone: z.optional(toneParamsSchema),
    }),
  ),
  ...placement,
});

export const layersSchema = z
  .array(z.discriminatedUnion('kind', [textLayer, pictureLayer]))
  .check(z.maxLength(maxLayers));

export type TextLayer = Readonly<z.infer<typeof textLayer>>;
export type PictureLayer = Readonly<z.infer<typeof pictureLayer>>;

/** A text or a picture above or below the subject. It belongs to the result: neither crop nor rotation moves it. */
export type LayerParams = TextLayer | PictureLayer;

/** Schema of a font face, checked when params enter the worker. */
export const fontFaceSchema = z.object({
  family: z.string().check(z.maxLength(100)),
  /** Address of the font file. */
  url: z.string().check(z.maxLength(2000)),
  weight: z.string().check(z.maxLength(20)),
  /** Characters that the face has, as CSS writes them. */
  unicodeRange: z.string().check(z.maxLength(5000)),
});

/** A font file for the families of text layers. Characters outside of all faces come from the device’s own fonts. */
export type FontFaceParams = Readonly<z.infer<typeof fontFaceSchema>>;
