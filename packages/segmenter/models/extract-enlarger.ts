import { type EnlargerStep, enlargerSteps, enlargerWeightCount } from '../src/enlarge/network-steps.ts';

/** Names and shapes of the layers in the file of ESRGAN-slim ×2, in its order: window, inputs, outputs. */
const layers = [
  ['F_0', 3, 64, 64],
  ['F_1_1', 3, 64, 4],
  ['F_2_1', 3, 64, 4],
  ['F_m1', 3, 3, 64],
  ['GFF_1', 1, 128, 64],
  ['GFF_2', 3, 64, 64],
  ['LFF_1', 1, 68, 64],
  ['LFF_2', 1, 68, 64],
  ['SR', 3, 12, 3],
  ['UPN1', 5, 64, 64],
  ['UPN2', 3, 64, 32],
  ['UPN3', 3, 32, 12],
] as const;

type LayerName = (typeof layers)[number][0];

/** A convolution in double precision. */
interface Convolution {
  readonly windowPx: number;
  readonly inputs: number;
  readonly outputs: number;
  /** `[window][window][inputs][outputs]` */
  readonly weights: Float64Array;
  readonly biases: Float64Array;
}

/**
 * Converts the weights of ESRGAN-slim ×2 to those of `enlargerSteps`.
 *
 * All its layers before the upsampling are linear in the pixels except two rectified maps of four channels. Convolutions that
 * follow each other without a function between them are joined, which leaves 64 % of the multiplications. The results equal
 * those of the original layers wherever the window does not reach beyond the picture: there the original pads every layer by
 * zeros, and the joined ones see the pixels that continue the picture.
 * @param file float32, little-endian: `models/x2/group1-shard1of1.bin` of the package `@upscalerjs/esrgan-slim`.
 * @returns float16, in the order of `enlargerSteps`.
 * @throws when the file has another size.
 */
export function extractEnlarger(file: Uint8Array): Uint16Array<ArrayBuffer> {
  const layer = readLayers(file);
  // Names of the paper: Zhang et al. 2018, "Residual Dense Network for Image Super-Resolution".
  const [firstLocal, secondLocal, global] = [layer('LFF_1'), layer('LFF_2'), layer('GFF_1')];
  const shallow = after(layer('F_0'), layer('F_m1'));
  // LRL_1 = LFF_1 · [F_0, details] + F_0
  const block = after(plusIdentity(ofInputs(firstLocal, 0, 64)), shallow);
  const blockOfDetails = withoutBiases(ofInputs(firstLocal, 64, 68));
  // LRL_2 = LFF_2 · [LRL_1, moreDetails] + LRL_1, and GFF_1 = GFF_1 · [LRL_1, LRL_2]
  const later = ofInputs(global, 64, 128);
  const fused = sum(withoutBiases(ofInputs(global, 0, 64)), after(later, plusIdentity(ofInputs(secondLocal, 0, 64))));
  const spatial = layer('GFF_2');
  const look = sum(after(spatial, after(fused, block)), layer('F_m1'));
  const ofDetails = withoutBiases(after(spatial, after(withoutBiases(fused), blockOfDetails)));
  const ofMore = withoutBiases(
    after(spatial, after(withoutBiases(later), withoutBiases(ofInputs(secondLocal, 64, 68)))),
  );
  const moreOfDetails = withoutBiases(after(layer('F_2_1'), blockOfDetails));
  return pack({
    details: besides(after(layer('F_1_1'), shallow), after(layer('F_2_1'), block)),
    moreDetails: above(besides(identity(4, 3), moreOfDetails), besides(none(4, 4, 3), identity(4, 3))),
    look,
    features: above(ofDetails, ofMore),
    mix: layer('UPN1'),
    narrow: layer('UPN2'),
    spread: layer('UPN3'),
    pixels: doubled(layer('SR')),
  });
}

