import type { OnEvent } from '../api/events.ts';
import type { ResolvedOptions } from '../api/options.ts';
import { canvasPlatform } from '../pipeline/canvas-platform.ts';
import { runPipeline, warmUpPipeline } from '../pipeline/run-pipeline.ts';
import { createModelLoader } from '../inference/model-loader.ts';
import { withThread, withThreadsReason } from './threads-reason.ts';
import type { Transport } from './transport.ts';

/** Runs the same pipeline in the page itself. This is the last resort: the page is blocked while the network runs. */
export function createInPageClient(options: ResolvedOptions, onEvent: OnEvent): Transport {
  const loader = createModelLoader(options, (event) => onEvent(withThread(event, 'main', options)));
  return {
    warmUp: (call) => warmUpPipeline(loader, call),
    // The page cannot decode while the network runs.
    decodeAhead: () => undefined,
    dropAhead: () => undefined,
    async segment(source, request, { signal, onProgress }) {
      const { deviceMemoryGib } = options;
      const segmentation = await runPipeline(source, {
        platform: canvasPlatform,
        loader,
        thread: 'main',
        deviceMemoryGib,
        request,
        signal,
        onProgress,
      });
      return withThreadsReason(segmentation, options);
    },
    // If releasing the session fails, there is no caller left to report the error to.
    dispose: () => void loader.dispose().catch(() => undefined),
  };
}
