import type { Detail } from './detail.ts';
import { SegmenterError } from './errors.ts';
import type { OnEvent } from './events.ts';
import type { LessonRequest } from './lesson-request.ts';
import type { Prompt } from './prompt.ts';
import type { DefaultOutput, Output, SingleThreadReason } from './segmentation.ts';
import type { OnProgress } from './stages.ts';

/**
 * Sources that the pipeline accepts, in a page and in a worker. The page converts every other source into one of these.
 */
export type PreparedSource = Blob | ImageBitmap | ImageData;

/** The part of the global `fetch` that is used. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export interface SegmenterOptions {
  /**
   * Address of the `manifest.json` that the build wrote. The model's parts are next to it.
   * @default '/models/manifest.json'
   */
  readonly manifestUrl?: string | URL;
  /** The `id` of a row in the manifest. Default: the row that the manifest names. */
  readonly model?: string;
  /**
   * Number of threads for the network, 1…32. Default: one per physical core, at most 8. More than one thread requires a
   * worker and a cross-origin isolated page, because only such pages get shared memory. `run.threadsReason` reports why
   * there was only one.
   */
  readonly threads?: number;
  /**
   * `auto` runs in a worker, and on the page's main thread only if a worker cannot start or dies. `main` never starts a
   * worker, so the page freezes while the network runs.
   * @default 'auto'
   */
  readonly execution?: 'auto' | 'main';
  /**
   * The device's memory in GiB. It determines the size of the copy of the image that the network is given: its longer
   * side is at most 1024 px from 8 GiB on, 768 px from 4 on, 640 px below. Default: the value that the browser reports,
   * or 4 if it reports none.
   */
  readonly deviceMemoryGib?: number;
  /**
   * Device that computes the masks. `cpu` is the processor. `auto` begins on the processor; while no caller waits, a
   * trial compares the graphics card with it, and the card is used if its masks are right and it is faster. The trial
   * needs `runtimeUrl`, and fetches 16 MiB from it unless the browser saves data or the device has less than 4 GiB.
   * `webgpu` accepts any card, slow or emulated: for tests. The speed was never measured on a real card, so neither is
   * the default.
   * @default 'cpu'
   */
  readonly provider?: 'auto' | 'cpu' | 'webgpu';
  /**
   * Folder from which the files of onnxruntime-web's `dist` are served. It is needed for what this package's own engine
   * does not support: the graphics card, models of another format, and browsers whose processor fails the engine's
   * self-test.
   */
  readonly runtimeUrl?: string | URL;
  /**
   * Options of the requests for the manifest and for the model's files on its origin: `headers` for a token,
   * `credentials` for cookies on another origin. They are sent to the worker, which would be impossible for a function.
   * Requests to other origins that a manifest names do not use them.
   */
  readonly modelRequest?: {
    readonly headers?: HeadersInit;
    readonly credentials?: RequestCredentials;
  };
  /**
   * Fetches the images whose addresses are passed to `segment`, in the page: with headers, from a cache, through a
   * proxy. It is called with an absolute address and a signal. The worker requests the model without it: see
   * `modelRequest`. Default: the browser's own.
   */
  readonly fetch?: FetchFunction;
  /** Receives events about what the segmenter works with, as it changes. Called in the page. */
  readonly onEvent?: OnEvent;
}

/** The options in the form in which they are sent to the worker: complete, plain and with absolute addresses. */
export interface ResolvedOptions {
  readonly manifestUrl: string;
  readonly model: string | undefined;
  readonly threads: number;
  /** Reason why `threads` is 1. */
  readonly threadsReason: SingleThreadReason | undefined;
  readonly execution: 'auto' | 'main';
  readonly deviceMemoryGib: number;
  readonly provider: 'auto' | 'cpu' | 'webgpu';
  /** Address of the runtime's folder, with a slash at its end. */
  readonly runtimeUrl: string | undefined;
  readonly modelRequest: ModelRequest;
}

/** Options of requests to the manifest's origin. */
export interface ModelRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
}

/**
 * Treatment of an image that is already cut out, meaning that 1 % or more of it is transparent. `keep` uses the image's
 * own alpha as the matte and runs no network. `cut` has the network find the subject, with the image on white;
 * transparent pixels stay transparent.
 */
export type Transparency = (typeof transparencies)[number];

export const transparencies = ['keep', 'cut'] as const;

