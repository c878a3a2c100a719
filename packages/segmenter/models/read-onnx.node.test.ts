import { expect, test } from 'vitest';

import { type Field, join, message } from '../src/inference/protobuf-message.ts';
import { readOnnx, toFloats, toIntegers } from './read-onnx.ts';

/** Returns an ONNX file with a graph. Field numbers are those of onnx.proto. */
function file(...graph: Field[]): Uint8Array {
  return join(
    message([
      [1, 8],
      [7, message(graph)],
    ]),
  );
}

function tensor(name: string, dataType: number, dims: number[], bytes: number[]): Field {
  const fields: Field[] = [
    ...dims.map((dim): Field => [1, dim]),
    [2, dataType],
    [8, name],
    [9, Uint8Array.from(bytes)],
  ];
  return [5, message(fields)];
}

function value(name: string, dims: (number | string)[]): Message {
  const shape = message(dims.map((dim): Field => [1, message([typeof dim === 'number' ? [1, dim] : [2, dim]])]));
  const type = message([
    [1, 1],
    [2, shape],
  ]);
  return message([
    [1, name],
    [2, message([[1, type]])],
  ]);
}
type Message = ReturnType<typeof message>;

test('readOnnx returns nodes with their inputs, outputs and attributes', () => {
  const node = message([
    [1, 'x'],
    [1, ''],
    [1, 'w'],
    [2, 'y'],
    [3, '/stage/Conv'],
    [4, 'Conv'],
    [
      5,
      message([
        [1, 'pads'],
        [8, 1],
        [8, 300],
        [20, 7],
      ]),
    ],
    [
      5,
      message([
        [1, 'packed'],
        [8, Uint8Array.of(2, 0xac, 0x02)],
      ]),
    ],
    [
      5,
      message([
        [1, 'axis'],
        [3, 1],
      ]),
    ],
    [
      5,
      message([
        [1, 'mode'],
        [4, 'linear'],
      ]),
    ],
  ]);
  const [read] = readOnnx(file([1, node])).nodes;
  expect(read).toMatchObject({ name: '/stage/Conv', operator: 'Conv', inputs: ['x', '', 'w'], outputs: ['y'] });
  expect(read?.attributes.get('pads')?.integers).toEqual([1, 300]);
  expect(read?.attributes.get('packed')?.integers).toEqual([2, 300]);
  expect(read?.attributes.get('axis')?.integer).toBe(1);
  expect(read?.attributes.get('mode')?.text).toBe('linear');
});

test('readOnnx returns an attribute’s floats and negative integers exactly', () => {
  // Minus one is a varint of ten bytes with all bits set. 0.5 is little-endian with the wire type for 32 bits.
  const axis = Uint8Array.from([0x0a, 1, 0x61, 0x18, ...Array.from({ length: 9 }, () => 0xff), 0x01]);
  const epsilon = Uint8Array.from([0x0a, 1, 0x65, 0x15, 0, 0, 0, 0x3f]);
  const node = message([
    [5, axis],
    [5, epsilon],
  ]);
  const [read] = readOnnx(file([1, node])).nodes;
  expect(read?.attributes.get('a')?.integer).toBe(-1);
  expect(read?.attributes.get('e')?.float).toBe(0.5);
});

test('readOnnx returns inputs and outputs with their sizes, and does not count initialisers as inputs', () => {
  const graph = readOnnx(
    file(
      tensor('w', 1, [1], [0, 0, 0x80, 0x3f]),
      [11, value('picture', [1, 3, 1024, 'width'])],
      [11, value('w', [1])],
      [12, value('mask', [])],
    ),
  );
  expect(graph.inputs).toEqual([{ name: 'picture', dims: [1, 3, 1024, 0] }]);
  expect(graph.outputs).toEqual([{ name: 'mask', dims: [] }]);
});

test('toFloats converts every kind of float16 number exactly', () => {
  // 1, −2, the greatest, the least above zero, the least normal number, a third, zero, infinity.
  const bits = [0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x3555, 0x0000, 0x7c00];
  const bytes = bits.flatMap((each) => [each & 0xff, each >> 8]);
  const half = readOnnx(file(tensor('h', 10, [2, 4], bytes))).initialisers.get('h');
  expect(half && [...toFloats(half)]).toEqual([1, -2, 65504, 2 ** -24, 2 ** -14, 0.333251953125, 0, Infinity]);
});

test('floats and 64-bit integers are read at unaligned offsets of the file', () => {
  const graph = readOnnx(
    file(
      tensor('odd', 1, [1], [0, 0, 0x80, 0x3f]),
      tensor('size', 7, [2], [32, 0, 0, 0, 0, 0, 0, 0, ...Array(8).fill(0xff)]),
    ),
  );
  const [odd, size] = [graph.initialisers.get('odd'), graph.initialisers.get('size')];
  expect(odd && [...toFloats(odd)]).toEqual([1]);
  expect(size && toIntegers(size)).toEqual([32, -1]);
});

test('the error for a tensor of another type, or with too few bytes, names the tensor', () => {
  const graph = readOnnx(file(tensor('bytes', 2, [4], [1, 2, 3, 4]), tensor('short', 1, [2], [0, 0, 0x80, 0x3f])));
  const [bytes, short] = [graph.initialisers.get('bytes'), graph.initialisers.get('short')];
  expect(() => bytes && toFloats(bytes)).toThrow(/‘bytes’/);
  expect(() => bytes && toIntegers(bytes)).toThrow(/‘bytes’/);
  expect(() => short && toFloats(short)).toThrow(/‘short’ has 4 raw bytes instead of 8/);
});

test.each([
  ['an HTML page', new TextEncoder().encode('<!doctype html><title>404</title>')],
  ['a truncated file', file([1, message([[4, 'Conv']])]).subarray(0, 8)],
  ['an empty file', new Uint8Array()],
])('%s is rejected because it is not an ONNX file', (_, bytes) => {
  expect(() => readOnnx(bytes)).toThrow(/not an ONNX file/);
});
