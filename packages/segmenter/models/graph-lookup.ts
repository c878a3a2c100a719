import { type OnnxGraph, type OnnxNode, type OnnxTensor, toIntegers } from './read-onnx.ts';

/** Finds the nodes and constants of an ONNX graph by the names of tensors. */
export interface GraphLookup {
  /** Returns the tensor from which casts compute a tensor, or the tensor itself when no cast does. */
  readonly beforeCasts: (name: string) => string;
  /** Returns the node that computes a tensor. @throws when there is none. */
  readonly makerOf: (name: string) => OnnxNode;
  /** Returns the node that computes the first input of a node. @throws when other nodes read this input, too. */
  readonly soleSource: (node: OnnxNode) => OnnxNode;
  /** Returns the constant input of a node. @throws when the input is not a constant. */
  readonly tensorAt: (node: OnnxNode, index: number) => OnnxTensor;
  /** Returns constant sizes, or the constant height and width that follow a batch and channels taken from a shape. */
  readonly constantSizes: (name: string) => number[] | undefined;
}

export function createGraphLookup(graph: OnnxGraph): GraphLookup {
  const makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const readers = new Map<string, number>();
  for (const node of graph.nodes.filter(({ operator }) => operator !== 'Cast')) {
    for (const name of node.inputs.map(beforeCasts)) readers.set(name, (readers.get(name) ?? 0) + 1);
  }

  return { beforeCasts, makerOf, soleSource, tensorAt, constantSizes };

  function beforeCasts(name: string): string {
    const maker = makers.get(name);
    return maker?.operator === 'Cast' ? beforeCasts(maker.inputs[0] ?? '') : name;
  }

  function makerOf(name: string): OnnxNode {
    const maker = makers.get(name);
    if (!maker) throw new Error(`no node computes the tensor ‘${name}’`);
    return maker;
  }

  function soleSource(node: OnnxNode): OnnxNode {
    const name = beforeCasts(node.inputs[0] ?? '');
    if (readers.get(name) !== 1) throw refusal(node, `shares its input ‘${name}’ with other nodes`);
    return makerOf(name);
  }

  function tensorAt(node: OnnxNode, index: number): OnnxTensor {
    const tensor = graph.initialisers.get(beforeCasts(node.inputs[index] ?? ''));
    if (!tensor) throw refusal(node, `has an input, number ${index}, that is not a constant`);
    return tensor;
  }

  function constantSizes(name: string): number[] | undefined {
    const tensor = graph.initialisers.get(name);
    if (tensor) return toIntegers(tensor);
    const node = makers.get(name);
    if (node?.operator === 'Concat') return constantSizes(node.inputs.at(-1) ?? '');
    const value = node?.operator === 'Constant' ? node.attributes.get('value')?.tensor : undefined;
    return value && toIntegers(value);
  }
}

/** Checks that an attribute has the wanted numbers. @throws when it has others. */
export function demand(node: OnnxNode, attribute: string, wanted: readonly number[]): void {
  const found = node.attributes.get(attribute)?.integers ?? [];
  if (found.join() !== wanted.join())
    throw refusal(node, `has ${attribute} ${found.join()}; ${wanted.join()} is required`);
}

/** Reads an attribute that must be the same for height and width and have one of the allowed values. */
export function oneOf<const Value extends number>(allowed: readonly Value[], node: OnnxNode, attribute: string): Value {
  const found = node.attributes.get(attribute)?.integers ?? [1, 1];
  const value = allowed.find((each) => found.length === 2 && found.every((side) => side === each));
  if (value === undefined) throw refusal(node, `has ${attribute} ${found.join()}`);
  return value;
}

/** Creates the error for a node that a `Network` cannot express. */
export function refusal(node: OnnxNode, reason: string): Error {
  return new Error(`node ‘${node.name}’ (${node.operator}) ${reason}`);
}
