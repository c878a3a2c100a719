import { launchBrowser } from '../arena/launch-browser.ts';
import { openLane } from '../arena/lane.ts';
import type { Photo } from '../arena/photos.ts';
import { type BySide, type Side, sides } from '../arena/sides.ts';
import type { Arena, Findings } from './arena.ts';
import { watchRenderers } from './renderer-memory.ts';

/** Number of runs. A side that does not release memory holds more in the second run. */
const runsOfEach = 2;

/**
 * Measures the peak memory of starts, each in a separate browser. @throws on systems other than Linux, which do not
 * report it.
 */
export async function measureMemory(photo: Photo, arena: Arena): Promise<Findings> {
  const peakBytes: BySide<number[]> = { ours: [], peer: [] };
  const conditions = { ours: '', peer: '' };
  for (let start = 0; start < arena.starts; start += 1) {
    for (const side of start % 2 === 0 ? sides : sides.toReversed()) {
      const { bytes, words } = await peakOf(side, photo, arena);
      peakBytes[side].push(bytes);
      conditions[side] = words;
      arena.say(`${photo.name}  ${side}  at most ${Math.round(bytes / 1e6)} MB`);
    }
  }
  return { values: { peakMemory: peakBytes }, conditions, photos: [photo.name] };
}

async function peakOf(side: Side, photo: Photo, { server }: Arena): Promise<{ bytes: number; words: string }> {
  const browser = await launchBrowser();
  const renderers = watchRenderers(await browser.newBrowserCDPSession());
  try {
    const lane = await openLane(browser, server, { side, isolated: true });
    const { result: first, processId } = await renderers.findHardestWorking(() => lane.run(photo));
    for (let run = 1; run < runsOfEach; run += 1) await lane.run(photo);
    const bytes = processId === undefined ? undefined : await renderers.peakResidentBytes(processId);
    if (bytes === undefined) throw new Error('only Linux reports the peak memory of a process');
    return { bytes, words: lane.conditionsOf(first) };
  } finally {
    renderers.stop();
    await browser.close();
  }
}
