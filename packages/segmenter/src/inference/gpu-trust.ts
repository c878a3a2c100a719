import * as z from 'zod/mini';

import { distrustedGpusUrl } from './distrusted-gpus-url.ts';
import { fromJson } from '../model/from-json.ts';
import type { ModelCache } from '../model/model-cache.ts';

/** Version of onnxruntime-web. Another version may work on a graphics card on which this one does not. */
export const runtimeVersion = '1.30.0';

/** The browser's description of a graphics card and its driver. */
export type GpuFacts = Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>;

/**
 * Returns the name under which a verdict is saved.
 * @param userAgent the browser's user agent. It contains the version, with which the browser's own part of a card's
 *   driver changes.
 */
export function nameOfGpu({ vendor, architecture, device, description }: GpuFacts, userAgent: string): string {
  return [runtimeVersion, userAgent, vendor, architecture, device, description].join('/');
}

/** An observation of a card: a wrong mask; a run that hung, failed or lost the device; a slower or faster run. */
export type GpuObservation = 'wrong' | 'failed' | 'slower' | 'faster';

/** The saved observations of graphics cards. If the browser saves nothing, each visit starts without any. */
export interface GpuTrust {
  /**
   * Returns `distrusted` for 90 days after a wrong mask or the second failure; `slower` and `faster` for 30 days;
   * undefined for a card without observations.
   */
  judge(gpu: string): Promise<'distrusted' | 'slower' | 'faster' | undefined>;
  remember(gpu: string, observation: GpuObservation): Promise<void>;
}

/**
 * Number of failures after which a card is distrusted. A device can be lost because the computer sleeps, but not twice.
 */
const maxFailures = 2;
const dayMs = 24 * 3600 * 1000;
/** Validity of a verdict. Drivers and other programs on a machine change, and few browsers name the driver. */
const distrustedForMs = 90 * dayMs;
const comparedForMs = 30 * dayMs;

/** Records by card name. Times are milliseconds since 1970; 0 for never. */
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
      // Old records of other cards, drivers and browsers are dropped.
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
