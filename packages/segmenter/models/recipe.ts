import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The programs that a network's bytes follow from, besides the model's own files. */
const programs = [
  'read-onnx.ts',
  'extract-network.ts',
  'quantise.ts',
  'weights-writer.ts',
  'read-tflite.ts',
  'extract-referee.ts',
  'build-models.ts',
];

/** Changes with any of them, so that what they made is made anew. */
export const recipe = recipeOf(programs);

function recipeOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 16);
}
