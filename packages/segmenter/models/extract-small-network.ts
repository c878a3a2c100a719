import type { SmallNetworkGraph, SmallNetworkStep } from '../src/small-network/graph.ts';
import type { TfliteGraph, TfliteOperator, TfliteTensor } from './read-tflite.ts';

export interface ExtractedSmallNetwork {
  readonly graph: SmallNetworkGraph;
  /** Float16 weights of the file, in the order in which the kernels read them. */
  readonly weights: Uint16Array<ArrayBuffer>;
}

/** Numbers of TensorFlow Lite's enumeration `BuiltinOperator`. */
const operators = {
  add: 0,
  average: 1,
  concatenate: 2,
  convolution: 3,
  depthwise: 4,
  toFloat32: 6,
  sigmoid: 14,
  maxPool: 17,
  multiply: 18,
  relu: 19,
  reshape: 22,
  resize: 23,
  custom: 32,
  pad: 34,
  parametricRelu: 54,
  hardSwish: 117,
} as const;

/** Numbers of TensorFlow Lite's enumeration `Padding`. */
const paddings = { same: 0, valid: 1 } as const;

/** The kernels process this number of channels at a time. Other numbers are filled with zeros. */
const channelsAtOnce = 8;

/** A tensor that a step computes. */
interface Computed {
  /** Index among the graph's values. */
  readonly value: number;
  /** Number of channels, without those that fill it. */
  readonly channels: number;
  /** Number of channels in memory. */
  readonly stored: number;
}

/**
 * Extracts the steps and weights of a small network with float16 weights, such as MediaPipe's.
 *
 * Reshaped and concatenated outputs are listed as the tensors that they consist of.
 * @param options.black see `SmallNetworkGraph`.
 * @throws when the file has an operator, a window or a padding that small networks do not support.
 */
export function extractSmallNetwork(
  { tensors, operators: all, inputs, outputs }: TfliteGraph,
  { black }: Pick<SmallNetworkGraph, 'black'> = {},
): ExtractedSmallNetwork {
  const [input = -1] = inputs;
  const [, sidePx = 0, widthPx, channels] = shapeOf(tensors, input);
  if (sidePx !== widthPx || channels !== 3) throw new Error('the input is not a square RGB image');
  const weights = createWeights(tensors);
  const parts = new Map<number, readonly Computed[]>([[input, [{ value: 0, channels: 3, stored: 3 }]]]);
  const steps: SmallNetworkStep[] = [];
  const computedAs = (tensor = -1): Computed => {
    const [first, ...others] = parts.get(tensor) ?? [];
    if (!first) throw new Error(`tensor ${tensor} is used before it is computed`);
    if (others.length > 0) throw new Error(`tensor ${tensor} is joined before the outputs, which is not supported`);
    return first;
  };
  for (const operator of all) {
    const [first = -1] = operator.inputs;
    const [output = -1] = operator.outputs;
    if (operator.code === operators.toFloat32) weights.addConversion(output, first);
    else if (operator.code === operators.reshape) parts.set(output, parts.get(first) ?? []);
    else if (operator.code === operators.concatenate) {
      parts.set(
        output,
        operator.inputs.flatMap((tensor) => parts.get(tensor) ?? []),
      );
    } else {
      const from = computedAs(first);
      const to = steps.length + 1;
      const step = stepOf(operator, tensors, { from, to, by: () => computedAs(operator.inputs[1]).value, weights });
      if (step) steps.push(step);
      const channels = shapeOf(tensors, output).at(-1) ?? 0;
      parts.set(output, [{ value: step ? to : from.value, channels, stored: filled(channels) }]);
    }
  }
  const results = outputs.flatMap((tensor) => {
    const found = parts.get(tensor) ?? [];
    if (found.length === 0) throw new Error(`no step computes the output in tensor ${tensor}`);
    return found.map(({ value, channels: count }) => ({ value, channels: count }));
  });
  const joined = weights.join();
  const graph = { sidePx, ...(black !== undefined && { black }), weightCount: joined.length, steps, outputs: results };
  return { graph, weights: joined };
}

interface Weights {
  /** Notes that a conversion computes a float32 tensor from a float16 tensor. */
  addConversion(to: number, from: number): void;
  /**
   * Appends the weights in a tensor.
   * @param arrange returns them in the kernels' order.
   * @returns the index of the first one.
   */
  append(tensor: number | undefined, arrange: (numbers: Uint16Array, shape: readonly number[]) => Uint16Array): number;
  join(): Uint16Array<ArrayBuffer>;
}

