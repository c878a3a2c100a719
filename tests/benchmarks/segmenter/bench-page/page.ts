import { mostAgentMemory } from './agent-memory.ts';
import { watchLongTasks } from './long-tasks.ts';

export type RunAnswer =
  | {
      readonly outcome: 'done';
      /** From the call to the PNG. */
      readonly durationMs: number;
      readonly longestTaskMs: number;
      readonly widthPx: number;
      readonly heightPx: number;
      /** Threads that the library says the network ran on; absent where it does not say. */
      readonly threads?: number;
      /** Whose thread waits while the network runs. */
      readonly realm: 'worker' | 'page';
      /** Whether the page is cross-origin isolated: without, there is one thread. */
      readonly isolated: boolean;
      /** `navigator.hardwareConcurrency`. */
      readonly logicalCores: number;
    }
  | { readonly outcome: 'failed'; readonly detail: string };

export interface BenchPage {
  /** Cuts the photo out once and stops the time. @param pngUrl where to put the result afterwards. */
  run(pngUrl: string | undefined): Promise<RunAnswer>;
  /** Cuts the photo out once, untimed. @returns bytes; see `mostAgentMemory`. */
  measureMemory(): Promise<number | undefined>;
}

declare global {
  interface Window {
    benchPage: BenchPage;
  }
}

const side = new URLSearchParams(location.search).get('side');
// One side's code never comes into the other's page.
const { contender } = await (side === 'ours' ? import('./ours.ts') : import('./imgly.ts'));
const photo = await (await fetch('/photos/current')).blob();
const longTasks = watchLongTasks();

window.benchPage = {
  async run(pngUrl) {
    try {
      const startedAt = performance.now();
      const { png, ...facts } = await contender.cutOut(photo);
      const endedAt = performance.now();
      const longestTaskMs = await longTasks.longestMs(startedAt, endedAt);
      const size = await sizeOfPng(png);
      if (pngUrl) await fetch(pngUrl, { method: 'PUT', body: png });
      const conditions = { isolated: crossOriginIsolated, logicalCores: navigator.hardwareConcurrency };
      return { outcome: 'done', durationMs: endedAt - startedAt, longestTaskMs, ...size, ...facts, ...conditions };
    } catch (error) {
      return { outcome: 'failed', detail: error instanceof Error ? error.message : String(error) };
    }
  },
  measureMemory: () => mostAgentMemory(() => contender.cutOut(photo)),
};

/** Width and height stand at byte 16 of every PNG, big-endian. */
async function sizeOfPng(png: Blob): Promise<{ widthPx: number; heightPx: number }> {
  const header = new DataView(await png.slice(16, 24).arrayBuffer());
  return { widthPx: header.getUint32(0), heightPx: header.getUint32(4) };
}
