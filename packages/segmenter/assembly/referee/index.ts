/**
 * The kernels of `src/referee`: the steps of a small network, run one after the other on one thread. Values are
 * float32, row by row, with the channels of a pixel next to each other. Addresses are multiples of 16 bytes.
 */
export { convolve } from './convolution';
export { convolveByChannel } from './depthwise';
export { add, hardSwish, multiply, relu } from './each-value';
export { average, double } from './sizes';