function readLayers(file: Uint8Array): (name: LayerName) => Convolution {
  const numbers = new Float32Array(file.slice().buffer);
  const found = new Map<LayerName, Convolution>();
  let at = 0;
  for (const [name, windowPx, inputs, outputs] of layers) {
    const take = (count: number) => Float64Array.from(numbers.subarray(at, (at += count)));
    const weights = take(windowPx * windowPx * inputs * outputs);
    found.set(name, { windowPx, inputs, outputs, weights, biases: take(outputs) });
  }
  if (at !== numbers.length) throw new Error(`the file has ${numbers.length} numbers instead of ${at}`);
  return (name) => found.get(name) ?? none(0, 0, 0);
}

function none(inputs: number, outputs: number, windowPx: number): Convolution {
  const weights = new Float64Array(windowPx * windowPx * inputs * outputs);
  return { windowPx, inputs, outputs, weights, biases: new Float64Array(outputs) };
}

/** Fills the weights of a new convolution. */
function made(
  [inputs, outputs, windowPx]: readonly [inputs: number, outputs: number, windowPx: number],
  weightAt: (row: number, column: number, input: number, output: number) => number,
  biasAt: (output: number) => number,
): Convolution {
  const result = none(inputs, outputs, windowPx);
  let at = 0;
  for (let row = 0; row < windowPx; row += 1) {
    for (let column = 0; column < windowPx; column += 1) {
      for (let input = 0; input < inputs; input += 1) {
        for (let output = 0; output < outputs; output += 1) {
          result.weights[at] = weightAt(row, column, input, output);
          at += 1;
        }
      }
    }
  }
  for (let output = 0; output < outputs; output += 1) result.biases[output] = biasAt(output);
  return result;
}

/** Returns a weight, which is 0 outside of the window and of the channels. */
function weightOf(
  { windowPx, inputs, outputs, weights }: Convolution,
  row: number,
  column: number,
  input: number,
  output: number,
): number {
  const isInside = row >= 0 && column >= 0 && row < windowPx && column < windowPx;
  if (!isInside || input >= inputs || output >= outputs) return 0;
  return weights[((row * windowPx + column) * inputs + input) * outputs + output] ?? 0;
}

function identity(channels: number, windowPx: number): Convolution {
  const middle = (windowPx - 1) / 2;
  return made(
    [channels, channels, windowPx],
    (row, column, input, output) => Number(row === middle && column === middle && input === output),
    () => 0,
  );
}

/** Returns the convolution of some of the input channels. */
function ofInputs(all: Convolution, first: number, end: number): Convolution {
  return made(
    [end - first, all.outputs, all.windowPx],
    (row, column, input, output) => weightOf(all, row, column, first + input, output),
    (output) => all.biases[output] ?? 0,
  );
}

function withoutBiases(convolution: Convolution): Convolution {
  return { ...convolution, biases: new Float64Array(convolution.outputs) };
}

/** Adds two convolutions of the same channels, about the same middle. */
function sum(one: Convolution, other: Convolution): Convolution {
  const windowPx = Math.max(one.windowPx, other.windowPx);
  const weightIn = (each: Convolution, row: number, column: number, input: number, output: number) => {
    const margin = (windowPx - each.windowPx) / 2;
    return weightOf(each, row - margin, column - margin, input, output);
  };
  return made(
    [one.inputs, one.outputs, windowPx],
    (...place) => weightIn(one, ...place) + weightIn(other, ...place),
    (output) => (one.biases[output] ?? 0) + (other.biases[output] ?? 0),
  );
}

function plusIdentity(convolution: Convolution): Convolution {
  return sum(convolution, identity(convolution.outputs, 1));
}

/** Puts the outputs of two convolutions of the same input next to each other. */
function besides(one: Convolution, other: Convolution): Convolution {
  return made(
    [one.inputs, one.outputs + other.outputs, one.windowPx],
    (row, column, input, output) =>
      output < one.outputs
        ? weightOf(one, row, column, input, output)
        : weightOf(other, row, column, input, output - one.outputs),
    (output) => (output < one.outputs ? one.biases[output] : other.biases[output - one.outputs]) ?? 0,
  );
}

