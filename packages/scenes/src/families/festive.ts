import { rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { addDiscs, strewn } from '../paint/lights.ts';
import { wood } from '../paint/materials.ts';
import { hill, layeredNoise } from '../paint/noise.ts';
import { namedColor } from '../paint/palette.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Strings of warm lights out of focus, behind a wooden table. */
export const festive: FamilyDefinition = {
  id: 'festive',
  compose(scene, random) {
    const rig = lightRigOf({ time: 'evening', ...scene }, random);
    const at = random.between(0, 90);
    const room = namedColor(scene, 0) ?? rgb(random.pick(['#5c2a24', '#2f3a2c', '#4a3526']));
    const strings = [0, 1, 2].flatMap((line) => {
      const [from, sag] = [random.between(0.06, 0.2) + 0.15 * line, random.between(0.08, 0.2)];
      return Array.from({ length: 26 }, (_, index) => {
        const x = -1.4 + (2.8 * index) / 25 + random.between(-0.025, 0.025);
        return {
          x,
          y: from + sag * (1 - Math.abs(((x * 1.3 + 4 + line * 0.7) % 2) - 1)) + random.between(-0.012, 0.012),
          radius: random.between(0.026, 0.042) + 0.008 * line,
          power: random.between(0.25, 0.95) * (1 - 0.2 * line),
          color: rgb(random.pick(['#ffc46a', '#ffd896', '#ffb04e'])),
          softness: 0.12,
        };
      });
    });
    const lights = addDiscs([
      ...strings,
      ...strewn(random, {
        count: 60,
        colors: [rgb('#ffb860'), rgb('#ff8f4a'), rgb('#ffe0b0')],
        radius: [0.03, 0.09],
        power: [0.01, 0.12],
        top: 0,
        bottom: 0.8,
      }),
    ]);
    const behind: Paint = (x, y, into) => {
      const warm = 0.3 + 0.9 * hill(x - rig.side * 0.3, 0.9) * hill(y - 0.35, 0.5);
      const haze = 0.7 + 0.6 * layeredNoise(x * 1.6 + at, y * 1.6, 3);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (room[channel] ?? 0) * warm * haze * 0.7 + 0.01;
      lights(x, y, into);
    };
    const paint = tableScene({
      rig,
      edge: random.between(0.72, 0.77),
      surface: wood(rgb('#8a5a36'), rgb('#452813'), at),
      gloss: 0.35,
      behind,
      mirrored: rgb('#b5783c'),
      edgeSoftness: 0.016,
    });
    return { paint, rig, groundY: 0.88 };
  },
};
