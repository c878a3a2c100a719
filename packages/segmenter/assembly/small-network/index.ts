/**
 * The kernels of `src/small-network`: the steps of a small network, run one after the other on one thread. Values are
 * float32, row by row, with the channels of a pixel next to each other. Addresses are multiples of 16 bytes.
 */
export { convolve } from './convolution';
export { convolveByChannel } from './depthwise';
export { add, hardSwish, multiply, parametricRelu, relu } from './each-value';
export { average, double, maxPool, widen } from './sizes';
