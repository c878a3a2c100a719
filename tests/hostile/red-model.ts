import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { writeRednessModel } from '../../packages/segmenter/test/redness-model.ts';

/**
 * Writes a tiny model to a new folder. Its subject is what has much red, so that a cutout is known exactly, and its three
 * layers take no time. Engine, worker and pipeline are those of every other model.
 * @returns the folder, which the caller deletes.
 */
export function makeRedModel(): string {
  const folder = mkdtempSync(join(tmpdir(), 'isola-red-'));
  writeRednessModel(folder);
  return folder;
}
