import { SegmenterError } from '../api/errors.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import { deferred } from '../async/deferred.ts';
import { createQueue } from '../async/queue.ts';
import { createYielding } from '../async/yielding.ts';
import { roundToLine } from './arena.ts';
import { fuseNetwork } from './fuse-network.ts';
import { type Helpers, startHelpers } from './helpers.ts';
import { createMemory, hasThreads, instantiateKernels, type KernelBuild, type Kernels } from './kernels.ts';
import type { Network } from './network.ts';
import type { Size } from '../api/size.ts';
import { type Plan, planNetwork } from './plan.ts';
import { type Command, LostThreadError, runCommands, type SharedKernels, type SharedPlan } from './run-commands.ts';
import { type PlacedWeights, planWeights, reorderSide, reorderStem } from './weights.ts';

export interface NetworkEngineOptions {
  /** Value that is subtracted from a channel's 8-bit value, and the value by which the difference is then divided. */
  readonly mean: readonly [number, number, number];
  readonly std: readonly [number, number, number];
  readonly build: KernelBuild;
  /** The compiled kernels of `build`. */
  readonly module: WebAssembly.Module;
  /** Other kernels for the same threads and memory, which `lend` provides. Their constants lie behind the network's. */
  readonly matting?: WebAssembly.Module | undefined;
  /** Greatest number of threads, including this one. A build without threads uses one, whatever the number. */
  readonly threads: number;
  /** Longest time that one thread waits for another within a step. A step takes a fraction of a second. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done, 0…1. */
  readonly onProgress?: (share: number) => void;
  /** Names of the network's tensors that the run also returns. Default: none. */
  readonly features?: readonly string[];
}

/** Result of a run. */
export interface EngineRun {
  /** The subject's share of each pixel, 0…1, `heightPx × widthPx`. */
  readonly mask: Float32Array<ArrayBuffer>;
  /** The requested tensors, in the requested order. */
  readonly features: readonly Features[];
}

/** A tensor of the network: the same number of values for each of its pixels, which are larger than the image's. */
export interface Features extends Size {
  readonly channels: number;
  /** `heightPx × widthPx × channels`, the values of a pixel next to each other. */
  readonly data: Float32Array<ArrayBuffer>;
}

/** A network in its own memory, on one or more threads. */
export interface NetworkEngine {
  /** Number of threads, including this one. A thread that starts late takes part from the next image on. */
  readonly threads: number;
  /**
   * Returns the memory for the model's bytes, which may arrive in any order. Its address does not change while the
   * engine does not run.
   */
  weights(): Uint8Array;
  /**
   * Prepares every layer whose bytes have arrived.
   * @param writtenBytes all bytes before this offset are written.
   */
  prepare(writtenBytes: number): void;
  /**
   * Runs the network on an image.
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is ignored.
   * @throws {SegmenterError} `out-of-memory` when the memory cannot grow to this size; the engine can still be used
   *   for a smaller one. {LostThreadError} when another thread stopped, and at every later call. The signal's reason,
   *   between two steps; the engine can be used again at once.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: RunOptions): Promise<EngineRun>;
  /**
   * Lends the engine's memory and threads to the kernels of `options.matting`, once it does not run. It can run again
   * when they are given back.
   * @throws {Error} if there are no such kernels.
   */
  lend(): Promise<Loan>;
  dispose(): void;
}

/** An engine's memory and threads, lent to other kernels than the network's. */
export interface Loan {
  readonly kernels: SharedKernels<string>;
  readonly memory: WebAssembly.Memory;
  /** The first address that may be used. The memory may grow. */
  readonly start: number;
  /** Number of threads, including the caller's. */
  readonly threads: number;
  /**
   * Starts the other threads' part of these commands.
   * @param counters address of the commands' counters, an int32 each, all 0.
   * @throws {LostThreadError} when a thread stopped before.
   */
  begin(commands: readonly Command[], counters: number): void;
  /**
   * Does the caller's part of the commands that were begun, and waits for the others.
   * @throws {LostThreadError} when another thread stopped; the engine cannot be used any more.
   */
  finish(): void;
  /**
   * Finishes the commands that were begun, and gives everything back. It must be called once.
   * @throws {LostThreadError} see `finish`.
   */
  end(): void;
}

