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
  /** What is taken from a channel's 8-bit value, and what it is then divided by. */
  readonly mean: readonly [number, number, number];
  readonly std: readonly [number, number, number];
  readonly build: KernelBuild;
  /** Of `build`. */
  readonly module: WebAssembly.Module;
  /** Other kernels, for the same threads and memory, that `lend` gives; their constants lie behind the network's. */
  readonly matting?: WebAssembly.Module | undefined;
  /** The most, this one counted. A build without threads has one, however many are asked for. */
  readonly threads: number;
  /** How long one thread waits for another within a step, which takes a fraction of a second. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the share of the work that is done, 0…1. */
  readonly onProgress?: (share: number) => void;
}

/** One network in a memory of its own, on one thread or several. */
export interface NetworkEngine {
  /** How many there are, this one counted. One that starts late takes part from the next picture on. */
  readonly threads: number;
  /** Where the model's bytes go, in whichever order they come. The place stays while the engine does not run. */
  weights(): Uint8Array;
  /**
   * Makes every layer ready whose bytes are there.
   * @param writtenBytes all before this place are written.
   */
  prepare(writtenBytes: number): void;
  /**
   * @param pixels RGBA, 8-bit, `heightPx × widthPx`; alpha is not looked at.
   * @returns how much of each pixel is subject, 0…1, float32 `heightPx × widthPx`.
   * @throws {SegmenterError} `out-of-memory` when the memory cannot grow to this size; the engine can still be used for
   *   a smaller one. {LostThreadError} when another thread stopped, and at every call after that. The signal's reason,
   *   between two steps; the engine can be used again at once.
   */
  run(pixels: Uint8ClampedArray, size: Size, options: RunOptions): Promise<Float32Array<ArrayBuffer>>;
  /**
   * Lends its memory and its threads to the kernels of `options.matting`, once it does not run; it runs again when they are given back.
   * @throws {Error} where there are no such kernels.
   */
  lend(): Promise<Loan>;
  dispose(): void;
}

/** An engine's memory and threads, for other kernels than the network's. */
export interface Loan {
  readonly kernels: SharedKernels<string>;
  readonly memory: WebAssembly.Memory;
  /** The first address that may be used; the memory may grow. */
  readonly start: number;
  /** How many there are, the caller's counted. */
  readonly threads: number;
  /**
   * Lets the other threads begin their part of these commands.
   * @param counters of the commands the first, an int32 each, all 0.
   * @throws {LostThreadError} when a thread stopped before.
   */
  begin(commands: readonly Command[], counters: number): void;
  /**
   * Does the caller's part of what was begun, and waits for the others.
   * @throws {LostThreadError} when another thread stopped; the engine cannot be used any more.
   */
  finish(): void;
  /** Finishes what was begun, and gives everything back. To be called once. @throws {LostThreadError} as `finish`. */
  end(): void;
}

/** As many sizes as one picture is seen at: planning one takes 5 ms. */
const keptPlans = 3;
/** Of the barrier and the normalisation, each on a line of its own. */
const controlBytes = 128;
/** Between two looks at the signal, in shares of the work: about 50 ms where it takes a second. */
const lookEvery = 1 / 20;

/** @throws {SegmenterError} `out-of-memory`, or `model-load-failed` for a network that the kernels cannot do. */
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
  /** The last ones, the latest first, each of another size; all of the same threads. */
  let plans: readonly Plan[] = [];
  let plannedGeneration = -1;
  let lostThread: LostThreadError | undefined;

  function planFor(size: Size): Plan {
    if (plannedGeneration !== helpers.generation) plans = [];
    const known = plans.find((each) => each.size.heightPx === size.heightPx && each.size.widthPx === size.widthPx);
    if (known && known === plans[0]) return known;
    const { placed, end: start } = weights;
    const made = known ?? planNetwork(fused, { size, threads: helpers.count + 1, placed, normalisation, start });
    growMemory(memory, made.end);
    new Int32Array(memory.buffer, made.layers.at, made.layers.numbers.length).set(made.layers.numbers);
    helpers.setPlan(shared(made));
    plans = [made, ...plans.filter((each) => each !== made)].slice(0, keptPlans);
    plannedGeneration = helpers.generation;
    return made;
  }

  async function runPlanned(pixels: Uint8ClampedArray, size: Size, { signal: runSignal, onProgress }: RunOptions) {
    const current = planFor(size);
    new Uint8ClampedArray(memory.buffer, current.image, pixels.length).set(pixels);
    new Int32Array(memory.buffer, current.counters, current.commands.length).fill(0);
    await runInSlices(kernels, helpers, shared(current), runSignal, onProgress);
    return new Float32Array(memory.buffer, current.mask, size.heightPx * size.widthPx).slice();
  }

  /** What every thread needs of a plan. */
  function shared({ commands, counters, threads }: Plan): NetworkPlan {
    return { commands, counters, barrier, threads, timeoutMs };
  }

  /** Ends the threads where one of them is lost. @returns the same error. */
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
      if (!mattingKernels) throw new Error('the engine was made without other kernels');
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
        // What the plan keeps in front of its arena stays for the next run of its size.
        start: plans[0]?.arena ?? weights.end,
        threads: maxThreads,
        begin(commands, counters) {
          if (lostThread) throw lostThread;
          // One that starts meanwhile has no scratch, and one may have ended.
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

type NetworkPlan = Omit<SharedPlan, 'commands'> & Pick<Plan, 'commands'>;

type MattingExports = SharedKernels<string> & Pick<Kernels, 'firstFreeAddress'>;

const neverAborted = new AbortController().signal;

/** Yields to the event loop between the slices, so that an abort and progress messages are handled. */
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

/** Brings what is not used as it is stored into its kernel's order. */
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
