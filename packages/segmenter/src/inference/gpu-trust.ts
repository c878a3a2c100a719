import * as z from 'zod/mini';

import { distrustedGpusUrl } from './distrusted-gpus-url.ts';
import { fromJson } from '../model/from-json.ts';
import type { ModelCache } from '../model/model-cache.ts';

/** Of onnxruntime-web: another one may do right on a graphics card what this one does wrong. */
export const runtimeVersion = '1.30.0';

/** The browser's description of a graphics card and its driver. */
export type GpuFacts = Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>;

/**
 * @param userAgent of the browser: it has the version, with which the browser's own share of a card's driver changes.
 * @returns what a verdict is remembered by.
 */
export function nameOfGpu({ vendor, architecture, device, description }: GpuFacts, userAgent: string): string {
  return [runtimeVersion, userAgent, vendor, architecture, device, description].join('/');
}

/** What was seen of a card: a wrong mask; a run that hung, failed or lost the device; who was faster. */
export type GpuObservation = 'wrong' | 'failed' | 'slower' | 'faster';

/** What was seen of graphics cards. Where the browser keeps nothing, each visit finds out anew. */
export interface GpuTrust {
  /**
   * @returns `distrusted` for 90 days after a wrong mask or the second failure; `slower` and `faster` for 30 days;
   *   undefined for a card of which nothing is known.
   */
  judge(gpu: string): Promise<'distrusted' | 'slower' | 'faster' | undefined>;
  remember(gpu: string, observation: GpuObservation): Promise<void>;
}

/** A device can be lost to a sleeping computer; not twice. */
const maxFailures = 2;
const dayMs = 24 * 3600 * 1000;
/** Drivers and what else runs on a machine change, and few browsers name the driver. */
const distrustedForMs = 90 * dayMs;
const comparedForMs = 30 * dayMs;

/** By name. Times are milliseconds since 1970; 0 where it never was. */
const recordsSchema = z.record(
  z.string(),
  z.object({ failures: z.number(), failedAtMs: z.number(), slowerAtMs: z.number(), fasterAtMs: z.number() }),
);

type GpuRecord = z.infer<typeof recordsSchema>[string];

export function createGpuTrust(cache: ModelCache, manifestUrl: string): GpuTrust {
  const url = distrustedGpusUrl(manifestUrl);

  async function readRecords(): Promise<z.infer<typeof recordsSchema>> {
    const bytes = await cache.read(url);
    const result = recordsSchema.safeParse(bytes && fromJson(bytes));
    return result.success ? result.data : {};
  }

  return {
    async judge(gpu) {
      const { failures, failedAtMs, slowerAtMs, fasterAtMs } = (await readRecords())[gpu] ?? unknown;
      if (failures >= maxFailures && isWithin(failedAtMs, distrustedForMs)) return 'distrusted';
      if (slowerAtMs > fasterAtMs) return isWithin(slowerAtMs, comparedForMs) ? 'slower' : undefined;
      return isWithin(fasterAtMs, comparedForMs) ? 'faster' : undefined;
    },
    async remember(gpu, observation) {
      const all = Object.entries(await readRecords());
      // Other cards', drivers' and browsers' of long ago.
      const records = Object.fromEntries(all.filter(([, record]) => isWithin(latestOf(record), distrustedForMs)));
      const record = withObservation(records[gpu] ?? unknown, observation);
      const bytes = new TextEncoder().encode(JSON.stringify({ ...records, [gpu]: record }));
      await cache.write(url, bytes, 'application/json');
    },
  };
}

const unknown: GpuRecord = { failures: 0, failedAtMs: 0, slowerAtMs: 0, fasterAtMs: 0 };

function withObservation(record: GpuRecord, observation: GpuObservation): GpuRecord {
  const nowMs = Date.now();
  switch (observation) {
    case 'wrong':
      return { ...record, failures: maxFailures, failedAtMs: nowMs };
    case 'failed': {
      const earlier = isWithin(record.failedAtMs, distrustedForMs) ? record.failures : 0;
      return { ...record, failures: earlier + 1, failedAtMs: nowMs };
    }
    case 'slower':
      return { ...record, slowerAtMs: nowMs };
    case 'faster':
      return { ...record, fasterAtMs: nowMs };
    default:
      return observation satisfies never;
  }
}

function latestOf({ failedAtMs, slowerAtMs, fasterAtMs }: GpuRecord): number {
  return Math.max(failedAtMs, slowerAtMs, fasterAtMs);
}

function isWithin(atMs: number, durationMs: number): boolean {
  return Date.now() - atMs < durationMs;
}
