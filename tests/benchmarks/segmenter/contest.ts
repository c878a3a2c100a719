import { readFileSync } from 'node:fs';

import type { Browser, Page } from 'playwright';

import type { RunAnswer } from './bench-page/page.ts';
import type { BenchServer } from './bench-server.ts';
import { intersectionOverUnion } from '../../support/intersection-over-union.ts';
import { type Conditions, type Measures, median, type MemoryMethod, type PhotoOutcome } from './outcome.ts';
import type { Photo } from './photos.ts';
import type { RendererWatch } from './renderer-memory.ts';
import { type BySide, hosts, type Side, sides } from './sides.ts';

export interface Arena {
  readonly browser: Browser;
  readonly renderers: RendererWatch;
  readonly server: BenchServer;
  /** Both sides run this row of the manifest. */
  readonly modelId: string;
  readonly memoryMethod: MemoryMethod;
  /** Warm runs of each side. */
  readonly runs: number;
  readonly say: (line: string) => void;
}

type Run = Extract<RunAnswer, { outcome: 'done' }>;

/** One side of one photo, on its page. Closing the page's context frees all that it held. */
interface Lane {
  readonly side: Side;
  readonly page: Page;
  readonly fetchedBytes: number;
  readonly processId: number | undefined;
  readonly cold: Run;
  readonly warm: Run[];
  readonly conditions: Conditions;
  readonly iou: number | null;
}

/** A run that takes longer hangs. */
const runLimitMs = 10 * 60_000;

class SideError extends Error {
  readonly side: Side;

  constructor(side: Side, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.side = side;
  }
}

/**
 * Lets both sides cut one photo out, turn and turn about: each cold in a browser context of its own, then each warm,
 * `runs` times. One works while the other waits.
 * @param first begins every turn.
 */
export async function contest(photo: Photo, first: Side, arena: Arena): Promise<PhotoOutcome> {
  const order = first === 'ours' ? sides : sides.toReversed();
  const lanes: Lane[] = [];
  try {
    arena.server.show(photo);
    for (const side of order) lanes.push(await blamedOn(side, () => openLane(side, photo, arena)));
    for (let turn = 1; turn <= arena.runs; turn += 1) {
      for (const { side, page, warm } of lanes) {
        const run = await blamedOn(side, () => runOnce(page, undefined));
        arena.say(`${photo.file}  ${side}  warm ${turn} of ${arena.runs}: ${Math.round(run.durationMs)} ms`);
        warm.push(run);
      }
    }
    const measured: [Side, Measures][] = [];
    for (const lane of lanes) measured.push([lane.side, await blamedOn(lane.side, () => measuresOf(lane, arena))]);
    const size = lanes[0]?.cold ?? { widthPx: 0, heightPx: 0 };
    return {
      file: photo.file,
      outcome: 'done',
      widthPx: size.widthPx,
      heightPx: size.heightPx,
      measures: Object.fromEntries(measured) as BySide<Measures>,
    };
  } catch (error) {
    const side = error instanceof SideError ? error.side : null;
    return {
      file: photo.file,
      outcome: 'failed',
      side,
      detail: error instanceof Error ? error.message : String(error),
    };
  } finally {
    await Promise.allSettled(lanes.map(({ page }) => page.context().close()));
  }
}

/** Opens a fresh page and does the cold run on it. */
async function openLane(side: Side, photo: Photo, arena: Arena): Promise<Lane> {
  const { server } = arena;
  const host = hosts[side];
  const context = await arena.browser.newContext();
  try {
    const page = await context.newPage();
    server.traffic.takeBytes(host);
    await page.goto(`http://${host}:${server.port}/?side=${side}&model=${arena.modelId}`);
    await page.waitForFunction(() => 'benchPage' in window);

    const pngUrl = photo.alphaPath ? `/results/${side}` : undefined;
    const { result: cold, processId } = await arena.renderers.findHardestWorking(() => runOnce(page, pngUrl));
    arena.say(`${photo.file}  ${side}  first: ${Math.round(cold.durationMs)} ms`);
    return {
      side,
      page,
      fetchedBytes: server.traffic.takeBytes(host),
      processId,
      cold,
      warm: [],
      conditions: {
        // A library that does not say has the page's thread and those that it started.
        threads: cold.threads ?? page.workers().length + 1,
        realm: cold.realm,
        isolated: cold.isolated,
        logicalCores: cold.logicalCores,
      },
      iou: photo.alphaPath ? intersectionOverUnion(server.takePng(side), readFileSync(photo.alphaPath), 'grey') : null,
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}

async function measuresOf(lane: Lane, arena: Arena): Promise<Measures> {
  const warmRunsMs = lane.warm.map((run) => run.durationMs);
  return {
    coldMs: lane.cold.durationMs,
    warmMs: median(warmRunsMs),
    warmRunsMs,
    fetchedBytes: lane.fetchedBytes,
    peakMemoryBytes: (await peakMemoryBytes(lane, arena)) ?? null,
    longestTaskMs: Math.max(...[lane.cold, ...lane.warm].map((run) => run.longestTaskMs)),
    conditions: lane.conditions,
    iou: lane.iou,
  };
}

async function peakMemoryBytes({ page, processId }: Lane, arena: Arena): Promise<number | undefined> {
  switch (arena.memoryMethod) {
    case 'renderer-peak-rss':
      return processId === undefined ? undefined : arena.renderers.peakResidentBytes(processId);
    case 'user-agent-specific':
      return withinLimit(page.evaluate(() => window.benchPage.measureMemory()));
    default:
      return arena.memoryMethod satisfies never;
  }
}

async function runOnce(page: Page, pngUrl: string | undefined): Promise<Run> {
  const answer = await withinLimit(page.evaluate((url) => window.benchPage.run(url), pngUrl));
  if (answer.outcome === 'failed') throw new Error(answer.detail);
  return answer;
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(() => late.reject(new Error(`no result within ${runLimitMs / 60_000} minutes`)), runLimitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(limit);
  }
}

/** Gives a failure the name of the side whose it is. */
async function blamedOn<T>(side: Side, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new SideError(side, error);
  }
}
