import type { Ground } from '@isola/scenes';

import type { LinearColor } from '../../color/linear-light.ts';
import { smoothStep } from '@isola/scenes/noise';

/** A floor and a wall in front of a camera that looks straight ahead. Lengths are in metres. */
export interface StudioSet {
  readonly cameraHeight: number;
  /** Distance of the wall from the camera. */
  readonly wallDistance: number;
  /**
   * Radius of the curve between wall and floor. Paper that hangs from a roll and runs out over the floor has a large
   * one.
   */
  readonly bend: number;
  /** Share of the image's height by which the scene is shifted upwards in the image. */
  readonly shift?: number;
}

export interface Lamp {
  /** Position in metres: `x` to the right, `y` up, `z` away from the camera. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Light at a distance of one metre. */
  readonly power: number;
  readonly color: LinearColor;
}

/** A point on the floor or the wall, and the direction that its surface faces. */
export interface Spot {
  x: number;
  y: number;
  z: number;
  /** Components of the surface normal: `up` points up, `front` points towards the camera. */
  up: number;
  front: number;
}

/** Half the height of the visible area at a distance of one metre, in metres. */
const halfHeight = 0.36;

/** Returns the floor of a set as the plane that a subject stands on. */
export function groundOf(
  { cameraHeight, wallDistance, bend, shift = 0 }: StudioSet,
  place: Pick<Ground, 'backY' | 'frontY' | 'subjectM'>,
): Ground {
  const [horizonY, focal] = [0.5 - shift, 1 / (2 * halfHeight)];
  // Paper rises gradually. It is taken as a wall in the middle of its curve.
  const y = horizonY + (focal * cameraHeight) / (wallDistance - 0.5 * bend);
  return { horizonY, focal, cameraHeightM: cameraHeight, ...place, end: { y, isWall: true } };
}

export function newSpot(): Spot {
  return { x: 0, y: 0, z: 0, up: 0, front: 1 };
}

/**
 * Finds the surface point that is visible at a position of the image.
 * @param x distance from the image's middle, in image heights.
 * @param y distance from the image's top, in image heights.
 * @param spot overwritten with the result.
 */
export function traceView(
  { cameraHeight, wallDistance, bend, shift = 0 }: StudioSet,
  x: number,
  y: number,
  spot: Spot,
): void {
  const rise = (0.5 - y - shift) * 2 * halfHeight;
  const side = x * 2 * halfHeight;
  const floorAt = rise < 0 ? -cameraHeight / rise : Infinity;
  let z = wallDistance;
  spot.up = 0;
  spot.front = 1;
  if (floorAt < wallDistance - bend) {
    z = floorAt;
    spot.up = 1;
    spot.front = 0;
  } else if (cameraHeight + rise * wallDistance < bend) {
    // The ray meets the quarter cylinder between floor and wall.
    const middle = wallDistance - bend;
    const a = rise * rise + 1;
    const half = rise * (cameraHeight - bend) - middle;
    const c = (cameraHeight - bend) ** 2 + middle * middle - bend * bend;
    z = (-half + Math.sqrt(Math.max(0, half * half - a * c))) / a;
    // Paper starts and ends its curve gradually; the two edges of a true quarter cylinder would be visible as lines.
    const share = Math.atan2(bend - (cameraHeight + rise * z), Math.max(0, z - middle)) / (Math.PI / 2);
    const angle = smoothStep(0, 1, share) * (Math.PI / 2);
    spot.up = Math.sin(angle);
    spot.front = Math.cos(angle);
  }
  spot.x = side * z;
  spot.y = cameraHeight + rise * z;
  spot.z = z;
}

/**
 * Returns the light of a lamp that falls on a spot.
 * @param softness 0 is a point light. More lets a large lamp also light surfaces that face slightly away from it.
 */
export function lightOn(spot: Spot, lamp: Lamp, softness: number): number {
  const x = lamp.x - spot.x;
  const y = lamp.y - spot.y;
  const z = lamp.z - spot.z;
  const squared = x * x + y * y + z * z;
  const cosine = (y * spot.up - z * spot.front) / Math.sqrt(squared);
  return (lamp.power * Math.max(0, cosine + softness)) / ((1 + softness) * squared);
}

/** Returns the share of light that a lens leaves at a position: 1 in the middle, less towards the corners. */
export function vignette(x: number, y: number, strength: number): number {
  return 1 / (1 + strength * (x * x + (y - 0.5) ** 2)) ** 2;
}
