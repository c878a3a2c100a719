import type { Convolution, Network, NetworkStep } from '../src/engine/network.ts';
import { fold, toOutputsLast } from './fold-normalisation.ts';
import { createGraphLookup, demand, type GraphLookup, oneOf, refusal } from './graph-lookup.ts';
import { type OnnxGraph, type OnnxNode, toFloats } from './read-onnx.ts';
import { createWeightsWriter } from './weights-writer.ts';

export interface NetworkWithWeights {
  readonly network: Network;
  /** The weights, `network.sizeBytes` long. */
  readonly weights: Uint8Array<ArrayBuffer>;
}

/** The result of a node: one tensor, or two tensors of a concatenation in order. */
interface Feature {
  readonly tensors: readonly string[];
  readonly channels: number;
  /** Number of times that the image's size has been halved. */
  readonly level: number;
}

/**
 * Extracts from an ONNX graph the steps that lead to its first output, with all weights as float32.
 *
 * Casts are skipped. Batch normalisations and ReLUs are merged into their convolutions. Concatenations become second sources
 * of convolutions. The constant sizes of enlargements become levels relative to the input's size. Nodes that do not lead to
 * the first output are ignored: IS-Net's other outputs are used only for its training.
 * @throws when a `Network` cannot express the graph; the message names the node.
 */