/** Number of saved plans: one for each size at which an image is processed. Planning one takes 5 ms. */
const savedPlans = 3;
/** Bytes of the barrier and the normalisation, each on its own cache line. */
const controlBytes = 128;
/** Interval between two checks of the signal, as a share of the work: about 50 ms if it takes a second. */
const lookEvery = 1 / 20;

/**
 * Creates an engine.
 * @throws {SegmenterError} `out-of-memory`, or `model-load-failed` for a network that the kernels do not support.
 */
export async function createNetworkEngine(network: Network, options: NetworkEngineOptions): Promise<NetworkEngine> {
  const { build, module, matting, signal, timeoutMs = 5000 } = options;
  const fused = fuseNetwork(network);
  const memory = createMemory(build);
  const kernels = await instantiateKernels(module, memory);

  const mattingKernels = matting && (await instantiateKernels<MattingExports>(matting, memory));
  const barrier = roundToLine(Math.max(kernels.firstFreeAddress(), mattingKernels?.firstFreeAddress() ?? 0));
  const normalisation = barrier + 64;
  const weights = planWeights(fused, network.sizeBytes, barrier + controlBytes);
  growMemory(memory, weights.end);
  const factors = options.std.map((value) => 1 / value);
  const offsets = options.mean.map((value, channel) => -value / (options.std[channel] ?? 1));
  new Float32Array(memory.buffer, normalisation, 6).set([...factors, ...offsets]);

  const threads = hasThreads(build) ? options.threads : 1;
  const helpers = await startHelpers(threads - 1, { module, matting }, memory, signal);
  const uses = createQueue();
  let nextToPrepare = 0;
  /** The last plans, the latest first, each with another name; all for the same threads. */
  let plans: readonly NamedPlan[] = [];
  let plannedGeneration = -1;
  let lostThread: LostThreadError | undefined;

  function planFor(size: Size, kept: readonly string[]): Plan {
    if (plannedGeneration !== helpers.generation) plans = [];
    const name = `${size.widthPx} × ${size.heightPx} ${kept.join()}`;
    const known = plans.find((each) => each.name === name);
    if (known && known === plans[0]) return known;
    const { placed, end: start } = weights;
    const threads = helpers.count + 1;
    const made = known ?? { ...planNetwork(fused, { size, threads, placed, normalisation, start, kept }), name };
    growMemory(memory, made.end);
    new Int32Array(memory.buffer, made.layers.at, made.layers.numbers.length).set(made.layers.numbers);
    helpers.setPlan(shared(made));
    plans = [made, ...plans.filter((each) => each !== made)].slice(0, savedPlans);
    plannedGeneration = helpers.generation;
    return made;
  }

  async function runPlanned(pixels: Uint8ClampedArray, size: Size, runOptions: RunOptions): Promise<EngineRun> {
    const { signal: runSignal, onProgress, features = [] } = runOptions;
    const missing = features.find((name) => !fused.channels.has(name));
    if (missing !== undefined) throw new SegmenterError('processing-failed', `the network has no tensor ${missing}`);
    const current = planFor(size, features);
    new Uint8ClampedArray(memory.buffer, current.image, pixels.length).set(pixels);
    new Int32Array(memory.buffer, current.counters, current.commands.length).fill(0);
    await runInSlices(kernels, helpers, shared(current), runSignal, onProgress);
    const copy = (at: number, count: number) => new Float32Array(memory.buffer, at, count).slice();
    return {
      mask: copy(current.mask, size.heightPx * size.widthPx),
      features: current.kept.map(({ at, ...rest }) => {
        const { widthPx, heightPx, channels } = rest;
        return { ...rest, data: copy(at, heightPx * widthPx * channels) };
      }),
    };
  }

  /** Returns the part of a plan that every thread needs. */
  function shared({ commands, counters, threads }: Plan): NetworkPlan {
    return { commands, counters, barrier, threads, timeoutMs };
  }

  /**
   * Ends the threads if one of them is lost.
   * @returns the same error.
   */
  function endedBy(error: unknown): unknown {
    if (error instanceof LostThreadError) {
      lostThread = error;
      helpers.dispose();
    }
    return error;
  }

  return {
    get threads() {
      return helpers.count + 1;
    },
    weights: () => new Uint8Array(memory.buffer, weights.storedAt, network.sizeBytes),
    prepare(writtenBytes) {
      for (; nextToPrepare < weights.placed.length; nextToPrepare += 1) {
        const placed = weights.placed[nextToPrepare];
        if (!placed || placed.endsAt > writtenBytes) return;
        reorderLayer(memory, placed, weights.storedAt);
      }
    },
    run(pixels, size, runOptions) {
      return uses.add(async () => {
        if (lostThread) throw lostThread;
        try {
          return await runPlanned(pixels, size, runOptions);
        } catch (error) {
          throw endedBy(error);
        }
      }, runOptions.signal);
    },
    async lend() {
      if (!mattingKernels) throw new Error('the engine was created without matting kernels');
      const [free, ended] = [deferred<void>(), deferred<void>()];
      void uses.add(() => {
        free.resolve();
        return ended.promise;
      }, neverAborted);
      await free.promise;
      let begun: SharedPlan | undefined;
      const finish = () => {
        const plan = begun;
        begun = undefined;
        if (!plan) return;
        try {
          runCommands(mattingKernels, plan, 0);
        } catch (error) {
          throw endedBy(error);
        }
      };
      const maxThreads = helpers.count + 1;
      return {
        kernels: mattingKernels,
        memory,
        // The data in front of the plan's arena is needed for the next run of its size.
        start: plans[0]?.arena ?? weights.end,
        threads: maxThreads,
        begin(commands, counters) {
          if (lostThread) throw lostThread;
          // A thread that has started in the meantime has no scratch, and a thread may have ended.
          const threads = Math.min(maxThreads, helpers.count + 1);
          begun = { commands, counters, barrier, threads, timeoutMs };
          helpers.matte(begun);
        },
        finish,
        end() {
          try {
            finish();
          } finally {
            ended.resolve();
          }
        },
      };
    },
    dispose: () => helpers.dispose(),
  };
}

