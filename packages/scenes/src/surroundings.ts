import type { Rgb } from './paint/color.ts';
import { composeScene } from './open-scene.ts';
import type { SceneDescription } from './scene/scene.ts';

/**
 * Plane that a subject stands on, as the camera of a background sees it. Rows are shares of the background's height from
 * the top. A point of the ground at row y lies at the depth `focal × cameraHeightM / (y − horizonY)`.
 */
export interface Ground {
  /** Row of the ground's horizon. It may lie outside 0…1. */
  readonly horizonY: number;
  /** Focal length, in heights of the background. */
  readonly focal: number;
  readonly cameraHeightM: number;
  /** Rows between which a subject's foot may stand. */
  readonly backY: number;
  readonly frontY: number;
  /** Size of a typical subject, in metres. */
  readonly subjectM: number;
  /**
   * Row at which the ground ends, and whether a wall rises there. A shadow bends up the wall, and is lost behind the edge
   * of a table. Without it, the shadow fades out behind `backY`.
   */
  readonly end?: { readonly y: number; readonly isWall: boolean } | undefined;
}

/** A source of light. */
export interface Lamp {
  /** Direction that the light comes from, seen from the subject: 0 is the camera, 90 the right, 180 behind, 270 the left. */
  readonly azimuthDeg: number;
  readonly elevationDeg: number;
  /** Colour in linear sRGB. The brightest channel is 1. */
  readonly color: Rgb;
  /** Share of the subject's light that comes from this lamp, 0…1. */
  readonly strength: number;
  /** Angle that the lamp fills, seen from the subject: 0.5 is the sun, 20 a softbox, 90 an overcast sky. */
  readonly sizeDeg: number;
}

/** The ground and the light of a background, with which a subject is placed in it. */
export interface Surroundings {
  /** Undefined when there is no floor, as in a sky or on silk. The subject then casts no shadow on a floor. */
  readonly ground?: Ground | undefined;
  /** Lamps, the strongest first. There is at least one. */
  readonly lamps: readonly [Lamp, ...Lamp[]];
  /** Mean colour of the rest of the light, in linear sRGB. */
  readonly ambient: Rgb;
}

/** Distance from the row at which a subject stands up to the horizon of the painted grounds. */
const belowHorizon = 0.34;
/** Distance from that row up to the far edge of the painted tables. */
const edgeAbove = 0.16;

/** Returns the ground and the light of a painted scene. */
export function surroundingsOf(scene: SceneDescription, seed: number): Surroundings {
  const { rig, groundY } = composeScene(scene, seed);
  const turnDeg = rig.isBehind ? 0 : rig.side * (85 - 45 * rig.height);
  return {
    ...(groundY !== undefined && {
      ground: {
        horizonY: groundY - belowHorizon,
        focal: 1.17,
        cameraHeightM: 0.25,
        backY: groundY - 0.06,
        frontY: Math.min(0.97, groundY + 0.08),
        subjectM: 0.4,
        end: { y: groundY - edgeAbove, isWall: false },
      },
    }),
    lamps: [
      {
        azimuthDeg: 180 - turnDeg,
        elevationDeg: 25 + 45 * rig.height,
        color: rig.color,
        strength: 0.5 + 0.35 * (1 - rig.softness),
        sizeDeg: 60 * rig.softness ** 2,
      },
    ],
    ambient: rig.fill,
  };
}
