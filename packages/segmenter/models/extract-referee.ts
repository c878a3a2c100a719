import type { RefereeGraph, RefereeStep } from '../src/referee/referee-graph.ts';
import type { TfliteGraph, TfliteOperator, TfliteTensor } from './read-tflite.ts';

export interface ExtractedReferee {
  readonly graph: RefereeGraph;
  /** Float16 weights of the file. Those of a convolution are in the order in which the kernels read them. */
  readonly weights: Uint16Array<ArrayBuffer>;
}

/** Numbers of TensorFlow Lite's enumeration `BuiltinOperator`. */
const operators = {
  add: 0,
  average: 1,
  convolution: 3,
  depthwise: 4,
  toFloat32: 6,
  sigmoid: 14,
  multiply: 18,
  relu: 19,
  resize: 23,
  custom: 32,
  hardSwish: 117,
} as const;

/**
 * Extracts the steps and weights of a person segmenter with float16 weights, such as MediaPipe's.
 * @throws when the file has an operator, a window or a padding that the referee does not support.
 */
export function extractReferee({ tensors, operators: all, inputs, outputs }: TfliteGraph): ExtractedReferee {
  const [input = -1] = inputs;
  const [, sidePx = 0, widthPx, channels] = shapeOf(tensors, input);
  if (sidePx !== widthPx || channels !== 3) throw new Error('the input is not a square RGB image');
  const values = new Map([[input, 0]]);
  /** Float16 tensors by the float32 tensors that conversion operators make from them. */
  const sources = new Map<number, number>();
  const halves: Uint16Array[] = [];
  let weightCount = 0;
  const valueOf = (tensor = -1) => {
    const found = values.get(tensor);
    if (found === undefined) throw new Error(`tensor ${tensor} is used before it is computed`);
    return found;
  };
  const weightsAt = (tensor = -1, outputsLast = false) => {
    const { type, bytes, shape = [] } = tensors[sources.get(tensor) ?? -1] ?? {};
    if (type !== 1 || !bytes) throw new Error(`the weights in tensor ${tensor} are not float16`);
    const numbers = new Uint16Array(bytes.slice().buffer);
    const place = weightCount;
    halves.push(outputsLast ? transposed(numbers, shape[0] ?? 1) : numbers);
    weightCount += numbers.length;
    return place;
  };
  const steps: RefereeStep[] = [];
  for (const operator of all) {
    const [from, by] = operator.inputs;
    const [output = -1] = operator.outputs;
    if (operator.code === operators.toFloat32) {
      sources.set(output, from ?? -1);
      continue;
    }
    const to = values.size;
    values.set(output, to);
    steps.push(stepOf(operator, tensors, { from: valueOf(from), to, by: () => valueOf(by), weightsAt }));
  }
  if (values.get(outputs[0] ?? -1) !== values.size - 1) throw new Error('the last step does not compute the output');
  return { graph: { sidePx, weightCount, steps }, weights: joined(halves) };
}

interface Places {
  readonly from: number;
  readonly to: number;
  readonly by: () => number;
  /**
   * Adds the weights in a tensor. @returns the index of the first one.
   * @param outputsLast true to reorder the weights so that the output channel varies fastest.
   */
  readonly weightsAt: (tensor: number | undefined, outputsLast?: boolean) => number;
}

function stepOf(
  operator: TfliteOperator,
  tensors: readonly TfliteTensor[],
  { from, to, by, weightsAt }: Places,
): RefereeStep {
  const [first = -1, weights = -1, biases] = operator.inputs;
  const at = { from, to };
  switch (operator.code) {
    case operators.convolution: {
      const [outputs = 0, windowPx = 0, widthPx, inputs = 0] = shapeOf(tensors, weights);
      const stride = strideOf(operator, windowPx, widthPx);
      return {
        kind: 'convolution',
        ...at,
        weights: weightsAt(weights, true),
        biases: weightsAt(biases),
        windowPx,
        inputs,
        outputs,
        stride,
      };
    }
    case operators.depthwise: {
      const [, windowPx = 0, widthPx, channels = 0] = shapeOf(tensors, weights);
      const stride = strideOf(operator, windowPx, widthPx);
      return {
        kind: 'depthwise',
        ...at,
        weights: weightsAt(weights),
        biases: weightsAt(biases),
        windowPx,
        channels,
        stride,
      };
    }
    case operators.relu:
      return { kind: 'relu', ...at };
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
      const [outputs, rows, columns, inputs = 0] = shapeOf(tensors, weights);
      if (operator.customName !== 'Convolution2DTransposeBias' || outputs !== 1 || rows !== 2 || columns !== 2) {
        throw new Error(`operator ${operator.customName} of ${outputs} × ${rows} × ${columns} is not supported`);
      }
      return { kind: 'unfold', ...at, weights: weightsAt(weights), biases: weightsAt(biases), inputs };
    }
    default:
      throw new Error(`operator ${operator.code} is not supported`);
  }
}

/** @throws when a field of the operator's options says that a function, such as a rectifier, is applied to its result. */
function refuseFused(operator: TfliteOperator, field: number): void {
  if (operator.option(field, 8) !== 0)
    throw new Error(`operator ${operator.code} with a function fused to it is not supported`);
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
  const isSame = padding === 0 || windowPx === 1;
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

/** Transposes a matrix of this number of rows. */
function transposed(numbers: Uint16Array, rows: number): Uint16Array {
  const columns = numbers.length / rows;
  return numbers.map((_, at) => numbers[(at % rows) * columns + Math.floor(at / rows)] ?? 0);
}

function joined(parts: readonly Uint16Array[]): Uint16Array<ArrayBuffer> {
  const numbers = new Uint16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    numbers.set(part, at);
    at += part.length;
  }
  return numbers;
}
