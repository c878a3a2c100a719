import type { Face } from '@isola/segmenter/faces';

import type { Wall } from '../compliance/measure-wall.ts';

/** A face in the image and the light on it, in px of the image. */
export interface MeasuredFace extends Omit<Face, 'mesh'> {
  /** Brightness of the darker cheek as a share of the brighter one, in linear light: 1 when both are equal. */
  readonly evenLight: number;
  /** Brightness of the brighter cheek, in linear light, 0…1. */
  readonly brightness: number;
  /** Share of the area around the eyes that is nearly white in a darker surrounding, as by reflections in glasses. */
  readonly glare: number;
  /** The wall beside the head. Absent where the image shows none. */
  readonly wall?: Wall | undefined;
}

/**
 * Returns a face in px of an image that is `scale` times as large.
 * @example
 * scaledFace(face, 2).chin.y === face.chin.y * 2; // true
 */
export function scaledFace(face: MeasuredFace, scale: number): MeasuredFace {
  const scaled = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: x * scale, y: y * scale });
  const { box, eyes, chin, mouth } = face;
  return {
    ...face,
    box: {
      leftPx: box.leftPx * scale,
      topPx: box.topPx * scale,
      widthPx: box.widthPx * scale,
      heightPx: box.heightPx * scale,
    },
    eyes: { left: scaled(eyes.left), right: scaled(eyes.right) },
    chin: scaled(chin),
    mouth: scaled(mouth),
  };
}
