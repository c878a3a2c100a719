import type { LinearColor } from '../../color/linear-light.ts';
import { smoothStep } from '@isola/scenes/noise';

/** A floor and a wall in front of a camera that looks straight ahead. Lengths in metres. */
export interface StudioSet {
  readonly cameraHeight: number;
  /** Distance of the wall from the camera. */
  readonly wallDistance: number;
  /** Radius of the bend between wall and floor. Paper that hangs and is rolled out has a large one. */
  readonly bend: number;
  /** How much of the image's height the view is moved up. */
  readonly shift?: number;
}

export interface Lamp {
  /** Coordinates: `x` to the right, `y` up, `z` away from the camera. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The light at a distance of one metre. */
  readonly power: number;
  readonly color: LinearColor;
}

/** A place on the floor or the wall, and which way its surface faces. */
export interface Spot {
  x: number;
  y: number;
  z: number;
  /** How far it faces up, and towards the camera. */
  up: number;
  front: number;
}

/** Half the height of what is seen at a distance of one metre. */
const halfHeight = 0.36;

export function newSpot(): Spot {
  return { x: 0, y: 0, z: 0, up: 0, front: 1 };
}

/** Finds what is seen at a place of the image: `x` from its middle and `y` from its top, both in its heights. */
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
    // Where the ray meets the quarter of a cylinder between floor and wall.
    const middle = wallDistance - bend;
    const a = rise * rise + 1;
    const half = rise * (cameraHeight - bend) - middle;
    const c = (cameraHeight - bend) ** 2 + middle * middle - bend * bend;
    z = (-half + Math.sqrt(Math.max(0, half * half - a * c))) / a;
    // Paper begins to bend and ends it slowly; a true quarter of a cylinder shows its two lines.
    const share = Math.atan2(bend - (cameraHeight + rise * z), Math.max(0, z - middle)) / (Math.PI / 2);
    const angle = smoothStep(0, 1, share) * (Math.PI / 2);
    spot.up = Math.sin(angle);
    spot.front = Math.cos(angle);
  }
  spot.x = side * z;
  spot.y = cameraHeight + rise * z;
  spot.z = z;
}

/** @returns how much of a lamp's light falls on a spot. A large lamp reaches round the corner a little. */
export function lightOn(spot: Spot, lamp: Lamp, softness: number): number {
  const x = lamp.x - spot.x;
  const y = lamp.y - spot.y;
  const z = lamp.z - spot.z;
  const squared = x * x + y * y + z * z;
  const cosine = (y * spot.up - z * spot.front) / Math.sqrt(squared);
  return (lamp.power * Math.max(0, cosine + softness)) / ((1 + softness) * squared);
}

/** How much darker a lens draws its corners. */
export function vignette(x: number, y: number, strength: number): number {
  return 1 / (1 + strength * (x * x + (y - 0.5) ** 2)) ** 2;
}
