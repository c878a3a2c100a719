import { GIFEncoder, quantize } from 'gifenc';

/** Alpha from which a pixel is opaque. A GIF has no partial transparency. */
const opaqueFrom = 128;
/** One of the 256 colours of a GIF stands for transparency. */
const maxColors = 255;
const channels = 3;

/** A colour's red, green and blue, 0…255. */
type Color = readonly [red: number, green: number, blue: number];

/**
 * Encodes an image as a GIF with colours of its own. Colours that the GIF lacks are mixed from neighbouring pixels.
 * @returns a GIF of one image.
 */
export function encodeGif({ data, width, height }: ImageData): Blob {
  const opaque = opaquePixels(data);
  const colors = opaque.length > 0 ? quantize(opaque, maxColors, { format: 'rgb565' }) : [];
  const transparentIndex = colors.length;
  const indices = diffused({ data, width, height }, colors, transparentIndex);
  const encoder = GIFEncoder();
  const palette = [...colors, [0, 0, 0] as const];
  encoder.writeFrame(indices, width, height, { palette, transparent: true, transparentIndex });
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

/** Returns the pixels that the GIF shows, so that no colour is spent on the others. They are alone in their buffer, which gifenc reads. */
function opaquePixels(data: ImageDataArray): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(data.length);
  let end = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < opaqueFrom) continue;
    pixels.set(data.subarray(at, at + 4), end);
    end += 4;
  }
  return pixels.slice(0, end);
}

/**
 * Returns the index of a colour for each pixel. The difference between a pixel's colour and the one that it gets is added to
 * the pixels right of it and below it.
 * @see Floyd and Steinberg, An adaptive algorithm for spatial greyscale, 1976
 */
function diffused(
  { data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>,
  colors: readonly Color[],
  transparentIndex: number,
): Uint8Array<ArrayBuffer> {
  const indices = new Uint8Array(width * height).fill(transparentIndex);
  const nearest = createNearest(colors);
  // Both rows have a pixel more at each end, so that their edges need no conditions.
  let errors = new Float32Array((width + 2) * channels);
  let below = new Float32Array(errors.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      if ((data[at + 3] ?? 0) < opaqueFrom) continue;
      const place = (x + 1) * channels;
      const wanted = [0, 1, 2].map((channel) => clamped((data[at + channel] ?? 0) + (errors[place + channel] ?? 0)));
      const index = nearest(wanted);
      indices[y * width + x] = index;
      for (let channel = 0; channel < channels; channel += 1) {
        const error = ((wanted[channel] ?? 0) - (colors[index]?.[channel] ?? 0)) / 16;
        add(errors, place + channels + channel, 7 * error);
        add(below, place - channels + channel, 3 * error);
        add(below, place + channel, 5 * error);
        add(below, place + channels + channel, error);
      }
    }
    [errors, below] = [below, errors.fill(0)];
  }
  return indices;
}

/** Returns a function that finds the nearest colour. Colours that agree in 5 or 6 bits of each channel have the same one. */
function createNearest(colors: readonly Color[]): (color: readonly number[]) => number {
  const known = new Int16Array(2 ** 16).fill(-1);
  return ([red = 0, green = 0, blue = 0]) => {
    const key = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
    let index = known[key] ?? -1;
    if (index >= 0) return index;
    let nearestDistance = Infinity;
    for (const [each, [r, g, b]] of colors.entries()) {
      const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2;
      if (distance >= nearestDistance) continue;
      nearestDistance = distance;
      index = each;
    }
    known[key] = index;
    return index;
  };
}

function add(values: Float32Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}

function clamped(value: number): number {
  return Math.min(255, Math.max(0, value));
}
