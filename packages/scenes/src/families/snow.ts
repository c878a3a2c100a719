import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import type { Material } from '../paint/materials.ts';
import { layeredNoise, smoothStep } from '../paint/noise.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Fresh snow in front of firs in the haze, while it is snowing. */
export const snow: FamilyDefinition = {
  id: 'snow',
  compose(scene, random) {
    const time = scene.time ?? 'morning';
    const rig = lightRigOf(scene, random, time);
    const at = random.between(0, 90);
    const isNight = time === 'night';
    const [far, firs] = isNight
      ? [rgb('#33415c'), rgb('#161f30')]
      : time === 'evening'
        ? [rgb('#d9c3bd'), rgb('#6d6673')]
        : [rgb('#dfe6ec'), rgb('#8798a5')];
    const flakes = addDiscs(
      strewn(random, {
        count: 130,
        colors: [[1, 1, 1]],
        radius: [0.006, 0.022],
        power: [0.08, 0.5],
        top: -0.3,
        bottom: 1.1,
        softness: 0.5,
      }),
    );
    const behind: Paint = (x, y, into) => {
      let dark = 0;
      for (let layer = 0; layer < 3; layer += 1) {
        const scale = 5.2 - 1.1 * layer;
        const cell = Math.floor(x * scale + layer * 3.3 + at);
        const place = x * scale + layer * 3.3 + at - cell - 0.5;
        const own = layeredNoise(cell * 3.7 + layer, at, 1);
        const tip = 0.2 + 0.24 * own - 0.02 * layer;
        const width = Math.max(0, y - tip) * (0.85 + 0.3 * own) * scale * 0.38;
        const covered = smoothStep(0.16, -0.16, Math.abs(place) - width) * smoothStep(tip - 0.04, tip + 0.1, y);
        dark = Math.max(dark, covered * (0.3 + 0.28 * layer));
      }
      const haze = smoothStep(0.68, 0.4, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const air = far[channel] ?? 0;
        into[channel] = air + ((firs[channel] ?? 0) - air) * dark * (0.35 + 0.65 * haze);
      }
    };
    const snowColor = isNight ? rgb('#8fa3c4') : rgb('#f1f4f7');
    const surface: Material = (x, z, farAway, into) => {
      const drift = layeredNoise(x * 0.3 + at, z * 0.5, 4) - 0.5;
      const slope = layeredNoise(x * 0.3 + at + 0.06 * rig.side, z * 0.5 + 0.05, 4) - 0.5 - drift;
      const grain = (layeredNoise(x * 30, z * 30 + at, 2) - 0.5) * (1 - farAway);
      const light = 1 + 0.24 * drift + 3.2 * slope + 0.12 * grain;
      const cool = Math.max(0, 1 - light) * 0.5;
      into[0] = snowColor[0] * (light - 0.35 * cool);
      into[1] = snowColor[1] * (light - 0.15 * cool);
      into[2] = snowColor[2] * (light + 0.1 * cool);
    };
    const ground = tableScene({ rig, edge: 0.62, surface, gloss: 0, behind, mirrored: far, edgeSoftness: 0.03 });
    const paint: Paint = (x, y, into) => {
      ground(x, y, into);
      flakes(x, y, into);
    };
    return { paint, rig, groundY: 0.84 };
  },
};
