/**
 * A 3 × 3 convolution as the planner lays it out: addresses and sizes, each 32 bits, in this order. Tensors are float32,
 * row by row, the channels of a pixel side by side (NHWC), without gaps.
 */
@unmanaged
export class Layer {
  /** The first source, whose channels come first. One of another size than the layer is interpolated to it. */
  a: usize;
  aChannels: i32;
  aHeightPx: i32;
  aWidthPx: i32;
  /** The second source, if `bChannels` is not 0. */
  b: usize;
  bChannels: i32;
  bHeightPx: i32;
  bWidthPx: i32;

  heightPx: i32;
  widthPx: i32;
  dilation: i32;

  /** Prepared `[points][outputs / 8][inputs][8]` float32, or as stored, `[inputs][9][outputs]` int8. */
  weights: usize;
  /** Float32 `[outputs]`: a weight is its integer times its output's scale. */
  scales: usize;
  bias: usize;
  outputs: i32;
  relu: i32;
  /** Added to the result; shaped as the target, and may be it. 0 when there is none. */
  residual: usize;
  to: usize;

  /** Outputs along a tile's side: 4 or 6. */
  side: i32;
  /** How many tiles are worked on at once; a multiple of 6. */
  blockTiles: i32;
  /** How many inputs are multiplied at once; a multiple of 4. */
  blockInputs: i32;
  /** For weights that are prepared on the way: how many outputs at once; a multiple of 8. */
  blockOutputs: i32;

  /** The transformed tiles: `points` matrices `[tiles][inputs]`; an address, or for `convolve` a place in the scratch. */
  sources: usize;
  /** From one of these matrices to the next; likewise below. */
  sourcePointBytes: usize;
  /** The products, `[tiles][outputs]`: a place in the scratch. */
  results: usize;
  resultPointBytes: usize;
  /** Weights that are prepared on the way, `[blockOutputs / 8][blockInputs][8]`: a place in the scratch. */
  preparedWeights: usize;
  preparedPointBytes: usize;

  /** Products of a tile. */
  // @ts-ignore: decorator
  @inline
  get points(): i32 {
    return (this.side + 2) * (this.side + 2);
  }

  // @ts-ignore: decorator
  @inline
  get inputs(): i32 {
    return this.aChannels + this.bChannels;
  }
}
