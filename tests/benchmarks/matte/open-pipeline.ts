import { pathToFileURL } from 'node:url';

import type { Detail } from '../../../packages/segmenter/src/api/detail.ts';
import { createModelLoader } from '../../../packages/segmenter/src/inference/model-loader.ts';
import { fetchFileOrAddress } from '../../../packages/segmenter/src/node/fetch-file.ts';
import { NodeWorker } from '../../../packages/segmenter/src/node/node-worker.ts';
import { sharpPlatform } from '../../../packages/segmenter/src/node/sharp-platform.ts';
import { runPipeline } from '../../../packages/segmenter/src/pipeline/run-pipeline.ts';
import type { Rgba } from '../../../scripts/quality/pixels.ts';
import type { Photo } from '../arena/photos.ts';
import { keepMasks } from './keep-masks.ts';

/** Largest memory that a device can report. The working image then has its largest size. */
const deviceMemoryGib = 8;

export interface OpenPipeline {
  /** Returns the photo's cutout at full size. */
  cutOut(photo: Photo, detail: Detail): Promise<Rgba & { readonly passes: number }>;
  close(): Promise<void>;
}

/**
 * Opens our pipeline in this process, on Node's threads.
 * @param masks folder for the network's masks; see `keepMasks`. Without it, nothing is stored.
 */
export async function openPipeline(
  manifest: string,
  { threads, masks }: { readonly threads: number; readonly masks: string | undefined },
): Promise<OpenPipeline> {
  // Globals that the segmenter's own threads have in Node.
  Object.assign(globalThis, { Worker: NodeWorker, fetch: fetchFileOrAddress, crossOriginIsolated: true });
  const manifestUrl = pathToFileURL(manifest).href;
  const loader = createModelLoader({
    manifestUrl,
    model: undefined,
    threads,
    runtimeUrl: undefined,
    provider: 'cpu',
    deviceMemoryGib,
  });
  const { signal } = new AbortController();
  const loaded = await loader.load(signal);
  const session = masks === undefined ? loaded : keepMasks(loaded, masks);
  return {
    async cutOut({ bytes }, detail) {
      const { pixels, widthPx, heightPx, run } = await runPipeline(new Blob([bytes]), {
        platform: sharpPlatform,
        loader: { ...loader, load: () => Promise.resolve(session) },
        thread: 'worker',
        deviceMemoryGib,
        request: { detail, transparency: 'cut', outputs: ['pixels'] },
        signal,
        onProgress: () => undefined,
      });
      if (!pixels) throw new Error('the pipeline returned no pixels');
      return {
        data: new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.length),
        widthPx,
        heightPx,
        passes: run.passes,
      };
    },
    close: () => loader.dispose(),
  };
}
