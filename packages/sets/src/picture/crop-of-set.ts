import type { SetAdjustments } from '../catalogue/adjustments.ts';
import type { RenderedSet, SetLightSource } from '../catalogue/set.ts';

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

/**
 * Returns the geometry and the light of a set as a result of the given shape shows it: rows and the focal length are
 * in heights of the result, and a flip exchanges left and right.
 */
export function setInResult(
  set: RenderedSet,
  { isFlipped }: Pick<SetAdjustments, 'isFlipped'>,
  widthPx: number,
  heightPx: number,
): RenderedSet {
  const { top, height } = cropOfSet(set, widthPx, heightPx);
  const row = (y: number) => (y - top) / height;
  const { ground, lights, horizonY, focal } = set;
  return {
    ...set,
    horizonY: row(horizonY),
    focal: focal / height,
    ground: ground && { ...ground, backY: row(ground.backY), frontY: row(ground.frontY) },
    lights: isFlipped ? lights.map(flipped) : lights,
  };
}

function flipped(light: SetLightSource): SetLightSource {
  return { ...light, azimuthDeg: (360 - light.azimuthDeg) % 360 };
}
