import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';
import { issuesIn } from '../api/issues-in.ts';

const count = z.int().check(z.positive());
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const perChannel = z.tuple([z.number(), z.number(), z.number()]);

/** Name of a file, relative to the manifest, or a complete address. */
const file = z.string();

const partSchema = z.object({
  file,
  /** SHA-256 of the file as it is served, packed or not. */
  sha256,
  /** Number of the model's bytes in this part. */
  sizeBytes: count,
  /** Compression of the file, which the browser's DecompressionStream unpacks. */
  packing: z.literal(['none', 'gzip']),
  /** Size of the file as it is served; equal to `sizeBytes` if it is not packed. */
  packedBytes: count,
});

/** The fields of every model's row. */
const common = {
  id: z.string(),
  name: z.string(),
  /** SHA-256 and size of all parts, unpacked and joined. */
  sha256,
  sizeBytes: count,
  /** The parts, in order. */
  parts: z.array(partSchema),
  input: z.object({
    name: z.string(),
    widthPx: count,
    heightPx: count,
    /** Values that are subtracted from an 8-bit value, and by which the result is divided: red, green, blue. */
    mean: perChannel,
    std: perChannel,
  }),
  /** Float32 `[1, 1, heightPx, widthPx]` of the input's size, 0…1, with high values for the subject. */
  output: z.object({ name: z.string() }),
  licence: z.string(),
  source: z.string(),
};

const servedFile = z.object({ file, sha256, sizeBytes: count });

/** A small network; `small-network/graph.ts` defines its description. */
const smallNetworkSchema = z.object({
  /** The description, JSON. */
  graph: servedFile,
  /** The weights, float16, little-endian. */
  weights: servedFile,
  licence: z.string(),
  source: z.string(),
  /** The TensorFlow Lite file from which it was made, and the program that made it. */
  madeFrom: z.object({ sha256, recipe: z.string() }),
});

/**
 * A model whose joined parts are the weights of a network. Its description is in a separate file; `engine/network.ts`
 * defines it.
 */
const networkModelSchema = z.object({
  ...common,
  format: z.literal('network'),
  /** The description, JSON. */
  network: servedFile,
  /** Decides where the model is in doubt. */
  referee: z.optional(smallNetworkSchema),
  /** The ONNX file from which it was made, and the program that made it. When either changes, it is made again. */
  madeFrom: z.object({ sha256, recipe: z.string() }),
});

/** A model whose joined parts are an ONNX file. */
const onnxModelSchema = z.object({ ...common, format: z.literal('onnx') });

const manifestSchema = z.object({
  version: z.literal(2),
  /** The `id` of the row that is used if the caller names none. */
  default: z.string(),
  models: z.array(z.discriminatedUnion('format', [networkModelSchema, onnxModelSchema])),
  /** The networks of `faces/find-faces.ts`. Absent when they were not built. */
  faces: z.optional(z.object({ detector: smallNetworkSchema, landmarks: smallNetworkSchema })),
});

/** All facts about a model. The build writes these rows from `models/catalogue.json`. */
export type Model = z.infer<typeof manifestSchema>['models'][number];
export type NetworkModel = z.infer<typeof networkModelSchema>;
export type SmallNetworkFiles = z.infer<typeof smallNetworkSchema>;
export type ServedFile = z.infer<typeof servedFile>;
export type OnnxModel = z.infer<typeof onnxModelSchema>;
export type ModelInput = Model['input'];
export type ModelPart = z.infer<typeof partSchema>;
export type ModelManifest = z.infer<typeof manifestSchema>;

/**
 * Checks a manifest.
 * @throws {SegmenterError} `model-load-failed` when the value is not a manifest of this version.
 */
export function parseManifest(value: unknown): ModelManifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  throw new SegmenterError('model-load-failed', `the manifest has an invalid form: ${issuesIn(result.error)}`);
}

/**
 * Returns the row of a model.
 * @throws {SegmenterError} `model-load-failed` when the manifest does not contain the row.
 */
export function chooseModel(manifest: ModelManifest, id: string | undefined): Model {
  const wanted = id ?? manifest.default;
  const model = manifest.models.find((row) => row.id === wanted);
  if (model) return model;
  throw new SegmenterError('model-load-failed', `the manifest has no model ‘${wanted}’`);
}
