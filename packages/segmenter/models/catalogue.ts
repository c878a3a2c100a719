import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

/**
 * A model's file comes from chunks inside an npm package of a version, from a file inside one, from a file (in the catalogue: relative to it),
 * or from an address.
 */
const fromSchema = z.union([
  z.strictObject({ package: z.string(), version: z.string(), resource: z.string() }),
  z.strictObject({ package: z.string(), version: z.string(), file: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ address: z.url({ protocol: /^https?$/ }) }),
]);

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** This part of a row says where a file comes from, how it is checked, and under which licence it stands. */
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
  /** `network`: taken apart for our own engine. `onnx`: served as it is, for onnxruntime-web. */
  format: z.enum(['network', 'onnx']),
  from: fromSchema,
  /** Of the ONNX file, as is the size. */
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
  /** A referee is a small network that decides where a row of the format `network` is in doubt: a TensorFlow Lite file with weights of float16. */
  referee: fileSchema.optional(),
  licence: z.string(),
  source: z.string(),
});

const catalogueSchema = z
  .strictObject({ default: z.string(), models: z.array(rowSchema).min(1) })
  .refine((catalogue) => catalogue.models.some((row) => row.id === catalogue.default), {
    error: 'the default is the id of no row',
  })
  .refine((catalogue) => catalogue.models.every((row) => row.format === 'network' || !row.referee), {
    error: 'only a row of the format ‘network’ may have a referee',
  });

/** The build reads this much of a row, and checks the file, before it makes anything of it. */
export type CatalogueFile = Pick<CatalogueRow, 'id' | 'from' | 'sha256' | 'sizeBytes' | 'licence'>;
export type CatalogueRow = z.infer<typeof rowSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;

const ownCatalogue = join(import.meta.dirname, 'catalogue.json');

/**
 * @returns the rows, their files by absolute paths.
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
    return { ...result.data, models };
  }
  throw new Error(`${file}: ${z.prettifyError(result.error)}`);
}
