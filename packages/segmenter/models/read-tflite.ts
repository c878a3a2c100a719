/**
 * Reads the parts of a TensorFlow Lite file that `extract-small-network.ts` needs: the operators with their options, and the
 * tensors. It does not validate the file, and ignores all other fields.
 *
 * @see https://github.com/tensorflow/tensorflow/blob/master/tensorflow/lite/schema/schema.fbs for the field numbers
 * @see https://flatbuffers.dev/internals/
 */

export interface TfliteGraph {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  /** Indices into `tensors`, like `outputs`. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export interface TfliteTensor {
  readonly shape: readonly number[];
  /** Value of the enumeration `TensorType`: 0 is float32, 1 is float16, 2 is int32. */
  readonly type: number;
  /** Values, little-endian, in row-major order: a view of the file's bytes. Empty when the tensor is computed. */
  readonly bytes: Uint8Array;
}

export interface TfliteOperator {
  /** Value of the enumeration `BuiltinOperator`. 32 is a custom operator, which `customName` names. */
  readonly code: number;
  readonly customName: string;
  /** Indices into the graph's `tensors`, like `outputs`. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** Returns a field of 8 or 32 bits of the operator's options; 0 when it is omitted. */
  readonly option: (field: number, bits: 8 | 32) => number;
}

/** Reads a file. @throws when the bytes are not a TensorFlow Lite file with one graph. */
export function readTflite(file: Uint8Array): TfliteGraph {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 8 || new TextDecoder().decode(file.subarray(4, 8)) !== 'TFL3') {
    throw new Error('not a TensorFlow Lite file');
  }
  const root = tableAt(view, view.getUint32(0, true));
  const codes = root.tables(1).map((code) => ({
    code: Math.max(code.byte(0), code.integer(3)),
    customName: code.text(1),
  }));
  const buffers = root.tables(4).map((buffer) => buffer.bytes(0));
  const [graph, ...others] = root.tables(2);
  if (!graph || others.length > 0) throw new Error(`one graph was expected, and there are ${others.length + 1}`);
  return {
    tensors: graph.tables(0).map((tensor) => ({
      shape: tensor.integers(0),
      type: tensor.byte(1),
      bytes: buffers[tensor.integer(2)] ?? new Uint8Array(),
    })),
    inputs: graph.integers(1),
    outputs: graph.integers(2),
    operators: graph.tables(3).map((operator) => {
      const options = operator.table(4);
      return {
        ...(codes[operator.integer(0)] ?? { code: -1, customName: '' }),
        inputs: operator.integers(1),
        outputs: operator.integers(2),
        option: (field: number, bits: 8 | 32) => (bits === 8 ? options?.byte(field) : options?.integer(field)) ?? 0,
      };
    }),
  };
}

/** A table of a FlatBuffers file. Omitted fields are 0 or empty. */
interface Table {
  byte(field: number): number;
  integer(field: number): number;
  text(field: number): string;
  bytes(field: number): Uint8Array;
  integers(field: number): readonly number[];
  table(field: number): Table | undefined;
  tables(field: number): readonly Table[];
}

function tableAt(view: DataView, at: number): Table {
  const fields = at - view.getInt32(at, true);
  const count = (view.getUint16(fields, true) - 4) / 2;
  /** Returns the offset of a field's value; 0 when it is omitted. */
  const placeOf = (field: number) => {
    const offset = field < count ? view.getUint16(fields + 4 + 2 * field, true) : 0;
    return offset === 0 ? 0 : at + offset;
  };
  const followed = (place: number) => place + view.getUint32(place, true);
  /** Returns the offsets of a vector's values. */
  const places = (field: number, bytesEach: number) => {
    const place = placeOf(field);
    if (place === 0) return [];
    const vector = followed(place);
    return Array.from({ length: view.getUint32(vector, true) }, (_, index) => vector + 4 + bytesEach * index);
  };
  const bytes = (field: number) => {
    const place = placeOf(field);
    if (place === 0) return new Uint8Array();
    const vector = followed(place);
    return new Uint8Array(view.buffer, view.byteOffset + vector + 4, view.getUint32(vector, true));
  };
  return {
    byte: (field) => (placeOf(field) === 0 ? 0 : view.getUint8(placeOf(field))),
    integer: (field) => (placeOf(field) === 0 ? 0 : view.getInt32(placeOf(field), true)),
    text: (field) => new TextDecoder().decode(bytes(field)),
    bytes,
    integers: (field) => places(field, 4).map((place) => view.getInt32(place, true)),
    table: (field) => (placeOf(field) === 0 ? undefined : tableAt(view, followed(placeOf(field)))),
    tables: (field) => places(field, 4).map((place) => tableAt(view, followed(place))),
  };
}
