import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Programs that determine the bytes of the made files. */
const programs = [
  'read-onnx.ts',
  'extract-network.ts',
  'quantise.ts',
  'weights-writer.ts',
  'read-tflite.ts',
  'extract-small-network.ts',
  'build-models.ts',
];

/** Hash of the programs. When one of them changes, the hash changes and the models are made again. */
export const recipe = recipeOf(programs);

/** Hash of the programs that determine the bytes of the enlarger's file. */
export const enlargerRecipe = recipeOf(['extract-enlarger.ts', 'build-enlarger.ts', '../src/enlarge/network-steps.ts']);

function recipeOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(join(import.meta.dirname, file)));
  return hash.digest('hex').slice(0, 16);
}
