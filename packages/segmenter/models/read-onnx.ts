/**
 * Reads the parts of an ONNX file that `extract-network.ts` needs: the nodes with their attributes, the initialisers, and the
 * graph's inputs and outputs. It does not validate the file, and ignores all other fields.
 *
 * @see https://github.com/onnx/onnx/blob/main/onnx/onnx.proto for the field numbers
 * @see https://protobuf.dev/programming-guides/encoding/
 */

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly initialisers: ReadonlyMap<string, OnnxTensor>;
  /** Inputs without the initialisers, which older files list among them. */
  readonly inputs: readonly OnnxValue[];
  readonly outputs: readonly OnnxValue[];
}

export interface OnnxValue {
  readonly name: string;
  /** Dimensions. A variable dimension is 0. */
  readonly dims: readonly number[];
}

export interface OnnxNode {
  readonly name: string;
  readonly operator: string;
  /** Names of the inputs. The name of an omitted input is empty. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

/** An attribute. Its meaning determines which field contains the value. */
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
  /** Value of the enumeration `TensorProto.DataType`. */
  readonly dataType: number;
  /** Values, little-endian, in row-major order: a view of the file's bytes. */
  readonly bytes: Uint8Array;
}

/** Reads a file. @throws when the bytes are not an ONNX file. */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const graph = fieldsOf(file).find((field) => field.number === 7);
  if (!graph) throw new Error('not an ONNX file: it contains no graph');
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

/** Returns a tensor's numbers. @throws when they are neither float32 nor float16. */
export function toFloats(tensor: OnnxTensor): Float32Array<ArrayBuffer> {
  if (tensor.dataType === 1) return new Float32Array(copyOf(tensor));
  if (tensor.dataType !== 10)
    throw new Error(`tensor ‘${tensor.name}’ has numbers of type ${tensor.dataType}, not float`);
  const bits = new Uint16Array(copyOf(tensor));
  const floats = new Float32Array(bits.length);
  for (let index = 0; index < bits.length; index += 1) floats[index] = halves[bits[index] ?? 0] ?? 0;
  return floats;
}

/** Returns a tensor's numbers. @throws when they are not 64-bit integers. */
export function toIntegers(tensor: OnnxTensor): number[] {
  if (tensor.dataType !== 7)
    throw new Error(`tensor ‘${tensor.name}’ has numbers of type ${tensor.dataType}, not int64`);
  return Array.from(new BigInt64Array(copyOf(tensor)), Number);
}

/** Values of all float16 numbers by their bits. IEEE 754: sign, 5 bits of exponent, 10 bits of fraction. */
const halves = Float32Array.from({ length: 0x10000 }, (_, bits) => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 0x400;
  if (exponent === 0) return sign * fraction * 2 ** -14;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction) * 2 ** (exponent - 15);
});

/** Copies a tensor's bytes, because a view of wider numbers must begin at a multiple of their width. */
function copyOf({ name, dims, dataType, bytes }: OnnxTensor): ArrayBuffer {
  const width = { 1: 4, 7: 8, 10: 2 }[dataType] ?? 0;
  const wanted = dims.reduce((product, dim) => product * dim, width);
  if (bytes.length !== wanted) throw new Error(`tensor ‘${name}’ has ${bytes.length} raw bytes instead of ${wanted}`);
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
  // The nested fields are the value's type, its tensor type, the shape, and the dimensions.
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

/** A field of a message. `bytes` contains a length-delimited field, and `integer` contains a varint. */
interface Field {
  readonly number: number;
  readonly integer: number;
  readonly bytes: Uint8Array;
}

/** Reads the fields of a protobuf message, in the file's order. */
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
    if (at > message.length) throw new Error('not an ONNX file: a field is longer than its message');
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

/** Reads repeated integers, which are stored in one field each, or packed into one field. */
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

/** Reads a varint: seven bits per byte, the lowest first, up to 64 bits in two's complement. */
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
