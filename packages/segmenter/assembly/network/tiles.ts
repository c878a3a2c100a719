import { Finish } from './finish';
import { Layer } from './layer';
import { interpolatePixel, samplePosition } from './interpolation';
import { FLOAT, multiplyAdd, QUAD } from './lanes';
import { transformInputFour, transformOutputFour } from './winograd-four';
import { SIX, transformInputSix, transformOutputSix } from './winograd-six';

/**
 * A dilated convolution equals `dilation²` undilated ones, each over every `dilation`-th pixel. Each of these phases is
 * divided into its own tiles.
 */

/** Returns the number of tiles along a phase's height or width. */
// @ts-ignore: decorator
@inline
function tilesAlong(sizePx: i32, dilation: i32, side: i32): i32 {
  return ((sizePx + dilation - 1) / dilation + side - 1) / side;
}

/** Returns the number of tiles of the layer in all phases. */
export function countTiles(layer: Layer): i32 {
  const side = layer.side;
  const dilation = layer.dilation;
  return (
    tilesAlong(layer.heightPx, dilation, side) * tilesAlong(layer.widthPx, dilation, side) * dilation * dilation
  );
}

/**
 * Transforms one tile of both sources.
 * @param to address of the tile's first point; the second source's channels follow the first's.
 * @param scratch 64 quads, then a tile of the wider source.
 */
export function transformTile(layer: Layer, tile: i32, to: usize, pointBytes: usize, scratch: usize): void {
  const side = layer.side;
  const dilation = layer.dilation;
  const across = tilesAlong(layer.widthPx, dilation, side);
  const phaseTiles = tilesAlong(layer.heightPx, dilation, side) * across;
  const phase = tile / phaseTiles;
  const inPhase = tile % phaseTiles;
  const top = ((inPhase / across) * side - 1) * dilation + phase / dilation;
  const left = ((inPhase % across) * side - 1) * dilation + (phase % dilation);
  transformSource(layer, layer.a, layer.aChannels, layer.aHeightPx, layer.aWidthPx, top, left, to, pointBytes, scratch);
  if (layer.bChannels == 0) return;
  const toB = to + <usize>layer.aChannels * FLOAT;
  transformSource(layer, layer.b, layer.bChannels, layer.bHeightPx, layer.bWidthPx, top, left, toB, pointBytes, scratch);
}

function transformSource(
  layer: Layer,
  source: usize,
  channels: i32,
  sourceHeightPx: i32,
  sourceWidthPx: i32,
  top: i32,
  left: i32,
  to: usize,
  pointBytes: usize,
  scratch: usize,
): void {
  const side = layer.side;
  const dilation = layer.dilation;
  const pixelBytes = <usize>channels * FLOAT;
  const reach = (side + 1) * dilation;
  const isWhole = sourceHeightPx == layer.heightPx && sourceWidthPx == layer.widthPx;
  const isInside = top >= 0 && left >= 0 && top + reach < layer.heightPx && left + reach < layer.widthPx;
  const rowBytes = <usize>sourceWidthPx * pixelBytes;
  let from = source + <usize>top * rowBytes + <usize>left * pixelBytes;
  let rowStep = rowBytes * dilation;
  let pixelStep = pixelBytes * dilation;
  if (!isWhole || !isInside) {
    from = scratch + 64 * QUAD;
    pixelStep = pixelBytes;
    rowStep = pixelBytes * (side + 2);
    if (isWhole) copyTile(layer, source, pixelBytes, top, left, from);
    else interpolateTile(layer, source, channels, sourceHeightPx, sourceWidthPx, top, left, from);
  }
  if (side == SIX) transformInputSix(from, rowStep, pixelStep, channels, to, pointBytes, scratch);
  else transformInputFour(from, rowStep, pixelStep, channels, to, pointBytes, scratch);
}

/** Copies a tile that extends beyond the image. Pixels outside are zero. */
function copyTile(layer: Layer, source: usize, pixelBytes: usize, top: i32, left: i32, to: usize): void {
  const side = layer.side;
  const dilation = layer.dilation;
  for (let row = 0; row < side + 2; row++) {
    const y = top + row * dilation;
    for (let column = 0; column < side + 2; column++) {
      const x = left + column * dilation;
      if (y >= 0 && y < layer.heightPx && x >= 0 && x < layer.widthPx) {
        memory.copy(to, source + <usize>(y * layer.widthPx + x) * pixelBytes, pixelBytes);
      } else {
        memory.fill(to, 0, pixelBytes);
      }
      to += pixelBytes;
    }
  }
}

/**
 * Interpolates one tile of a source that is smaller than the layer. Interpolating the whole source at once would create
 * the largest tensor of the network, only to read it once.
 */
