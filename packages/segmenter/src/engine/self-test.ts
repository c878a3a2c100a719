import type { KernelBuild } from './kernels.ts';
import type { Convolution, Network, NetworkStep } from './network.ts';
import { createNetworkEngine } from './network-engine.ts';
import type { Size } from '../api/size.ts';

/** Size of the self-test's image. It is odd on purpose, so that every kernel has an incomplete tile. */
export const selfTestSize: Size = { heightPx: 37, widthPx: 51 };

const selfTestNormalisation = { mean: [128, 120, 110], std: [256, 250, 240] } as const;

/** The mask at every 97th pixel, as `network-engine.node.test.ts` computes it without kernels. */
const expected: readonly number[] = [
  0.37199, 0.38385, 0.49221, 0.31874, 0.48193, 0.39085, 0.35595, 0.38768, 0.32109, 0.5378, 0.40406, 0.39418, 0.42487,
  0.34851, 0.44007, 0.38706, 0.43533, 0.28508, 0.43826, 0.36985,
];

/**
 * Greatest accepted difference. Rounding differs between fused and plain multiplications, and between the transforms;
 * wrong code is off by far more.
 */
const tolerance = 1e-4;

/**
 * Runs a small network with every kind of step and compares its mask with the stored one. A browser whose WebAssembly
 * is faulty is thus detected before it is used for an image.
 * @throws {Error} when these kernels cannot be trusted; {SegmenterError} see `createNetworkEngine`; the signal's
 *   reason.
 */
export async function runSelfTest(build: KernelBuild, module: WebAssembly.Module, signal: AbortSignal): Promise<void> {
  const { network, weights, pixels } = selfTestNetwork();
  const { mean, std } = selfTestNormalisation;
  const engine = await createNetworkEngine(network, { mean, std, build, module, threads: 1, signal });
  engine.weights().set(weights);
  engine.prepare(weights.length);
  const { mask } = await engine.run(pixels, selfTestSize, { signal });
  engine.dispose();
  const isRight = expected.every((value, index) => Math.abs((mask[index * 97] ?? Number.NaN) - value) <= tolerance);
  if (!isRight) throw new Error(`the kernels ‘${build}’ compute something else`);
}

/** Returns a network, weights and pixels that are the same everywhere. The stored mask was computed from them. */
export function selfTestNetwork(): {
  network: Network;
  weights: Uint8Array<ArrayBuffer>;
  pixels: Uint8ClampedArray<ArrayBuffer>;
} {
  const random = createRandom();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const append = (numbers: Int8Array | Float32Array) => {
    const at = sizeBytes;
    const padded = new Uint8Array(Math.ceil(numbers.byteLength / 16) * 16);
    padded.set(new Uint8Array(numbers.buffer));
    chunks.push(padded);
    sizeBytes += padded.length;
    return at;
  };
  const floats = (count: number, scale: number) => Float32Array.from({ length: count }, () => (random() - 0.5) * scale);
  const convolution = (
    from: readonly string[],
    to: string,
    inputs: number,
    outputs: number,
    { precision = 'int8', ...facts }: Partial<Pick<Convolution, 'precision' | 'stride' | 'dilation' | 'relu'>> = {},
  ): Convolution => {
    const count = inputs * 9 * outputs;
    const spread = 4 / Math.sqrt(inputs * 9);
    const weightsAt =
      precision === 'int8'
        ? append(Int8Array.from({ length: count }, () => Math.round((random() - 0.5) * 254)))
        : append(floats(count, spread));
    const scales = Float32Array.from({ length: outputs }, () => ((0.5 + random()) * spread) / 254);
    const stored = precision === 'int8' ? { precision, scalesAt: append(scales) } : { precision };
    return {
      kind: 'convolution',
      from: [...from],
      to,
      inputs,
      outputs,
      stride: 1,
      dilation: 1,
      relu: true,
      weightsAt,
      ...stored,
      biasAt: append(floats(outputs, 0.5)),
      ...facts,
    };
  };
  const steps: NetworkStep[] = [
    convolution(['image'], 'stem', 3, 16, { stride: 2, precision: 'float32', relu: false }),
    convolution(['stem'], 'wide', 16, 16),
    { kind: 'max-pool', from: 'wide', to: 'halved' },
    convolution(['halved'], 'dilated', 16, 24, { dilation: 2 }),
    { kind: 'resize', from: 'dilated', to: 'widened', level: 1 },
    convolution(['widened', 'wide'], 'joined', 40, 16),
    { kind: 'add', from: ['joined', 'stem'], to: 'sum' },
    convolution(['sum'], 'side', 16, 1, { precision: 'float32', relu: false }),
    { kind: 'resize', from: 'side', to: 'whole', level: 0 },
    { kind: 'sigmoid', from: 'whole', to: 'mask' },
  ];
  const weights = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    weights.set(chunk, at);
    at += chunk.length;
  }
  const pixels = Uint8ClampedArray.from({ length: selfTestSize.heightPx * selfTestSize.widthPx * 4 }, () =>
    Math.floor(random() * 256),
  );
  return { network: { version: 1, sizeBytes, steps }, weights, pixels };
}

/**
 * Returns a generator of numbers 0…1, the same sequence each time.
 * @see Numerical Recipes, 7.1: a linear congruential generator
 */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
