import type { OnProgress } from './stages.ts';

/** What a segmenter can look at. A `Blob` or `File` is judged by its bytes, never by its name or declared type. */
export type SegmenterSource = Blob | ImageBitmap | ImageData;

export interface SegmenterOptions {
  /**
   * Where the build wrote `manifest.json`; the model's parts lie beside it.
   * @default '/models/manifest.json'
   */
  readonly manifestUrl?: string | URL;
  /** A row's `id` in the manifest. Default: the row that the manifest names. */
  readonly model?: string;
  /**
   * Threads for the network. Default: one a physical core, at most 8, when the page is cross-origin isolated; one
   * otherwise, because then the browser has no shared memory to give.
   */
  readonly threads?: number;
  /**
   * `auto` runs in a worker, and in the page only where a worker cannot start or dies. `page` never starts a worker:
   * the page then stands still while the network runs.
   * @default 'auto'
   */
  readonly execution?: 'auto' | 'page';
  /**
   * The device's memory in GiB, which chooses the working size (see `workingLongSidePx`). Default: what the browser
   * reports; 4 where it reports nothing.
   */
  readonly deviceMemoryGib?: number;
}

/** The options as they travel to the worker: complete, plain and absolute. */
export interface ResolvedOptions {
  readonly manifestUrl: string;
  readonly model: string | undefined;
  readonly threads: number;
  readonly execution: 'auto' | 'page';
  readonly deviceMemoryGib: number;
}

export interface SegmentOptions {
  /** Aborting rejects the call with the signal's reason and frees what the call held, at any moment. */
  readonly signal?: AbortSignal;
  readonly onProgress?: OnProgress;
}

const assumedDeviceMemoryGib = 4;
const mostThreads = 8;

export function resolveOptions(options: SegmenterOptions): ResolvedOptions {
  return {
    manifestUrl: new URL(options.manifestUrl ?? '/models/manifest.json', location.href).href,
    model: options.model,
    threads: crossOriginIsolated ? (options.threads ?? defaultThreads(navigator.hardwareConcurrency)) : 1,
    execution: options.execution ?? 'auto',
    deviceMemoryGib: options.deviceMemoryGib ?? reportedDeviceMemoryGib() ?? assumedDeviceMemoryGib,
  };
}

/**
 * @param logicalCores as `navigator.hardwareConcurrency` tells.
 * @returns up to four logical cores are all used; beyond, half of them, since they come two a physical core and a
 *   matrix product gains nothing from the second: measured here, twice as many threads as cores cost 1.25× the time.
 */
export function defaultThreads(logicalCores: number): number {
  return logicalCores <= 4
    ? Math.max(1, logicalCores)
    : Math.min(mostThreads, Math.max(4, Math.floor(logicalCores / 2)));
}

/** Only Chromium reports it, rounded to a power of two. */
function reportedDeviceMemoryGib(): number | undefined {
  return (navigator as { deviceMemory?: number }).deviceMemory;
}
