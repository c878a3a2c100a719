import { SegmenterError } from '../api/errors.ts';
import { fromJson } from '../model/from-json.ts';
import { loadFile, type LoadPartsOptions } from '../model/load-model-parts.ts';
import type { ServedFile, SmallNetworkFiles } from '../model/model-manifest.ts';
import { createSmallNetwork, type SmallNetwork } from './create-small-network.ts';
import { fromHalves } from './from-halves.ts';
import { parseSmallNetworkGraph } from './graph.ts';
import { loadSmallNetworkKernels } from './kernels.ts';

/**
 * Downloads a small network, or loads it from the cache, and prepares it.
 * @throws {SegmenterError} `network`, `model-load-failed`, `resource-load-failed`, `out-of-memory`.
 */
export async function loadSmallNetwork(files: SmallNetworkFiles, options: LoadPartsOptions): Promise<SmallNetwork> {
  const load = ({ file, sha256, sizeBytes }: ServedFile) =>
    loadFile({ file, sha256, packedBytes: sizeBytes }, { ...options, onBytes: () => undefined });
  const [module, description, weights] = await Promise.all([
    loadSmallNetworkKernels(),
    load(files.graph),
    load(files.weights),
  ]);
  const graph = parseSmallNetworkGraph(fromJson(description), files.graph.file);
  const numbers = fromHalves(weights);
  if (numbers.length !== graph.weightCount) {
    throw new SegmenterError(
      'model-load-failed',
      `${files.weights.file} has ${numbers.length} weights instead of ${graph.weightCount}`,
    );
  }
  return createSmallNetwork(module, graph, numbers);
}
