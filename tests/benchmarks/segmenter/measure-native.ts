import { openLane } from '../arena/lane.ts';
import type { Photo } from '../arena/photos.ts';
import { bySide } from '../arena/sides.ts';
import type { Arena, Findings } from './arena.ts';
import { startNativePeer } from './native-peer.ts';
import { takeTurns } from './take-turns.ts';

/**
 * Compares ours in the browser with img.ly's package for Node on onnxruntime's native library, from photo to PNG, both
 * warm.
 */
export async function measureNative(photo: Photo, { browser, server, runs, say }: Arena): Promise<Findings> {
  const native = await startNativePeer(say);
  const lane = await openLane(browser, server, { side: 'ours', isolated: true });
  try {
    let ours = '';
    const durations = await takeTurns(
      [
        {
          side: 'ours',
          run: async () => {
            const run = await lane.run(photo);
            ours = lane.conditionsOf(run);
            return run.durationMs;
          },
        },
        { side: 'peer', run: () => native.run(photo) },
      ],
      [photo],
      runs,
      (side, { name }, durationMs) =>
        say(`${name}  ${side === 'ours' ? side : 'native'}  ${Math.round(durationMs)} ms`),
    );
    return {
      values: { vsNative: bySide((side) => durations[side]) },
      conditions: { ours, peer: native.words },
      photos: [photo.name],
    };
  } finally {
    await lane.close();
    native.stop();
  }
}