export function extractNetwork(graph: OnnxGraph): NetworkWithWeights {
  const [input] = graph.inputs;
  const [output] = graph.outputs;
  if (!input || !output) throw new Error('the graph has no input or no output');
  const inputSidePx = input.dims[2] ?? 0;

  const { beforeCasts, makerOf, soleSource, tensorAt, constantSizes } = createGraphLookup(graph);
  const steps: NetworkStep[] = [];
  const numbers = createWeightsWriter();
  const features = new Map<string, Feature>([[input.name, { tensors: ['image'], channels: 3, level: 0 }]]);
  const names = new Set(['image']);

  const last = featureOf(output.name);
  if (steps.at(-1)?.kind !== 'sigmoid' || last.channels !== 1 || last.level !== 0) {
    throw new Error(`the first output, ‘${output.name}’, is not a Sigmoid of one channel in the size of the image`);
  }
  const weights = numbers.join();
  return { network: { version: 1, sizeBytes: weights.length, steps }, weights };

  /** Adds the steps that lead to a tensor, unless they have been added already. */
  function featureOf(tensor: string): Feature {
    const name = beforeCasts(tensor);
    const feature = features.get(name) ?? extract(makerOf(name));
    features.set(name, feature);
    return feature;
  }

  function extract(node: OnnxNode): Feature {
    switch (node.operator) {
      case 'Conv':
      case 'BatchNormalization':
      case 'Relu':
        return convolution(node);
      case 'Concat':
        return concatenation(node);
      case 'MaxPool': {
        demand(node, 'kernel_shape', [2, 2]);
        demand(node, 'strides', [2, 2]);
        // Without the attribute, there is no padding.
        if (node.attributes.has('pads')) demand(node, 'pads', [0, 0, 0, 0]);
        if (node.attributes.get('ceil_mode')?.integer !== 1) throw refusal(node, 'rounds sizes down');
        const { tensor, channels, level } = single(node, 0);
        return push(node, { kind: 'max-pool', from: tensor }, channels, level + 1);
      }
      case 'Resize': {
        const { tensor, channels } = single(node, 0);
        const level = levelOf(node, inputSidePx, constantSizes);
        return push(node, { kind: 'resize', from: tensor, level }, channels, level);
      }
      case 'Add': {
        const [left, right] = [single(node, 0), single(node, 1)];
        if (left.level !== right.level || left.channels !== right.channels)
          throw refusal(node, 'adds tensors of different shapes');
        return push(node, { kind: 'add', from: [left.tensor, right.tensor] }, left.channels, left.level);
      }
      case 'Sigmoid': {
        if (node.outputs[0] !== beforeCasts(output?.name ?? '')) throw refusal(node, 'is not the last step');
        const { tensor, channels, level } = single(node, 0);
        return push(node, { kind: 'sigmoid', from: tensor }, channels, level);
      }
      default:
        throw refusal(node, 'has an operator that networks do not support');
    }
  }

  /** Adds a convolution with its optional batch normalisation and ReLU. @param lastNode the last of these nodes. */
  function convolution(lastNode: OnnxNode): Feature {
    let node = lastNode;
    const relu = node.operator === 'Relu';
    if (relu) node = soleSource(node);
    const normalisation = node.operator === 'BatchNormalization' ? node : undefined;
    if (normalisation) node = soleSource(node);
    if (node.operator !== 'Conv') throw refusal(lastNode, 'does not follow a convolution');

    const source = featureOf(node.inputs[0] ?? '');
    const kernel = tensorAt(node, 1);
    const [outputs = 0, inputs = 0, ...size] = kernel.dims;
    if ((node.attributes.get('group')?.integer ?? 1) !== 1) throw refusal(node, 'convolves in groups');
    if (size.join('×') !== '3×3') throw refusal(node, `has a kernel of ${size.join('×')}`);
    if (inputs !== source.channels)
      throw refusal(node, `takes ${inputs} channels, but its input has ${source.channels}`);
    const stride = oneOf([1, 2], node, 'strides');
    const dilation = oneOf([1, 2, 4, 8], node, 'dilations');
    demand(
      node,
      'pads',
      Array.from({ length: 4 }, () => dilation),
    );

    const weights = toOutputsLast(toFloats(kernel), outputs);
    const bias = node.inputs[2] ? toFloats(tensorAt(node, 2)) : new Float32Array(outputs);
    if (normalisation) {
      const [gain, offset, mean, variance] = [1, 2, 3, 4].map((index) => toFloats(tensorAt(normalisation, index)));
      if (!gain || !offset || !mean || !variance) throw refusal(normalisation, 'lacks its parameters');
      const epsilon = normalisation.attributes.get('epsilon')?.float ?? 1e-5;
      fold({ gain, offset, mean, variance, epsilon }, weights, bias);
    }
    const step: Unnamed<Convolution> = {
      kind: 'convolution',
      from: [...source.tensors],
      inputs,
      outputs,
      stride,
      dilation,
      relu,
      precision: 'float32',
      weightsAt: numbers.append(weights),
      biasAt: numbers.append(bias),
    };
    return push(node, step, outputs, source.level + (stride === 2 ? 1 : 0));
  }

  function concatenation(node: OnnxNode): Feature {
    const parts = node.inputs.map(featureOf);
    const tensors = parts.flatMap((part) => part.tensors);
    if (node.attributes.get('axis')?.integer !== 1)
      throw refusal(node, 'concatenates along another axis than the channels');
    if (tensors.length > 2)
      throw refusal(node, `concatenates ${tensors.length} tensors; a step of a network takes two`);
    const [level = 0, ...others] = parts.map((part) => part.level);
    if (others.some((other) => other !== level)) throw refusal(node, 'concatenates tensors of different sizes');
    return { tensors, channels: parts.reduce((sum, part) => sum + part.channels, 0), level };
  }

  function push(node: OnnxNode, step: UnnamedStep, channels: number, level: number): Feature {
    const to = nameOf(node);
    steps.push({ ...step, to });
    return { tensors: [to], channels, level };
  }

  /** Returns the start of the path in the node's name, like ‘stage1.rebnconv3d’ from PyTorch's exporter, or a number. */
  function nameOf(node: OnnxNode): string {
    const path = node.name.split('/').filter(Boolean).slice(0, 2).join('.');
    const name = path === '' || names.has(path) ? `t${names.size}` : path;
    names.add(name);
    return name;
  }

  function single(node: OnnxNode, index: number): { tensor: string; channels: number; level: number } {
    const { tensors, channels, level } = featureOf(node.inputs[index] ?? '');
    const [tensor, second] = tensors;
    if (!tensor || second) throw refusal(node, 'takes a concatenation; only convolutions do');
    return { tensor, channels, level };
  }
}

type Unnamed<Step> = Step extends NetworkStep ? Omit<Step, 'to'> : never;
type UnnamedStep = Unnamed<NetworkStep>;

/** Returns the level that has the height and width of an enlargement's result. */
function levelOf(node: OnnxNode, inputSidePx: number, constantSizes: GraphLookup['constantSizes']): number {
  const mode = node.attributes.get('mode')?.text;
  const centres = node.attributes.get('coordinate_transformation_mode')?.text ?? 'half_pixel';
  // PyTorch's mode differs only when a larger size is reduced to 1, which no enlargement does.
  if (mode !== 'linear' || !['half_pixel', 'pytorch_half_pixel'].includes(centres)) {
    throw refusal(node, `resizes in mode ${mode}, ${centres}; linear, half_pixel is required`);
  }
  const [heightPx = 0, widthPx = 0] = constantSizes(node.inputs[3] ?? '')?.slice(-2) ?? [];
  const level = Math.log2(inputSidePx / heightPx);
  if (heightPx !== widthPx || !Number.isInteger(level) || level < 0) {
    throw refusal(
      node,
      `has the size ${heightPx} × ${widthPx}, which is not the input’s ${inputSidePx} divided by a power of two`,
    );
  }
  return level;
}
