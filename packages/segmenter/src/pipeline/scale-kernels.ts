import { instantiateKernels } from '../engine/kernels.ts';
import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** Exports of `assembly/scale`. Addresses are byte offsets into its memory, and booleans are 0 or 1. */
interface ScaleExports {
  readonly boxRow: (pixels: number, widthPx: number, boxPx: number, isFirst: number, boxes: number) => void;
  readonly scaleRow: (
    boxes: number,
    firsts: number,
    starts: number,
    weights: number,
    count: number,
    line: number,
  ) => void;
  readonly writeRow: (
    lines: number,
    lineCount: number,
    first: number,
    weights: number,
    taps: number,
    count: number,
    row: number,
  ) => void;
}

/** The kernels and their memory. `scalePixels` lays out that memory again for each image. */
export interface ScaleKernels extends ScaleExports {
  readonly memory: WebAssembly.Memory;
}

const compiled = compiledOnce(new URL('../../kernels/scale.wasm', import.meta.url));
let loaded: ScaleKernels | undefined;

/**
 * Fetches the kernels, once per thread. Their memory, a few megabytes, is never freed.
 * @throws {SegmenterError} `resource-load-failed` when the server does not have the file, `network` when it cannot be reached.
 */
export async function loadScaleKernels(): Promise<ScaleKernels> {
  const module = await compiled();
  if (loaded) return loaded;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const exports = await instantiateKernels<ScaleExports>(module, memory);
  // A concurrent call may have loaded them first.
  loaded ??= { ...exports, memory };
  return loaded;
}