/** A plan with the name under which it is saved: its size, and the tensors that it keeps. */
type NamedPlan = Plan & { readonly name: string };

type NetworkPlan = Omit<SharedPlan, 'commands'> & Pick<Plan, 'commands'>;

type MattingExports = SharedKernels<string> & Pick<Kernels, 'firstFreeAddress'>;

const neverAborted = new AbortController().signal;

/**
 * Runs a plan in slices. Between them it yields to the event loop, so that an abort and progress messages are handled.
 */
async function runInSlices(
  kernels: Kernels,
  helpers: Helpers,
  plan: NetworkPlan,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const { commands } = plan;
  const total = commands.reduce((sum, { cost }) => sum + cost, 0);
  const yielding = createYielding();
  let done = 0;
  try {
    for (let from = 0; from < commands.length;) {
      let slice = 0;
      let to = from;
      while (to < commands.length && slice < total * lookEvery) slice += commands[to++]?.cost ?? 0;
      helpers.run(from, to);
      runCommands(kernels, plan, 0, from, to);
      from = to;
      done += slice;
      onProgress(done / total);
      await yielding.yieldToEventLoop();
      signal.throwIfAborted();
    }
  } finally {
    yielding.close();
  }
}

/** Reorders the weights that are not used in the stored order. */
function reorderLayer(
  memory: WebAssembly.Memory,
  { convolution, kind, weights }: PlacedWeights,
  storedAt: number,
): void {
  const { inputs, outputs } = convolution;
  const stored = storedAt + convolution.weightsAt;
  const numbers = inputs * outputs * 9;
  switch (kind) {
    case 'stem':
      reorderStem(floats(memory, stored, numbers), outputs, floats(memory, weights, numbers));
      break;
    case 'side':
      reorderSide(floats(memory, stored, numbers), inputs, floats(memory, weights, numbers));
      break;
    case 'prepared':
    case 'stored':
      break;
    default:
      kind satisfies never;
  }
}

function floats(memory: WebAssembly.Memory, at: number, count: number): Float32Array {
  return new Float32Array(memory.buffer, at, count);
}