export const defaultOutputs = ['png', 'cutout'] as const satisfies readonly DefaultOutput[];

/** The complete request of a call to the pipeline. */
export interface SegmentRequest {
  readonly detail: Detail;
  readonly transparency: Transparency;
  readonly outputs: readonly Output[];
  readonly prompt?: Prompt | undefined;
  readonly lesson?: LessonRequest | undefined;
  /** Background colour, `#rrggbb`. */
  readonly background?: string | undefined;
}

export interface SegmentOptions<Wanted extends Output = DefaultOutput> {
  /** Aborting rejects the call with the signal's reason and releases its resources, at any moment. */
  readonly signal?: AbortSignal;
  /**
   * Called in the page, often in each stage. The stages start again if a worker was lost and the page repeats the run.
   */
  readonly onProgress?: OnProgress;
  /** @default 'standard' */
  readonly detail?: Detail;
  /** @default 'keep' */
  readonly transparency?: Transparency;
  /**
   * The forms in which the cut-out is returned, each in the property of the same name. Forms that are not listed are
   * not created: `['pixels']` encodes no PNG, `[]` returns the matte alone.
   * @default ['png', 'cutout']
   */
  readonly outputs?: readonly Wanted[];
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
   * A colour on which the subject is placed, `#rrggbb`. The outputs are then opaque, blended in linear light. The matte
   * and `mask` do not change. Default: none, transparent.
   */
  readonly background?: string;
}

const assumedDeviceMemoryGib = 4;
const maxDefaultThreads = 8;

/**
 * Completes the options with their defaults.
 * @param options checked by `checkSegmenterOptions`.
 * @throws {SegmenterError} `no-browser` outside a page or a worker.
 */
export function resolveOptions(options: SegmenterOptions): ResolvedOptions {
  if (!isBrowser())
    throw new SegmenterError('no-browser', 'this entry works only in browsers; in Node, use @isola/segmenter/node');
  const { threads, deviceMemoryGib, execution, provider = 'cpu', modelRequest } = options;
  return {
    manifestUrl: new URL(options.manifestUrl ?? '/models/manifest.json', location.href).href,
    model: options.model,
    ...resolveThreads(threads),
    execution: execution ?? 'auto',
    deviceMemoryGib: deviceMemoryGib ?? reportedDeviceMemoryGib() ?? assumedDeviceMemoryGib,
    provider,
    runtimeUrl: options.runtimeUrl === undefined ? undefined : folderUrl(options.runtimeUrl),
    modelRequest: resolveModelRequest(modelRequest),
  };
}

/** Returns a plain copy, which can be posted to a worker. */
export function resolveModelRequest(request: SegmenterOptions['modelRequest']): ModelRequest {
  return {
    headers: Object.fromEntries(new Headers(request?.headers)),
    credentials: request?.credentials ?? 'same-origin',
  };
}

/** Checks whether the code runs in a browser; false when a page is rendered on a server. */
export function isBrowser(): boolean {
  return typeof location !== 'undefined';
}

function resolveThreads(wanted: number | undefined): Pick<ResolvedOptions, 'threads' | 'threadsReason'> {
  const threads = wanted ?? defaultThreads(navigator.hardwareConcurrency);
  if (threads === 1) return { threads, threadsReason: wanted === 1 ? 'asked' : 'single-core' };
  if (crossOriginIsolated) return { threads, threadsReason: undefined };
  return { threads: 1, threadsReason: isSecureContext ? 'not-isolated' : 'insecure-origin' };
}

/** Returns the absolute address with a slash at its end, so that file names can be appended to it. */
function folderUrl(url: string | URL): string {
  return new URL(url, location.href).href.replace(/\/?$/, '/');
}

/**
 * Returns the default number of threads. Up to four logical cores are all used. Beyond that, half of them are used,
 * because there are two per physical core and a matrix product gains nothing from the second: measured here, twice as
 * many threads as cores cost 1.25× the time.
 * @param logicalCores see `navigator.hardwareConcurrency`.
 */
export function defaultThreads(logicalCores: number): number {
  return logicalCores <= 4
    ? Math.max(1, logicalCores)
    : Math.min(maxDefaultThreads, Math.max(4, Math.floor(logicalCores / 2)));
}

/** Returns the memory that the browser reports. Only Chromium reports it, rounded to a power of two. */
function reportedDeviceMemoryGib(): number | undefined {
  return (navigator as { deviceMemory?: number }).deviceMemory;
}
