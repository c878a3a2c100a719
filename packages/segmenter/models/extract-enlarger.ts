import * as z from 'zod';

import { additionSteps, type EnlargerStep, enlargerWeightCount, layerSteps } from '../src/enlarge/network-steps.ts';

const layerSchema = z.object({ weights: z.array(z.number()), bias: z.array(z.number()).length(4) });

/** The file of a network of WebSR, which lists matrices of 4 × 4: for each, the four outputs of each of four inputs. */
const fileSchema = z.object({
  name: z.literal('anime4k/cnn-2x-l'),
  layers: z.record(z.string(), z.looseObject({})),
});

/** Number of outputs of a matrix, and of its inputs. */
const side = 4;

/**
 * Converts the network `cnn-2x-l` of WebSR to the weights of the steps.
 *
 * Each of its layers is two convolutions of four channels with the same inputs, which become one of eight. The result has three
 * convolutions of four channels, one for each colour; their channels are the four pixels that a pixel becomes.
 * @param file JSON: `weights/anime4k/cnn-2x-l-an.json` of the package `@websr/websr`.
 * @returns float16, in the order of the steps.
 * @throws when the file is not that of such a network.
 */
export function extractEnlarger(file: Uint8Array): Uint16Array<ArrayBuffer> {
  const { layers } = fileSchema.parse(JSON.parse(new TextDecoder().decode(file)));
  const layerNamed = (name: string) => layerSchema.parse(layers[name]);
  const halves = new Float16Array(enlargerWeightCount);
  let at = 0;
  const put = (value: number | undefined) => {
    if (value === undefined) throw new Error(`the network has too few weights, at ${at}`);
    halves[at] = value;
    at += 1;
  };
  for (const [index, step] of layerSteps.entries()) {
    const name = index === 0 ? 'conv2d_tf' : `conv2d_${index}_tf`;
    const halvesOfOutputs = [layerNamed(name), layerNamed(`${name}1`)];
    eachWeight(step, (row, column, input, output) => {
      // Matrices are listed by inputs, then by columns of the window, then by rows.
      const matrix = Math.floor(input / side) * 9 + column * 3 + row;
      put(halvesOfOutputs[output >> 2]?.weights[(matrix * side + (input % side)) * side + (output % side)]);
    });
    for (const { bias } of halvesOfOutputs) for (const value of bias) put(value);
  }
  const colours = ['conv2d_last_tf', 'conv2d_last_tf1', 'conv2d_last_tf2'].map(layerNamed);
  for (const [index, step] of additionSteps.entries()) {
    eachWeight(step, (_row, _column, input, output) => {
      const matrix = index * 4 + Math.floor(input / side);
      const colour = colours[output % side];
      put(colour ? colour.weights[(matrix * side + (input % side)) * side + (output >> 2)] : 0);
    });
    // The biases of the sum are those of the first addition.
    for (let output = 0; output < step.outputs; output += 1) {
      put(index === 0 ? (colours[output % side]?.bias[output >> 2] ?? 0) : 0);
    }
  }
  return new Uint16Array(halves.buffer);
}

/** Calls a function for each weight of a step, in the order of the file. */
function eachWeight(
  { windowPx, inputs, outputs }: EnlargerStep,
  take: (row: number, column: number, input: number, output: number) => void,
): void {
  for (let firstOutput = 0; firstOutput < outputs; firstOutput += 8) {
    for (let place = 0; place < windowPx * windowPx; place += 1) {
      const [row, column] = [Math.floor(place / windowPx), place % windowPx];
      for (let input = 0; input < inputs; input += 1) {
        for (let output = firstOutput; output < firstOutput + 8; output += 1) take(row, column, input, output);
      }
    }
  }
}
