import { SegmenterError } from '../api/errors.ts';
import { freeBuffers } from './free-buffers.ts';

/**
 * Unpacks a part of a model with the browser's DecompressionStream.
 * @param packed a gzip file.
 * @param target filled from end to end; its length is the part's `sizeBytes`.
 * @throws {SegmenterError} `model-load-failed` when the file is damaged, or contains more or fewer bytes than
 *   `target`.
 */
export async function unpackPart(packed: Uint8Array<ArrayBuffer>, target: Uint8Array): Promise<void> {
  let filledBytes = 0;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    const { readable, writable } = new DecompressionStream('gzip');
    const writer = writable.getWriter();
    const written = writer.write(packed).then(() => writer.close());
    // A damaged file fails on both ends. The reader's failure is the one that is awaited first.
    written.catch(() => undefined);
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      target.set(next.value, filledBytes);
      filledBytes += next.value.length;
      chunks.push(next.value);
    }
    await written;
    freeBuffers(chunks);
  } catch (error) {
    throw new SegmenterError('model-load-failed', 'a part of the model could not be unpacked', { cause: error });
  }
  if (filledBytes === target.length) return;
  throw new SegmenterError(
    'model-load-failed',
    `a part of the model contains ${filledBytes} bytes, not ${target.length}`,
  );
}
