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
  readonly firstFreeAddress: () => number;
}

/**
 * Fetches the kernels once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it is not reached.
 */
export const loadMattingKernels = compiledOnce(new URL('../../kernels/matting.wasm', import.meta.url));

/** The kernels over a memory of their own. */
export interface MattingRoom {
  readonly kernels: MattingKernels;
  readonly memory: WebAssembly.Memory;
}

/** The room that was left last, for as long as the browser has not taken its memory back. */
let empty: WeakRef<MattingRoom> | undefined;

/**
 * A room for one picture, the last one's if it is empty and still there: browsers are slow to take memory back that a
 * picture has left, and one after another would fill them.
 */
export async function enterRoom(module: WebAssembly.Module): Promise<MattingRoom> {
  const room = empty?.deref();
  empty = undefined;
  if (room) return room;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  return { kernels: exports as unknown as MattingKernels, memory };
}

/** @param room whose caller has no use for it any more; once only: the next picture may be in it already. */
export function leaveRoom(room: MattingRoom): void {
  empty = new WeakRef(room);
}
