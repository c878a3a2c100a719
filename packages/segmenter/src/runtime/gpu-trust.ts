import * as z from 'zod/mini';

import { fromJson } from './from-json.ts';
import type { ModelCache } from './model-cache.ts';

/** Of onnxruntime-web: another one may do right on a graphics card what this one does wrong. */
export const runtimeVersion = '1.30.0';

/** What the browser tells of a graphics card and its driver. */
export type GpuFacts = Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>;

/** @returns what a verdict is remembered by. */
export function nameOfGpu({ vendor, architecture, device, description }: GpuFacts): string {
  return [runtimeVersion, vendor, architecture, device, description].join('/');
}

/** What speaks against a card: a wrong mask; a run that hung, failed or lost the device; a processor that is faster. */
export type GpuFault = 'wrong' | 'failed' | 'slower';

/** What was seen of graphics cards. Where the browser keeps nothing, each visit finds out anew. */
export interface GpuTrust {
  /**
   * @returns `distrusted` for good after one wrong mask or two failures; `slower` for 30 days; undefined for a card that
   *   nothing speaks against.
   */
  judge(gpu: string): Promise<'distrusted' | 'slower' | undefined>;
  remember(gpu: string, fault: GpuFault): Promise<void>;
}

/** A device can be lost to a sleeping computer; not twice. */
const mostFailures = 2;
/** Drivers, browsers and what else runs change. */
const slowerForMs = 30 * 24 * 3600 * 1000;

/** Where it is written down, among the model's files: with these it goes when the site's data are cleared. */
export const distrustedGpusUrl = (manifestUrl: string): string => `${manifestUrl}?distrusted-gpus`;

/** By name. */
const recordsSchema = z.record(
  z.string(),
  z.object({
    failures: z.number(),
    /** Milliseconds since 1970; 0 where it was not. */
    slowerAt: z.number(),
  }),
);

export function createGpuTrust(cache: ModelCache, manifestUrl: string): GpuTrust {
  const url = distrustedGpusUrl(manifestUrl);

  async function readRecords(): Promise<z.infer<typeof recordsSchema>> {
    const bytes = await cache.read(url);
    const result = recordsSchema.safeParse(bytes && fromJson(bytes));
    return result.success ? result.data : {};
  }

  return {
    async judge(gpu) {
      const { failures, slowerAt } = (await readRecords())[gpu] ?? unheardOf;
      if (failures >= mostFailures) return 'distrusted';
      return Date.now() - slowerAt < slowerForMs ? 'slower' : undefined;
    },
    async remember(gpu, fault) {
      const records = await readRecords();
      const record = { ...(records[gpu] ?? unheardOf) };
      if (fault === 'slower') record.slowerAt = Date.now();
      else record.failures = fault === 'wrong' ? mostFailures : record.failures + 1;
      const bytes = new TextEncoder().encode(JSON.stringify({ ...records, [gpu]: record }));
      await cache.write(url, bytes, 'application/json');
    },
  };
}

const unheardOf = { failures: 0, slowerAt: 0 };