function createWeights(tensors: readonly TfliteTensor[]): Weights {
  /** Float16 tensors by the float32 tensors that conversions compute from them. */
  const sources = new Map<number, number>();
  const parts: Uint16Array[] = [];
  let count = 0;
  return {
    addConversion: (to, from) => void sources.set(to, from),
    append(tensor = -1, arrange) {
      const { type, bytes, shape = [] } = tensors[sources.get(tensor) ?? -1] ?? {};
      if (type !== 1 || !bytes) throw new Error(`the weights in tensor ${tensor} are not float16`);
      const numbers = arrange(new Uint16Array(bytes.slice().buffer), shape);
      const place = count;
      parts.push(numbers);
      count += numbers.length;
      return place;
    },
    join() {
      const numbers = new Uint16Array(count);
      let at = 0;
      for (const part of parts) {
        numbers.set(part, at);
        at += part.length;
      }
      return numbers;
    },
  };
}

interface Places {
  readonly from: Computed;
  readonly to: number;
  readonly by: () => number;
  readonly weights: Weights;
}

/** Returns the step that an operator becomes. Undefined when the result equals the input, filled with zeros. */
function stepOf(
  operator: TfliteOperator,
  tensors: readonly TfliteTensor[],
  { from, to, by, weights }: Places,
): SmallNetworkStep | undefined {
  const [first = -1, second, third] = operator.inputs;
  const at = { from: from.value, to };
  switch (operator.code) {
    case operators.convolution:
      return convolutionOf(operator, tensors, { from, to, weights });
    case operators.depthwise: {
      const [, windowPx = 0, widthPx] = shapeOf(tensors, second ?? -1);
      const stride = strideOf(operator, windowPx, widthPx);
      const step = { kind: 'depthwise', ...at, windowPx, channels: from.stored, stride } as const;
      return { ...step, weights: weights.append(second, widened), biases: weights.append(third, widened) };
    }
    case operators.relu:
      return { kind: 'relu', ...at };
    case operators.parametricRelu:
      return { kind: 'parametric-relu', ...at, slopes: weights.append(second, widened), channels: from.stored };
    case operators.hardSwish:
      return { kind: 'hard-swish', ...at };
    case operators.sigmoid:
      return { kind: 'sigmoid', ...at };
    case operators.average: {
      const [, rows = 0, columns = 0] = shapeOf(tensors, operator.outputs[0] ?? -1);
      if (rows !== 1 || columns !== 1) throw new Error('an average over windows is not supported');
      refuseFused(operator, 5);
      return { kind: 'mean', ...at };
    }
    case operators.maxPool:
      refuseOtherPools(operator, shapeOf(tensors, first));
      return { kind: 'max-pool', ...at };
    case operators.pad: {
      const channels = channelsAfterPad(tensors, operator);
      return filled(channels) === from.stored ? undefined : { kind: 'widen', ...at, channels: filled(channels) };
    }
    case operators.add:
      refuseFused(operator, 0);
      return { kind: 'add', ...at, by: by() };
    case operators.multiply:
      refuseFused(operator, 0);
      return { kind: 'multiply', ...at, by: by() };
    case operators.resize: {
      const [rows, doubled] = [shapeOf(tensors, first)[1] ?? 0, shapeOf(tensors, operator.outputs[0] ?? -1)[1]];
      // Option 2 is aligned corners, and option 3 is half-pixel centres.
      if (doubled !== 2 * rows || operator.option(2, 8) !== 0 || operator.option(3, 8) !== 1) {
        throw new Error('a resizing other than doubling with half-pixel centres is not supported');
      }
      return { kind: 'double', ...at };
    }
    case operators.custom: {
      const [outputs, rows, columns, inputs = 0] = shapeOf(tensors, second ?? -1);
      if (operator.customName !== 'Convolution2DTransposeBias' || outputs !== 1 || rows !== 2 || columns !== 2) {
        throw new Error(`operator ${operator.customName} of ${outputs} × ${rows} × ${columns} is not supported`);
      }
      if (inputs % channelsAtOnce > 0) throw new Error(`an unfolding of ${inputs} channels is not supported`);
      return {
        kind: 'unfold',
        ...at,
        weights: weights.append(second, same),
        biases: weights.append(third, same),
        inputs,
      };
    }
    default:
      throw new Error(`operator ${operator.code} is not supported`);
  }
}

