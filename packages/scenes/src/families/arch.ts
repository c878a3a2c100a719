import { mixed } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { plaster, smooth } from '../paint/materials.ts';
import { hill, smoothStep } from '../paint/noise.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene, wall } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** A wall with an arched niche. */
export const arch: FamilyDefinition = {
  id: 'arch',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const color = colorOr(scene, 0, random, ['#dfc2ae', '#d5cabb', '#c9ccc2', '#e0d2c6', '#cfa893']);
    const inner = namedColor(scene, 1) ?? mixed(color, [0.06, 0.04, 0.03], 0.22);
    const edge = random.between(0.74, 0.79);
    const half = random.between(0.3, 0.38);
    const spring = random.between(0.36, 0.44);
    const lean = rig.side * -0.05;
    const outside = wall(plaster(color, at), rig);
    const inside = wall(plaster(inner, at + 30), rig);
    const deep = new Float64Array(3);
    /** Returns the distance of a position from the arch's outline, in image heights; negative outside. */
    const within = (x: number, y: number) =>
      y > spring ? half - Math.abs(x) : half - Math.sqrt(x * x + (y - spring) * (y - spring));
    const behind: Paint = (x, y, into) => {
      outside(x, y, into);
      const depth = within(x, y);
      const opening = smoothStep(-0.003, 0.003, depth);
      if (opening === 0) return;
      inside(x, y, deep);
      // The side of the niche next to the lamp is in shadow, and the opposite side is lit.
      const back = smoothStep(0, 0.006, within(x + lean, y + 0.03) - 0.045);
      const shadow = 0.55 + 0.45 * smoothStep(0.0, 0.2, within(x - lean * 3.4, y - 0.07) - 0.02);
      const reveal = 0.66 + 0.42 * smoothStep(-0.4, 0.4, -x * Math.sign(rig.side || 1));
      const light = reveal + (shadow - reveal) * back;
      const rim = 1 + 0.12 * hill(depth - 0.004, 0.006);
      for (let channel = 0; channel < 3; channel += 1) {
        const before = into[channel] ?? 0;
        into[channel] = before + ((deep[channel] ?? 0) * light * rim - before) * opening;
      }
    };
    const surface = mixed(color, [0.92, 0.9, 0.86], 0.35);
    const paint = tableScene({ rig, edge, surface: smooth(surface, at), gloss: 0.04, behind, mirrored: color });
    return { paint, rig, groundY: 0.89 };
  },
};
