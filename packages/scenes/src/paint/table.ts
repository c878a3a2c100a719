import { type Rgb, times } from './color.ts';
import type { LightRig } from './light-rig.ts';
import type { Material } from './materials.ts';
import { hill, smoothStep } from './noise.ts';
import { blendInto, type Paint, vignette } from './paint.ts';

/** A surface that a subject stands on, in front of something farther away. */
export interface TableSet {
  readonly rig: LightRig;
  /** Height of the surface's far edge, in image heights from the top. */
  readonly edge: number;
  readonly surface: Material;
  /** Strength of the reflection of the background at a low angle, 0…1. */
  readonly gloss: number;
  /** Painter of the background. */
  readonly behind: Paint;
  /** Mean light of the background, for its reflection. */
  readonly mirrored: Rgb;
  /**
   * Returns the share of key light that reaches a position, 0…1, past objects in front of the lamp. Positions are those
   * of the wall; positions on the table continue below it.
   */
  readonly reach?: ((x: number, y: number) => number) | undefined;
  /** Scale of the surface's pattern; 1 by default. */
  readonly scale?: number;
  /** Blur of the far edge, in image heights. */
  readonly edgeSoftness?: number;
}

/** Returns the light of the bright pool that a lamp next to the camera casts on a wall, 0…1. */
export function pool({ side, height }: LightRig, x: number, y: number): number {
  return hill(x - side * 0.42, 0.95) * hill(y - (0.62 - 0.5 * height), 0.75);
}

/** Creates a painter of a table or a floor with its background. */
export function tableScene(set: TableSet): Paint {
  const { rig, edge, surface, gloss, behind, mirrored, reach, scale = 1, edgeSoftness = 0.006 } = set;
  const near = new Float64Array(3);
  const mirror = times(mirrored, gloss);
  return (x, y, into) => {
    const onTable = smoothStep(edge - edgeSoftness, edge + edgeSoftness, y);
    if (onTable < 1) {
      behind(x, y, into);
      // Corners receive less light.
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

/** Creates a painter of a wall that is out of focus: its material is painted coarsely, in the light of a lamp. */
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
