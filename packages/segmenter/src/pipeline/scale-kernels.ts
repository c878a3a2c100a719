import { instantiateKernels } from '../engine/kernels.ts';
import { compiledOnce } from '../wasm/fetch-wasm.ts';

/** What `assembly/scale` exports; addresses are bytes in its memory, and booleans are 0 or 1. */
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

/** The kernels with a memory of their own. `scalePixels` lays that memory out anew for each picture. */
export interface ScaleKernels extends ScaleExports {
  readonly memory: WebAssembly.Memory;
}

const compiled = compiledOnce(new URL('../../kernels/scale.wasm', import.meta.url));
let loaded: ScaleKernels | undefined;

/**
 * Fetches the kernels once for this thread. Their memory, of some megabytes, stays.
 * @throws {SegmenterError} `resource-load-failed` when the server has no such file, `network` when it is not reached.
 */
export async function loadScaleKernels(): Promise<ScaleKernels> {
  const module = await compiled();
  if (loaded) return loaded;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const exports = await instantiateKernels<ScaleExports>(module, memory);
  // Another call may have loaded them meanwhile.
  loaded ??= { ...exports, memory };
  return loaded;
}
