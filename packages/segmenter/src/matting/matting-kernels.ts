import { instantiateKernels } from '../engine/kernels.ts';
import type { Loan, NetworkEngine } from '../engine/network-engine.ts';
import { type Command, runCommands, type SharedKernels, type SharedPlan } from '../engine/run-commands.ts';
import { compiledOnce } from '../wasm/fetch-wasm.ts';
import { growMemory } from '../wasm/grow-memory.ts';

/**
 * Kernels of `assembly/matting` that threads share. The last two arguments of each are a command's counter and the
 * thread's scratch.
 */
export type MattingKernel =
  | 'blurColours'
  | 'fuseColours'
  | 'fuseRows'
  | 'guidedMatte'
  | 'judgePairs'
  | 'matteRows'
  | 'measureDistances'
  | 'measureSpreads'
  | 'measureStructure'
  | 'samplePairs'
  | 'solidifyBodies'
  | 'writeLikelyAlphas'
  | 'writePoints'
  | 'writeSamples'
  | 'writeSmallMatte';

/** The exports of `assembly/matting`. Addresses are bytes in its memory. */
export interface MattingKernels extends SharedKernels<MattingKernel> {
  readonly bodiesScratchBytes: (heightPx: number, widthPx: number) => number;
  readonly colourScratchBytes: (widthPx: number) => number;
  readonly guidedScratchBytes: (widthPx: number, radiusPx: number) => number;
  readonly pointsScratchBytes: (heightPx: number, widthPx: number) => number;
  readonly structureScratchBytes: (widthPx: number) => number;
  readonly firstFreeAddress: () => number;
}

/**
 * Fetches the kernels for a memory that is not shared, once for this thread.
 * @throws {SegmenterError} `resource-load-failed` when the server does not have the file, `network` when it cannot be
 *   reached.
 */
export const loadMattingKernels = compiledOnce(new URL('../../kernels/matting.wasm', import.meta.url));

/**
 * Fetches the kernels for a memory that threads share, once for this thread.
 * @throws {SegmenterError} see `loadMattingKernels`.
 */
export const loadSharedMattingKernels = compiledOnce(new URL('../../kernels/matting-threads.wasm', import.meta.url));

export type MattingCommand = Command<MattingKernel>;

/** The kernels in a memory, for one image at a time, on one or more threads. */
export interface MattingInstance {
  readonly kernels: MattingKernels;
  readonly memory: WebAssembly.Memory;
  /** The first address that may be used. The memory may grow. */
  readonly start: number;
  /** Number of threads, including this one. Each needs its own scratch. */
  readonly threads: number;
  /**
   * Executes the commands one after the other.
   * @throws {LostThreadError} when another thread stops.
   */
  run(commands: readonly MattingCommand[]): void;
  /**
   * Starts the commands. Between `begin` and `finish` the other threads already work, and the caller may do something
   * else. Both together are equivalent to `run`.
   */
  begin(commands: readonly MattingCommand[]): void;
  finish(): void;
  /** Gives the instance back for the next image. It must be called once. */
  release(): void;
}

/** Greatest number of commands in one `run`. */
const maxCommands = 64;

/** The instance that was released last, as long as the browser has not reclaimed its memory. */
let released: WeakRef<MattingInstance> | undefined;

/**
 * Returns an instance of the kernels for one image, with its own memory, on this thread: the one that was released last
 * if it still exists, otherwise a new one. Browsers are slow to reclaim memory, so a new instance for each image would
 * fill it.
 */
export async function acquireInstance(module: WebAssembly.Module): Promise<MattingInstance> {
  const kept = released?.deref();
  released = undefined;
  if (kept) return kept;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const kernels = await instantiateKernels<MattingKernels>(module, memory);
  const alone = { barrier: 0, threads: 1, timeoutMs: 0 };
  let begun: SharedPlan<MattingKernel> | undefined;
  const instance = instanceOver(
    {
      kernels,
      memory,
      start: kernels.firstFreeAddress(),
      threads: 1,
      begin(commands: readonly MattingCommand[], counters) {
        begun = { commands, counters, ...alone };
      },
      finish() {
        if (begun) runCommands(kernels, begun, 0);
        begun = undefined;
      },
    },
    () => (released = new WeakRef(instance)),
  );
  return instance;
}

/** Returns an instance in the engine's memory, on its threads. */
export async function borrowInstance(engine: Pick<NetworkEngine, 'lend'>): Promise<MattingInstance> {
  const loan = await engine.lend();
  return instanceOver({ ...loan, kernels: loan.kernels as unknown as MattingKernels }, () => loan.end());
}

/** The threads that run commands, and their memory. */
type Runner = Pick<MattingInstance, 'kernels'> & Omit<Loan, 'kernels' | 'end'>;

function instanceOver(on: Runner, release: () => void): MattingInstance {
  const { kernels, memory, threads } = on;
  const counters = Math.ceil(on.start / 16) * 16;
  const begin = (commands: readonly MattingCommand[]) => {
    if (commands.length > maxCommands) throw new RangeError(`more than ${maxCommands} commands`);
    growMemory(memory, counters + maxCommands * 4);
    new Int32Array(memory.buffer, counters, maxCommands).fill(0);
    on.begin(commands, counters);
  };
  return {
    kernels,
    memory,
    start: counters + maxCommands * 4,
    threads,
    run(commands) {
      begin(commands);
      on.finish();
    },
    begin,
    finish: on.finish,
    release,
  };
}

/** Returns the number of rows in a band, so that every thread has two bands; with one thread, all rows. */
export function bandRowsOf(heightPx: number, { threads }: Pick<MattingInstance, 'threads'>): number {
  return threads === 1 ? heightPx : Math.max(minBandRows, Math.ceil(heightPx / (2 * threads)));
}

/** Smallest number of rows in a band. A band also computes some rows above and below it. */
const minBandRows = 48;

/** Returns a command without scratch. */
export function command(kernel: MattingKernel, ...numbers: readonly number[]): MattingCommand {
  return { kernel, numbers, scratch: 0, scratchBytes: 0 };
}
