import { PNG } from 'pngjs';

/** Returns the absolute differences of alpha between two PNGs of the same size, pixel by pixel: 0…255. */
export function alphaDifferences(onePng: Buffer, otherPng: Buffer): number[] {
  const [one, other] = [PNG.sync.read(onePng), PNG.sync.read(otherPng)];
  if (one.width !== other.width || one.height !== other.height) {
    throw new Error(`one is ${one.width} × ${one.height} px and the other ${other.width} × ${other.height} px`);
  }
  return Array.from({ length: one.width * one.height }, (_, pixel) =>
    Math.abs((one.data[pixel * 4 + 3] ?? 0) - (other.data[pixel * 4 + 3] ?? 0)),
  );
}
