/**
 * Reads from an ONNX file what a network's extraction needs: its nodes, their attributes, the initialisers, the graph's
 * inputs and outputs. Not a validator: fields that are not asked for are passed over.
 *
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto, whose field numbers stand below
 * @see https://protobuf.dev/programming-guides/encoding/
 */

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly initialisers: ReadonlyMap<string, OnnxTensor>;
  /** Initialisers that older files list among the inputs are left out. */
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

export interface OnnxValue {
  readonly name: string;
  /** A dimension that is open is 0. */
  readonly dims: readonly number[];
}

export interface OnnxNode {
  readonly name: string;
  readonly operator: string;
  /** An input that is left out is an empty name. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

/** Which field holds the value follows from the attribute's meaning. */
export interface OnnxAttribute {
  readonly integer: number;
  readonly float: number;
  readonly text: string;
  readonly integers: readonly number[];
  readonly tensor: OnnxTensor | undefined;
}

export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** Of the enumeration `TensorProto.DataType`. */
  readonly dataType: number;
  /** Little-endian, in row-major order. A view of the file's bytes. */
  readonly bytes: Uint8Array;
}

/** @throws when the bytes are no ONNX file. */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const graph = fieldsOf(file).find((field) => field.number === 7);
  if (!graph) throw new Error('not an ONNX file: it holds no graph');
  const nodes: OnnxNode[] = [];
  const initialisers = new Map<string, OnnxTensor>();
  const inputs: OnnxValue[] = [];
  const outputs: OnnxValue[] = [];
  for (const { number, bytes } of fieldsOf(graph.bytes)) {
    if (number === 1) nodes.push(readNode(bytes));
    else if (number === 5) {
      const tensor = readTensor(bytes);
      initialisers.set(tensor.name, tensor);
    } else if (number === 11) inputs.push(readValue(bytes));
    else if (number === 12) outputs.push(readValue(bytes));
  }
  return { nodes, initialisers, inputs: inputs.filter(({ name }) => !initialisers.has(name)), outputs };
}

/** @throws when the tensor's numbers are neither float nor half. */
export function toFloats(tensor: OnnxTensor): Float32Array<ArrayBuffer> {
  if (tensor.dataType === 1) return new Float32Array(copyOf(tensor));
  if (tensor.dataType !== 10)
    throw new Error(`tensor ‘${tensor.name}’ has numbers of type ${tensor.dataType}, not float`);
  const bits = new Uint16Array(copyOf(tensor));
  const floats = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) floats[index] = halves[bits[index] ?? 0] ?? 0;
  return floats;
}

/** @throws when the tensor's numbers are no 64-bit integers. */
export function toIntegers(tensor: OnnxTensor): number[] {
  if (tensor.dataType !== 7)
    throw new Error(`tensor ‘${tensor.name}’ has numbers of type ${tensor.dataType}, not int64`);
  return Array.from(new BigInt64Array(copyOf(tensor)), Number);
}

/** Every half-precision number's value, by its bits. IEEE 754: sign, 5 bits of exponent, 10 of fraction. */
const halves = Float32Array.from({ length: 0x10000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 0x400;
  if (exponent === 0) return sign * fraction * 2 ** -14;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction) * 2 ** (exponent - 15);
});

/** Copied because a view of wider numbers must begin at a multiple of their width. */
function copyOf({ name, dims, dataType, bytes }: OnnxTensor): ArrayBuffer {
  const width = { 1: 4, 7: 8, 10: 2 }[dataType] ?? 0;
  const wanted = dims.reduce((product, dim) => product * dim, width);
  if (bytes.length !== wanted) throw new Error(`tensor ‘${name}’ has ${bytes.length} raw bytes where ${wanted} belong`);
  return Uint8Array.from(bytes).buffer;
}

function readNode(bytes: Uint8Array): OnnxNode {
  const fields = fieldsOf(bytes);
  const attributes = fields.filter(({ number }) => number === 5).map((field) => readAttribute(field.bytes));
  return {
    inputs: fields.filter(({ number }) => number === 1).map(toText),
    outputs: fields.filter(({ number }) => number === 2).map(toText),
    name: toText(fields.find(({ number }) => number === 3)),
    operator: toText(fields.find(({ number }) => number === 4)),
    attributes: new Map(attributes),
  };
}

