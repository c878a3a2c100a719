/**
 * The kernels of `src/referee`: the steps of a small network, one after the other, on one thread. Values are float32, row by row, the channels of a
 * pixel side by side. Addresses are multiples of 16 bytes.
 */
export { convolve } from './convolution';
export { convolveByChannel } from './depthwise';
export { add, hardSwish, multiply, relu } from './each-value';
export { average, double } from './sizes';
