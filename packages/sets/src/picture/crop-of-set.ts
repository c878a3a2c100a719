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

/** Returns the largest part of a set with the result's shape, around the middle of the ground. */
export function cropOfSet({ ground }: Pick<RenderedSet, 'ground'>, widthPx: number, heightPx: number): SetCrop {
  const share = widthPx / heightPx / setRatio;
  const [width, height] = share < 1 ? [share, 1] : [1, 1 / share];
  const middle = ground ? (ground.backY + ground.frontY) / 2 : 0.5;
  return { left: (1 - width) / 2, top: Math.min(1 - height, Math.max(0, middle - height / 2)), width, height };
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

/** Returns the ground and the light of a set's whole picture. A flip exchanges left and right. */
export function surroundingsOfSet(
  { ground, horizonY, focal, lights, ambient }: RenderedSet,
  { isFlipped }: Pick<SetAdjustments, 'isFlipped'>,
): SetSurroundings {
  const [main, ...others] = lights;
  const lamps = isFlipped ? ([flipped(main), ...others.map(flipped)] as const) : lights;
  return { ...(ground && { ground: { ...ground, horizonY, focal } }), lamps, ambient };
}

/**
 * Returns the ground as a result shows it that is cut from the set's picture.
 * @param ratio Width of the result divided by its height.
 */
export function groundInResult<Seen extends SeenGround>(ground: Seen, ratio: number): Seen {
  const { top, height } = cropOfSet({ ground }, ratio, 1);
  const row = (y: number) => (y - top) / height;
  const { horizonY, focal, backY, frontY } = ground;
  return { ...ground, horizonY: row(horizonY), focal: focal / height, backY: row(backY), frontY: row(frontY) };
}

function flipped(light: SetLightSource): SetLightSource {
  return { ...light, azimuthDeg: (360 - light.azimuthDeg) % 360 };
}
