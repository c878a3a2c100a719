import * as z from 'zod/mini';

import type { ModelCache } from './model-cache.ts';

/** Of onnxruntime-web: another one may do right on a graphics card what this one does wrong. */
export const runtimeVersion = '1.30.0';

/** What the browser tells of a graphics card and its driver. */
export type GpuFacts = Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>;

/** @returns what a verdict is remembered by. */
export function nameOfGpu({ vendor, architecture, device, description }: GpuFacts): string {
  return [runtimeVersion, vendor, architecture, device, description].join('/');
}

/** Graphics cards that were seen to compute wrong masks. Where the browser keeps nothing, each visit finds out anew. */
export interface GpuTrust {
  isDistrusted(gpu: string): Promise<boolean>;
  distrust(gpu: string): Promise<void>;
}

/** Where they are written down, among the model's files: with these they go when the site's data are cleared. */
export const distrustedGpusUrl = (manifestUrl: string): string => `${manifestUrl}?distrusted-gpus`;

const namesSchema = z.array(z.string());

export function createGpuTrust(cache: ModelCache, manifestUrl: string): GpuTrust {
  const url = distrustedGpusUrl(manifestUrl);

  async function distrusted(): Promise<string[]> {
    const bytes = await cache.read(url);
    const result = namesSchema.safeParse(bytes && fromJson(bytes));
    return result.success ? result.data : [];
  }

  return {
    isDistrusted: async (gpu) => (await distrusted()).includes(gpu),
    async distrust(gpu) {
      const names = new Set([...(await distrusted()), gpu]);
      await cache.write(url, new TextEncoder().encode(JSON.stringify([...names])), 'application/json');
    },
  };
}

function fromJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
