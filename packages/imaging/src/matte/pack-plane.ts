import { CompositorError } from '../job/compositor-error.ts';

/** Compresses a part of a matte without loss. Nearly all of its values are 0 or 255, so it becomes small. */
export function packPlane(plane: Uint8ClampedArray<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Response(through(plane, new CompressionStream('deflate-raw'))).arrayBuffer();
}

/**
 * Reverses `packPlane`.
 * @param length number of values of the plane. Reading stops there, so that a hostile file cannot fill the memory.
 * @throws {RangeError} when the data contains another number of values; {TypeError} when it is damaged.
 */
export async function unpackPlane(packed: BlobPart, length: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
  const plane = new Uint8ClampedArray(length);
  const reader = through(packed, new DecompressionStream('deflate-raw')).getReader();
  let filled = 0;
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    if (filled + next.value.length > length) {
      await reader.cancel();
      throw new RangeError(`the plane has more than ${length} values`);
    }
    plane.set(next.value, filled);
    filled += next.value.length;
  }
  if (filled < length) throw new RangeError(`the plane has ${filled} of ${length} values`);
  return plane;
}

/** Compresses a plane into text, for plain data: raw deflate in base64. */
export async function textOf(plane: Uint8ClampedArray<ArrayBuffer>): Promise<string> {
  const packed = await packPlane(plane);
  let text = '';
  for (let at = 0; at < packed.byteLength; at += chunkBytes)
    text += String.fromCharCode(...new Uint8Array(packed, at, Math.min(chunkBytes, packed.byteLength - at)));
  return btoa(text);
}

/**
 * Reverses `textOf`.
 * @throws {CompositorError} when the text is damaged, or contains another number of values.
 */
export async function planeOf(text: string, length: number): Promise<Uint8ClampedArray<ArrayBuffer>> {
  try {
    return await unpackPlane(
      Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)),
      length,
    );
  } catch (cause) {
    throw new CompositorError('processing-failed', `the compressed plane cannot be read: ${String(cause)}`);
  }
}

/** Number of bytes that become text at a time. A function takes a limited number of arguments. */
const chunkBytes = 8_192;

function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(stream);
}
