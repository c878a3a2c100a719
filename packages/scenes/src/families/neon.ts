import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { hill, layeredNoise, smoothStep } from '../paint/noise.ts';
import { namedColor } from '../paint/palette.ts';
import { type Paint, vignette } from '../paint/paint.ts';
import type { FamilyDefinition } from './family.ts';

/** Two coloured neon tubes on a dark wall, mirrored in a wet floor. */
export const neon: FamilyDefinition = {
  id: 'neon',
  compose(scene, random) {
    const rig = lightRigOf({ time: 'night', ...scene }, random);
    const pairs = [
      [rgb('#ff3d8b'), rgb('#2f8bff')],
      [rgb('#8b4dff'), rgb('#21d6c4')],
      [rgb('#ff5a36'), rgb('#7a3cff')],
    ] as const;
    const [one, other] = random.pick(pairs);
    const colors = [
      namedColor({ ...scene, mood: 'vivid' }, 0) ?? one,
      namedColor({ ...scene, mood: 'vivid' }, 1) ?? other,
    ] as const;
    const edge = random.between(0.72, 0.77);
    const lean = random.between(-0.05, 0.05);
    const tubes = [
      { x: -random.between(0.5, 0.62), color: colors[0] },
      { x: random.between(0.5, 0.62), color: colors[1] },
    ];
    const at = random.between(0, 90);
    const wallAt = (x: number, y: number, into: Float64Array) => {
      const plaster = 0.75 + 0.5 * layeredNoise(x * 3 + at, y * 3, 4);
      into.fill(0.006);
      for (const { x: middle, color } of tubes) {
        const away = Math.abs(x - middle - lean * (y - 0.4));
        const ends = smoothStep(-0.05, 0.12, y) * smoothStep(edge + 0.02, edge - 0.1, y);
        const glow = (0.5 * Math.exp(-away / 0.16) + 0.2 * Math.exp(-away / 0.55)) * plaster;
        const tube = 1.9 * smoothStep(0.0105, 0.006, away) * ends;
        const halo = 0.5 * hill(away, 0.028) * ends;
        for (let channel = 0; channel < 3; channel += 1) {
          const own = color[channel] ?? 0;
          into[channel] = (into[channel] ?? 0) + own * (glow * 0.55 + halo) + tube * (0.35 + 0.65 * own);
        }
      }
    };
    const deep = new Float64Array(3);
    const paint: Paint = (x, y, into) => {
      const onFloor = smoothStep(edge - 0.004, edge + 0.004, y);
      if (onFloor < 1) wallAt(x, y, into);
      if (onFloor > 0) {
        const below = y - edge;
        const wave = 0.03 * (layeredNoise(x * 3 + at, below * 40, 3) - 0.5);
        // A rough mirror blurs along the line of sight.
        wallAt(x + wave, edge - 0.02 - below * 1.7 + wave, deep);
        const wet = 0.3 + 0.5 * smoothStep(0.35, 0.65, layeredNoise(x * 1.6 + at, below * 9, 3));
        const fading = Math.exp(-below / 0.35);
        for (let channel = 0; channel < 3; channel += 1) {
          const floor = 0.012 + (deep[channel] ?? 0) * wet * fading;
          into[channel] = (into[channel] ?? 0) * (1 - onFloor) + floor * onFloor;
        }
      }
      const lens = vignette(x, y, 0.24) * (scene.tone === 'bright' ? 1.4 : 1.1);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
    };
    return { paint, rig, groundY: 0.89 };
  },
};
