import type { EnlargerImage } from '../src/enlarge/enlarger-image.ts';

interface Layer {
  readonly weights: readonly number[];
  readonly bias: readonly number[];
}

/** A network as the file of WebSR contains it. */
export type WebsrNetwork = Readonly<Record<string, Layer>>;

/** Values of four channels for each pixel of a picture. */
type Plane = Float64Array;

/**
 * Computes the enlargement in double precision, as WebSR's shaders `conv2d-3x4`, `conv2d-16x4`, `conv2d-112x4` and `display_3c`
 * do, from a picture whose outermost pixels are repeated.
 * @returns RGBA; alpha is not set.
 */
export function plainSums(network: WebsrNetwork, picture: EnlargerImage): Uint8ClampedArray {
  const marginPx = 8;
  const [widthPx, heightPx] = [picture.widthPx + 2 * marginPx, picture.heightPx + 2 * marginPx];
  const at = (x: number, y: number, channel: number) => {
    const column = Math.min(picture.widthPx - 1, Math.max(0, x - marginPx));
    const row = Math.min(picture.heightPx - 1, Math.max(0, y - marginPx));
    return (picture.pixels[(row * picture.widthPx + column) * 4 + channel] ?? 0) / 255;
  };
  const pixels = Float64Array.from({ length: widthPx * heightPx * 4 }, (_, index) =>
    index % 4 === 3 ? 1 : at((index >> 2) % widthPx, Math.floor((index >> 2) / widthPx), index % 4),
  );
  const layers: (readonly [Plane, Plane])[] = [];
  for (let index = 0; index < 7; index += 1) {
    const before = layers.at(-1);
    const inputs = before ? [...before.map(positive), ...before.map(negative)] : [pixels];
    const name = index === 0 ? 'conv2d_tf' : `conv2d_${index}_tf`;
    const compute = (layer: Layer | undefined) => convolved(layer, inputs, widthPx, heightPx);
    layers.push([compute(network[name]), compute(network[`${name}1`])]);
  }
  const colours = ['conv2d_last_tf', 'conv2d_last_tf1', 'conv2d_last_tf2'].map((name) => network[name]);
  const doubled = new Uint8ClampedArray(picture.widthPx * picture.heightPx * 16);
  for (let to = 0; to < doubled.length; to += 4) {
    const [column, row] = [(to >> 2) % (2 * picture.widthPx), Math.floor((to >> 2) / (2 * picture.widthPx))];
    const pixel = ((row >> 1) + marginPx) * widthPx + (column >> 1) + marginPx;
    const [x, y] = [(column + 0.5) / 2 - 0.5 + marginPx, (row + 0.5) / 2 - 0.5 + marginPx];
    for (const [channel, layer] of colours.entries()) {
      const linear = interpolated((left, top) => at(left, top, channel), x, y);
      doubled[to + channel] = 255 * (linear + added(layer, layers, pixel, (row & 1) * 2 + (column & 1)));
    }
  }
  return doubled;
}

const positive = (plane: Plane): Plane => plane.map((value) => Math.max(0, value));
const negative = (plane: Plane): Plane => plane.map((value) => Math.max(0, -value));

/** Convolves planes by 3 × 3 px. The weights of each plane are 9 matrices, column by column of the window. */
function convolved(layer: Layer | undefined, inputs: readonly Plane[], widthPx: number, heightPx: number): Plane {
  const result = new Float64Array(widthPx * heightPx * 4);
  for (let to = 0; to < result.length; to += 1) {
    const [pixel, output] = [to >> 2, to % 4];
    const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    let sum = layer?.bias[output] ?? NaN;
    for (const [index, plane] of inputs.entries()) {
      for (let place = 0; place < 9; place += 1) {
        const [column, row] = [x + Math.floor(place / 3) - 1, y + (place % 3) - 1];
        if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue;
        for (let input = 0; input < 4; input += 1) {
          const weight = layer?.weights[((index * 9 + place) * 4 + input) * 4 + output] ?? NaN;
          sum += weight * (plane[(row * widthPx + column) * 4 + input] ?? 0);
        }
      }
    }
    result[to] = sum;
  }
  return result;
}

/** Returns what all layers add to one of the four pixels that a pixel becomes. */
function added(
  layer: Layer | undefined,
  layers: readonly (readonly [Plane, Plane])[],
  pixel: number,
  corner: number,
): number {
  let sum = layer?.bias[corner] ?? NaN;
  for (const [index, [low, high]] of layers.entries()) {
    for (const [part, plane] of [low, high, low, high].entries()) {
      for (let input = 0; input < 4; input += 1) {
        const value = plane[pixel * 4 + input] ?? NaN;
        const weight = layer?.weights[((index * 4 + part) * 4 + input) * 4 + corner] ?? NaN;
        sum += weight * Math.max(0, part < 2 ? value : -value);
      }
    }
  }
  return sum;
}

function interpolated(at: (x: number, y: number) => number, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const upper = at(left, top) * (1 - across) + at(left + 1, top) * across;
  const lower = at(left, top + 1) * (1 - across) + at(left + 1, top + 1) * across;
  return upper * (1 - down) + lower * down;
}
