import { rgb } from '../paint/color.ts';
import { foliage } from '../paint/foliage.ts';
import { dappledGobo } from '../paint/gobo.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { wood } from '../paint/materials.ts';
import { hill } from '../paint/noise.ts';
import type { Paint } from '../paint/paint.ts';
import { tableScene } from '../paint/table.ts';
import type { FamilyDefinition } from './family.ts';

/** Sunlight through leaves, out of focus, behind a wooden table. */
export const forest: FamilyDefinition = {
  id: 'forest',
  compose(scene, random) {
    const rig = lightRigOf(scene, random, 'day');
    const at = random.between(0, 90);
    const leaves = foliage(random, {
      deep: rgb('#1f3320'),
      leaf: rgb('#5f8a45'),
      sun: rgb('#dce58e'),
      sky: rgb('#e6efdc'),
    });
    const trunks = Array.from({ length: 5 }, () => ({
      x: random.between(-1.1, 1.1),
      width: random.between(0.03, 0.09),
      dark: random.between(0.25, 0.6),
      lean: random.between(-0.05, 0.05),
    }));
    const behind: Paint = (x, y, into) => {
      leaves(x, y, into);
      let light = rig.exposure;
      for (const trunk of trunks) light *= 1 - trunk.dark * hill(x - trunk.x - trunk.lean * y, trunk.width);
      for (let channel = 0; channel < 3; channel += 1)
        into[channel] = (into[channel] ?? 0) * light * (0.4 + 0.6 * (rig.color[channel] ?? 1));
    };
    const dappled = dappledGobo(random, rig.softness);
    const paint = tableScene({
      rig,
      edge: random.between(0.72, 0.78),
      surface: wood(rgb('#a5794f'), rgb('#5a3b22'), at),
      gloss: 0.14,
      behind,
      mirrored: rgb('#6f8f55'),
      edgeSoftness: 0.016,
      reach: (x, y) => 0.45 + 0.75 * dappled(x, y),
    });
    return { paint, rig, groundY: 0.88 };
  },
};
