import type { SetAdjustments } from '../catalogue/adjustments.ts';
import type { RenderedSet, SetGround, SetLightSource } from '../catalogue/set.ts';

/** Ratio of width to height of every set's picture. */
const setRatio = 4 / 3;

/** Part of a set's picture, in fractions of its width and height. */
export interface SetCrop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Smallest part above the ground that is shown alone, as a share of the picture's height. A smaller one would be blurred. */
const leastAbove = 0.4;

/**
 * Returns the largest part of a set with the result's shape, around the middle of the ground. Without a floor it lies
 * above the ground's end.
 */
export function cropOfSet(
  { ground }: Pick<RenderedSet, 'ground'>,
  { hasFloor }: Pick<SetAdjustments, 'hasFloor'>,
  widthPx: number,
  heightPx: number,
): SetCrop {
  const above = ground && !hasFloor ? (ground.end?.y ?? ground.backY) : 1;
  const room = above < leastAbove ? 1 : above;
  const share = widthPx / heightPx / setRatio;
  const height = Math.min(room, 1 / share);
  const width = height * share;
  const middle = ground && hasFloor ? (ground.backY + ground.frontY) / 2 : room;
  return { left: (1 - width) / 2, top: Math.min(room - height, Math.max(0, middle - height / 2)), width, height };
}

/** A set's ground together with the camera that sees it. Rows and the focal length are in heights of the picture. */
export interface SeenGround extends SetGround {
  readonly horizonY: number;
  readonly focal: number;
}

/** The ground and the light of a set, with which a subject is placed in it. */
export interface SetSurroundings {
  /** Absent when the picture shows no floor. */
  readonly ground?: SeenGround;
  /** Sources of light, the strongest first. */
  readonly lamps: RenderedSet['lights'];
  readonly ambient: RenderedSet['ambient'];
}

/** Returns the ground, as far as it is shown, and the light of a set's whole picture. A flip exchanges left and right. */
export function surroundingsOfSet(
  { ground, horizonY, focal, lights, ambient }: RenderedSet,
  { hasFloor, isFlipped }: Pick<SetAdjustments, 'hasFloor' | 'isFlipped'>,
): SetSurroundings {
  const [main, ...others] = lights;
  const lamps = isFlipped ? ([flipped(main), ...others.map(flipped)] as const) : lights;
  return { ...(ground && hasFloor && { ground: { ...ground, horizonY, focal } }), lamps, ambient };
}

/**
 * Returns the ground as a result shows it that is cut from the set's picture.
 * @param ratio Width of the result divided by its height.
 */
export function groundInResult<Seen extends SeenGround>(ground: Seen, ratio: number): Seen {
  const { top, height } = cropOfSet({ ground }, { hasFloor: true }, ratio, 1);
  const row = (y: number) => (y - top) / height;
  const { horizonY, focal, backY, frontY, end } = ground;
  return {
    ...ground,
    horizonY: row(horizonY),
    focal: focal / height,
    backY: row(backY),
    frontY: row(frontY),
    ...(end && { end: { ...end, y: row(end.y) } }),
  };
}

function flipped(light: SetLightSource): SetLightSource {
  return { ...light, azimuthDeg: (360 - light.azimuthDeg) % 360 };
}
