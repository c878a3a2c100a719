import type { Face, FaceImage } from '@isola/segmenter/faces';

import { createWallMeasure, type Wall } from '../compliance/measure-wall.ts';

/** Width of each of the two stripes beside the head, and their distance from the face, in widths of the face. */
const [stripeWidth, stripeDistance] = [0.35, 0.75];
/** Number of samples along a side of a stripe. */
const samples = 24;

/**
 * Measures the wall to both sides of the head, far enough from the face for long hair.
 * @returns undefined when the image ends before.
 */
export function wallBeside(image: FaceImage, { box, eyes }: Pick<Face, 'box' | 'eyes'>): Wall | undefined {
  const measure = createWallMeasure();
  const middleX = (eyes.left.x + eyes.right.x) / 2;
  const bottom = (eyes.left.y + eyes.right.y) / 2;
  const top = bottom - box.heightPx;
  for (const side of [-1, 1]) {
    for (let sample = 0; sample < samples * samples; sample += 1) {
      const across = stripeDistance + (stripeWidth * ((sample % samples) + 0.5)) / samples;
      const x = Math.round(middleX + side * across * box.widthPx);
      const y = Math.round(top + ((bottom - top) * (Math.floor(sample / samples) + 0.5)) / samples);
      if (x >= 0 && y >= 0 && x < image.widthPx && y < image.heightPx)
        measure.add(image.pixels, (y * image.widthPx + x) * 4);
    }
  }
  return measure.wallOf((samples * samples) / 2);
}
