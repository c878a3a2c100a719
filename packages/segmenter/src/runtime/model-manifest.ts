import * as z from 'zod/mini';

import { SegmenterError } from '../errors.ts';

const count = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const perChannel = z.tuple([z.number(), z.number(), z.number()]);

const modelSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Of all parts joined: an ONNX file. */
  sha256,
  sizeBytes: count,
  /** In order. A name is relative to the manifest, or an address of its own. */
  parts: z.array(z.object({ file: z.string(), sha256, sizeBytes: count })),
  input: z.object({
    name: z.string(),
    widthPx: count,
    heightPx: count,
    /** What is taken from an 8-bit value, then what it is divided by: red, green, blue. */
    mean: perChannel,
    std: perChannel,
  }),
  /** Float32 `[1, 1, heightPx, widthPx]` of the input's size, 0…1, subject high. */
  output: z.object({ name: z.string() }),
  licence: z.string(),
  source: z.string(),
});

const manifestSchema = z.object({
  version: z.literal(1),
  /** The `id` of the row that is used when nobody asks for another. */
  default: z.string(),
  models: z.array(modelSchema),
});

/** All that is particular to a model. The build writes these rows from `models/catalogue.json`. */
export type Model = z.infer<typeof modelSchema>;
export type ModelInput = Model['input'];
export type ModelPart = Model['parts'][number];
export type ModelManifest = z.infer<typeof manifestSchema>;

/** @throws {SegmenterError} `model-load-failed` when the value is no manifest of this version. */
export function parseManifest(value: unknown): ModelManifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  throw new SegmenterError(
    'model-load-failed',
    `the manifest does not have the agreed form: ${z.prettifyError(result.error)}`,
  );
}

/** @throws {SegmenterError} `model-load-failed` when the manifest has no such row. */
export function chooseModel(manifest: ModelManifest, id: string | undefined): Model {
  const wanted = id ?? manifest.default;
  const model = manifest.models.find((row) => row.id === wanted);
  if (model) return model;
  throw new SegmenterError('model-load-failed', `the manifest has no model ‘${wanted}’`);
}
