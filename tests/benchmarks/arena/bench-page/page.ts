import type { BatchBench } from './batch.ts';
import type { Engine } from './contender.ts';
import { watchLongTasks } from './long-tasks.ts';
import { layDown, take } from './shelf-client.ts';
import type { Workshop } from './workshop.ts';

/** One cutting out. */
export interface Run {
  /** From the file's bytes in hand to the PNG's bytes in hand. */
  readonly durationMs: number;
  /** From the opening of the page to the PNG's bytes in hand. */
  readonly sinceOpenedMs: number;
  /** Wall time of the network's run alone; absent where it is not measured. */
  readonly networkMs?: number;
  /** The longest task of the page's own thread, 0 when none took 50 ms. */
  readonly longestTaskMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Absent where the library does not report it. */
  readonly engine?: Engine;
  /** Whose thread waits while the network runs. */
  readonly thread: 'worker' | 'main';
  /** Whether the page is cross-origin isolated: without, there is one thread. */
  readonly isolated: boolean;
}

export interface BenchPage {
  /**
   * Cuts out the photo of this name on the shelf, fetched before the clock starts.
   * @param deliver names under which to lay down the PNG and the network's own mask (Float32) afterwards.
   */
  run(photo: string, deliver: { readonly png?: string; readonly mask?: string }): Promise<Run>;
  /** The run that the page began by itself, for the photo that its address names in `begin`. */
  readonly begun: Promise<Run> | undefined;
}

declare global {
  interface Window {
    benchPage: BenchPage;
    batchBench: BatchBench;
    workshop: Workshop;
  }
}

const parameters = new URLSearchParams(location.search);
if (parameters.get('role') === 'workshop') {
  const { createWorkshop } = await import('./workshop.ts');
  window.workshop = createWorkshop();
} else if (parameters.get('role') === 'batch') {
  const { createBatchBench } = await import('./batch.ts');
  window.batchBench = createBatchBench();
} else {
  window.benchPage = await createBenchPage();
}

async function createBenchPage(): Promise<BenchPage> {
  const begin = parameters.get('begin');
  const firstPhoto = begin === null ? undefined : take(begin);
  // One side's code never comes into the other's page.
  const { contender } = await (parameters.get('role') === 'ours' ? import('./ours.ts') : import('./imgly.ts'));
  const longTasks = watchLongTasks();

  async function run(photo: Blob, deliver: Parameters<BenchPage['run']>[1]): Promise<Run> {
    const startedAt = performance.now();
    const { png, mask, ...facts } = await contender.cutOut(photo);
    const bytes = await png.arrayBuffer();
    const endedAt = performance.now();
    const longestTaskMs = await longTasks.longestMs(startedAt, endedAt);
    if (deliver.png) await layDown(deliver.png, bytes);
    if (deliver.mask && mask) await layDown(deliver.mask, mask);
    return {
      ...facts,
      ...sizeOfPng(bytes),
      durationMs: endedAt - startedAt,
      sinceOpenedMs: endedAt,
      longestTaskMs,
      isolated: crossOriginIsolated,
    };
  }

  const begun = firstPhoto?.then((photo) => run(photo, {}));
  // The caller awaits it and receives the error.
  begun?.catch(() => undefined);
  return { begun, run: async (photo, deliver) => run(await take(photo), deliver) };
}

/** Width and height stand at byte 16 of every PNG, big-endian. */
function sizeOfPng(png: ArrayBuffer): Pick<Run, 'widthPx' | 'heightPx'> {
  const header = new DataView(png, 16, 8);
  return { widthPx: header.getUint32(0), heightPx: header.getUint32(4) };
}
