import { linearOf } from '@isola/imaging';
import type { Face, FaceImage } from '@isola/segmenter/faces';

/** Points of the face mesh in the middle of the cheeks, left and right in the image. */
const cheeks = { left: [50, 101, 118, 205], right: [280, 330, 347, 425] } as const;
/** Points of the face mesh around the eyes: between the brow and the cheek, from the nose to the temple. */
const eyeAreas = [
  [70, 107, 196, 234],
  [300, 336, 419, 454],
] as const;
/** Radius around a point of a cheek, as a share of the face's height. */
const cheekRadius = 0.04;
/** Smallest 8-bit value of all channels of a reflection, and the largest mean value of what surrounds it. */
const [glareFrom, glareSurrounding] = [243, 190];

/**
 * Measures the light on a face.
 * @example
 * const { evenLight, glare } = measureLight(image, face);
 */
export function measureLight(image: FaceImage, { mesh, box }: Pick<Face, 'mesh' | 'box'>) {
  const radius = box.heightPx * cheekRadius;
  const brightness = (points: readonly number[]) =>
    points.reduce((sum, point) => sum + brightnessAround(image, mesh, point, radius), 0) / points.length;
  const [left, right] = [brightness(cheeks.left), brightness(cheeks.right)];
  const brighter = Math.max(left, right);
  return {
    brightness: brighter,
    evenLight: brighter > 0 ? Math.min(left, right) / brighter : 1,
    glare: Math.max(...eyeAreas.map((points) => glareWithin(image, mesh, points))),
  };
}

/** Returns the mean luminance around a point of the mesh, in linear light. */
function brightnessAround(image: FaceImage, mesh: Float32Array, point: number, radius: number): number {
  const [x, y] = [mesh[point * 3] ?? 0, mesh[point * 3 + 1] ?? 0];
  let [sum, count] = [0, 0];
  eachPixel(image, x - radius, y - radius, x + radius, y + radius, (red, green, blue) => {
    sum += 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
    count += 1;
  });
  return count > 0 ? sum / count : 0;
}

function glareWithin(image: FaceImage, mesh: Float32Array, points: readonly number[]): number {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => mesh[point * 3 + axis] ?? 0));
  if (!xs || !ys) return 0;
  let [bright, count, total] = [0, 0, 0];
  eachPixel(image, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), (red, green, blue) => {
    if (Math.min(red, green, blue) >= glareFrom) bright += 1;
    else total += (red + green + blue) / 3;
    count += 1;
  });
  // An overexposed face is bright everywhere.
  const surrounding = count > bright ? total / (count - bright) : 255;
  return count > 0 && surrounding <= glareSurrounding ? bright / count : 0;
}

function eachPixel(
  { pixels, widthPx, heightPx }: FaceImage,
  left: number,
  top: number,
  right: number,
  bottom: number,
  visit: (red: number, green: number, blue: number) => void,
): void {
  for (let y = Math.max(0, Math.round(top)); y < Math.min(heightPx, bottom); y += 1) {
    for (let x = Math.max(0, Math.round(left)); x < Math.min(widthPx, right); x += 1) {
      const at = (y * widthPx + x) * 4;
      visit(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    }
  }
}

function light(value: number): number {
  return linearOf[value] ?? 0;
}
