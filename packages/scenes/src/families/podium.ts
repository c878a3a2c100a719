import { mixed, type Rgb } from '../paint/color.ts';
import { lightRigOf } from '../paint/light-rig.ts';
import { smooth } from '../paint/materials.ts';
import { hill, smoothStep } from '../paint/noise.ts';
import { colorOr, namedColor } from '../paint/palette.ts';
import type { Paint } from '../paint/paint.ts';
import { sweepScene } from '../paint/sweep.ts';
import type { FamilyDefinition } from './family.ts';

interface Drum {
  readonly x: number;
  /** Height of the upper face's centre, from the top. */
  readonly y: number;
  readonly radius: number;
  readonly height: number;
}

/** Factor by which the viewing angle shortens a circle on the floor. */
const flat = 0.24;

/** Round plinths in front of a seamless backdrop. */
export const podium: FamilyDefinition = {
  id: 'podium',
  compose(scene, random) {
    const rig = lightRigOf(scene, random);
    const color = colorOr(scene, 0, random, ['#e6d5c7', '#d6dcd3', '#dcd3df', '#dfc0b3', '#d4dde3', '#e9e4dc']);
    const face = namedColor(scene, 1) ?? mixed(color, [0.95, 0.93, 0.9], 0.3);
    const main: Drum = { x: 0, y: random.between(0.735, 0.765), radius: random.between(0.36, 0.43), height: 0.085 };
    const beside = -Math.sign(rig.side || 1) * random.between(0.5, 0.62);
    const drums: Drum[] = [
      { x: beside, y: main.y - random.between(0.17, 0.22), radius: 0.16, height: 0.25 },
      { x: -beside * 1.08, y: main.y - 0.06, radius: 0.125, height: 0.13 },
      main,
    ];
    const backdrop = sweepScene(smooth(color, random.between(0, 90)), rig, { bend: 0.56, falloff: 0.55 });
    const drawn = drums.map((drum) => drumPaint(drum, face, rig));
    const paint: Paint = (x, y, into) => {
      backdrop(x, y, into);
      for (const draw of drawn) draw(x, y, into);
    };
    return { paint, rig, groundY: main.y + 0.03 };
  },
};

function drumPaint({ x: middle, y: top, radius, height }: Drum, color: Rgb, rig: ReturnType<typeof lightRigOf>): Paint {
  const depth = radius * flat;
  return (x, y, into) => {
    const across = (x - middle) / radius;
    const lean = Math.max(-1.6, Math.min(1.6, across));
    // The shadow on the floor points away from the lamp.
    const shadowX = (x - middle + rig.side * 0.1) / (radius * 1.18);
    const shadowY = (y - top - height) / (depth * 1.5);
    const shadow = 0.42 * smoothStep(1.35, 0.55, Math.sqrt(shadowX * shadowX + shadowY * shadowY));
    const contact =
      0.35 * hill(Math.max(0, Math.sqrt(((x - middle) / radius) ** 2 + ((y - top - height) / depth) ** 2) - 1), 0.14);
    const dark = (1 - shadow) * (1 - contact);
    for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * dark;

    const bow = Math.sqrt(Math.max(0, 1 - across * across)) * depth;
    const inside = smoothStep(1.004, 0.996, Math.abs(across));
    const soft = 0.0022;
    const onSide =
      inside *
      smoothStep(top - soft, top + soft, y) *
      smoothStep(top + height + bow + soft, top + height + bow - soft, y);
    const turned = 0.5 + 0.5 * (rig.side * 0.85 * lean + 0.25 * Math.sqrt(Math.max(0, 1 - lean * lean)));
    const down = (y - top) / height;
    const sideLight = (0.3 + 0.52 * smoothStep(-0.1, 1, turned)) * (1 - 0.12 * down);
    const distance = Math.sqrt(across * across + ((y - top) / depth) ** 2);
    const onTop = smoothStep(1 + soft / depth, 1 - soft / depth, distance);
    const topLight = 0.86 + 0.12 * rig.side * lean;
    const rim = 0.14 * hill(distance - 0.985, 0.02) * (y > top ? 1 : 0.3);
    for (let channel = 0; channel < 3; channel += 1) {
      const key = (rig.color[channel] ?? 1) * rig.exposure;
      const own = color[channel] ?? 0;
      const before = into[channel] ?? 0;
      const withSide = before + (own * key * sideLight - before) * onSide;
      into[channel] = withSide + (own * key * (topLight + rim) - withSide) * onTop;
    }
  };
}
