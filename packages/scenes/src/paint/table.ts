import { type Rgb, times } from './color.ts';
import type { LightRig } from './light-rig.ts';
import type { Material } from './materials.ts';
import { hill, smoothStep } from './noise.ts';
import { blendInto, type Paint, vignette } from './paint.ts';

/** A surface that a subject stands on, before something farther away. */
export interface TableSet {
  readonly rig: LightRig;
  /** Where the surface ends, from the top. */
  readonly edge: number;
  readonly surface: Material;
  /** How much of the wall it mirrors where it is seen at a low angle, 0…1. */
  readonly gloss: number;
  /** The light of what is behind. */
  readonly behind: Paint;
  /** The mean light of what is behind, for the mirror. */
  readonly mirrored: Rgb;
  /** How much key light reaches a place, 0…1: what hangs before the lamp. The wall's places; those of the table go on below. */
  readonly reach?: ((x: number, y: number) => number) | undefined;
  /** How large the surface's pattern is; 1 unless given. */
  readonly scale?: number;
  /** How far the far edge is out of focus, in heights. */
  readonly edgeSoftness?: number;
}

/** The pool of light that a lamp beside the camera leaves on a wall, 0…1. */
export function pool({ side, height }: LightRig, x: number, y: number): number {
  return hill(x - side * 0.42, 0.95) * hill(y - (0.62 - 0.5 * height), 0.75);
}

/** Paints a table or a floor, and what is behind it. */
export function tableScene(set: TableSet): Paint {
  const { rig, edge, surface, gloss, behind, mirrored, reach, scale = 1, edgeSoftness = 0.006 } = set;
  const near = new Float64Array(3);
  const mirror = times(mirrored, gloss);
  return (x, y, into) => {
    const onTable = smoothStep(edge - edgeSoftness, edge + edgeSoftness, y);
    if (onTable < 1) {
      behind(x, y, into);
      // Light that reaches a corner is taken up by it.
      const corner = 1 - 0.3 * Math.exp(-Math.max(0, edge - y) / 0.045);
      for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * corner;
    }
    if (onTable > 0) {
      const below = Math.max(0, y - edge);
      const depth = 0.36 / (below + 0.17);
      const far = Math.min(1, Math.max(0, 1 - below / 0.2));
      surface(x * depth * 1.5 * scale, depth * 1.75 * scale, far, near);
      const key = 0.3 + 0.62 * hill(x - rig.side * 0.35, 1) * (0.62 + 0.38 * smoothStep(edge - 0.12, 0.95, y));
      const reached = reach ? reach(x, edge + below * 1.25) : 1;
      const grazing = Math.exp(-below / 0.1);
      const haze = 1 - 0.16 * smoothStep(0.7, 1.1, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const light =
          ((rig.color[channel] ?? 1) * key * reached + (rig.fill[channel] ?? 1) * 0.24) * rig.exposure * haze;
        near[channel] =
          (near[channel] ?? 0) * light * (1 - 0.3 * grazing * gloss) +
          (mirror[channel] ?? 0) * grazing * (0.4 + 0.6 * reached);
      }
      blendInto(into, near, onTable);
    }
    const lens = vignette(x, y, 0.16);
    for (let channel = 0; channel < 3; channel += 1) into[channel] = (into[channel] ?? 0) * lens;
  };
}

/** A wall that is out of focus: its material is painted coarsely, in the light of a lamp. */
export function wall(
  material: Material,
  rig: LightRig,
  { reach, scale = 2.4, ambient = 0.34 }: { reach?: TableSet['reach']; scale?: number; ambient?: number } = {},
): Paint {
  return (x, y, into) => {
    material(x * scale, y * scale, 0.9, into);
    const key = (0.25 + 0.75 * pool(rig, x, y)) * (reach ? reach(x, y) : 1) * (1 - ambient);
    for (let channel = 0; channel < 3; channel += 1) {
      const light = ((rig.color[channel] ?? 1) * key + (rig.fill[channel] ?? 1) * ambient) * rig.exposure;
      into[channel] = (into[channel] ?? 0) * light;
    }
  };
}
