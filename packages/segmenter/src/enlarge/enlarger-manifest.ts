import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';
import { issuesIn } from '../api/issues-in.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifestSchema = z.object({
  version: z.literal(1),
  /** The weights, float16, little-endian, in the order of `enlargerSteps`. `file` is relative to the manifest. */
  weights: z.object({ file: z.string(), sha256, sizeBytes: z.int().check(z.positive()) }),
  licence: z.string(),
  source: z.string(),
  /** The file from which it was made, and the program that made it. */
  madeFrom: z.object({ sha256, recipe: z.string() }),
});

/** Facts about the network that doubles pictures. The build writes them from `models/catalogue.json`. */
export type EnlargerManifest = z.infer<typeof manifestSchema>;

/**
 * Checks a manifest.
 * @throws {SegmenterError} `model-load-failed` when the value is not a manifest of this version.
 */
export function parseEnlargerManifest(value: unknown): EnlargerManifest {
  const result = manifestSchema.safeParse(value);
  if (result.success) return result.data;
  throw new SegmenterError(
    'model-load-failed',
    `the enlarger’s manifest has an invalid form: ${issuesIn(result.error)}`,
  );
}
