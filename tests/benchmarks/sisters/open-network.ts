import { pathToFileURL } from 'node:url';

import sharp from 'sharp';

import type { Features } from '../../../packages/segmenter/src/engine/network-engine.ts';
import { createModelLoader } from '../../../packages/segmenter/src/inference/model-loader.ts';
import { normaliseMatte } from '../../../packages/segmenter/src/matting/normalise-matte.ts';
import { fetchFileOrAddress } from '../../../packages/segmenter/src/node/fetch-file.ts';
import { NodeWorker } from '../../../packages/segmenter/src/node/node-worker.ts';
import { networkSize } from '../../../packages/segmenter/src/pipeline/network-size.ts';
import { firstLimits } from '../../../packages/segmenter/src/pipeline/segment.ts';

/** A subject as the network's first pass sees it. */
export interface Seen {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA, 8-bit. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** 255 is subject. */
  readonly matte: Uint8ClampedArray<ArrayBuffer>;
  /** The encoder's fourth stage. */
  readonly features: Features;
}

/** Opens the network in this process, for a single pass with its features. */
export async function openNetwork(manifest: string, threads: number) {
  // Globals that the segmenter's own threads have in Node.
  Object.assign(globalThis, { Worker: NodeWorker, fetch: fetchFileOrAddress, crossOriginIsolated: true });
  const loader = createModelLoader({
    manifestUrl: pathToFileURL(manifest).href,
    model: undefined,
    threads,
    runtimeUrl: undefined,
    provider: 'cpu',
    deviceMemoryGib: 8,
  });
  const { signal } = new AbortController();
  const session = await loader.load(signal);
  return {
    async see(file: Uint8Array): Promise<Seen> {
      const upright = await sharp(file)
        .rotate()
        .removeAlpha()
        .toColourspace('srgb')
        .png({ compressionLevel: 0 })
        .toBuffer();
      const { width, height } = await sharp(upright).metadata();
      const size = networkSize({ widthPx: width, heightPx: height }, firstLimits);
      const scaled = await sharp(upright)
        .resize(size.widthPx, size.heightPx, { fit: 'fill' })
        .ensureAlpha()
        .raw()
        .toBuffer();
      const run = await session.run(new Uint8ClampedArray(scaled), size, {
        signal,
        onProgress: () => undefined,
        features: ['stage4.Add'],
      });
      normaliseMatte(run.mask);
      const [features] = run.features ?? [];
      if (!features) throw new Error('the network returned no features');
      const shrink = Math.min(1, 440 / Math.max(width, height));
      const small = { width: Math.round(width * shrink), height: Math.round(height * shrink) };
      const pixels = await sharp(upright)
        .resize({ ...small, fit: 'fill' })
        .ensureAlpha()
        .raw()
        .toBuffer();
      const mask = Buffer.from(Uint8ClampedArray.from(run.mask, (share) => share * 255));
      const matte = await sharp(mask, { raw: { width: size.widthPx, height: size.heightPx, channels: 1 } })
        .resize({ ...small, fit: 'fill' })
        .toColourspace('b-w')
        .raw()
        .toBuffer();
      return {
        widthPx: small.width,
        heightPx: small.height,
        pixels: new Uint8ClampedArray(pixels),
        matte: new Uint8ClampedArray(matte),
        features,
      };
    },
    close: () => loader.dispose(),
  };
}
