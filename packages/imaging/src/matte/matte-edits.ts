import * as z from 'zod/mini';

const percent = z.number().check(z.minimum(0), z.maximum(100));

const stroke = z.object({
  kind: z.literal('stroke'),
  action: z.enum(['restore', 'erase']),
  /** x, y and pressure (0…1) of each point, one after the other; in px, a pixel's centre lies at ½. */
  points: z.array(z.number()),
  /** The brush's diameter in px at full pressure. */
  sizePx: z.number().check(z.minimum(0)),
  /** 0 fades from the centre on, 100 has a sharp rim. */
  hardness: percent,
  /** 1…100. */
  opacity: percent,
  /** Whether the alpha under the brush is estimated from the image, rather than taken as painted. */
  followsEdges: z.boolean(),
});

const seedClick = z.object({
  kind: z.literal('seed-click'),
  /** `keep` removes every part but the clicked one, `drop` removes the clicked one; `open` cuts a hole, `fill` closes one. */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  /** In px of the image. */
  x: z.number(),
  y: z.number(),
});

/** Checked where edits enter the worker. */
export const matteEditsSchema = z.object({
  /** Strokes and seed clicks, oldest first. */
  edits: z.array(z.discriminatedUnion('kind', [stroke, seedClick])),
  /** Moves the edge outwards where positive; in tenths of a px. */
  shift: z.number(),
  /** Softens the edge: the standard deviation in tenths of a px. */
  feather: z.number().check(z.minimum(0)),
  /** Makes the edge steeper, 0…100. */
  contrast: percent,
  /** Makes half-transparent areas inside the subject opaque, 0…100. */
  solidify: percent,
  /** How much of the old background's colour is removed from soft pixels, 0…100. It changes no alpha. */
  decontaminate: percent,
});

/** Everything that is changed about a matte. */
export type MatteEdits = Readonly<Omit<z.infer<typeof matteEditsSchema>, 'edits'>> & {
  readonly edits: readonly Edit[];
};

/** A brush stroke along straight lines from point to point. */
export type Stroke = Readonly<Omit<z.infer<typeof stroke>, 'points'>> & { readonly points: readonly number[] };

/** A click on one pixel, from which a region is grown. */
export type SeedClick = Readonly<z.infer<typeof seedClick>>;

export type Edit = Stroke | SeedClick;

/** What is done along the edge, after all strokes and clicks. */
export type EdgeEdits = Pick<MatteEdits, 'shift' | 'feather' | 'contrast' | 'solidify'>;

/** Edits that change nothing. */
export const noEdits: MatteEdits = { edits: [], shift: 0, feather: 0, contrast: 0, solidify: 0, decontaminate: 100 };

/** Whether the edits change nothing: then the segmenter's own cutout is used as it is. */
export function isUnedited({ edits, shift, feather, contrast, solidify, decontaminate }: MatteEdits): boolean {
  return (
    edits.length === 0 && shift === 0 && feather === 0 && contrast === 0 && solidify === 0 && decontaminate === 100
  );
}