function readAttribute(bytes: Uint8Array): [name: string, OnnxAttribute] {
  const fields = fieldsOf(bytes);
  const find = (wanted: number) => fields.find(({ number }) => number === wanted);
  const tensor = find(5);
  const attribute: OnnxAttribute = {
    float: toFloat(find(2)),
    integer: find(3)?.integer ?? 0,
    text: toText(find(4)),
    tensor: tensor && readTensor(tensor.bytes),
    integers: readIntegers(fields, 8),
  };
  return [toText(find(1)), attribute];
}

function readTensor(bytes: Uint8Array): OnnxTensor {
  const fields = fieldsOf(bytes);
  const find = (wanted: number) => fields.find(({ number }) => number === wanted);
  return {
    dims: readIntegers(fields, 1),
    dataType: find(2)?.integer ?? 0,
    name: toText(find(8)),
    bytes: find(9)?.bytes ?? new Uint8Array(),
  };
}

function readValue(bytes: Uint8Array): OnnxValue {
  // A value's type, which is a tensor, which has a shape, which has dimensions.
  const dims = within(within(within(within([bytes], 2), 1), 2), 1);
  return {
    name: toText(fieldsOf(bytes).find(({ number }) => number === 1)),
    dims: dims.map((dim) => fieldsOf(dim).find(({ number }) => number === 1)?.integer ?? 0),
  };
}

function within(messages: readonly Uint8Array[], wanted: number): Uint8Array[] {
  return messages
    .flatMap(fieldsOf)
    .filter(({ number }) => number === wanted)
    .map((field) => field.bytes);
}

/** Of a message's field: `bytes` when its length is written before it, `integer` when it is a varint. */
interface Field {
  readonly number: number;
  readonly integer: number;
  readonly bytes: Uint8Array;
}

/** The fields of a protobuf message, in the file's order. */
function fieldsOf(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    const [value, next] = readVarint(message, at);
    at = next;
    return value;
  };
  const take = (length: number) => {
    at += length;
    if (at > message.length) throw new Error('not an ONNX file: a field is longer than what holds it');
    return message.subarray(at - length, at);
  };
  const none = new Uint8Array();
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wireType = tag % 8;
    if (wireType === 0) fields.push({ number, integer: varint(), bytes: none });
    else if (wireType === 1) fields.push({ number, integer: 0, bytes: take(8) });
    else if (wireType === 2) fields.push({ number, integer: 0, bytes: take(varint()) });
    else if (wireType === 5) fields.push({ number, integer: 0, bytes: take(4) });
    else throw new Error(`not an ONNX file: wire type ${wireType}`);
  }
  return fields;
}

/** Repeated integers are written one by one, or packed into one field. */
function readIntegers(fields: readonly Field[], wanted: number): number[] {
  return fields
    .filter(({ number }) => number === wanted)
    .flatMap(({ integer, bytes }) => {
      if (bytes.length === 0) return [integer];
      const packed: number[] = [];
      for (let at = 0; at < bytes.length;) {
        const [value, next] = readVarint(bytes, at);
        packed.push(value);
        at = next;
      }
      return packed;
    });
}

/** Seven bits a byte, the lowest first, as far as 64 bits in two's complement. */
function readVarint(bytes: Uint8Array, start: number): [value: number, next: number] {
  let value = 0n;
  for (let at = start; at < bytes.length && at < start + 10; at += 1) {
    const byte = bytes[at] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (at - start));
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), at + 1];
  }
  throw new Error('not an ONNX file: a number does not end');
}

function toText(field: Field | undefined): string {
  return new TextDecoder().decode(field?.bytes);
}

function toFloat(field: Field | undefined): number {
  if (field?.bytes.length !== 4) return 0;
  return new DataView(field.bytes.buffer, field.bytes.byteOffset).getFloat32(0, true);
}
