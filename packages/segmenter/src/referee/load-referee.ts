import { SegmenterError } from '../api/errors.ts';
import { fromJson } from '../model/from-json.ts';
import { loadFile, type LoadPartsOptions } from '../model/load-model-parts.ts';
import type { RefereeFiles, ServedFile } from '../model/model-manifest.ts';
import { createReferee, type Referee } from './create-referee.ts';
import { fromHalves } from './from-halves.ts';
import { parseRefereeGraph } from './referee-graph.ts';
import { loadRefereeKernels } from './referee-kernels.ts';

/** A referee that is ready to run. */
export interface LoadedReferee {
  /** Side of the square images that it processes. */
  readonly sidePx: number;
  readonly see: Referee;
}

/**
 * Downloads a referee, or loads it from the cache, and prepares it.
 * @throws {SegmenterError} `network`, `model-load-failed`, `resource-load-failed`, `out-of-memory`.
 */
export async function loadReferee(files: RefereeFiles, options: LoadPartsOptions): Promise<LoadedReferee> {
  const load = ({ file, sha256, sizeBytes }: ServedFile) =>
    loadFile({ file, sha256, packedBytes: sizeBytes }, { ...options, onBytes: () => undefined });
  const [module, description, weights] = await Promise.all([
    loadRefereeKernels(),
    load(files.graph),
    load(files.weights),
  ]);
  const graph = parseRefereeGraph(fromJson(description), files.graph.file);
  const numbers = fromHalves(weights);
  if (numbers.length !== graph.weightCount) {
    throw new SegmenterError(
      'model-load-failed',
      `${files.weights.file} has ${numbers.length} weights instead of ${graph.weightCount}`,
    );
  }
  return { sidePx: graph.sidePx, see: await createReferee(module, graph, numbers) };
}
