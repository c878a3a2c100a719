import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** What `assembly/matting` exports; addresses are bytes in its memory. */
export interface MattingKernels {
  readonly guidedScratchBytes: (widthPx: number, radiusPx: number) => number;
  readonly colourScratchBytes: (widthPx: number) => number;
  readonly guidedMatte: (
    rgba: number,
    mask: number,
    heightPx: number,
    widthPx: number,
    radiusPx: number,
    epsilon: number,
    coefficients: number,
    trust: number,
    scratch: number,
  ) => void;
  readonly writeSmallMatte: (rgba: number, coefficients: number, trust: number, pixels: number, to: number) => void;
  readonly blurColours: (
    subject: number,
    background: number,
    heightPx: number,
    widthPx: number,
    radiusPx: number,
    mixedOnly: boolean,
    toSubject: number,
    toBackground: number,
    scratch: number,
  ) => void;
  readonly fuseColours: (rgba: number, subject: number, background: number, pixels: number) => void;
  readonly measureSpreads: (
    rgba: number,
    matte: number,
    heightPx: number,
    widthPx: number,
    radiusPx: number,
    subject: number,
    background: number,
    scratch: number,
  ) => void;
  readonly matteRows: (
    rgba: number,
    firstRow: number,
    rows: number,
    heightPx: number,
    widthPx: number,
    coefficients: number,
    trust: number,
    smallHeightPx: number,
    smallWidthPx: number,
    matte: number,
  ) => void;
  readonly fuseRows: (
    rgba: number,
    firstRow: number,
    rows: number,
    heightPx: number,
    widthPx: number,
    subject: number,
    background: number,
    smallHeightPx: number,
    smallWidthPx: number,
    matte: number,
    strength: number,
  ) => void;
  readonly pointsScratchBytes: (heightPx: number, widthPx: number) => number;
  readonly writePoints: (
    rgba: number,
    unknown: number,
    heightPx: number,
    widthPx: number,
    subject: number,
    subjectSamples: number,
    background: number,
    backgroundSamples: number,
    points: number,
    scratch: number,
  ) => void;
  readonly writeSamples: (rgba: number, widthPx: number, samples: number, count: number, points: number) => void;
  readonly samplePairs: (
    pixels: number,
    unknown: number,
    heightPx: number,
    widthPx: number,
    subject: number,
    subjectSamples: number,
    background: number,
    backgroundSamples: number,
    rounds: number,
    found: number,
    mask: number,
  ) => void;
  readonly judgeScratchBytes: (widthPx: number) => number;
  readonly judgePairs: (
    points: number,
    unknown: number,
    heightPx: number,
    widthPx: number,
    subject: number,
    background: number,
    found: number,
    scratch: number,
  ) => void;
  readonly firstFreeAddress: () => number;
}

/**
 * Fetches the kernels once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it is not reached.
 */
export const loadMattingKernels = compiledOnce(new URL('../../kernels/matting.wasm', import.meta.url));

/** An instance of the kernels, with a memory of its own. */
export interface MattingInstance {
  readonly kernels: MattingKernels;
  readonly memory: WebAssembly.Memory;
}

/** The instance that was released last, for as long as the browser has not taken its memory back. */
let released: WeakRef<MattingInstance> | undefined;

/**
 * Gives an instance of the kernels for one picture: the one that was released last, if it is still there, else a new one.
 * Browsers are slow to take memory back, so that a new instance for each picture would fill it.
 */
export async function acquireInstance(module: WebAssembly.Module): Promise<MattingInstance> {
  const instance = released?.deref();
  released = undefined;
  if (instance) return instance;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  return { kernels: exports as unknown as MattingKernels, memory };
}

/** Gives an instance back. Call it once: the next picture may already use the instance. */
export function releaseInstance(instance: MattingInstance): void {
  released = new WeakRef(instance);
}
