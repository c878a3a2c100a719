import { availableParallelism, totalmem } from 'node:os';
import { pathToFileURL } from 'node:url';

import type { OnEvent } from '../api/events.ts';
import { check, checkModelRequest, listOf, type Rule, segmenterRules, segmentRules } from '../api/check-options.ts';
import {
  defaultThreads,
  type Detail,
  type FetchFunction,
  type ResolvedOptions,
  resolveModelRequest,
  type Transparency,
} from '../api/options.ts';
import type { PortableOutputs } from '../api/segmentation.ts';
import type { OnProgress } from '../api/stages.ts';

export interface SegmenterOptions {
  /**
   * Where `isola-models` wrote `manifest.json`: an address of `file:`, `http:` or `https:`, or a path, relative to the working
   * directory. The model's parts lie beside it. They are read when the first call needs them, and nothing is kept on the disk.
   */
  readonly manifestUrl: string | URL;
  /** Threads for the network, 1…32. Default: one a physical core, at most 8. */
  readonly threads?: number;
  /** What the requests for the manifest, and for the model's files on its origin, are sent with. */
  readonly modelRequest?: { readonly headers?: Headers | Readonly<Record<string, string>> };
  /** A row's `id` in the manifest. Default: the row that the manifest names. */
  readonly model?: string;
  /**
   * The memory in GiB that may count, which chooses how large a copy of the picture the network is given: its longer side is at
   * most 1024 px from 8 GiB on, 768 px from 4 on, 640 px below. Default: the machine's.
   */
  readonly deviceMemoryGib?: number;
  /** Fetches the images that `segment` is given the addresses of `http:` and `https:` of. Default: the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** Is told what the segmenter works with, as it changes. */
  readonly onEvent?: OnEvent;
}

/** The forms in which a cut-out can be handed over in Node, all at the source's size. With a `background` they are opaque; `mask` is not one of them. */
export type Outputs = PortableOutputs;

export type Output = keyof Outputs;

export const outputs = ['png', 'webp', 'mask', 'pixels', 'sharedPixels'] as const satisfies readonly Output[];

/** The default outputs of a call. */
export type DefaultOutput = 'png';

export const defaultOutputs = ['png'] as const satisfies readonly DefaultOutput[];

export interface SegmentOptions<Wanted extends Output = DefaultOutput> {
  /** Aborting rejects the call with the signal's reason and frees what the call held, at any moment. */
  readonly signal?: AbortSignal;
  /** Called in the caller's thread, often in each stage. */
  readonly onProgress?: OnProgress;
  /** @default 'standard' */
  readonly detail?: Detail;
  /** @default 'keep' */
  readonly transparency?: Transparency;
  /**
   * A colour to lay the subject on, `#rrggbb`: the outputs are then opaque, blended in linear light. The matte and `mask` stay
   * what they are. Default: none, transparent.
   */
  readonly background?: string;
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
