import { SegmenterError } from './errors.ts';
import type { OnEvent } from './events.ts';
import type { DefaultOutput, Output, SingleThreadReason } from './segmentation.ts';
import type { OnProgress } from './stages.ts';

/** What the pipeline takes, in a page and in a worker: every other source is made one of these in the page. */
export type PreparedSource = Blob | ImageBitmap | ImageData;

/** As much of the global `fetch` as is used. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

export interface SegmenterOptions {
  /**
   * Where the build wrote `manifest.json`; the model's parts lie beside it.
   * @default '/models/manifest.json'
   */
  readonly manifestUrl?: string | URL;
  /** A row's `id` in the manifest. Default: the row that the manifest names. */
  readonly model?: string;
  /**
   * Threads for the network, 1…32. Default: one a physical core, at most 8. More than one take a page that is cross-origin
   * isolated, because only such pages get shared memory, and a worker; `run.threadsReason` says why there was one.
   */
  readonly threads?: number;
  /**
   * `auto` runs in a worker, and on the page's main thread only where a worker cannot start or dies. `main` never starts a worker:
   * the page then stands still while the network runs.
   * @default 'auto'
   */
  readonly execution?: 'auto' | 'main';
  /**
   * The device's memory in GiB, which chooses how large a copy of the picture the network is given: its longer side is at
   * most 1024 px from 8 GiB on, 768 px from 4 on, 640 px below. Default: what the browser reports; 4 where it reports nothing.
   */
  readonly deviceMemoryGib?: number;
  /**
   * What computes the masks. `cpu`: the processor. `auto` begins on the processor; while no caller waits, a trial compares
   * the graphics card with it, and the card is used if its masks are right and it is faster. For that it fetches 16 MiB from
   * `runtimeUrl`, which it needs, unless the browser saves data or the device has less than 4 GiB. `webgpu` accepts any
   * card, slow or emulated: for tests. The speed was never measured on a real card, so neither is the default.
   * @default 'cpu'
   */
  readonly provider?: 'auto' | 'cpu' | 'webgpu';
  /**
   * The folder where the files of onnxruntime-web's `dist` are served. It is wanted for what this package's own engine
   * does not do: the graphics card, models of another format, browsers whose processor fails its self-test.
   */
  readonly runtimeUrl?: string | URL;
  /**
   * What the requests for the manifest, and for the model's files on its origin, are sent with: `headers` for a token, `credentials` for
   * cookies on another origin. It goes to the worker, which a function could not; other origins that a manifest names are
   * sent none of it.
   */
  readonly modelRequest?: {
    readonly headers?: HeadersInit;
    readonly credentials?: RequestCredentials;
  };
  /**
   * Fetches the images that `segment` is given the addresses of, in the page: with headers, from a cache, over a proxy. It is
   * given an absolute address and a signal. Not the model, which the worker asks for: see `modelRequest`.
   * Default: the browser's own.
   */
  readonly fetch?: FetchFunction;
  /** Is told what the segmenter works with, as it changes; called in the page. */
  readonly onEvent?: OnEvent;
}

/** The options as they travel to the worker: complete, plain and absolute. */
export interface ResolvedOptions {
  readonly manifestUrl: string;
  readonly model: string | undefined;
  readonly threads: number;
  /** Why `threads` is 1. */
  readonly threadsReason: SingleThreadReason | undefined;
  readonly execution: 'auto' | 'main';
  readonly deviceMemoryGib: number;
  readonly provider: 'auto' | 'cpu' | 'webgpu';
  /** With a slash at its end. */
  readonly runtimeUrl: string | undefined;
  readonly modelRequest: ModelRequest;
}

/** What requests to the manifest's origin are sent with. */
export interface ModelRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestCredentials;
}

/**
 * How closely a picture is looked at. `fine` begins as `standard`, whatever the memory, and then lets the network see the subject
 * alone, out of the full-size picture; it takes about twice the time.
 */
export type Detail = (typeof details)[number];

