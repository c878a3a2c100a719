import type { Convolution, Network, NetworkStep } from '../engine/network.ts';
import { join, message, type Field, type Message } from './protobuf-message.ts';

interface TensorNames {
  /** Float32 `[1, 3, height, width]`, the normalised image. */
  readonly input: string;
  /** Float32 `[1, 1, height, width]`, 0…1. */
  readonly output: string;
}

/**
 * Writes a network as an ONNX file for onnxruntime, so that one download serves both engines. The file accepts any
 * height and width.
 *
 * Weights stay int8 behind a DequantizeLinear, so the file is as small as the download. A session should be created
 * with `extra: { session: { disable_quant_qdq: '1' } }`: only then are they converted to float once, at its start, and
 * not in every run.
 * @param weights `network.sizeBytes` long.
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, for the field numbers below
 */
export function assembleOnnx(network: Network, weights: Uint8Array, names: TensorNames): Uint8Array<ArrayBuffer> {
  const nodes: Message[] = [];
  const initialisers: Message[] = [];
  const sizes = new Map<number, string>();
  const outputTensor = network.steps.at(-1)?.to;

  for (const step of network.steps) addStep(step);

  const graph = message([
    ...nodes.map((node): Field => [1, node]),
    [2, 'network'],
    ...initialisers.map((tensor): Field => [5, tensor]),
    [11, picture(names.input, 3)],
    [12, picture(names.output, 1)],
  ]);
  const operators = message([[2, operatorSet]]);
  const model = message([
    [1, intermediateRepresentation],
    [7, graph],
    [8, operators],
  ]);
  return join(model);

  function addStep(step: NetworkStep): void {
    const to = nameOf(step.to);
    switch (step.kind) {
      case 'convolution':
        return addConvolution(step);
      case 'max-pool':
        return addNode('MaxPool', [nameOf(step.from)], to, [
          integers('kernel_shape', [2, 2]),
          integers('strides', [2, 2]),
          integer('ceil_mode', 1),
        ]);
      case 'resize':
        return addResize(nameOf(step.from), to, step.level);
      case 'add':
        return addNode('Add', step.from.map(nameOf), to);
      case 'sigmoid':
        return addNode('Sigmoid', [nameOf(step.from)], to);
      default:
        return step satisfies never;
    }
  }

  function addConvolution(step: Convolution): void {
    const to = nameOf(step.to);
    const { dilation, stride, outputs, inputs } = step;
    const [first = '', second] = step.from.map(nameOf);
    const source = second ? `${to}/source` : first;
    if (second) addNode('Concat', [first, second], source, [integer('axis', 1)]);

    const kernel = `${to}/weights`;
    const dims = [outputs, inputs, 3, 3];
    const count = inputs * 9 * outputs;
    if (step.precision === 'int8') {
      const numbers = new Int8Array(weights.slice(step.weightsAt, step.weightsAt + count).buffer);
      addTensor(`${kernel}/integers`, dims, int8, toOutputsFirst(numbers, outputs));
      addTensor(`${kernel}/scales`, [outputs], float, floatsAt(step.scalesAt, outputs));
      addNode('DequantizeLinear', [`${kernel}/integers`, `${kernel}/scales`], kernel, [integer('axis', 0)]);
    } else {
      addTensor(kernel, dims, float, toOutputsFirst(floatsAt(step.weightsAt, count), outputs));
    }
    addTensor(`${to}/bias`, [outputs], float, floatsAt(step.biasAt, outputs));

    const sum = step.relu ? `${to}/sum` : to;
    addNode('Conv', [source, kernel, `${to}/bias`], sum, [
      integers('kernel_shape', [3, 3]),
      integers('dilations', [dilation, dilation]),
      integers('pads', [dilation, dilation, dilation, dilation]),
      integers('strides', [stride, stride]),
    ]);
    if (step.relu) addNode('Relu', [sum], to);
  }

  function addResize(from: string, to: string, level: number): void {
    addNode('Shape', [from], `${to}/channels`, [integer('end', 2)]);
    addNode('Concat', [`${to}/channels`, sizeAt(level)], `${to}/size`, [integer('axis', 0)]);
    addNode('Resize', [from, '', '', `${to}/size`], to, [
      text('mode', 'linear'),
      text('coordinate_transformation_mode', 'half_pixel'),
    ]);
  }

  /**
   * Returns the tensor of height and width after `level` halvings: `⌈size ÷ 2ˡ⌉`, which equals rounding up at each
   * halving.
   */
  function sizeAt(level: number): string {
    const known = sizes.get(level);
    if (known) return known;
    const name = `size/${level}`;
    sizes.set(level, name);
    if (level === 0) addNode('Shape', [names.input], name, [integer('start', 2)]);
    else {
      addTensor(`${name}/divisor`, [], int64, BigInt64Array.of(2n ** BigInt(level)));
      addTensor(`${name}/rest`, [], int64, BigInt64Array.of(2n ** BigInt(level) - 1n));
      addNode('Add', [sizeAt(0), `${name}/rest`], `${name}/raised`);
      addNode('Div', [`${name}/raised`, `${name}/divisor`], name);
    }
    return name;
  }

  function nameOf(tensor: string): string {
    if (tensor === 'image') return names.input;
    // Steps have their own prefix, because the names of the model's input and output may be names of steps.
    return tensor === outputTensor ? names.output : `steps/${tensor}`;
  }

  /** Returns a copy, because a view of floats must begin at a multiple of four of the memory that holds the weights. */
  function floatsAt(at: number, count: number): Float32Array {
    return new Float32Array(weights.slice(at, at + 4 * count).buffer);
  }

  function addNode(operator: string, from: readonly string[], to: string, attributes: readonly Message[] = []): void {
    const inputs = from.map((name): Field => [1, name]);
    nodes.push(message([...inputs, [2, to], [4, operator], ...attributes.map((each): Field => [5, each])]));
  }

  function addTensor(name: string, dims: readonly number[], dataType: number, numbers: NumberArray): void {
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    initialisers.push(message([...dims.map((dim): Field => [1, dim]), [2, dataType], [8, name], [9, bytes]]));
  }
}

