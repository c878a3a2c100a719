import { FLOAT } from './lanes';
import { Layer } from './layer';
import { multiplyPanel, PANEL } from './matrix-product';
import { preparePanel } from './prepare-weights';
import { takePart } from '../shared/threads';
import { countTiles, transformTile, writeTile } from './tiles';

/**
 * Computes a convolution whose weights are prepared: for large images with few channels. Threads share it by blocks of
 * tiles. Each block is transformed, multiplied and transformed back while it is in the cache.
 * @param counter see `takePart`.
 * @param scratch memory of this thread: first what the transforms need, then the buffers that `layer` places in it.
 */
export function convolve(layer: Layer, counter: usize, scratch: usize): void {
  const inputs = layer.inputs;
  const outputs = layer.outputs;
  const points = layer.points;
  const blockTiles = layer.blockTiles;
  const blockInputs = layer.blockInputs;
  const tileBytes = <usize>inputs * FLOAT;
  const resultBytes = <usize>outputs * FLOAT;
  const sources = scratch + layer.sources;
  const sourcePointBytes = layer.sourcePointBytes;
  const results = scratch + layer.results;
  const resultPointBytes = layer.resultPointBytes;
  const tiles = countTiles(layer);
  for (;;) {
    const first = takePart(counter) * blockTiles;
    if (first >= tiles) return;
    const count = min(blockTiles, tiles - first);
    for (let tile = 0; tile < count; tile++) {
      transformTile(layer, first + tile, sources + tile * tileBytes, sourcePointBytes, scratch);
    }
    const panelBytes = <usize>(inputs * PANEL) * FLOAT;
    let panels = layer.weights;
    for (let point = 0; point < points; point++) {
      const source = sources + point * sourcePointBytes;
      const result = results + point * resultPointBytes;
      for (let firstInput = 0; firstInput < inputs; firstInput += blockInputs) {
        const depth = min(blockInputs, inputs - firstInput);
        const from = source + <usize>firstInput * FLOAT;
        let panel = panels + <usize>(firstInput * PANEL) * FLOAT;
        for (let output = 0; output < outputs; output += PANEL) {
          const to = result + <usize>output * FLOAT;
          multiplyPanel(from, tileBytes, panel, to, resultBytes, wholeRows(count), depth, firstInput > 0);
          panel += panelBytes;
        }
      }
      panels += <usize>(outputs / PANEL) * panelBytes;
    }
    for (let tile = 0; tile < count; tile++) {
      writeTile(layer, first + tile, results + tile * resultBytes, resultPointBytes, 0, outputs, scratch);
    }
  }
}

/**
 * Rounds up to a multiple of six, because the product processes six tiles at once. The results of the missing tiles are
 * never read.
 */
// @ts-ignore: decorator
@inline
function wholeRows(tiles: i32): i32 {
  return ((tiles + 5) / 6) * 6;
}

/**
 * Computes the first half of a convolution whose weights are prepared on the fly: transforms the source into
 * `layer.sources`, which all threads share.
 */
export function transformLayer(layer: Layer, counter: usize, scratch: usize): void {
  const tileBytes = <usize>layer.inputs * FLOAT;
  const tiles = countTiles(layer);
  for (;;) {
    const first = takePart(counter) * layer.blockTiles;
    if (first >= tiles) return;
    for (let tile = first; tile < min(first + layer.blockTiles, tiles); tile++) {
      transformTile(layer, tile, layer.sources + tile * tileBytes, layer.sourcePointBytes, scratch);
    }
  }
}

/**
 * Computes the second half: for small images with many channels. If these weights were prepared in advance, they would
 * take four times their size as floats, 700 MB in IS-Net. Instead, each thread takes some outputs at a time, prepares
 * their weights for some inputs, uses them for every tile, and overwrites them.
 */
export function multiplyLayer(layer: Layer, counter: usize, scratch: usize): void {
  const inputs = layer.inputs;
  const outputs = layer.outputs;
  const points = layer.points;
  const blockOutputs = layer.blockOutputs;
  const blockInputs = layer.blockInputs;
  const tileBytes = <usize>inputs * FLOAT;
  const panelBytes = <usize>(blockInputs * PANEL) * FLOAT;
  const weights = scratch + layer.preparedWeights;
  const weightPointBytes = layer.preparedPointBytes;
  const resultBytes = <usize>blockOutputs * FLOAT;
  const results = scratch + layer.results;
  const resultPointBytes = layer.resultPointBytes;
  const tiles = countTiles(layer);
  for (;;) {
    const firstOutput = takePart(counter) * blockOutputs;
    if (firstOutput >= outputs) return;
    const outputCount = min(blockOutputs, outputs - firstOutput);
    for (let firstInput = 0; firstInput < inputs; firstInput += blockInputs) {
      const inputCount = min(blockInputs, inputs - firstInput);
      for (let output = 0; output < outputCount; output += PANEL) {
        const stored = layer.weights + <usize>(firstInput * 9) * outputs + firstOutput + output;
        const to = weights + <usize>(output / PANEL) * panelBytes;
        preparePanel(stored, inputCount, outputs, layer.side, to, weightPointBytes, scratch);
      }
      for (let point = 0; point < points; point++) {
        const source = layer.sources + point * layer.sourcePointBytes + <usize>firstInput * FLOAT;
        const result = results + point * resultPointBytes;
        let panel = weights + point * weightPointBytes;
        for (let output = 0; output < outputCount; output += PANEL) {
          const to = result + <usize>output * FLOAT;
          multiplyPanel(source, tileBytes, panel, to, resultBytes, wholeRows(tiles), inputCount, firstInput > 0);
          panel += panelBytes;
        }
      }
    }
    for (let tile = 0; tile < tiles; tile++) {
      writeTile(layer, tile, results + tile * resultBytes, resultPointBytes, firstOutput, outputCount, scratch);
    }
  }
}
