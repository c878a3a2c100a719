import { SegmenterError } from '../api/errors.ts';

const pageBytes = 65_536;

/**
 * Grows a memory to at least this size.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses; the memory then stays unchanged.
 */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const pages = Math.ceil((bytes - memory.buffer.byteLength) / pageBytes);
  if (pages <= 0) return;
  try {
    memory.grow(pages);
  } catch (error) {
    throw new SegmenterError('out-of-memory', `${bytes} bytes of memory could not be allocated`, { cause: error });
  }
}
