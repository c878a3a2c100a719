import { beforeEach, expect, test } from 'vitest';

import { assembleOnnx } from '../src/inference/assemble-onnx.ts';
import { readCatalogue } from './catalogue.ts';
import { extractNetwork } from './extract-network.ts';
import { readModel } from './read-model.ts';
import { type OnnxAttribute, type OnnxGraph, type OnnxNode, type OnnxTensor, readOnnx } from './read-onnx.ts';

/** A small graph like those from PyTorch’s exporter after a conversion to half precision. Tests change it. */
let nodes: OnnxNode[] = [];
let initialisers: OnnxTensor[] = [];
beforeEach(() => {
  initialisers = [
    floats('w1', [4, 3, 3, 3], 1),
    floats('b1', [4], 2),
    floats('gain', [4], 3),
    floats('offset', [4], 4),
    floats('mean', [4], 5),
    { ...floats('variance', [4], 6), bytes: bytesOf(Float32Array.of(1, 0.5, 2, 3)) },
    floats('w2', [2, 4, 3, 3], 7),
    floats('b2', [2], 8),
    floats('w3', [1, 6, 3, 3], 9),
  ];
  nodes = [
    node('Conv', '/first/conv/Conv', ['x16', 'w1', 'b1'], 'c1', kernel({ strides: [2, 2] })),
    node('BatchNormalization', '/first/bn/BatchNormalization', ['c1', 'gain', 'offset', 'mean', 'variance'], 'n1', {
      epsilon: { float: 0.25 },
    }),
    node('Relu', '/first/relu/Relu', ['n1'], 'r1'),
    node('MaxPool', '/pool/MaxPool', ['r1'], 'p1', pool()),
    node('Conv', '/second/conv/Conv', ['p1', 'w2', 'b2'], 'c2', kernel({ dilations: [2, 2], pads: [2, 2, 2, 2] })),
    node('Shape', '/Shape', ['c2'], 'shape'),
    node('Slice', '/Slice', ['shape'], 'kept'),
    node('Constant', '/Constant', [], 'size', { value: { tensor: integers('', [16, 16]) } }),
    node('Concat', '/Concat', ['kept', 'size'], 'sizes', { axis: { integer: 0 } }),
    node('Resize', '/up/Resize', ['c2', '', '', 'sizes'], 'u2', linear()),
    node('Concat', '/Concat_1', ['u2-16', 'r1'], 'j', { axis: { integer: 1 } }),
    node('Conv', '/side/Conv', ['j', 'w3'], 's', kernel({})),
    node('Resize', '/up/Resize', ['s', '', '', 'full'], 'u3', linear()),
    node('Sigmoid', '/Sigmoid', ['u3'], 'mask16'),
    // The conversion puts casts after all other nodes.
    node('Cast', 'cast0', ['x'], 'x16'),
    node('Cast', 'cast1', ['u2'], 'u2-16'),
    node('Cast', 'cast2', ['mask16'], 'mask'),
    // A second output, computed by an operator that no network supports.
    node('Softmax', '/Softmax', ['s'], 'other'),
  ];
  initialisers.push(integers('full', [1, 1, 32, 32]));
});

test('extractNetwork finds the steps to the first output, in order and with short names', () => {
  const { network } = extractNetwork(graph());
  const plain = { kind: 'convolution', stride: 1, dilation: 1, relu: false, precision: 'float32' };
  expect(network.steps).toEqual([
    {
      ...plain,
      from: ['image'],
      to: 'first.conv',
      inputs: 3,
      outputs: 4,
      stride: 2,
      relu: true,
      weightsAt: 0,
      biasAt: 432,
    },
    { kind: 'max-pool', from: 'first.conv', to: 'pool.MaxPool' },
    {
      ...plain,
      from: ['pool.MaxPool'],
      to: 'second.conv',
      inputs: 4,
      outputs: 2,
      dilation: 2,
      weightsAt: 448,
      biasAt: 736,
    },
    { kind: 'resize', from: 'second.conv', to: 'up.Resize', level: 1 },
    {
      ...plain,
      from: ['up.Resize', 'first.conv'],
      to: 'side.Conv',
      inputs: 6,
      outputs: 1,
      weightsAt: 752,
      biasAt: 976,
    },
    { kind: 'resize', from: 'side.Conv', to: 't6', level: 0 },
    { kind: 'sigmoid', from: 't6', to: 'Sigmoid' },
  ]);
  expect(network.sizeBytes).toBe(992);
});

test('extracted weights have the output channel innermost, and a missing bias is zero', () => {
  const { weights } = extractNetwork(graph());
  const view = new Float32Array(weights.buffer);
  const source = numbersOf('w2');
  for (const [input, row, column, output] of [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [3, 2, 1, 0],
    [2, 1, 2, 1],
  ] as const) {
    const place = ((input * 3 + row) * 3 + column) * 2 + output;
    expect(view[448 / 4 + place]).toBe(source[((output * 4 + input) * 3 + row) * 3 + column]);
  }
  expect([...view.subarray(736 / 4, 736 / 4 + 2)]).toEqual([...numbersOf('b2')]);
  expect([...view.subarray(976 / 4, 976 / 4 + 1)]).toEqual([0]);
});