type NumberArray = Int8Array | Float32Array | BigInt64Array;

/** Version of the operators. DequantizeLinear has an axis since 13, Shape a range since 15. */
const operatorSet = 15;
const intermediateRepresentation = 8;

/** Values of `TensorProto.DataType`. */
const float = 1;
const int8 = 3;
const int64 = 7;

/** Reorders weights from `[inputs][3][3][outputs]` to `[outputs][inputs][3][3]`. */
function toOutputsFirst<Numbers extends Int8Array | Float32Array>(numbers: Numbers, outputs: number): Numbers {
  const perOutput = numbers.length / outputs;
  const turned = numbers.slice() as Numbers;
  for (let output = 0; output < outputs; output += 1) {
    const to = output * perOutput;
    for (let index = 0; index < perOutput; index += 1) turned[to + index] = numbers[index * outputs + output] ?? 0;
  }
  return turned;
}

function integer(name: string, value: number): Message {
  return message([
    [1, name],
    [3, value],
    [20, 2],
  ]);
}

function integers(name: string, values: readonly number[]): Message {
  return message([[1, name], ...values.map((value): Field => [8, value]), [20, 7]]);
}

function text(name: string, value: string): Message {
  return message([
    [1, name],
    [4, value],
    [20, 3],
  ]);
}

/** Returns the description of a tensor: float32 `[1, channels, height, width]`, the last two variable. */
function picture(name: string, channels: number): Message {
  const shape = message([
    [1, message([[1, 1]])],
    [1, message([[1, channels]])],
    [1, message([[2, 'height']])],
    [1, message([[2, 'width']])],
  ]);
  const tensor = message([
    [1, float],
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}
