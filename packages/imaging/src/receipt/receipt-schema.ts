import * as z from 'zod/mini';

/** Version of the receipts that are written. */
export const receiptVersion = 1;

/** Value of the field `format`, by which a receipt is recognised. */
export const receiptFormat = 'isola-receipt';

/** Largest number of pixels of an image that a receipt can describe, and its largest side. */
const maxPixels = 67_108_864;
const maxSidePx = 16_384;
/** Largest length of the compressed classes. Those of a photograph of 12 megapixels with hair take less than 500 000. */
const maxClassesLength = 6_000_000;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const base64 = z.string().check(z.regex(/^[A-Za-z\d+/]*={0,2}$/));
const word = z.string().check(z.regex(/^[\w .+-]{1,64}$/));
const count = z.int().check(z.minimum(0), z.maximum(maxPixels));
const side = z.int().check(z.minimum(1), z.maximum(maxSidePx));
const coefficient = z.number().check(z.minimum(-1e6), z.maximum(1e6));
const percent = z.int().check(z.minimum(0), z.maximum(100));

const file = z.strictObject({
  /** SHA-256 of the file's bytes. */
  sha256,
  sizeBytes: z.int().check(z.minimum(1), z.maximum(1e9)),
  /** Size of the upright image. */
  widthPx: side,
  heightPx: side,
});

/** Numbers of pixels of a result by what they are; see `docs/receipt.md`. */
const pixelCountsSchema = z.strictObject({
  /** Pixels that have exactly the colour of the photograph. */
  equal: count,
  /** Pixels that differ no more than a compression, a resampling or another decoder changes them. */
  near: count,
  /**
   * Opaque pixels that a network computed from the photograph, and that differ from its resampled pixels no more than the
   * tolerance. Absent when the subject was not enlarged.
   */
  enlarged: z.optional(count),
  /** Opaque pixels whose light and colour were changed. */
  toned: count,
  /** Half-transparent pixels of the edge. Their alpha is computed, and so is their colour. */
  edge: count,
  /** Pixels that a retouch replaced. */
  retouched: count,
  /** Pixels of the subject that differ from the photograph for no reason that the receipt names. */
  other: count,
  /** Pixels outside of the subject, and those that texts, logos or other subjects cover. */
  background: count,
});

const signature = z.strictObject({
  algorithm: z.literal('ECDSA-P256-SHA256'),
  /** Public key: the uncompressed point of 65 bytes. */
  publicKey: base64.check(z.maxLength(88)),
  /** Signature: `r` and `s`, 32 bytes each. */
  value: base64.check(z.maxLength(88)),
});

/** Content of a receipt without its signature. */
const statementShape = z.strictObject({
  format: z.literal(receiptFormat),
  version: z.literal(receiptVersion),
  /** Time by the clock of the device, in UTC and whole seconds. */
  issuedAt: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)),
  program: z.strictObject({ name: word, version: word }),
  model: z.strictObject({
    id: word,
    /** SHA-256 of the model's weights. Absent when the project was saved by a version that did not record it. */
    sha256: z.optional(sha256),
  }),
  photograph: z.extend(file, {
    /** SHA-256 of the decoded pixels. Two browsers may decode the same JPEG to slightly different pixels. */
    pixelsSha256: sha256,
  }),
  result: z.extend(file, { type: z.enum(['image/png', 'image/webp', 'image/jpeg', 'image/avif']) }),
  /** Map from px of the result to px of the photograph: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
  placement: z.strictObject({
    a: coefficient,
    b: coefficient,
    c: coefficient,
    d: coefficient,
    e: coefficient,
    f: coefficient,
  }),
  /** `palette` reduces the number of colours, and `lossy` changes all of them a little. */
  compression: z.enum(['none', 'palette', 'lossy']),
  /** Changes that the program made besides cutting the subject out. */
  changes: z.strictObject({
    /** Kind of the background. */
    background: word,
    /** True when the subject's own light or colour was changed. */
    tone: z.boolean(),
    /** True when the subject took on light, colour or grain of the background. */
    backgroundLight: z.boolean(),
    /** True when a network enlarged the subject, so that no pixel is the photograph's. Absent when it was not enlarged. */
    enlarged: z.optional(z.boolean()),
    /** True when an outline was drawn around the subject. */
    outline: z.boolean(),
    /** True when texts, logos, other subjects or a reflection were added. Absent means that none were. */
    additions: z.optional(z.boolean()),
    /** Share of the old background's colour that was removed from half-transparent pixels. */
    edgeColor: percent,
  }),
  /** Class of each pixel of the result; see `packClasses`. */
  classes: base64.check(z.maxLength(maxClassesLength)),
  pixels: pixelCountsSchema,
});

/** Checks what two fields say together: sizes that fit into memory, and a compression that the format has. */
const consistent = z.refine<z.infer<typeof statementShape>>(
  ({ result, photograph, compression }) =>
    [result, photograph].every(({ widthPx, heightPx }) => widthPx * heightPx <= maxPixels) &&
    (result.type === 'image/png') === (compression !== 'lossy'),
  'the fields contradict each other',
);

export const receiptSchema = z.extend(statementShape, { signature }).check(consistent);

/** The content of a receipt, without its signature. */
export type Statement = Readonly<z.infer<typeof statementShape>>;
/** A signed statement. */
export type Receipt = Readonly<z.infer<typeof receiptSchema>>;
export type PixelCounts = Readonly<z.infer<typeof pixelCountsSchema>>;