test('a batch normalisation is merged into its convolution without changing the result', () => {
  const { weights } = extractNetwork(graph());
  const view = new Float32Array(weights.buffer);
  const patch = Float32Array.from({ length: 27 }, (_, index) => Math.cos(index));
  for (let output = 0; output < 4; output += 1) {
    const original = numbersOf('w1').subarray(output * 27, output * 27 + 27);
    const before = dot(patch, original) + (numbersOf('b1')[output] ?? 0);
    const [gain = 0, offset = 0, mean = 0, variance = 0] = ['gain', 'offset', 'mean', 'variance'].map(
      (name) => numbersOf(name)[output],
    );
    const expected = ((before - mean) / Math.sqrt(variance + 0.25)) * gain + offset;
    const folded = Float32Array.from({ length: 27 }, (_, index) => view[index * 4 + output] ?? 0);
    expect(dot(patch, folded) + (view[432 / 4 + output] ?? 0)).toBeCloseTo(expected, 5);
  }
});

test.each<[string, string, Partial<OnnxNode> | Record<string, Partial<OnnxAttribute>>, RegExp]>([
  ['an unknown operator', '/first/relu/Relu', { operator: 'Elu' }, /‘\/first\/relu\/Relu’ \(Elu\) has an operator/],
  [
    'a ReLU that does not follow a convolution',
    '/second/conv/Conv',
    { operator: 'Relu', inputs: ['p1'] },
    /does not follow a conv/,
  ],
  [
    'a normalisation of a tensor that other nodes read too',
    '/pool/MaxPool',
    { inputs: ['c1'] },
    /\/bn\/.* shares its input ‘c1’/,
  ],
  [
    'a concatenation of three tensors',
    '/Concat_1',
    { inputs: ['u2', 'r1', 'r1'] },
    /‘\/Concat_1’ .* concatenates 3 tensors/,
  ],
  [
    'a concatenation of tensors of different sizes',
    '/Concat_1',
    { inputs: ['c2', 'r1'] },
    /‘\/Concat_1’ .* different sizes/,
  ],
  ['a wrong number of channels', '/side/Conv', { inputs: ['r1', 'w3'] }, /‘\/side\/Conv’ .* takes 6 .* has 4/],
  ['a convolution whose weights are not constant', '/side/Conv', { inputs: ['j', 'r1'] }, /‘\/side\/Conv’ .* number 1/],
  ['a concatenation where a single tensor is required', '/Sigmoid', { inputs: ['j'] }, /‘\/Sigmoid’ .* concatenation/],
  ['a tensor that no node computes', '/pool/MaxPool', { inputs: ['nowhere'] }, /‘nowhere’/],
  ['a dilation of 3', '/second/conv/Conv', kernel({ dilations: [3, 3], pads: [3, 3, 3, 3] }), /dilations 3,3/],
  ['a convolution with unequal strides', '/first/conv/Conv', kernel({ strides: [1, 2] }), /strides 1,2/],
  ['a convolution without padding', '/side/Conv', kernel({ pads: [0, 0, 0, 0] }), /pads 0,0,0,0; 1,1,1,1/],
  ['a grouped convolution', '/side/Conv', { ...kernel({}), group: { integer: 2 } }, /groups/],
  ['a pool that rounds sizes down', '/pool/MaxPool', { ...pool(), ceil_mode: { integer: 0 } }, /rounds sizes down/],
  ['a pool of 3 × 3 px', '/pool/MaxPool', { ...pool(), kernel_shape: { integers: [3, 3] } }, /kernel_shape 3,3; 2,2/],
  [
    'nearest-neighbour resizing',
    '/up/Resize',
    { ...linear(), mode: { text: 'nearest' } },
    /‘\/up\/Resize’ .* mode nearest/,
  ],
  [
    'a size that is not a power of two smaller',
    '/Constant',
    { value: { tensor: integers('', [12, 12]) } },
    /12 × 12, which is not/,
  ],
  ['a size that is not square', '/Constant', { value: { tensor: integers('', [16, 8]) } }, /16 × 8, which is not/],
  ['a sigmoid before the end', '/pool/MaxPool', { operator: 'Sigmoid' }, /is not the last step/],
])('%s is rejected with a message that names the node', (_, name, change, message) => {
  const isNode = 'operator' in change || 'inputs' in change;
  nodes = nodes.map((each) => {
    if (each.name !== name) return each;
    return {
      ...each,
      ...(isNode ? change : { attributes: attributes(change as Record<string, Partial<OnnxAttribute>>) }),
    };
  });
  expect(() => extractNetwork(graph())).toThrow(message);
});

test('a graph whose first output is not a mask is rejected', () => {
  const outputs = [{ name: 'u3', dims: [] }];
  expect(() => extractNetwork({ ...graph(), outputs })).toThrow(/first output, ‘u3’, is not a Sigmoid/);
});