/** Adds convolutions of different inputs, which are put next to each other. */
function above(one: Convolution, other: Convolution): Convolution {
  return made(
    [one.inputs + other.inputs, one.outputs, one.windowPx],
    (row, column, input, output) =>
      input < one.inputs
        ? weightOf(one, row, column, input, output)
        : weightOf(other, row, column, input - one.inputs, output),
    (output) => (one.biases[output] ?? 0) + (other.biases[output] ?? 0),
  );
}

/** Joins two convolutions, of which `second` is applied to the result of `first`. */
function after(second: Convolution, first: Convolution): Convolution {
  const joined = none(first.inputs, second.outputs, first.windowPx + second.windowPx - 1);
  const { windowPx, outputs, weights, biases } = joined;
  for (let output = 0; output < outputs; output += 1) biases[output] = second.biases[output] ?? 0;
  for (let place = 0; place < second.windowPx ** 2; place += 1) {
    const [row, column] = [Math.floor(place / second.windowPx), place % second.windowPx];
    for (let middle = 0; middle < first.outputs; middle += 1) {
      for (let output = 0; output < outputs; output += 1) {
        const factor = weightOf(second, row, column, middle, output);
        biases[output] = (biases[output] ?? 0) + factor * (first.biases[middle] ?? 0);
        for (let at = 0; at < first.windowPx ** 2; at += 1) {
          const [down, across] = [row + Math.floor(at / first.windowPx), column + (at % first.windowPx)];
          for (let input = 0; input < first.inputs; input += 1) {
            const to = ((down * windowPx + across) * first.inputs + input) * outputs + output;
            const value = first.weights[(at * first.inputs + input) * first.outputs + middle] ?? 0;
            weights[to] = (weights[to] ?? 0) + factor * value;
          }
        }
      }
    }
  }
  return joined;
}

/**
 * Joins the doubling by repeated pixels with the convolution after it: each of the 2 × 2 new pixels is a convolution of the
 * pixels before the doubling.
 */
function doubled(convolution: Convolution): Convolution {
  /** Returns the places of a window of 3 px, on the doubled axis, that fall on a pixel of the axis before. */
  const placesOn = (before: number, corner: number) =>
    [0, 1, 2].filter((place) => Math.floor((corner + place - 1) / 2) === before - 1);
  const channels = (output: number) => ({ corner: output >> 2, channel: output & 3 });
  return made(
    [convolution.inputs, 16, 3],
    (row, column, input, output) => {
      const { corner, channel } = channels(output);
      const places = placesOn(row, corner >> 1).flatMap((down) =>
        placesOn(column, corner & 1).map((across) => weightOf(convolution, down, across, input, channel)),
      );
      return places.reduce((total, weight) => total + weight, 0);
    },
    (output) => convolution.biases[channels(output).channel] ?? 0,
  );
}

/** Writes the weights in the kernel's order. Channels that the network does not have get zeros. */
function pack(convolutions: Readonly<Record<EnlargerStep['name'], Convolution>>): Uint16Array<ArrayBuffer> {
  const halves = new Float16Array(enlargerWeightCount);
  let at = 0;
  const put = (value: number) => {
    halves[at] = value;
    at += 1;
  };
  for (const { name, windowPx, inputs, outputs } of enlargerSteps) {
    const convolution = convolutions[name];
    if (convolution.windowPx !== windowPx) throw new Error(`${name} has a window of ${convolution.windowPx} px`);
    for (let first = 0; first < outputs; first += 8) {
      for (let place = 0; place < windowPx ** 2 * inputs * 8; place += 1) {
        const [pixel, input] = [Math.floor(place / (8 * inputs)), (place >> 3) % inputs];
        const [row, column] = [Math.floor(pixel / windowPx), pixel % windowPx];
        put(weightOf(convolution, row, column, input, first + (place & 7)));
      }
    }
    for (let output = 0; output < outputs; output += 1) put(convolution.biases[output] ?? 0);
  }
  return new Uint16Array(halves.buffer);
}