export const details = ['standard', 'fine'] as const;

/**
 * Treatment of a picture that is cut out already, of which 1 % or more is transparent. `keep` uses the picture's own
 * alpha as the matte and runs no network. `cut` has the network find the subject, with the picture on white;
 * transparent pixels stay transparent.
 */
export type Transparency = (typeof transparencies)[number];

export const transparencies = ['keep', 'cut'] as const;

export const defaultOutputs = ['png', 'cutout'] as const satisfies readonly DefaultOutput[];

/** What a call asks of the pipeline, complete. */
export interface SegmentRequest {
  readonly detail: Detail;
  readonly transparency: Transparency;
  readonly outputs: readonly Output[];
  /** `#rrggbb` */
  readonly background?: string | undefined;
}

export interface SegmentOptions<Wanted extends Output = DefaultOutput> {
  /** Aborting rejects the call with the signal's reason and frees what the call held, at any moment. */
  readonly signal?: AbortSignal;
  /** Called in the page, often in each stage. They begin anew where a worker was lost and the page makes the run again. */
  readonly onProgress?: OnProgress;
  /** @default 'standard' */
  readonly detail?: Detail;
  /** @default 'keep' */
  readonly transparency?: Transparency;
  /**
   * The forms in which the cut-out is handed over: each is a property of the result of the same name. What is not named is
   * not made: `['pixels']` encodes no PNG, `[]` gives the matte alone.
   * @default ['png', 'cutout']
   */
  readonly outputs?: readonly Wanted[];
  /**
   * A colour to lay the subject on, `#rrggbb`: the outputs are then opaque, blended in linear light. The matte and `mask` stay
   * what they are. Default: none, transparent.
   */
  readonly background?: string;
}

const assumedDeviceMemoryGib = 4;
const maxDefaultThreads = 8;

/**
 * @param options passed by `checkSegmenterOptions`.
 * @throws {SegmenterError} `no-browser` where there is neither a page nor a worker.
 */
export function resolveOptions(options: SegmenterOptions): ResolvedOptions {
  if (!isBrowser())
    throw new SegmenterError('no-browser', 'this entry works in browsers alone; in Node, @isola/segmenter/node does');
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

/** A plain copy, which can be posted to a worker. */
export function resolveModelRequest(request: SegmenterOptions['modelRequest']): ModelRequest {
  return {
    headers: Object.fromEntries(new Headers(request?.headers)),
    credentials: request?.credentials ?? 'same-origin',
  };
}

/** Not so where a page is rendered on a server. */
export function isBrowser(): boolean {
  return typeof location !== 'undefined';
}

function resolveThreads(wanted: number | undefined): Pick<ResolvedOptions, 'threads' | 'threadsReason'> {
  const threads = wanted ?? defaultThreads(navigator.hardwareConcurrency);
  if (threads === 1) return { threads, threadsReason: wanted === 1 ? 'asked' : 'single-core' };
  if (crossOriginIsolated) return { threads, threadsReason: undefined };
  return { threads: 1, threadsReason: isSecureContext ? 'not-isolated' : 'insecure-origin' };
}

/** @returns the address with a slash at its end, so that names of files can be put behind it. */
function folderUrl(url: string | URL): string {
  return new URL(url, location.href).href.replace(/\/?$/, '/');
}

/**
 * @param logicalCores as in `navigator.hardwareConcurrency`.
 * @returns up to four logical cores are all used; beyond, half of them, since they come two a physical core and a
 *   matrix product gains nothing from the second: measured here, twice as many threads as cores cost 1.25× the time.
 */
export function defaultThreads(logicalCores: number): number {
  return logicalCores <= 4
    ? Math.max(1, logicalCores)
    : Math.min(maxDefaultThreads, Math.max(4, Math.floor(logicalCores / 2)));
}

/** Only Chromium reports it, rounded to a power of two. */
function reportedDeviceMemoryGib(): number | undefined {
  return (navigator as { deviceMemory?: number }).deviceMemory;
}
