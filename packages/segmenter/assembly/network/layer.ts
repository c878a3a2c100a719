/**
 * A 3 × 3 convolution as the planner lays it out: addresses and sizes, 32 bits each, in this order. Tensors are
 * float32, row by row, with the channels of a pixel next to each other (NHWC), without gaps.
 */
@unmanaged
export class Layer {
  /**
   * The first source. Its channels precede those of the second. A source of another size than the layer is interpolated
   * to the layer's size.
   */
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

  /** The weights: prepared as float32 `[points][outputs / 8][inputs][8]`, or as stored, int8 `[inputs][9][outputs]`. */
  weights: usize;
  /** Float32 `[outputs]`. A weight is its integer times the scale of its output. */
  scales: usize;
  bias: usize;
  outputs: i32;
  relu: i32;
  /** Tensor that is added to the result; 0 for none. It has the target's shape and may be the target. */
  residual: usize;
  to: usize;

  /** Number of outputs along a tile's side: 4 or 6. */
  side: i32;
  /** Number of tiles that are processed at once; a multiple of 6. */
  blockTiles: i32;
  /** Number of inputs that are multiplied at once; a multiple of 4. */
  blockInputs: i32;
  /** Number of outputs that are processed at once when weights are prepared on the fly; a multiple of 8. */
  blockOutputs: i32;

  /**
   * The transformed tiles: `points` matrices `[tiles][inputs]`. This is an address, or for `convolve` an offset in the
   * scratch.
   */
  sources: usize;
  /**
   * Bytes from one of these matrices to the next. `resultPointBytes` and `preparedPointBytes` are the same for their
   * matrices.
   */
  sourcePointBytes: usize;
  /** The products, `[tiles][outputs]`: an offset in the scratch. */
  results: usize;
  resultPointBytes: usize;
  /** Weights that are prepared on the fly, `[blockOutputs / 8][blockInputs][8]`: an offset in the scratch. */
  preparedWeights: usize;
  preparedPointBytes: usize;

  /** Number of products per tile. */
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
