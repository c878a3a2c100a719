import type { ResolvedOptions } from '../options.ts';
import { runPipeline } from '../pipeline/run-pipeline.ts';
import { createEngine } from '../runtime/engine.ts';
import type { Transport } from './transport.ts';

/** Runs the same pipeline in the page itself, which stands still while the network runs: the last resort. */
export function createInPageClient(options: ResolvedOptions): Transport {
  const engine = createEngine(options);
  return {
    async warmUp({ signal, onProgress }) {
      await engine.load(signal, (loaded, total) =>
        onProgress({ stage: 'loading-model', loaded, total, unit: 'bytes' }),
      );
    },
    segment: (source, { signal, onProgress }) =>
      runPipeline(source, { engine, realm: 'page', deviceMemoryGib: options.deviceMemoryGib, signal, onProgress }),
    dispose: () => void engine.dispose(),
  };
}
