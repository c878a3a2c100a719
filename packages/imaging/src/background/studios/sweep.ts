import { linearFromHex } from '../../color/linear-light.ts';
import { layeredNoise } from '@isola/scenes/noise';
import { type Lamp, lightOn, traceView, newSpot, type StudioSet, vignette } from './studio-set.ts';
import type { Paint } from './paint.ts';

/** A camera in front of paper that hangs from a roll and runs out over the floor. */
export const sweepSet: StudioSet = { cameraHeight: 0.62, wallDistance: 3.6, bend: 0.95, shift: 0 };

/**
 * Creates a painter of a paper sweep.
 * @param paper `#rrggbb`, the paper's colour under neutral light.
 * @param fill ambient light, 0…1.
 */
export function sweep(paper: string, lamps: readonly Lamp[], fill: number): Paint {
  const color = linearFromHex(paper);
  const spot = newSpot();
  return (x, y, light) => {
    traceView(sweepSet, x, y, spot);
    // The floor reflects light from below, and the ceiling from above.
    const around = fill * (0.8 + 0.2 * spot.up + 0.08 * spot.y);
    const fibres = 1 + 0.012 * (layeredNoise(spot.x * 9, (spot.y - spot.z) * 9, 4) - 0.5);
    const lens = vignette(x, y, 0.16) * fibres;
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = around;
      for (const lamp of lamps) sum += lightOn(spot, lamp, 0.9) * (lamp.color[channel] ?? 1);
      light[channel] = (color[channel] ?? 0) * sum * lens;
    }
  };
}
