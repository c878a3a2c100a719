import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';

const count = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** A name of a file is relative to the manifest, or an address of its own. */
const file = z.string();

const partSchema = z.object({
  file,
  /** Of the file as it is served, packed or not. */
  sha256,
  /** How many of the model's bytes it holds. */
  sizeBytes: count,
  /** What the file is packed by; the browser's DecompressionStream unpacks it. */
  packing: z.literal(['none', 'gzip']),
  /** Of the file as it is served: as great as `sizeBytes` where it is not packed. */
  packedBytes: count,
});

/** The fields of every model's row. */
const common = {
  id: z.string(),
  name: z.string(),
  /** Of all parts, unpacked and joined. */
  sha256,
  sizeBytes: count,
  /** In order. */
  parts: z.array(partSchema),
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
};

const servedFile = z.object({ file, sha256, sizeBytes: count });

/** A small network that decides where the model is in doubt; `referee/referee-graph.ts` says how it is described. */
const refereeSchema = z.object({
  /** The description, JSON. */
  graph: servedFile,
  /** Float16, little-endian. */
  weights: servedFile,
  licence: z.string(),
  source: z.string(),
  /** The TensorFlow Lite file that it was made from, and the program that made it. */
  madeFrom: z.object({ sha256, recipe: z.string() }),
});

/** The parts join to the weights of a network that is described beside them; `engine/network.ts` says how. */
const networkModelSchema = z.object({
  ...common,
  format: z.literal('network'),
  /** The description, JSON. */
  network: servedFile,
  referee: z.optional(refereeSchema),
  /** The ONNX file that it was made from, and the program that made it: when either changes it is made anew. */
  madeFrom: z.object({ sha256, recipe: z.string() }),
});

/** The parts join to an ONNX file. */
const onnxModelSchema = z.object({ ...common, format: z.literal('onnx') });

const manifestSchema = z.object({
  version: z.literal(2),
  /** The `id` of the row that is used when the caller names none. */
  default: z.string(),
  models: z.array(z.discriminatedUnion('format', [networkModelSchema, onnxModelSchema])),
});

/** All that is particular to a model. The build writes these rows from `models/catalogue.json`. */
export type Model = z.infer<typeof manifestSchema>['models'][number];
export type NetworkModel = z.infer<typeof networkModelSchema>;
export type RefereeFiles = z.infer<typeof refereeSchema>;
export type ServedFile = z.infer<typeof servedFile>;
export type OnnxModel = z.infer<typeof onnxModelSchema>;
export type ModelInput = Model['input'];
export type ModelPart = z.infer<typeof partSchema>;
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
