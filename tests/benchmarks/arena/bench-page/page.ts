import type { BatchBench } from './batch.ts';
import type { Engine } from './contender.ts';
import { watchLongTasks } from './long-tasks.ts';
import { layDown, take } from './shelf-client.ts';
import type { Workshop } from './workshop.ts';

/** Measurements of one background removal. */
export interface Run {
  /** Time from having the file's bytes to having the PNG's bytes. */
  readonly durationMs: number;
  /** Time from the opening of the page to having the PNG's bytes. */
  readonly sinceOpenedMs: number;
  /** Wall time of the network's run alone. Absent when it is not measured. */
  readonly networkMs?: number;
  /** Longest task of the page's main thread, or 0 when none took 50 ms. */
  readonly longestTaskMs: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Absent when the library does not report it. */
  readonly engine?: Engine;
  /** Thread that waits while the network runs. */
  readonly thread: 'worker' | 'main';
  /** True when the page is cross-origin isolated. Without isolation there is only one thread. */
  readonly isolated: boolean;
}

export interface BenchPage {
  /**
   * Cuts out a photo from the shelf. It is fetched before the clock starts.
   * @param photo name of the photo.
   * @param deliver names under which the PNG and the network's own mask (Float32) are put on the shelf afterwards.
   */
  run(photo: string, deliver: { readonly png?: string; readonly mask?: string }): Promise<Run>;
  /** Run that the page started by itself for the photo that `begin` names in its address. */
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
  // Dynamic imports keep the code of one side out of the other's page.
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

/** Reads the size of a PNG: width and height are at byte 16, big-endian. */
function sizeOfPng(png: ArrayBuffer): Pick<Run, 'widthPx' | 'heightPx'> {
  const header = new DataView(png, 16, 8);
  return { widthPx: header.getUint32(0), heightPx: header.getUint32(4) };
}
