/**
 * A protobuf message of varints, strings, bytes and messages: enough for an ONNX file.
 * @see https://protobuf.dev/programming-guides/encoding/
 */
export interface Message {
  /**
   * Pieces of the message, in order. They are separate so that large arrays are copied only once, when the outermost
   * message is joined.
   */
  readonly chunks: readonly Uint8Array[];
  readonly sizeBytes: number;
}

/** A field. A number is encoded as a varint; it must be whole and not negative. */
export type Field = readonly [number: number, value: number | string | Uint8Array | Message];

export function message(fields: readonly Field[]): Message {
  const chunks = fields.flatMap(([number, value]) => {
    if (typeof value === 'number') return [Uint8Array.from([...varint(number * 8), ...varint(value)])];
    const { chunks, sizeBytes } = toMessage(value);
    return [Uint8Array.from([...varint(number * 8 + 2), ...varint(sizeBytes)]), ...chunks];
  });
  return { chunks, sizeBytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
}

export function join({ chunks, sizeBytes }: Message): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function toMessage(value: string | Uint8Array | Message): Message {
  if (typeof value === 'string') return toMessage(new TextEncoder().encode(value));
  return value instanceof Uint8Array ? { chunks: [value], sizeBytes: value.length } : value;
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];
}
