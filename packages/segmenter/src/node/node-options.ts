import { availableParallelism, totalmem } from 'node:os';
import { pathToFileURL } from 'node:url';

import type { OnEvent } from '../api/events.ts';
import { check, listOf, type Rule } from '../api/check.ts';
import { checkModelRequest, segmenterRules, segmentRules } from '../api/check-options.ts';
import type { Detail } from '../api/detail.ts';
import {
  defaultThreads,
  type FetchFunction,
  type ResolvedOptions,
  resolveModelRequest,
  type Transparency,
} from '../api/options.ts';
import type { LessonRequest } from '../api/lesson-request.ts';
import type { Prompt } from '../api/prompt.ts';
import type { PortableOutputs } from '../api/segmentation.ts';
import type { OnProgress } from '../api/stages.ts';

export interface SegmenterOptions {
  /**
   * Location of the `manifest.json` that `isola-models` wrote: a `file:`, `http:` or `https:` address, or a path relative to the
   * working directory. The model's parts are in the same folder. They are read when the first call needs them, and nothing is
   * saved to disk.
   */
  readonly manifestUrl: string | URL;
  /** Number of threads for the network, 1…32. Default: one per physical core, at most 8. */
  readonly threads?: number;
  /** Headers of the requests for the manifest and for the model's files on its origin. */
  readonly modelRequest?: { readonly headers?: Headers | Readonly<Record<string, string>> };
  /** A row's `id` in the manifest. Default: the manifest's default row. */
  readonly model?: string;
  /**
   * Memory in GiB that determines the size of the copy of the image for the network's first pass. Its longer side is at most
   * 1024 px from 8 GiB, 768 px from 4 GiB, and 640 px below. Default: the machine's memory.
   */
  readonly deviceMemoryGib?: number;
  /** Fetches sources that are `http:` or `https:` addresses. Default: the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** Called when the model, the backend or its threads change. */
  readonly onEvent?: OnEvent;
}

/** The forms of a cut-out in Node, all at the source's size. With a `background`, all except `mask` are opaque. */
export type Outputs = PortableOutputs;

export type Output = keyof Outputs;

export const outputs = ['png', 'webp', 'mask', 'pixels', 'sharedPixels'] as const satisfies readonly Output[];

/** The default outputs of a call. */
export type DefaultOutput = 'png';

export const defaultOutputs = ['png'] as const satisfies readonly DefaultOutput[];

export interface SegmentOptions<Wanted extends Output = DefaultOutput> {
  /** Aborting it rejects the call at once with the signal's reason and frees the call's resources. */
  readonly signal?: AbortSignal;
  /** Called in the caller's thread, several times per stage. */
  readonly onProgress?: OnProgress;
  /** @default 'standard' */
  readonly detail?: Detail;
  /** @default 'keep' */
  readonly transparency?: Transparency;
  /**
   * Names the objects that are the subject, by points or a box. An image that is already cut out is then cut out again,
   * within its own transparency. Default: the network chooses what stands out.
   */
  readonly prompt?: Prompt;
  /**
   * Learns from the correction of this image, or applies what was learnt from another image to this one. The result's
   * `lesson` contains the answer, and its `matte` is the corrected one. The network makes one pass. Other outputs are not
   * made: `outputs` has to be `[]`. Default: none.
   */
  readonly lesson?: LessonRequest;
  /**
   * Background colour, `#rrggbb`. The outputs are then opaque and blended in linear light. The matte and `mask` do not change.
   * Default: none, so that the outputs are transparent.
   */
  readonly background?: string;
  /**
   * Requested forms of the cut-out. Each is a property of the result with the same name. Other forms are not produced:
   * `['pixels']` encodes no PNG, and `[]` returns the matte alone.
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
 * Checks the options of a segmenter.
 * @throws {TypeError} for an option that does not exist, or when `manifestUrl` is missing; {RangeError} for a value that the
 *   option cannot have.
 */
export function checkNodeOptions(options: SegmenterOptions | undefined | null): void {
  // Callers without types may omit the options.
  const given: Partial<SegmenterOptions> = options ?? {};
  check(given, nodeRules);
  if (given.manifestUrl === undefined) {
    throw new TypeError('manifestUrl is missing: it is the URL of the model’s manifest.json');
  }
  checkModelRequest(given);
}

/** Checks the options of a call. @throws the errors of `checkNodeOptions`. */
export function checkCallOptions(options: object): void {
  check(options, callRules);
}

/** Completes the options with defaults and absolute addresses. @param options accepted by `checkNodeOptions`. */
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