test('a network that is assembled to ONNX and extracted again is unchanged', () => {
  nodes = nodes
    .filter((each) => each.operator !== 'Resize')
    .map((each) => {
      if (each.name === '/second/conv/Conv') return { ...each, inputs: ['r1', 'w2', 'b2'] };
      if (each.name === '/Concat_1') return { ...each, inputs: ['c2', 'r1'] };
      return each.name === '/side/Conv' ? { ...each, outputs: ['u3'] } : each;
    });
  nodes = nodes.map((each) =>
    each.operator === 'Conv'
      ? { ...each, attributes: new Map(each.attributes).set('strides', attributeOf({ integers: [1, 1] })) }
      : each,
  );
  const { network, weights } = extractNetwork(graph());
  const again = extractNetwork(readOnnx(assembleOnnx(network, weights, { input: 'x', output: 'y' })));
  expect(again.weights).toEqual(weights);
  const shapeOf = (step: object) => ({ ...step, from: undefined, to: undefined });
  expect(again.network.steps.map(shapeOf)).toEqual(network.steps.map(shapeOf));
});

// The long timeout is for reading 88 MB.
test('the shipped weights have the structure of IS-Net', { tags: ['long'] }, async () => {
  const [row] = readCatalogue().models;
  if (!row) throw new Error('the catalogue is empty');
  const { network } = extractNetwork(readOnnx(await readModel(row)));
  // Qin et al. 2020 and 2022: a convolution that halves the image; U-blocks of 7, 6, 5, 4, 4 and 4 levels and back up, each
  // with two convolutions per level and one sum, of which the three deepest keep their size; and a side convolution.
  const levels = [7, 6, 5, 4, 4, 4, 4, 4, 5, 6, 7];
  const count = (kind: string) => network.steps.filter((step) => step.kind === kind).length;
  expect(count('convolution')).toBe(1 + levels.reduce((sum, each) => sum + 2 * each, 0) + 1);
  expect(count('add')).toBe(levels.length);
  // Every block that reduces the size reaches the same smallest size, 1 ÷ 64, and returns to its own size.
  const backTo = (own: number) => Array.from({ length: 6 - own }, (_, index) => 5 - index);
  expect(network.steps.flatMap((step) => (step.kind === 'resize' ? [step.level] : []))).toEqual([
    ...[1, 2, 3, 4].flatMap(backTo),
    5,
    ...[4, 3, 2, 1].flatMap((own) => [own, ...backTo(own)]),
    0,
  ]);
  expect(count('max-pool')).toBe(count('resize') - 1);
});

function graph(): OnnxGraph {
  return {
    nodes,
    initialisers: new Map(initialisers.map((tensor) => [tensor.name, tensor])),
    inputs: [{ name: 'x', dims: [1, 3, 32, 32] }],
    outputs: [
      { name: 'mask', dims: [] },
      { name: 'other', dims: [] },
    ],
  };
}

function node(
  operator: string,
  name: string,
  inputs: string[],
  output: string,
  values: Record<string, Partial<OnnxAttribute>> = {},
): OnnxNode {
  return { operator, name, inputs, outputs: [output], attributes: attributes(values) };
}

function attributes(values: Record<string, Partial<OnnxAttribute>>): Map<string, OnnxAttribute> {
  return new Map(Object.entries(values).map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: Partial<OnnxAttribute>): OnnxAttribute {
  return { integer: 0, float: 0, text: '', integers: [], tensor: undefined, ...value };
}

function kernel(changes: Record<string, number[]>): Record<string, Partial<OnnxAttribute>> {
  const values = { dilations: [1, 1], pads: [1, 1, 1, 1], strides: [1, 1], ...changes };
  const entries = Object.entries(values).map(([name, integers]) => [name, { integers }]);
  return { ...Object.fromEntries(entries), group: { integer: 1 } };
}

function pool(): Record<string, Partial<OnnxAttribute>> {
  return {
    kernel_shape: { integers: [2, 2] },
    strides: { integers: [2, 2] },
    pads: { integers: [0, 0, 0, 0] },
    ceil_mode: { integer: 1 },
  };
}

function linear(): Record<string, Partial<OnnxAttribute>> {
  return { mode: { text: 'linear' }, coordinate_transformation_mode: { text: 'half_pixel' } };
}

function floats(name: string, dims: number[], seed: number): OnnxTensor {
  const length = dims.reduce((product, dim) => product * dim, 1);
  const values = Float32Array.from({ length }, (_, index) => Math.sin(seed * 100 + index * 1.7));
  return { name, dims, dataType: 1, bytes: bytesOf(values) };
}

function integers(name: string, values: number[]): OnnxTensor {
  return { name, dims: [values.length], dataType: 7, bytes: bytesOf(BigInt64Array.from(values, BigInt)) };
}

function bytesOf(values: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(values.buffer);
}

function numbersOf(name: string): Float32Array {
  const bytes = initialisers.find((tensor) => tensor.name === name)?.bytes ?? new Uint8Array();
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
