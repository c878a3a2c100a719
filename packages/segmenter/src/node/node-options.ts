import { availableParallelism, totalmem } from 'node:os';
import { pathToFileURL } from 'node:url';

import { check, checkModelRequest, listOf, type Rule, segmenterRules, segmentRules } from '../api/check-options.ts';
import {
  defaultThreads,
  type ResolvedOptions,
  resolveModelRequest,
  type SegmenterOptions as BrowserOptions,
  type SegmentOptions as BrowserCallOptions,
} from '../api/options.ts';
import type { Outputs as BrowserOutputs } from '../api/segmentation.ts';

export interface SegmenterOptions extends Pick<
  BrowserOptions,
  'model' | 'deviceMemoryGib' | 'modelRequest' | 'fetch' | 'onEvent'
> {
  /**
   * Where `isola-models` wrote `manifest.json`: an address of `file:`, `http:` or `https:`, or a path, relative to the working
   * directory. The model's parts lie beside it. They are read when the first call needs them, and nothing is kept on the disk.
   */
  readonly manifestUrl: string | URL;
  /** Threads for the network, 1…32. Default: one a physical core, at most 8. */
  readonly threads?: number;
}

/** The forms in which a cut-out can be handed over in Node. */
export type Output = (typeof outputs)[number];

export type Outputs = Pick<BrowserOutputs, Output>;

export const outputs = [
  'png',
  'webp',
  'mask',
  'pixels',
  'sharedPixels',
] as const satisfies readonly (keyof BrowserOutputs)[];

/** The default outputs of a call. */
export type DefaultOutput = 'png';

export const defaultOutputs = ['png'] as const satisfies readonly DefaultOutput[];

export interface SegmentOptions<Wanted extends Output = DefaultOutput> extends Pick<
  BrowserCallOptions,
  'signal' | 'onProgress' | 'detail' | 'background'
> {
  /**
   * The forms in which the cut-out is handed over: each is a property of the result of the same name. What is not named is
   * not made: `['pixels']` encodes no PNG, `[]` gives the matte alone.
   * @default ['png']
   */
  readonly outputs?: readonly Wanted[];
}

const { model, threads, deviceMemoryGib, modelRequest, fetch, onEvent } = segmenterRules;
const nodeRules: Readonly<Record<keyof SegmenterOptions, Rule>> = {
  manifestUrl: {
    must: 'an address or a path',
    isMet: (value) => (typeof value === 'string' && value !== '') || value instanceof URL,
  },
  model,
  threads,
  deviceMemoryGib,
  modelRequest,
  fetch,
  onEvent,
};
const callRules = { ...segmentRules, outputs: listOf(...outputs) };

/**
 * @throws {TypeError} for a name that is no option's, or without `manifestUrl`; {RangeError} for a value that the option cannot
 *   have.
 */
export function checkNodeOptions(options: SegmenterOptions): void {
  check(options, nodeRules);
  checkModelRequest(options);
  if ((options.manifestUrl as unknown) === undefined) {
    throw new TypeError('manifestUrl is missing: it says where the model’s manifest.json is');
  }
}

/** @throws as `checkNodeOptions`. */
export function checkCallOptions(options: object): void {
  check(options, callRules);
}

/** @param options passed by `checkNodeOptions`. */
export function resolveNodeOptions(options: SegmenterOptions): ResolvedOptions {
  const wanted = options.threads ?? defaultThreads(availableParallelism());
  return {
    manifestUrl: new URL(options.manifestUrl, pathToFileURL(`${process.cwd()}/`)).href,
    model: options.model,
    threads: wanted,
    threadsReason: wanted > 1 ? undefined : options.threads === 1 ? 'asked' : 'single-core',
    execution: 'auto',
    deviceMemoryGib: options.deviceMemoryGib ?? totalmem() / 2 ** 30,
    provider: 'cpu',
    runtimeUrl: undefined,
    modelRequest: resolveModelRequest(options.modelRequest),
  };
}
