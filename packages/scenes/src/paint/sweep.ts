import type { LightRig } from './light-rig.ts';
import type { Material } from './materials.ts';
import { hill, smoothStep } from './noise.ts';
import { type Paint, vignette } from './paint.ts';

/** Creates a painter of paper or cloth that hangs and is rolled out over the floor, without an edge between. */
export function sweepScene(
  material: Material,
  rig: LightRig,
  {
    bend = 0.66,
    bendSoftness = 0.16,
    spread = 0.85,
    falloff = 0.62,
    reach,
  }: {
    bend?: number;
    bendSoftness?: number;
    spread?: number;
    falloff?: number;
    reach?: (x: number, y: number) => number;
  } = {},
): Paint {
  return (x, y, into) => {
    const onFloor = smoothStep(bend - bendSoftness, bend + bendSoftness, y);
    const depth = 0.36 / (Math.max(0, y - bend) + 0.2);
    const wallZ = y * 1.6;
    material(x * (1.6 + (depth * 1.5 - 1.6) * onFloor), wallZ + (depth * 1.7 - wallZ) * onFloor, 1 - onFloor, into);
    const wallLight = hill(x - rig.side * 0.34, spread) * hill(y - (0.6 - 0.45 * rig.height), 0.62);
    const floorLight = hill(x - rig.side * 0.24, spread * 1.15) * hill(y - 0.86, 0.4);
    const key = (1 - falloff) * 0.55 + falloff * (wallLight + (floorLight - wallLight) * onFloor);
    // The floor faces the lamp more than the wall does. In the bend, the surface turns from one to the other.
    const facing = 0.9 + 0.16 * onFloor * rig.height;
    const bendShade = 1 - 0.1 * hill(y - bend, bendSoftness * 0.9);
    const reached = reach ? reach(x, y) : 1;
    const lens = vignette(x, y, 0.14);
    for (let channel = 0; channel < 3; channel += 1) {
      const light = (rig.color[channel] ?? 1) * (0.12 + 0.95 * key) * facing * reached + (rig.fill[channel] ?? 1) * 0.3;
      into[channel] = (into[channel] ?? 0) * light * rig.exposure * bendShade * lens;
    }
  };
}