/** Returns a convolution. One whose window is the whole image, without padding, is a dense step. */
function convolutionOf(
  operator: TfliteOperator,
  tensors: readonly TfliteTensor[],
  { from, to, weights }: Omit<Places, 'by'>,
): SmallNetworkStep {
  const [first = -1, second, third] = operator.inputs;
  const [outputs = 0, windowPx = 0, widthPx] = shapeOf(tensors, second ?? -1);
  const [, rows = 0, columns = 0] = shapeOf(tensors, first);
  const at = { from: from.value, to, outputs: filled(outputs) };
  const arrays = () => ({
    weights: weights.append(second, (numbers, shape) => outputsLast(numbers, shape, from.stored)),
    biases: weights.append(third, widened),
  });
  if (operator.option(0, 8) === paddings.valid && windowPx > 1 && rows === windowPx && columns === windowPx) {
    refuseFused(operator, 3);
    return { kind: 'dense', ...at, inputs: rows * columns * from.stored, ...arrays() };
  }
  const stride = strideOf(operator, windowPx, widthPx);
  return { kind: 'convolution', ...at, windowPx, inputs: from.stored, stride, ...arrays() };
}

/** @throws when a field of the operator's options says that a function, such as a rectifier, is applied to its result. */
function refuseFused(operator: TfliteOperator, field: number): void {
  if (operator.option(field, 8) !== 0)
    throw new Error(`operator ${operator.code} with a function fused to it is not supported`);
}

/** @throws when a pool does not halve even sides by windows of 2 × 2 pixels. */
function refuseOtherPools(operator: TfliteOperator, [, rows = 1, columns = 1]: readonly number[]): void {
  const isHalving = [1, 2, 3, 4].every((field) => operator.option(field, 32) === 2);
  if (!isHalving || rows % 2 > 0 || columns % 2 > 0) {
    throw new Error('a pool other than one that halves even sides is not supported');
  }
  refuseFused(operator, 5);
}

/** @throws when the padding does not only append channels. */
function channelsAfterPad(tensors: readonly TfliteTensor[], { inputs, outputs }: TfliteOperator): number {
  const { bytes, type } = tensors[inputs[1] ?? -1] ?? {};
  const amounts = bytes && type === 2 ? [...new Int32Array(bytes.slice().buffer)] : [];
  if (amounts.length !== 8 || amounts.some((amount, at) => at < 7 && amount !== 0)) {
    throw new Error('a padding of more than the channels is not supported');
  }
  return shapeOf(tensors, outputs[0] ?? -1).at(-1) ?? 0;
}

/**
 * Returns the stride of a convolution.
 * @throws when the padding is not `same`, the strides differ, the window has gaps or is not square, or a function is fused.
 */
function strideOf(operator: TfliteOperator, windowPx: number, widthPx: number | undefined): number {
  const [padding, across, down] = [operator.option(0, 8), operator.option(1, 32), operator.option(2, 32)];
  const fusedField = operator.code === operators.depthwise ? 4 : 3;
  refuseFused(operator, fusedField);
  // A dilation of 1 may be left out.
  const isDense = [1, 2].every((next) => operator.option(fusedField + next, 32) <= 1);
  // A window of one pixel needs no padding.
  const isSame = padding === paddings.same || windowPx === 1;
  if (!isSame || across !== down || !isDense || windowPx !== widthPx) {
    throw new Error(
      `a window of ${windowPx} px with padding ${padding}, strides ${across} and ${down} is not supported`,
    );
  }
  return across;
}

function shapeOf(tensors: readonly TfliteTensor[], tensor: number): readonly number[] {
  return tensors[tensor]?.shape ?? [];
}

/** Returns a number of channels, rounded up to those that the kernels process at a time. */
function filled(channels: number): number {
  return Math.ceil(channels / channelsAtOnce) * channelsAtOnce;
}

const same = (numbers: Uint16Array) => numbers;

/** Appends zeros to each pixel's channels, which vary fastest. */
function widened(numbers: Uint16Array, shape: readonly number[]): Uint16Array {
  const channels = shape.at(-1) ?? numbers.length;
  const stored = filled(channels);
  const result = new Uint16Array((numbers.length / channels) * stored);
  for (let from = 0, to = 0; from < numbers.length; from += channels, to += stored) {
    result.set(numbers.subarray(from, from + channels), to);
  }
  return result;
}

/**
 * Reorders a convolution's weights so that the output channel varies fastest, and fills both channels with zeros.
 * @param shape outputs, rows, columns and inputs.
 * @param inputsStored number of input channels in memory.
 */
function outputsLast(numbers: Uint16Array, shape: readonly number[], inputsStored: number): Uint16Array {
  const [outputs = 1, rows = 1, columns = 1, inputs = 1] = shape;
  const outputsStored = filled(outputs);
  const result = new Uint16Array(rows * columns * inputsStored * outputsStored);
  for (let output = 0; output < outputs; output += 1) {
    for (let place = 0; place < rows * columns; place += 1) {
      for (let input = 0; input < inputs; input += 1) {
        const to = (place * inputsStored + input) * outputsStored + output;
        result[to] = numbers[(output * rows * columns + place) * inputs + input] ?? 0;
      }
    }
  }
  return result;
}