function interpolateTile(
  layer: Layer,
  source: usize,
  channels: i32,
  sourceHeightPx: i32,
  sourceWidthPx: i32,
  top: i32,
  left: i32,
  to: usize,
): void {
  const side = layer.side;
  const dilation = layer.dilation;
  const pixelBytes = <usize>channels * FLOAT;
  const yScale = <f32>sourceHeightPx / <f32>layer.heightPx;
  const xScale = <f32>sourceWidthPx / <f32>layer.widthPx;
  for (let row = 0; row < side + 2; row++) {
    const y = top + row * dilation;
    const sourceY = samplePosition(y, yScale);
    const y0 = min(<i32>sourceY, sourceHeightPx - 1);
    const upper = source + <usize>(y0 * sourceWidthPx) * pixelBytes;
    const lower = source + <usize>(min(y0 + 1, sourceHeightPx - 1) * sourceWidthPx) * pixelBytes;
    for (let column = 0; column < side + 2; column++) {
      const x = left + column * dilation;
      if (y >= 0 && y < layer.heightPx && x >= 0 && x < layer.widthPx) {
        const sourceX = samplePosition(x, xScale);
        const x0 = min(<i32>sourceX, sourceWidthPx - 1);
        const here = <usize>x0 * pixelBytes;
        const next = <usize>min(x0 + 1, sourceWidthPx - 1) * pixelBytes;
        interpolatePixel(upper + here, upper + next, lower + here, lower + next, sourceX - <f32>x0, sourceY - <f32>y0, to, channels);
      } else {
        memory.fill(to, 0, pixelBytes);
      }
      to += pixelBytes;
    }
  }
}

/**
 * Transforms one tile's products back to pixels and applies scale, bias, residual and ReLU.
 * @param from the tile's first point of the outputs from `firstOutput` on.
 * @param scratch 88 quads.
 */
export function writeTile(
  layer: Layer,
  tile: i32,
  from: usize,
  pointBytes: usize,
  firstOutput: i32,
  outputs: i32,
  scratch: usize,
): void {
  const side = layer.side;
  const dilation = layer.dilation;
  const heightPx = layer.heightPx;
  const widthPx = layer.widthPx;
  const across = tilesAlong(widthPx, dilation, side);
  const phaseTiles = tilesAlong(heightPx, dilation, side) * across;
  const phase = tile / phaseTiles;
  const inPhase = tile % phaseTiles;
  const top = (inPhase / across) * side * dilation + phase / dilation;
  const left = (inPhase % across) * side * dilation + (phase % dilation);
  const rows = min(side, (heightPx - top + dilation - 1) / dilation);
  const columns = min(side, (widthPx - left + dilation - 1) / dilation);
  const isWhole = rows == side && columns == side;
  const pixelBytes = <usize>layer.outputs * FLOAT;
  const rowStep = <usize>(widthPx * dilation) * pixelBytes;
  const columnStep = pixelBytes * dilation;
  const aside = scratch + 48 * QUAD;
  const finish = changetype<Finish>(aside + 36 * QUAD);
  finish.least = f32x4.splat(layer.relu ? 0 : -Infinity);
  finish.hasResidual = isWhole && layer.residual != 0;
  finish.residualStep = layer.residual - layer.to;
  let to = layer.to + <usize>(top * widthPx + left) * pixelBytes + <usize>firstOutput * FLOAT;
  for (let output = firstOutput; output < firstOutput + outputs; output += 4) {
    finish.scale = v128.load(layer.scales + <usize>output * FLOAT);
    finish.bias = v128.load(layer.bias + <usize>output * FLOAT);
    if (isWhole) {
      transformOutput(side, from, pointBytes, to, rowStep, columnStep, finish, scratch);
    } else {
      transformOutput(side, from, pointBytes, aside, <usize>side * QUAD, QUAD, finish, scratch);
      copyPart(layer, aside, rows, columns, to, rowStep, columnStep);
    }
    from += QUAD;
    to += QUAD;
  }
}

// @ts-ignore: decorator
@inline
function transformOutput(
  side: i32,
  from: usize,
  pointBytes: usize,
  to: usize,
  rowStep: usize,
  columnStep: usize,
  finish: Finish,
  scratch: usize,
): void {
  if (side == SIX) transformOutputSix(from, pointBytes, to, rowStep, columnStep, finish, scratch);
  else transformOutputFour(from, pointBytes, to, rowStep, columnStep, finish, scratch);
}

/** Copies the part of a tile that lies inside the image, and adds the residual. */
function copyPart(
  layer: Layer,
  from: usize,
  rows: i32,
  columns: i32,
  to: usize,
  rowStep: usize,
  columnStep: usize,
): void {
  const residualStep = layer.residual - layer.to;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = to + <usize>row * rowStep + <usize>column * columnStep;
      let result = v128.load(from + <usize>(row * layer.side + column) * QUAD);
      if (layer.residual) result = f32x4.add(result, v128.load(at + residualStep));
      v128.store(at, result);
    }
  }
}
